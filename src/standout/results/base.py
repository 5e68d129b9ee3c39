"""What a result is: a frozen document that writes and reads itself as JSON, with a schema that has a version.

A figure that could not be computed is absent, never zero: fields whose default is `None` are left out of the JSON when
they are `None`. The order of the fields is the order of the keys. Reading is tolerant: keys that a newer minor version
added are passed over, keys that an older one did not have take their default; another major version is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

import msgspec

from standout.common.documents import Unfit, json_document, read_document
from standout.common.files import private_folder, write_whole
from standout.common.pages import framed
from standout.common.plain import as_bytes, json_page, plain_path, plain_text
from standout.errors import BadInput
from standout.outputs.places import check_folder
from standout.results.pages import page_of, table_of

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

Cell = str | int | float | bool | None
Rows = Sequence[Mapping[str, Cell]]

SCHEMAS = "standout"
"""What the names of all schemas begin with: `standout/audit/1.0`."""

_LARGEST = 1 << 30
_LONGEST_LINE = 200
_SINGLE = (float, int, str)
"""What has nothing inside that could be a tuple."""


class Part(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A part of a document: frozen, compared by value, checked by type when it is read."""

    def to_dict(self) -> dict[str, Any]:
        """The part as plain dictionaries, lists, numbers and texts, as JSON has them."""
        plain: dict[str, Any] = _plain(msgspec.to_builtins(self, enc_hook=_plain_number))
        return plain


class Document(Part, frozen=True):
    """A result as a whole."""

    KIND: ClassVar[str]
    """What it is called in its schema and on the command line."""
    VERSION: ClassVar[str] = "1.0"
    """Major and minor version of its schema: keys are added in minor versions, changed in major ones."""
    FILE: ClassVar[str]
    """The file that holds it in a folder of results."""
    MODE: ClassVar[int] = 0o600
    """Who may read the file: its owner alone, unless it is for everyone's eyes."""
    EARLIER: ClassVar[str | None] = None
    """What an earlier file is recognised by, if not by its schema: there were files before there were schemas."""

    @classmethod
    def schema_name(cls) -> str:
        """What the document says about itself under `schema`."""
        return f"{SCHEMAS}/{cls.KIND}/{cls.VERSION}"

    def to_dict(self) -> dict[str, Any]:
        """The document as JSON has it, its schema first."""
        return {"schema": self.schema_name(), **super().to_dict()}

    def to_json(self) -> str:
        """JSON that any reader takes, and any terminal: no NaN, no infinity, no character that does not print."""
        return json_page(self.to_dict())

    @classmethod
    def from_dict(cls, document: Mapping[str, Any], name: str = "the document") -> Self:
        """The result that a parsed JSON document describes."""
        _check_schema(cls, document.get("schema"), name)
        known = {key: value for key, value in document.items() if key != "schema"}
        try:
            return msgspec.convert(known, cls)
        except msgspec.ValidationError as problem:
            raise BadInput(f"{name}: not the results of 'standout {cls.KIND}': {problem}; make them anew") from None

    @classmethod
    def from_json(cls, text: str | bytes, name: str = "the document") -> Self:
        """The result that JSON describes; written by this version or an older minor one."""
        content = text.encode("utf-8", errors="surrogatepass") if isinstance(text, str) else text
        try:
            document = json_document(content)
        except Unfit as problem:
            raise BadInput(f"{name}: {problem}; make it anew") from None
        if not isinstance(document, dict):
            raise BadInput(f"{name}: not the results of 'standout {cls.KIND}'; make them anew")
        return cls.from_dict(document, name)

    @classmethod
    def read(cls, path: str | Path) -> Self:
        """The result in a file, or in the folder that a command or `save` wrote."""
        place = Path(path)
        file = place / cls.FILE if place.is_dir() else place
        return cls.from_json(read_document(file, "a document of results", _LARGEST), plain_path(file))

    def save(self, folder: str | Path) -> Path:
        """Write the document into a folder, whole; its path comes back."""
        place = Path(folder)
        check_folder(place, {self.FILE: self.recognised_by()}, ())
        write_whole(private_folder(place) / self.FILE, self.content(), mode=self.MODE)
        return place / self.FILE

    @classmethod
    def recognised_by(cls) -> str:
        """What an earlier file of this kind is recognised by, so that a new one may take its place."""
        return cls.EARLIER or f"{SCHEMAS}/{cls.KIND}"

    def content(self) -> bytes:
        """What is in the file."""
        return as_bytes(self.to_json())

    @classmethod
    def json_schema(cls) -> dict[str, Any]:
        """The JSON Schema of the document."""
        draft = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
        return draft | _schema(cls) | {"title": cls.schema_name()}

    def tables(self) -> Mapping[str, Rows]:
        """What of the document is rows and columns, by name; the first is the main table."""
        return {}

    def to_arrow(self, table: str | None = None) -> pa.Table:
        """One of the tables (by default the main one) as an Arrow table."""
        import pyarrow as pa

        tables = self.tables()
        if not tables or (table is not None and table not in tables):
            raise no_such_table(self.KIND, table, tables)
        rows = tables[next(iter(tables)) if table is None else table]
        return pa.Table.from_pylist([dict(row) for row in rows])

    def to_pandas(self, table: str | None = None) -> pd.DataFrame:
        """One of the tables (by default the main one) as a pandas data frame."""
        frame: pd.DataFrame = self.to_arrow(table).to_pandas()
        return frame

    def in_a_line(self) -> str:
        """What matters most, in a line; nothing where that takes more."""
        headline = getattr(self, "headline", None)
        said = headline() if callable(headline) else None
        return said if isinstance(said, str) else ""

    def __repr__(self) -> str:
        said = plain_text(self.in_a_line(), _LONGEST_LINE)
        return f"<Standout {self.KIND}{': ' if said else ''}{said}>"

    def _repr_html_(self) -> str:
        """In a notebook: the page in a frame of its own, so that its style and the notebook's do not meet.

        What has no page shows how its main table begins.
        """
        page = page_of(self.KIND, self)
        if page is None:
            return table_of(f"Standout {self.KIND}", self.in_a_line(), next(iter(self.tables().values()), ()))
        return framed(page, f"Standout {self.KIND}")


