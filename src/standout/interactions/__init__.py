"""Interactions: reading data, encoding outside ids, and holding people × items as integers."""
