"""Further names of items: from a table, by id or by title."""

from __future__ import annotations

from pathlib import Path

import pytest

from standout.errors import BadInput
from standout.label.person.history import Name
from standout.label.person.matching import Catalogue
from standout.matching.aliases import aliases_in, read_aliases

IDS = ("m1", "m2", "m3")
TITLES = ("Godfather, The (1972)", "Heat (1995)", None)


@pytest.mark.parametrize(
    "text",
    [
        "item,alias\nm1,Der Pate\nm1,Le Parrain\nm9,Nichts\n",
        "title;title_de;title_fr\nThe Godfather (1972);Der Pate;Le Parrain\nNobody Knows (1990);Nichts;Rien\n",
        "id\taliases\nm1\tDer Pate | Le Parrain\nm9\tNichts\n",
    ],
)
def test_names_come_by_id_or_by_title(text: str) -> None:
    found = aliases_in(text, IDS, TITLES)
    assert found.names == ((0, "Der Pate"), (0, "Le Parrain"))
    assert found.others == 1


def test_a_localised_title_is_found_and_told_as_another_name() -> None:
    known = Catalogue(IDS, TITLES, (9, 9, 9), ((0, "Der Pate"),))
    for name, item in ((Name("der pate"), 0), (Name("Der Pate", year=1973), 0), (Name("Heat"), 1)):
        found = known.find(name)
        assert found is not None
        assert found.items == (item,)
    localised = known.find(Name("Der Pate", year=1972))
    assert localised is not None
    assert localised.kind == "alternative"
    assert known.find(Name("Der Pate", year=1990)) is None
    assert known.find(Name("Der Pate", "series")) is None


def test_tables_that_are_none_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "titles.csv"
    for content, says in (
        (b"a,b\n1,2\n", "needs a column 'item'"),
        (b"item\nm1\n", "needs a column 'item'"),
        (b"", "needs a column 'item'"),
        (b"\xff\xfe\xfa", "not UTF-8"),
        (b'item,alias\nm1,"x\n', "mend the quotes"),
    ):
        file.write_bytes(content)
        with pytest.raises(BadInput, match=says):
            read_aliases(file, IDS, TITLES)
