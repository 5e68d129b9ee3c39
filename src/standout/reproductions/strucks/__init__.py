"""Strucks 2019."""
