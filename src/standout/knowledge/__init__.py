"""Knowledge: what an adversary knows of one person, and how it is drawn from that person's record."""
