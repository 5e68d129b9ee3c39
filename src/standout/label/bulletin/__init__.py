"""The bulletin: its groups, reading one that anyone may have written, signatures, and where it stands."""
