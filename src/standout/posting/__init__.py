"""The posting advisor: how much a person stands out by what they show, what to hide, and what to mention instead.

`crowds` counts who fits, `hiding` finds the smallest set to hide, `lineups` attacks again to verify, `estimates` does
what popularity alone allows, `advising` puts it together, `showing` reads what a person shows.
"""
