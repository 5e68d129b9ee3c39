"""The privacy label: what a provider publishes, and what a person sees.

`provider` makes a bulletin from a dataset; `bulletin` is that document, read with care, signed and fetched; `person`
turns what somebody has into items of the bulletin and says how private that is. `drawing` shows it as a label,
`label_page` is the offline page.
"""
