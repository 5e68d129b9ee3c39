"""Levelling: records of one crowd are made alike, item by item."""
