"""The privacy label: what a provider publishes, and what a person sees.

Provider: `publishing` reads a dataset and makes a `bulletin` (popularity, `groups` of the scores, perhaps with `noise`,
perhaps with `signing`; `scoring` computes everybody's scores). Person: `history` and `matching` turn what somebody has
into items of the bulletin, `score` says how private that is, `drawing` shows it as a label, `page` is the offline page.
`validating` reads what anyone may have written; `anonymity` simulates what the scores stand for.
"""
