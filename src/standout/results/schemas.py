"""The JSON Schemas of all documents, from their types: shipped in `standout/schemas`, one file a kind.

`python -m standout.results.schemas FOLDER` writes them into a folder; without one, where they are shipped. Documents
are found by looking through the modules of `standout.results`, so that a new one needs no line here.
"""

from __future__ import annotations

import json
import pkgutil
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from standout import results
from standout.common.files import write_together
from standout.common.plain import json_page
from standout.errors import BadInput
from standout.results.base import SCHEMAS, Document

FOLDER = Path(results.__file__).parents[1] / "schemas"
"""Where they are shipped."""
_SUFFIX = ".schema.json"


def documents() -> dict[str, type[Document]]:
    """Every type of document by its kind; an error of ours if two have the same kind."""
    types: dict[str, type[Document]] = {}
    for cls in _types():
        if types.setdefault(cls.KIND, cls) is not cls:
            raise TypeError(f"{cls.__name__} and {types[cls.KIND].__name__} are both called '{cls.KIND}'")
    return dict(sorted(types.items()))


def _types() -> Iterator[type[Document]]:
    """The types that have a kind, in the modules of `standout.results`."""
    for module in sorted(each.name for each in pkgutil.walk_packages(results.__path__, f"{results.__name__}.")):
        for cls in vars(import_module(module)).values():
            if isinstance(cls, type) and issubclass(cls, Document) and cls.__module__ == module and _is_whole(cls):
                yield cls


def _is_whole(cls: type[Document]) -> bool:
    """Whether a document says what it is called: bases of documents do not."""
    return hasattr(cls, "KIND")


def schema_files() -> dict[str, str]:
    """What every file of schemas holds, by its name."""
    return {f"{kind}{_SUFFIX}": json_page(cls.json_schema()) for kind, cls in documents().items()}


def shipped(kind: str) -> Mapping[str, Any]:
    """The schema of this kind, as it is shipped."""
    file = FOLDER / f"{kind}{_SUFFIX}"
    if not file.is_file():
        kinds = sorted(each.name.removesuffix(_SUFFIX) for each in FOLDER.glob(f"*{_SUFFIX}"))
        raise BadInput(f"there is no schema of '{kind}'; there are {', '.join(kinds)}")
    schema: Mapping[str, Any] = json.loads(file.read_bytes())
    return schema


def kind_of(schema: str) -> str:
    """The kind of document that a schema's name speaks of: "infer" of `standout/infer/1.0`."""
    return schema.removeprefix(f"{SCHEMAS}/").partition("/")[0]


def write_schemas(folder: Path) -> list[Path]:
    """Write all schemas into a folder, for everyone's eyes, and remove those of kinds that there are no more."""
    files = {folder / name: text.encode() for name, text in schema_files().items()}
    folder.mkdir(parents=True, exist_ok=True)
    write_together(files, public=files)
    for left in folder.glob(f"*{_SUFFIX}"):
        if left not in files:
            left.unlink()
    return [*files]


if __name__ == "__main__":
    for written in write_schemas(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER):
        sys.stdout.write(f"{written}\n")
