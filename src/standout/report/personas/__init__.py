"""The page and the terminal of `standout personas`."""
