"""Where results go: names for them, and whether a source can be written there, looked at before any work."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from standout.common.formats import WORDS, Format, Kind, container_of, format_from_name, format_of, shown_path
from standout.data.prepared import is_prepared
from standout.errors import BadInput
from standout.io.layouts import Layout, layout_of
from standout.io.readers import reader_of
from standout.io.reading import SAMPLE
from standout.io.sources.bringing import is_elsewhere, is_written_as_parquet, stem_of
from standout.outputs.places import check_new

_ENDINGS = {"text": ".csv", "jsonl": ".jsonl", "parquet": ".parquet"}
_PACKED = {"": "", "gzip": ".gz", "zstd": ".zst", "bzip2": ".bz2", "xz": ".xz"}


@dataclass(frozen=True)
class Place:
    """Where a result goes, checked before the work, and how it is written there."""

    out: Path
    source: str
    layout: Layout | None
    """None: a prepared dataset."""
    as_parquet: bool = False


def default_place(source: str, word: str) -> Path:
    """A name beside nothing of the user's: the data's own, with a word, in the folder where the command runs."""
    path = Path(source)
    if is_written_as_parquet(source):
        return Path(f"{Path(stem_of(source)).stem}-{word}.parquet")
    name = path.resolve().name if path.exists() else source
    if path.is_dir() and not is_prepared(path):
        layout = layout_of(path)
        return Path(f"{name}-{word}{'.parquet' if layout.name == 'netflix' or layout.parted else ''}")
    ending = ".standout" if path.is_dir() else _ending(Path(name))
    return Path(f"{name.removesuffix(ending)}-{word}{ending}")


def _ending(file: Path) -> str:
    """What a file's name says of its format: two endings where it is packed."""
    return "".join(file.suffixes[-2:] if file.suffix.lower() in _PACKED.values() else file.suffixes[-1:])


def place_for(source: str, out: Path, *, keep_columns: bool = False) -> Place:
    """Look whether the result can be put there; one line if not. `keep_columns`: with all columns of the source."""
    check_new(out)
    path, wanted = Path(source), format_from_name(out)
    as_parquet = wanted is not None and wanted.kind == "parquet"
    if keep_columns and (parted := _kept_parts(source, out, wanted)):
        return Place(out, source, parted, as_parquet)
    if is_prepared(path):
        return Place(out, source, None, as_parquet)
    if not path.exists() and source == SAMPLE:
        return Place(out, source, Layout(SAMPLE, (Path("interactions.parquet"),)), as_parquet)
    if is_written_as_parquet(source) or (path.is_file() and reader_of(path) is not None):
        what = "what a plug-in reads" if path.is_file() and reader_of(path) is not None else "such data"
        if not as_parquet:
            raise BadInput(f"{shown_path(out)}: {what} is written as Parquet; let the name end in .parquet")
        return Place(out, source, None, as_parquet)
    layout = layout_of(path)
    if layout.parted and not as_parquet:
        raise BadInput(
            f"{shown_path(out)}: several parts are written as one Parquet file; let the name end in .parquet"
        )
    if layout.parted:
        return Place(out, source, None, as_parquet)
    if layout.name == "netflix" and not as_parquet:
        raise BadInput(f"{shown_path(out)}: Netflix Prize data is written as Parquet; let the name end in .parquet")
    if path.is_file() and not as_parquet:
        _check_ending(path, out, wanted)
    return Place(out, source, layout, as_parquet)


def _kept_parts(source: str, out: Path, wanted: Format | None) -> Layout | None:
    """Several parts that become one file with all their columns; one line for what cannot keep them, or not there."""
    path = Path(source)
    if not path.exists() and source == SAMPLE:
        return None
    layout = _keeping(source)
    kind = format_of(layout.files[0]).kind
    fitting = (kind,) if kind == "jsonl" else (kind, "parquet")
    if wanted is not None and wanted.kind not in fitting:
        raise _other_ending(out, kind)
    if layout.parted and wanted is None:
        raise _other_ending(out, kind)
    return layout if layout.parted else None


def _keeping(source: str) -> Layout:
    """The layout of a source of which all columns can be kept; one line for any other."""
    path = Path(source)
    layout = None if is_prepared(path) or is_elsewhere(source) or container_of(path) is not None else layout_of(path)
    if layout is None or layout.name == "netflix" or reader_of(layout.files[0]) is not None:
        raise BadInput(
            f"{shown_path(path)}: only separated text, JSON lines and Parquet files keep their columns; "
            "leave out --keep-columns"
        )
    return layout


def _other_ending(out: Path, kind: Kind) -> BadInput:
    return BadInput(
        f"{shown_path(out)}: with --keep-columns, {WORDS[kind]} stays what it is; let the name end in {_ENDINGS[kind]}"
    )


def _check_ending(path: Path, out: Path, wanted: Format | None) -> None:
    """A name that says another format than the file's would make the result unreadable."""
    form = format_of(path)
    if wanted != form and _ending(out) != _ending(path):
        fitting = _ending(path) or _ENDINGS[form.kind] + _PACKED[form.packing]
        packed = f" in {form.packing}" if form.packing else ""
        raise BadInput(
            f"{shown_path(out)}: the data is {WORDS[form.kind]}{packed}; let the name end in {fitting} or .parquet"
        )
