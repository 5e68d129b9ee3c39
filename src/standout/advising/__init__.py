"""Advice before posting: how much a person stands out by what they show, what to hide, and what to mention instead.

`who_fits` counts who fits, `hiding` finds the smallest set to hide, `rivals` attacks again to verify, `estimates` does
what popularity alone allows, `posting_advice` puts it together in codes (`coded`), `showing` reads what a person shows
and says the advice in words.
"""
