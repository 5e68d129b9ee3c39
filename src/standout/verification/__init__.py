"""Verification: attack protected data again, and say what it is still good for and whether it looks real."""
