"""A bulletin and a person's label, in the terminal."""
