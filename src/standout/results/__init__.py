"""Results: what every command and library function returns, as frozen types.

`base` says what a document is: it writes and reads itself as JSON, has a schema with a version, tables, and a page.
`estimate` is a rate or a mean with its interval, for all of them. One module per document holds its type and what can
be asked of it ("best attack per adversary", "headline"), written once: terminal, report, notebook and scripts use it.
"""
