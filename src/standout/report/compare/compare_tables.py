"""The tables of `compare.html`: a row per protection, or per protection and adversary, attacker or classifier."""

from __future__ import annotations

from standout.report.compare.compare_cells import auc, signed
from standout.report.drawing.figure import Table
from standout.report.words import NOT_THERE, interval, percent, plain_name, points
from standout.results.compare import CompareResult, ProtectionRow, Unprotected, feared
from standout.results.compare_found import Change
from standout.results.compare_measures import Realism
from standout.results.frontier import UNPROTECTED


def overview(result: CompareResult) -> Table:
    """Everything at a glance."""
    attribute = result.attribute is not None
    head = [
        "no.",
        "protection",
        "changed",
        "found",
        "learned, in points",
        *(["worst AUC"] if attribute else []),
        "utility lost",
        "told from real",
    ]
    rows = [["0", UNPROTECTED, "0%", *dangers(result.unprotected, attribute), "0%", NOT_THERE]]
    for number, row in result.numbered():
        rows.append([
            str(number), row.text, percent(row.changed_share), *dangers(row, attribute), percent(row.utility_loss),
            _told_from_real(row.realism),
        ])  # fmt: skip
    return Table("All protections", head, rows, 2)


def plain_names(result: CompareResult) -> dict[str, str]:
    """What each adversary knows in a few words, its name in brackets, by that name."""
    return {adversary.name: plain_name(adversary) for adversary in result.settings.adversaries}


def dangers(row: Unprotected | ProtectionRow, attribute: bool) -> list[str]:
    """What is left to fear: who is found and, if one was asked for, what is inferred about the attribute."""
    identified, gain = interval(feared(row, "identification")), feared(row, "learned")
    if isinstance(row, ProtectionRow) and row.ceiling is not None:
        identified += f", proven at most {percent(row.ceiling)}"
    learned = NOT_THERE if gain is None else points(gain)
    if isinstance(row, ProtectionRow) and row.most_gained is not None:
        learned += f", proven at most {100 * row.most_gained:.0f}"
    both = [identified, learned]
    return [*both, auc(feared(row, "attribute"))] if attribute else both


def made_for_it_table(result: CompareResult) -> Table:
    """Attackers that were made for a protection, beside what their figure is to be read against."""
    rows = [
        (str(number), row.text, each.attacker, each.words, interval(each.reached),
         f"{percent(each.beside)} ({each.beside_is})")
        for number, row in result.numbered()
        for each in row.made_for_it or ()
    ]  # fmt: skip
    head = ("no.", "protection", "attacker", "what they do", "reaches", "beside")
    return Table("Attackers made for a protection", head, rows, 4)


def learned_table(result: CompareResult) -> Table:
    """What is guessed of people in the data, and of people who were held out."""
    rows, called = [], plain_names(result)
    every = [("0", UNPROTECTED, result.unprotected.learned)]
    every += [(str(number), row.text, row.learned) for number, row in result.numbered()]
    for number, text, taught in every:
        if taught is not None:
            rates = (interval(taught.inside), interval(taught.out), points(taught.gain))
            who = called.get(taught.adversary or "", taught.adversary or NOT_THERE)
            rows.append((number, text, who, *rates, f"{taught.targets:,}", f"{taught.others:,}"))
    head = (
        "no.",
        "protection",
        "who guesses",
        "right, of ten",
        "of people held out",
        "difference, in points",
        "people",
        "held out",
    )
    return Table("What is learned because people are in the data", head, rows, 3)


def _told_from_real(real: Realism | None) -> str:
    if real is None or real.classifier is None:
        return NOT_THERE
    return f"{percent(real.real_vs_protected)} (real {percent(real.real_vs_real)})"


def identified_table(result: CompareResult) -> Table:
    """Each adversary, before and after."""
    rows, called = [], plain_names(result)
    for number, row in result.numbered():
        for name, identified in row.identified.items():
            rates = (interval(estimate) for estimate in (identified.before, identified.after, identified.adaptive))
            who = called.get(name, name)
            rows.append((str(number), row.text, who, *rates, _points(identified.change), identified.attacks.adaptive))
    head = ("no.", "protection", "who is looking", "before", "after", "who knows of it", "change", "best attack")
    return Table("Who is found", head, rows, 3)


def _points(change: Change | None) -> str:
    if change is None:
        return NOT_THERE
    return f"{signed(change.change)} [{signed(change.low)} to {signed(change.high)}]"


def realism_table(result: CompareResult) -> Table:
    """Each classifier, with real people in both halves beside it; and spikes."""
    rows = []
    for number, row in result.numbered():
        if row.realism is None or row.realism.classifiers is None:
            continue
        for name, accuracies in row.realism.classifiers.items():
            both = (accuracies.real_vs_protected, accuracies.real_vs_real)
            cells = [f"{measured.accuracy:.2f} ± {measured.sd:.2f}" for measured in both]
            paper = [f"{measured.first_last.accuracy:.2f}" for measured in both]
            rows.append((str(number), row.text, name, *cells, *paper, str(row.realism.spikes.spikes)))
    head = (
        "no.",
        "protection",
        "classifier",
        "real or protected",
        "real or real",
        "first or last half",
        "the same, both real",
        "spikes",
    )
    return Table("Does it show?", head, rows, 3)
