"""Whether the conda recipe renders, and asks for the same as `pyproject.toml`."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from release.building import in_file
from release.lock import ROOT, lowest_python, project

FILE = ROOT / "recipe" / "recipe.yaml"
NAMES = {"duckdb": "python-duckdb"}
"""What is called otherwise there."""


def main() -> int:
    """Render it with rattler-build, and look at what comes out."""
    if found := problems(by_rattler(FILE)):
        raise SystemExit(f"{FILE.relative_to(ROOT)}: {'; '.join(found)}")
    print(f"{FILE.relative_to(ROOT)}: renders, and asks for what pyproject.toml asks for")
    return 0


def by_rattler(file: Path) -> dict[str, Any]:
    """As rattler-build renders it; there is one package, for every system."""
    import rattler_build

    variants = rattler_build.Stage0Recipe.from_file(str(file)).render()
    if len(variants) != 1:
        raise SystemExit(f"{file.name}: renders to {len(variants)} packages, where one was expected")
    rendered: dict[str, Any] = variants[0].recipe.to_dict()
    return rendered


def plainly(text: str) -> dict[str, Any]:
    """The same without rattler-build: expressions filled in by Jinja, and read as YAML."""
    import yaml
    from jinja2 import Environment, StrictUndefined

    class Outside:
        """The environment, as recipes ask for it."""

        @staticmethod
        def get(name: str, default: str) -> str:
            return os.environ.get(name, default)

    jinja = Environment(variable_start_string="${{", variable_end_string="}}", undefined=StrictUndefined)
    read = yaml.safe_load(text)
    known: dict[str, Any] = {"env": Outside}
    for name, value in read["context"].items():
        known[name] = jinja.from_string(value).render(known)
    return _filled(read | {"context": {}}, lambda words: jinja.from_string(words).render(known))  # type: ignore[no-any-return]


def _filled(value: Any, fill: Any) -> Any:
    if isinstance(value, dict):
        return {name: _filled(one, fill) for name, one in value.items()}
    if isinstance(value, list):
        return [_filled(one, fill) for one in value]
    return fill(value) if isinstance(value, str) else value


def asked() -> set[str]:
    """What the package should ask for, in the words of conda."""
    found = {f"python >={lowest_python()}"}
    for one in project()["project"]["dependencies"]:
        name, _, lowest = one.partition(">=")
        found.add(f"{NAMES.get(name, name)} >={lowest}")
    return found


def problems(rendered: dict[str, Any]) -> list[str]:
    """Where a rendered recipe says something else than the project."""
    table = project()
    run, ours = set(rendered["requirements"]["run"]), asked()
    host = set(rendered["requirements"]["host"])
    built = {one.replace(">=", " >=") for one in table["build-system"]["requires"]}
    commands = [f"{name} = {place}" for name, place in table["project"]["scripts"].items()]
    version = os.environ.get("STANDOUT_VERSION") or in_file()
    checks = {
        f"the version is {rendered['package']['version']}, not {version}": rendered["package"]["version"] == version,
        f"is built without {', '.join(sorted(built - host))}": built <= host,
        f"is not built with Python {lowest_python()}": f"python {lowest_python()}.*" in host,
        "has other commands": rendered["build"]["python"]["entry_points"] == commands,
        "has another licence": rendered["about"]["license"] == table["project"]["license"],
    }
    return [
        *(f"does not ask for {one}" for one in sorted(ours - run)),
        *(f"asks for {one}, and pyproject.toml does not" for one in sorted(run - ours)),
        *(what for what, holds in checks.items() if not holds),
    ]


if __name__ == "__main__":
    sys.exit(main())
