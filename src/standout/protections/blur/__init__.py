"""Blurring an attribute: items typical of the other class are added, typical of one's own removed."""
