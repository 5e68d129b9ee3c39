"""`Containerfile`, read and checked: what it may say is little, and everything else is refused."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

from release.lock import ROOT, project

FILE = ROOT / "Containerfile"
_WORDS = {"FROM", "ARG", "WORKDIR", "COPY", "RUN", "ENV", "USER", "ENTRYPOINT", "CMD"}
_SECRET = re.compile(r"PASS|TOKEN|SECRET|CREDENTIAL|_KEY", re.IGNORECASE)
_FETCHING = re.compile(r"\b(apt-get|apk|curl|wget|git|npm|conda|uv)\b|https?:")


@dataclass(frozen=True)
class Step:
    """One instruction: its line, its word, what it is given, and the stage it belongs to."""

    line: int
    word: str
    said: str
    stage: int


def read(text: str) -> list[Step]:
    """The instructions of a file, with continued lines joined."""
    steps: list[Step] = []
    waiting, begun = "", 0
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("#") or not (line.strip() or waiting):
            continue
        begun = begun if waiting else number
        waiting += line.strip()
        if waiting.endswith("\\"):
            waiting = waiting[:-1] + " "
            continue
        word, _, said = waiting.partition(" ")
        stage = (steps[-1].stage if steps else -1) + (word == "FROM")
        steps.append(Step(begun, word, said.strip(), stage))
        waiting = ""
    return steps


def stages(steps: list[Step]) -> list[str | None]:
    """The name of each stage, if it has one."""
    named = (re.fullmatch(r"\S+ AS (\S+)", step.said) for step in steps if step.word == "FROM")
    return [found[1] if found else None for found in named]


def problems(text: str, root: Path = ROOT) -> list[str]:
    """What is wrong with a Containerfile, each with its line; nothing if it may be built."""
    steps = read(text)
    found = [f"line {step.line}: {what}" for step in steps for what in _wrong(step, stages(steps), root)]
    return found + _missing([step for step in steps if step.stage == steps[-1].stage])


def _wrong(step: Step, names: list[str | None], root: Path) -> list[str]:
    if step.word not in _WORDS or step.stage < 0:
        return [f"{step.word} is not among {', '.join(sorted(_WORDS))}, or comes before FROM"]
    checks = {
        "FROM": lambda: _wrong_image(step.said),
        "COPY": lambda: _wrong_copy(step, names, root),
        "RUN": lambda: _wrong_run(step, len(names) - 1),
        "WORKDIR": lambda: [] if step.said.startswith("/") else ["WORKDIR is not a whole path"],
        "ENTRYPOINT": lambda: _wrong_list(step.said),
        "CMD": lambda: _wrong_list(step.said),
    }
    secret = ["names a secret"] if step.word in ("ARG", "ENV") and _SECRET.search(step.said) else []
    return secret + (checks[step.word]() if step.word in checks else [])


def _wrong_image(said: str) -> list[str]:
    supported = [line.rpartition(" ")[2] for line in project()["project"]["classifiers"] if ":: 3." in line]
    image = re.match(r"python:(?P<version>3\.\d+)-slim( AS \w+)?$", said)
    if image is None:
        return ["the image is not python:VERSION-slim"]
    return [] if image["version"] in supported else [f"Python {image['version']} is not supported"]


def _wrong_copy(step: Step, names: list[str | None], root: Path) -> list[str]:
    *sources, _ = step.said.split()
    if sources[0].startswith("--from="):
        earlier = names[: step.stage]
        return [] if sources[0].removeprefix("--from=") in earlier else [f"{sources[0]} is no earlier stage"]
    if any(one.startswith("--") for one in sources):
        return ["COPY has an option that is not known here"]
    return [f"{one} is not a file or folder of the project" for one in sources if not _is_part(root, one)]


def _is_part(root: Path, name: str) -> bool:
    inside = (root / name).resolve()
    return inside.exists() and inside != root.resolve() and inside.is_relative_to(root.resolve())


def _wrong_run(step: Step, last: int) -> list[str]:
    found = ["fetches something by other means than pip"] if _FETCHING.search(step.said) else []
    for command in re.split(r"&&|;|\|\|", step.said):
        if re.search(r"\bpip (install|wheel)\b", command):
            if "--require-hashes" not in command and "--no-index" not in command:
                found.append("pip takes what it finds: say --require-hashes or --no-index")
            if " install " in command and "--no-cache-dir" not in command:
                found.append("pip leaves its downloads in the image: say --no-cache-dir")
            if step.stage == last:
                found.append("pip runs in the last stage, which should only copy")
    return found


def _wrong_list(said: str) -> list[str]:
    try:
        words = json.loads(said)
    except ValueError:
        words = None
    fits = isinstance(words, list) and words and all(isinstance(word, str) for word in words)
    return [] if fits else ["is not a list of words, so a shell would stand in between"]


def _missing(last: list[Step]) -> list[str]:
    """What the image that is kept must have."""
    said = {step.word: step.said for step in last}
    user = re.fullmatch(r"(\d+)(:\d+)?", said.get("USER", ""))
    found = [] if user and int(user[1]) else ["it runs as root: the last stage has no USER with a number above 0"]
    words = [step.word for step in last]
    if "USER" in words and {"RUN", "COPY"} & set(words[words.index("USER") :]):
        found.append("something is made after USER")
    return found + ([] if "ENTRYPOINT" in said else ["the last stage has no ENTRYPOINT"])
