"""Attribute inference: what a record betrays about its owner, and which items betray it."""
