"""Results in the terminal: plain words, tables that fit 80 columns."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from standout.common.plain import plain_path, plain_text
from standout.report.audit.next_steps import comparison
from standout.report.audit.questions import questions
from standout.report.words import counted, gathered, interval, percent
from standout.results.adds import Adds
from standout.results.audit import REPORT, AuditDocument
from standout.results.estimate import Estimate
from standout.results.headline import Headline
from standout.results.link import LinkResult
from standout.results.understood import Understood, understood_lines

_WIDTH = 80
_LONGEST_LINE = 1_500


def print_audit(document: AuditDocument, folder: Path) -> None:
    """The summary of an audit."""
    console, data = console_for_results(), document.data
    print_understood(console, document.understood)
    print_understood(console, document.released_understood, "released")
    if document.understood is None:
        console.print(
            f"[bold]{counted(data.people, 'person', 'people')}[/], [bold]{counted(data.items, 'item')}[/], "
            f"[bold]{counted(data.interactions, 'interaction')}[/]\n"
        )
    headline, worst = document.headline(), document.worst()
    if headline is not None and worst is not None:
        _print_headline(console, headline, worst.adversary.sentence)
    else:
        why = sorted({note for finding in document.findings for note in finding.notes})
        console.print(f"\nNobody could be looked for{':' if why else '.'}")
        print_notes(console, why)
    if document.looked_for:
        _print_rates(console, document, headline)
        _print_both_ways(console, document)
    _print_people(console, document)
    if worst is not None and worst.adds is not None:
        _print_adds(console, worst.adds)
    _print_learned(console, document)
    _print_forecast(console, document)
    _print_nearest(console, document)
    _print_questions(console, document)
    print_notes(console, gathered(document.notes))
    console.print()
    if document.advice is not None:
        print_place(console, "next", comparison(document, document.advice))
    print_place(console, "report", folder / REPORT)


def _print_rates(console: Console, document: AuditDocument, headline: Headline | None) -> None:
    """Who finds how many, and what the columns mean."""
    ties = _ties_matter(document)
    console.print(_rates(document, ties))
    by_lot = "by lot: the same, if ties are broken by lot, which attacks are compared by;\n" if ties else ""
    console.print(
        f"found first: the true record comes out first, alone; of {document.looked_for:,} looked for;\n{by_lot}"
        f"{_not_known(document)}"
        "named, wrongly: how often the attack itself names the right, or a wrong person.\n"
        f"{headline.corrected() if headline else ''}\n"
        "Every attack and figure is in the report.",
        style="dim",
        markup=False,
    )


def _print_learned(console: Console, document: AuditDocument) -> None:
    """What being in the data costs people, at most; and whether it is told who is in it."""
    if (most := document.most_learned()) is not None and most.learned is not None:
        who = f"{outside(most.who, 24)}, {outside(most.attack, 40)}"
        console.print(f"\n[bold]Learned[/] ({who}): {escape(most.learned.said())}.")
    if (telling := document.most_telling()) is not None and telling.membership is not None:
        auc = telling.membership.auc
        shown = f"{auc.rate:.2f} [{auc.low:.2f}–{auc.high:.2f}]"
        who = f"{outside(telling.who, 24)}, {outside(telling.attack, 40)}"
        console.print(f"[bold]Membership[/] ({who}): an AUC of {escape(shown)}; 0.5 is guessing.")


def _print_forecast(console: Console, document: AuditDocument) -> None:
    """What the adversary would find in larger crowds who would find most; or why nobody can tell."""
    told = document.most_forecast()
    if told is not None:
        console.print(f"\n[bold]In a larger crowd[/] ({outside(told.adversary, 24)}): {outside(told.said(), 600)}")
        silent = sum(each.why is not None for each in document.forecasts)
        if silent and told.why is None:
            console.print(
                f"For {silent} of the {len(document.forecasts)} adversaries nothing can be forecast: of those "
                "who can be found at all, they find nearly everybody here, or nearly nobody.",
                style="dim",
            )


def _print_nearest(console: Console, document: AuditDocument) -> None:
    """Which well-known dataset this one is like, and what was found there."""
    if document.nearest is not None:
        console.print(f"\n[bold]In the census[/]: {outside(document.nearest.said(), 600)}.")


def _print_both_ways(console: Console, document: AuditDocument) -> None:
    """Told how knowledge comes about, an attack is an oracle: what it finds having to learn it, where most is lost."""
    both = [
        (finding, told, learnt)
        for finding in document.findings
        if (told := finding.found_when("given")) is not None and (learnt := finding.found_when("learned")) is not None
    ]
    if both:
        finding, told, learnt = max(both, key=lambda row: row[1].rate - row[2].rate)
        console.print(
            f"\n{outside(finding.attack)} is told how often knowledge is wrong. Having to find that out, it finds "
            f"{escape(interval(learnt))} instead of {_short(told)} for {outside(finding.who, 24)}; "
            "for nobody does it lose more."
        )


def _print_questions(console: Console, document: AuditDocument) -> None:
    """The three questions of European guidance, each with its answer."""
    console.print()
    for question in questions(document):
        console.print(f"[bold]{question.name}[/] ({question.state}): {outside(question.answer, 1_000)}")


def _ties_matter(document: AuditDocument) -> bool:
    """Whether breaking ties by lot would change a share that is shown."""
    best = document.best_by_adversary().values()
    return any(_short(finding.found) != _short(finding.found_by_lot) for finding in best)


def _rates(document: AuditDocument, ties: bool) -> Table:
    """A row per adversary, with its best attack; what ties do, where they matter, else the ten best."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("who is looking")
    for column in ("found first", "by lot" if ties else "top 10", "named", "wrongly"):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("best attack")
    for name, finding in document.best_by_adversary().items():
        other = finding.found_by_lot if ties else finding.within(10)
        table.add_row(
            outside(name, 24),
            escape(interval(document.share_found(finding))),
            *(_short(estimate) for estimate in (other, finding.declared.correct, finding.declared.wrong)),
            outside(finding.attack, 40),
        )
    return table


