"""Checks JSON against the schemas that are shipped. `python -m tests.schemas` makes them, and their page, anew."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

from standout.results.base import Document
from standout.results.schemas import FOLDER, documents, kind_of, shipped, write_schemas

PAGE = Path(__file__).resolve().parents[1] / "docs" / "schemas.md"
_TABLE = re.compile(r"(?<=<!-- made by python -m tests\.schemas -->\n).*?(?=<!-- end -->)", re.DOTALL)


def check_schema(text: str) -> dict[str, Any]:
    """The document in this JSON text, if it is what the schema that it names says; a failed test otherwise."""
    document: dict[str, Any] = json.loads(text)
    schema = shipped(kind_of(document["schema"]))
    problems = [
        f"{error.json_path}: {error.message[:200]}" for error in Draft202012Validator(schema).iter_errors(document)
    ]
    assert not problems, problems[:5]
    return document


def fits(document: Any, kind: type[Document]) -> bool:
    """Whether a parsed document is valid by the schema of this type."""
    return bool(Draft202012Validator(kind.json_schema()).is_valid(document))


def page() -> str:
    """The page of schemas, with the table of all documents as it has to be."""
    rows = [
        f"| {kind} | `{cls.FILE}` | [`{cls.schema_name()}`](../src/standout/schemas/{kind}.schema.json) |\n"
        for kind, cls in documents().items()
    ]
    table = "".join(("\n| document | file | schema |\n|---|---|---|\n", *rows, "\n"))
    return _TABLE.sub(lambda _: table, PAGE.read_text(encoding="utf-8"))


if __name__ == "__main__":
    write_schemas(FOLDER)
    PAGE.write_text(page(), encoding="utf-8")
