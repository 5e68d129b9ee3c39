"""Pairs: which items people have together, published with noise, and a recommender made from nothing else."""
