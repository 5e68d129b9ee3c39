"""The privacy label: what a provider publishes, and what a person sees.

`provider` makes a bulletin (`standout.results.bulletin`) from a dataset; `bulletin` signs, verifies and fetches it, and
knows its groups; `person` turns what somebody has into items of the bulletin and says how private that is. `drawing`
shows it as a label, `label_page` is the offline page.
"""
