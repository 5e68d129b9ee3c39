"""Advice on a profile, in the terminal."""
