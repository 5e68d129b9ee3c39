"""Engines: where records are, and the same kernels on them; nothing else knows."""
