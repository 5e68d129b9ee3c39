"""Reproductions: the tables and figures of published papers beside our own figures.

`rows` says what a line of such a table is, `attacking` runs attacks and pools what comes out; then one file per
paper: `frankowski` (with `forum`, who mentions what; `altering`, its protections; `order`, why its order of
algorithms may not hold here), `narayanan`, and `zhu` (with `hiding`, its experiment; `hiding_sections`, its tables;
`exactly` and `generalising`, what it lacks). `reproduced` is the result, and `saved_charts`, `markdown`,
`reproduction_terminal` and `reproduction_page` show it.
"""
