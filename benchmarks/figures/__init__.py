"""Figures that documents quote, each with the command that made it: kept in `benchmarks/measured`, checked, remade."""
