"""Profiles: what people show of themselves on public pages, and how to disappear in a crowd.

`people` holds everyone's attribute-value pairs, reads and invents them; `personas` finds pairs that many people share;
`blending` says what an adversary learns who knows a little, and which edits lead into a crowd.
"""
