"""Attackers who learn from records that are in partitions, by sums over people: those whose sums are small."""
