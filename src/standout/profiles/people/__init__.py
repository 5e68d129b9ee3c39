"""Populations of profiles: reading, numbering and inventing them."""
