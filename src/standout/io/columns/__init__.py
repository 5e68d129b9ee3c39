"""Columns: which is which, and what values and times in them mean."""
