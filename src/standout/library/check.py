"""`check`: how much a person stands out, computed from their own history and a published bulletin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from standout.auditing.settings import check_numbers
from standout.common.files import private_folder, write_together
from standout.errors import BadInput
from standout.label.bulletin.standing import signature_of
from standout.label.drawing import drawn_as, label_kind, label_of
from standout.label.person.self_check import LEAST_FOUND
from standout.label.person.self_check import check as check_history
from standout.library.bulletins import Published, Tell, as_bulletin, place_of, tell_nobody
from standout.library.histories import as_history
from standout.matching.aliases import read_aliases
from standout.outputs.places import Inputs, check_files, check_folder
from standout.results.bulletin import Bulletin
from standout.results.check import LABEL_FILE, Check


def check(
    history: Any,
    bulletin: str | Path | Bulletin | Published,
    *,
    score: str | None = None,
    person: str | None = None,
    key: str | Path | None = None,
    columns: Mapping[str, str] | None = None,
    only_known: bool = False,
    count_unknown: bool = False,
    least_found: float = LEAST_FOUND,
    titles: str | Path | None = None,
    refuse: Sequence[str] = (),
    take: Sequence[str] = (),
    numbers: bool = False,
    seed: int = 1,
    label: str | Path | None = None,
    out: str | Path | None = None,
    tell: Tell = tell_nobody,
) -> Check:
    """Say how much somebody stands out, and what makes it so. Nothing is sent; only a bulletin's address is fetched.

    `history` is a file (a list, a CSV, or a service's download as it came, see `docs/your-history.md`), titles or
    item ids one after another, or a data frame; `columns` and `person` say what is what in a table, and whose rows
    are meant. `bulletin` is a file, the address where a provider publishes it, or what `publish` returned; with the
    provider's public `key`, one that it did not sign is refused. `score` is "hiding", "better" or "paper"; the first
    that the bulletin has is taken. What the bulletin does not know is not counted, unless `count_unknown`; the label
    that it would give as rare is said as well, unless `only_known`. Where less than `least_found` of the history is
    found there is no label, and `why` says so. `titles` is a table of further names of items. `refuse` are lines that
    were taken for a wrong item, `take` says what lines mean: "what the history says=item". With `label` the label is
    drawn into that file (.svg or .png), with `out` it and the result go into a folder; `numbers` puts the score on
    it.

    >>> import standout as so
    >>> published = so.publish("sample")
    >>> titles = published.bulletin.titles
    >>> mine = so.check(titles[:3], published)
    >>> mine.all, mine.mark in mine.marks
    (3, True)
    >>> mine.label_svg().startswith("<svg")
    True
    """
    label_file, folder = (None if place is None else Path(place) for place in (label, out))
    check_numbers(seed, None)
    _check_places(label_file, folder, (place_of(history), place_of(bulletin), key, titles))
    own = as_history(history, columns, person)
    published = as_bulletin(bulletin, tell)
    signed = signature_of(published, None if key is None else Path(key))
    further = None if titles is None else read_aliases(Path(titles), published.ids, published.titles or ())
    checked = check_history(
        own,
        published,
        score,
        only_known=only_known,
        count_unknown=count_unknown,
        least_found=least_found,
        aliases=() if further is None else further.names,
        refused=refuse,
        meant=take,
        signed=signed,
        seed=seed,
    )
    files: dict[Path, bytes] = {}
    if folder is not None:
        files = {private_folder(folder) / name: content for name, content in checked.files(numbers=numbers).items()}
    if label_file is not None:
        files[label_file] = drawn_as(label_of(checked, numbers=numbers), label_file)
    if files:
        write_together(files)
    return checked


def _check_places(label: Path | None, out: Path | None, inputs: Inputs) -> None:
    """Say before the work that a result cannot be put there."""
    if out is not None and out.exists() and not out.is_dir():
        raise BadInput(f"--out {out}: is a file; name a folder")
    if out is not None:
        check_folder(out, {Check.FILE: "check", LABEL_FILE: "label"}, inputs)
    if label is None:
        return
    label_kind(label)
    if label.is_dir():
        raise BadInput(f"--label {label}: is a folder; name a file in it")
    if not label.parent.is_dir():
        raise BadInput(f"--label {label}: no such folder; make it first")
    check_files({label: "label"}, inputs)
    if out is not None and label.resolve() in ((out / Check.FILE).resolve(), (out / LABEL_FILE).resolve()):
        raise BadInput(f"--label {label}: a result of --out gets this name; choose another one")
