"""Engines: how the kernel is driven over shards and batches of targets. All give the same answer."""
