"""Blending in: what an adversary believes, and the cheapest edits that turn a profile into a persona."""
