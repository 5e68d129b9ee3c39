"""Boukoros and Katzenbeisser 2017."""
