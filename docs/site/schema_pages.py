"""A page for each JSON document: its keys, from its schema, with the schema itself beside it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from docs.site.tables import cell, table
from standout.results.schemas import documents, shipped


def schema_pages() -> dict[str, str]:
    """By place: a page for each document, and the schema as it is shipped."""
    pages: dict[str, str] = {}
    for name, kind in documents().items():
        schema = shipped(name)
        pages[f"schemas/{name}.md"] = _page(name, kind.FILE, schema)
        pages[f"schemas/{name}.schema.json"] = json.dumps(schema, indent=1, ensure_ascii=False) + "\n"
    return pages


def _page(name: str, file: str, schema: Mapping[str, Any]) -> str:
    parts = [
        f"# {name}\n\n{cell(schema.get('description', ''))}\n",
        f"Schema `{schema['title']}`, file `{file}`: [as JSON Schema]({name}.schema.json). "
        "What the keys mean: [Files](../files.md). All documents: [Schemas](../schemas.md).\n",
        "## The document\n",
        _keys(schema),
    ]
    for part, inner in schema.get("$defs", {}).items():
        parts += [f"## {part}\n", cell(inner.get("description", "")) + "\n", _keys(inner)]
    return "\n".join(parts)


def _keys(schema: Mapping[str, Any]) -> str:
    required = set(schema.get("required", ()))
    rows = [
        (f"`{key}`", _kind(what), "always" if key in required else "", cell(what.get("description", "")))
        for key, what in schema.get("properties", {}).items()
    ]
    if not rows:
        return f"{_kind(schema)}\n"
    told = any(row[3] for row in rows)
    heads = ("key", "is", "there", "meaning")
    return table(heads if told else heads[:3], rows if told else [row[:3] for row in rows])


def _kind(what: Any) -> str:
    """What a value is, in words; parts that have a name link to it."""
    if not isinstance(what, dict) or not what:
        return "anything"
    if "$ref" in what:
        part = what["$ref"].rpartition("/")[2]
        return f"[{part}](#{part.lower()})"
    if "const" in what:
        return f"`{json.dumps(what['const'])}`"
    if "enum" in what:
        return " or ".join(f"`{json.dumps(each)}`" for each in what["enum"])
    if "anyOf" in what:
        return " or ".join(dict.fromkeys(_kind(each) for each in what["anyOf"]))
    kinds = what.get("type", "anything")
    return " or ".join(_named(each, what) for each in ([kinds] if isinstance(kinds, str) else kinds))


def _named(kind: str, what: dict[str, Any]) -> str:
    if kind == "array":
        if "prefixItems" in what:
            return "list of (" + ", ".join(_kind(each) for each in what["prefixItems"]) + ")"
        return f"list of {_kind(what.get('items', {}))}"
    if kind == "object":
        inner = what.get("additionalProperties", {})
        return f"object of {_kind(inner)}" if isinstance(inner, dict) and inner else "object"
    return {"integer": "whole number", "string": "text", "boolean": "true or false", "null": "null"}.get(kind, kind)
