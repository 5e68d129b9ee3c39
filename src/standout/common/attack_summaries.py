"""What each of our attacks does, in a sentence: for reports, which need no attack, and for the attacks themselves."""

from __future__ import annotations

SUMMARIES = {
    "set-intersection": (
        "Keeps the records that have every known item. One mistake breaks it (Frankowski and others 2006)."
    ),
    "tf-idf": (
        "Compares the known items with each record as search engines compare texts: rare items weigh more, long "
        "records weigh less (Frankowski and others 2006)."
    ),
    "scoring": (
        "Multiplies a sub-score for each known item: high if the record has it, higher if it is rare, low if it "
        "lacks it (Frankowski and others 2006)."
    ),
    "flat": "As scoring, but popularity does not matter.",
    "fuzzy-rating": "As scoring, and the value must be within 1 of the known one.",
    "exact-rating": "As scoring, and the value must be the known one.",
    "scoring-heavy": "As scoring, with very long records kept in.",
    "scoreboard": "A record is as good as its worst fitting known item (Narayanan and Shmatikov 2008).",
    "scoreboard-graded": "As scoreboard, with a fit that falls off gradually.",
    "scoreboard-rh": (
        "Adds up what fits: rare items count more, near values and near days count too. It forgives mistakes, "
        "and can hold back unless one record stands out (Narayanan and Shmatikov 2008)."
    ),
    "likelihood": (
        "Asks of each record how likely it is that just this would be known of its owner, and of nobody in the "
        "data: items, values, days, mistakes and the length of the record all count. Its probabilities are "
        "calibrated."
    ),
    "taste": (
        "For knowledge from another time: asks of each record whether it goes on as what is known began, by taste, "
        "habits and rhythm, as learnt from the released data alone; where known items are of the records "
        "themselves, it is likelihood."
    ),
}
"""By the attack's name."""
