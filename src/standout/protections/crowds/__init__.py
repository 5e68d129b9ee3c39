"""The protection that puts people into crowds and deals what a crowd has anew among its members.

`crowd_protection.py` is the protection; `crowd_taste.py` says who is like whom, `crowd_groups.py` makes crowds of that,
`crowd_units.py` cuts them into units that are dealt by themselves; `crowd_items.py` deals items, `crowd_marks.py`
values and repeats, `crowd_days.py` days; `crowd_release.py` puts that together, `crowd_cluster.py` on Spark. What may
be read of a crowd's records, and why nothing else, is told in `docs/crowds.md`.
"""
