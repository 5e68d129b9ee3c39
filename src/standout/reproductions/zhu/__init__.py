"""Zhu and others."""
