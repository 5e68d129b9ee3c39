"""Staging: every format and layout becomes the one table `raw` of text cells in DuckDB."""