def no_such_table(kind: str, table: str | None, names: Iterable[str]) -> BadInput:
    """The refusal of a table that there is not, which names those that there are."""
    there = ", ".join(names) or "none"
    return BadInput(f"table={table!r}: 'standout {kind}' has no such table; there are {there}")


def _plain_number(number: Any) -> int | float:
    """A number of NumPy's, which is a float or can be an index, as Python's own."""
    return float(number) if isinstance(number, float) else index(number)


def _plain(value: Any) -> Any:
    """Lists instead of tuples, as a reader of the JSON gets them."""
    if isinstance(value, dict):
        return {key: part if type(part) in _SINGLE else _plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [part if type(part) in _SINGLE else _plain(part) for part in value]
    return value


def _check_schema(cls: type[Document], said: object, name: str) -> None:
    """Refuse the schema of another kind, or of another major version; none at all is the first version."""
    if said is None:
        return
    kind, _, version = str(said).removeprefix(f"{SCHEMAS}/").partition("/")
    if kind != cls.KIND or version.partition(".")[0] != cls.VERSION.partition(".")[0]:
        raise BadInput(f"{name}: is '{str(said)[:60]}', but '{cls.schema_name()}' is needed; make it with this version")


def _schema(cls: type[Document]) -> dict[str, Any]:
    """The schema of the type, with the key that says which it is."""
    (schema,), parts = msgspec.json.schema_components([cls], ref_template="#/$defs/{name}")
    parts = dict(parts)
    own = parts.pop(cls.__name__) if "$ref" in schema else schema
    own["properties"] = {"schema": {"const": cls.schema_name()}, **own["properties"]}
    own["required"] = ["schema", *own.get("required", [])]
    return own | ({"$defs": parts} if parts else {})
