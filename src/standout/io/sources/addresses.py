"""Data at an address: fetched only where the user allows it, into a private passing file.

Without that, nobody is asked anything, and one line says how to export the data instead.
"""

from __future__ import annotations

import http.client
import re
import shutil
import time
import urllib.error
import urllib.request
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import urlsplit

from standout.common.files import open_private
from standout.common.formats import format_from_name
from standout.common.web import Deadline, opener
from standout.common.wording import shown
from standout.errors import BadInput

SECONDS = 30.0
"""How long to wait for an answer, and for more of it."""

LONGEST = 6 * 3600.0
"""How many seconds a whole file may take."""

_BLOCK = 1 << 20
_ADDRESS = re.compile(r"([a-z][a-z0-9+.-]+):/{1,2}(.*)", re.IGNORECASE)
_WEB, _STORE, _SERVER = ("http", "https"), ("s3",), ("postgres", "postgresql")
_READERS = {"parquet": "read_parquet({})", "text": "read_csv({}, all_varchar = true)", "jsonl": "read_json({})"}


def is_address(data: str) -> bool:
    """Whether this is an address, rather than a file; also one that went through a path, which joins slashes."""
    match = _ADDRESS.fullmatch(data)
    return match is not None and len(match[1]) > 1 and not Path(data).exists()


def _whole(data: str) -> str:
    match = _ADDRESS.fullmatch(data)
    return data if match is None else f"{match[1].lower()}://{match[2].lstrip('/')}"


def shown_address(data: str) -> str:
    """An address without passwords and without what follows a question mark, which may be a key."""
    address = re.sub(r"://([^/@]*):[^/@]*@", r"://\1:…@", _whole(data))
    return shown(address.split("?")[0] + ("?…" if "?" in address else ""), 200)


def fetched(data: str, allow_network: bool, table: str | None, query: str | None, scratch: Path) -> Path:
    """What is at an address, in a file of the passing folder; refused unless the network may be asked."""
    address = _whole(data)
    scheme = address.split(":")[0]
    if scheme not in (*_WEB, *_STORE, *_SERVER):
        raise BadInput(
            f"{shown_address(data)}: no such file, and no address that is read (s3://, https://, http://, postgres://)"
        )
    if not allow_network:
        raise BadInput(
            f"{shown_address(data)}: nothing is fetched without --allow-network; add it, or export the data first: "
            f"{_way_to_export(address, table)}"
        )
    if scheme in _WEB:
        return _from_the_web(address, scratch)
    return _by_extension(address, table, query, scratch)


def _way_to_export(address: str, table: str | None) -> str:
    """A line to paste that brings the data into a file; what may be secret in the address is left out."""
    name = shown_address(address)
    if address.startswith("postgres"):
        asked = shown(table) if table else "your_table"
        return f"""psql '{name}' -c "\\copy (SELECT * FROM {asked}) TO 'data.csv' CSV HEADER\""""
    if address.startswith("s3:"):
        return f"""duckdb -c "COPY (SELECT * FROM '{name}') TO 'data.parquet'\""""
    return f"curl -fo data{_ending(address) or '.csv'} '{name}'"


def _ending(address: str) -> str:
    """The ending of what is at an address, if it is one that we know."""
    place = PurePosixPath(urlsplit(address).path)
    ending = "".join(place.suffixes[-2:] if place.suffix in (".gz", ".zst", ".bz2", ".xz") else place.suffixes[-1:])
    return ending.lower() if format_from_name(Path(f"data{ending}")) is not None else ""


def _from_the_web(address: str, scratch: Path) -> Path:
    name, to = shown_address(address), scratch / f"fetched{_ending(address)}"
    if urlsplit(address).hostname is None or urlsplit(address).username is not None:
        raise BadInput(f"{name}: not an address without user and password; download it and name the file")
    request = urllib.request.Request(address, headers={"User-Agent": "standout"})
    deadline = Deadline(SECONDS, time.monotonic() + LONGEST)
    try:
        with opener(deadline).open(request, timeout=SECONDS) as answer:
            _keep(answer, name, to, shutil.disk_usage(scratch).free)
    except urllib.error.HTTPError as problem:
        problem.close()
        if elsewhere := problem.headers.get("Location"):
            raise BadInput(
                f"{name}: points to {shown_address(elsewhere)}; give that address, if you trust it"
            ) from None
        raise BadInput(f"{name}: the server answers {problem.code}; check the address") from None
    except (OSError, http.client.HTTPException, ValueError) as problem:
        if getattr(problem, "filename", None):
            raise
        reason = shown(str(getattr(problem, "reason", problem)), 200)
        raise BadInput(f"{name}: cannot be fetched ({reason}); check the address, or download it") from None
    return to


def _keep(answer: Any, name: str, to: Path, free: int) -> None:
    """Keep the answer's bytes as they come: all that were promised, and no more than there is room for."""
    promised, count = answer.length, 0
    if (promised or 0) > free:
        raise BadInput(f"{name}: has {promised:,} bytes, but {free:,} are free; make room")
    with open_private(to) as target:
        while block := answer.read(_BLOCK):
            count += len(block)
            if count > free:
                raise BadInput(f"{name}: has more bytes than the {free:,} that are free; make room")
            target.write(block)
    if promised is not None and count < promised:
        raise BadInput(f"{name}: only {count:,} of {promised:,} bytes came; try again")


def _by_extension(address: str, table: str | None, query: str | None, scratch: Path) -> Path:
    """What DuckDB fetches with an extension of its own: object stores and servers."""
    import duckdb

    from standout.io.sources.databases import export_attached
    from standout.io.staging.raw import connected, literal

    name, to, is_server = shown_address(address), scratch / "fetched.parquet", address.startswith("postgres")
    extension = "postgres" if is_server else "httpfs"
    with connected(":memory:") as database:
        try:
            database.execute(f"INSTALL {extension}")
            database.execute(f"LOAD {extension}")
        except duckdb.Error:
            raise BadInput(
                f"{name}: DuckDB's extension '{extension}' is not here and cannot be had; check the network, or export "
                f"the data first: {_way_to_export(address, table)}"
            ) from None
        try:
            if is_server:
                database.execute(f"ATTACH {literal(address)} AS source (TYPE postgres, READ_ONLY)")
                export_attached(database, name, table, query, to)
            else:
                form = format_from_name(Path(f"data{_ending(address)}"))
                source = _READERS[form.kind if form else "parquet"].format(literal(address))
                open_private(to).close()
                database.execute(f"COPY (SELECT * FROM {source}) TO {literal(str(to))} (FORMAT parquet)")
        except duckdb.Error as problem:
            said = shown((str(problem).strip().splitlines() or [""])[0].replace(address, name), 200)
            raise BadInput(f"{name}: cannot be read ({said}); check it, and your rights") from None
    return to
