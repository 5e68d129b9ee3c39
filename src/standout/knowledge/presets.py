"""The built-in adversaries, and adversaries from TOML files."""

from __future__ import annotations

from pathlib import Path

from standout.common import plugins
from standout.common.documents import Unfit, read_document, toml_document
from standout.common.plain import plain_path
from standout.errors import BadInput
from standout.knowledge.adversary import Adversary, adversary_from
from standout.knowledge.sentence import MOST

_LARGEST = 200_000
"""More bytes than this are no file of adversaries."""

TABLE_1 = (
    (1, 1, 25.0),
    (2, 3, 21.0),
    (4, 7, 23.0),
    (8, 15, 22.0),
    (16, 31, 18.0),
    (32, 63, 13.0),
    (64, 512, 11.0),
)
"""How many movies 133 forum posters mentioned (Frankowski, table 1). The paper gives no end to "64+"; up to 512,
drawn evenly on a logarithmic scale, gives the 3,828 mentions that it counts."""

PRESETS: dict[str, Adversary] = {
    adversary.name: adversary
    for adversary in (
        Adversary("two-and-a-date", items=2, days=3),
        Adversary("acquaintance", items=8, wrong=2, days=14),
        Adversary("vague-acquaintance", items=8, wrong=2, values=1, days=14),
        Adversary("no-dates", items=8, wrong=2),
        Adversary("rare-taste", items=8, wrong=2, outside_top=500, outside_top_share=0.1),
        Adversary("mentions", counts=TABLE_1, absent_share=0.18, values="unknown"),
        Adversary("length-known", items=8, wrong=2, values=1, days=14, length=0.5),
        Adversary("share", share=(0.05, 0.2), values="unknown"),
        Adversary("rarest", items=3, values="unknown", choose="rarest"),
        Adversary("popular-ignored", items=8, values="unknown", outside_top=MOST, outside_top_share=0.2),
        Adversary("regular", items=3, values=1, choose="most"),
        Adversary("receipt", items=16, days=0, which="one day"),
        Adversary("start", items=2, values="unknown", days=3, which="first day"),
        Adversary("before", items=32, days=0, which="before"),
    )
}


def adversaries(wanted: list[str]) -> list[Adversary]:
    """Adversaries by name of a preset or by path of a TOML file, in this order, each once."""
    by_name: dict[str, Adversary] = {}
    for name in wanted:
        if (preset := PRESETS.get(name)) is not None:
            chosen = [preset]
        elif name.endswith(".toml"):
            chosen = read_adversaries(Path(name))
        elif (registered := plugins.named(plugins.ADVERSARIES, name, PRESETS)) is not None:
            chosen = [registered]
        else:
            names = ", ".join(plugins.all_names(plugins.ADVERSARIES, PRESETS))
            raise BadInput(f"no adversary '{name}'; there are {names}, or name a .toml file")
        for adversary in chosen:
            if by_name.setdefault(adversary.name, adversary) != adversary:
                raise BadInput(f"two different adversaries are called '{adversary.name}'; rename one")
    return list(by_name.values())


def read_adversaries(file: Path) -> list[Adversary]:
    """Every table of a TOML file is an adversary, its name the table's."""
    where = plain_path(file)
    try:
        tables = toml_document(read_document(file, "a file of adversaries", _LARGEST))
    except Unfit as problem:
        raise BadInput(f"{where}: not a readable TOML file: {problem}; mend the file") from None
    if not tables or not all(isinstance(fields, dict) for fields in tables.values()):
        raise BadInput(f"{where}: expected one [table] per adversary, such as [my-neighbour] with items = 4 below it")
    return [adversary_from(name, fields, where) for name, fields in tables.items()]