def _not_known(document: AuditDocument) -> str:
    """Of how many nobody knows anything, adversary by adversary, where there are such people."""
    shares = (
        f"{plain_text(name, 24)} {_narrow(finding.not_known / finding.of)}"
        for name, finding in document.best_by_adversary().items()
        if finding.not_known
    )
    some = ", ".join(shares)
    return f"not known at all, and counted as not found: {some};\n" if some else ""


def _short(share: Estimate | None) -> str:
    """A percentage for a narrow column."""
    return _narrow(share.rate if share else None)


def _narrow(share: float | None) -> str:
    return percent(share).replace("over ", ">").replace("under ", "<")


def _print_headline(console: Console, headline: Headline, sentence: str) -> None:
    who, blind = outside(sentence), headline.blind_guess
    console.print(
        f"[bold]{escape(interval(headline.estimate))} {headline.whom()} can be found[/] by someone who\n"
        f"{who[:1].lower()}{who[1:]}"
    )
    for beside in headline.beside():
        console.print(outside(beside))
    if blind is not None:
        console.print(f"A blind guess finds {f'{100 * blind:.0f}' if blind >= 0.01 else f'{100 * blind:.2g}'}%.")
    console.print()
    if blind is not None and blind > 0.05:
        console.print("With so few records, blind guessing often succeeds, too: read the rates with care.\n")


def _print_people(console: Console, document: AuditDocument) -> None:
    personal = document.personal
    if personal.people and personal.found_share and not personal.found_share[-1].found.startswith("0–"):
        most = personal.found_share[-1]
        tries = f"in every one of {personal.draws} tries" if personal.draws > 1 else "in the one try each"
        tries = tries if most.found == "100%" else f"in {most.found} of {personal.draws} tries"
        console.print(
            f"\n{most.people:,} of the {personal.people:,} people of whom something could be known were found {tries} "
            f"({outside(personal.adversary)}, {outside(personal.attack)})."
        )
    if items := document.revealing_items[:3]:
        console.print("Most revealing: " + "; ".join(outside(row.item, 40) for row in items) + ".")


def _print_adds(console: Console, adds: Adds) -> None:
    """What a named record adds, in words."""
    for line in adds.words():
        console.print(outside(line, 600))


def print_link(result: LinkResult, folder: Path) -> None:
    """The summary of a link: rates where the truth is known, and the strongest lineups."""
    console = console_for_results()
    print_understood(console, result.understood, "released")
    print_understood(console, result.public_understood, "public")
    console.print(
        f"{result.public.people:,} public people looked for among {result.data.people:,} "
        f"released records; {result.public.matched_items:,} items matched"
    )
    for finding in result.findings:
        if finding.targets:
            first, ten = (escape(interval(finding.within(k))) for k in (1, 10))
            declared = (finding.declared.correct, finding.declared.wrong)
            right, wrong = (escape(interval(estimate)) for estimate in declared)
            console.print(
                f"\n[bold]{first} of the {finding.of:,} people whose record is known come out first[/], "
                f"{ten} among the first ten."
            )
            if _short(finding.found) != _short(finding.found_by_lot):
                console.print(f"If ties are broken by lot, {escape(interval(finding.found_by_lot))} come out first.")
            console.print(f"Named: rightly {right}, wrongly {wrong}.")
    if result.adds is not None:
        _print_adds(console, result.adds)
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("target")
    table.add_column("best record")
    table.add_column("stands out by", justify="right")
    table.add_column("verdict")
    for row in result.lineups[:10]:
        best = row.best.record if row.best else "–"
        verdict = "this one" if row.verdict is not None else "nobody stands out"
        table.add_row(outside(row.target, 24), outside(best, 24), f"{row.eccentricity:.1f}", verdict)
    console.print()
    console.print(table)
    print_notes(console, (*(result.guard.lines() if result.guard else ()), *result.notes))
    console.print()
    print_place(console, "lineups", folder / result.FILE)


def print_understood(console: Console, understood: Understood | None, whose: str = "") -> None:
    """Which column was taken for what, and what became of rows, before any figure."""
    lines = understood_lines(understood)
    for line in lines:
        console.print(f"{f'{whose}: ' if whose else ''}{outside(line, _LONGEST_LINE)}", style="dim")
    if lines:
        console.print()


def print_notes(console: Console, notes: Sequence[str]) -> None:
    """What was noticed on the way."""
    if notes:
        console.print()
    for note in notes:
        console.print(f"note: {outside(note)}", style="dim")


def print_place(console: Console, what: str, file: Path | str) -> None:
    """Where a result is, on one line that can be copied."""
    console.print(f"{what}: {plain_path(file)}", soft_wrap=True, markup=False)


def outside(text: str, longest: int = 300) -> str:
    """Text from outside, harmless for the terminal and for rich's markup."""
    return escape(plain_text(text, longest))


def console_for_results() -> Console:
    """Standard output; 80 columns wide where it is not a terminal."""
    console = Console(highlight=False)
    return console if console.is_terminal else Console(highlight=False, width=_WIDTH)
