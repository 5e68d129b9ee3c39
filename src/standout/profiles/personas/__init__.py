"""Personas: sets of pairs that many people share, mined on one machine or on Spark."""
