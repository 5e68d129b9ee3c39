"""Frankowski and others 2006."""
