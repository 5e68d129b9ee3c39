"""Reproductions: the tables and figures of published papers beside our own figures.

`rows` says what a line of such a table is, `attacking` runs attacks and pools what comes out; then one file per
paper: `frankowski` (with `forum`, who mentions what; `altering`, its protections; `order`, why its order of
algorithms may not hold here) and `narayanan`. `charts`, `markdown` and `terminal` show the result.
"""
