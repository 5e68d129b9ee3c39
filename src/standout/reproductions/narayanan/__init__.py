"""Narayanan and Shmatikov 2008."""
