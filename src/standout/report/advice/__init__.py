"""Advice on posting, in the terminal."""
