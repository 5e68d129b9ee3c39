"""Matching items: what people, services and catalogues call them becomes items of the data at hand.

One matcher for everybody who has to say that two names are one thing: `link` for two catalogues, `check` and `advise`
for a history. Every match has a kind and a confidence, so that a caller can ask for a minimum and show what is not
exact.

| kind | what was seen |
|---|---|
| table | a row of a table says so |
| id | the same id |
| exact | the same title, and the same year where both have one |
| spelling | the same title with other numerals, articles, abbreviations or spaces; the same year |
| alternative | one of the other names in brackets; the same year |
| year | one of these, with a year that is off by one |
| subtitle | the same title without the part behind or before a colon; the same year, and nothing else fits |
| fuzzy | a letter or two differ, or the year by a few: nothing else comes as near |
"""
