"""Profiles: what people show of themselves on public pages, and how to disappear in a crowd.

`population` holds everyone's attribute-value pairs; `reading` reads them and `generate` invents them; `beliefs` says
what an adversary learns who knows a little; `mining` finds the personas, pairs that many people share.
"""
