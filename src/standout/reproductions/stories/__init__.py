"""Reproductions told as stories: a page a paper, words from a template and every figure from the results."""
