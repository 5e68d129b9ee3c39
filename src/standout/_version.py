"""The version, in one place; what is built on a tagged commit says that of the tag (`release/building.py`)."""

__version__ = "0.2.0.dev0"
