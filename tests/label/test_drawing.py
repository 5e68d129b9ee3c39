"""The label as drawn: its order, its words, colours that everyone can tell apart, and nothing unescaped."""

from __future__ import annotations

import itertools
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from standout.errors import BadInput
from standout.label.drawing import COLOURS, Label, colours, ink_on, label_svg, lengths, lightness, write_label

MARKS = ("safe", "low risk", "medium risk", "high risk", "not safe")

SIGHT = {
    "usual": np.eye(3),
    "without red": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "without green": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]]
    ),
    "without blue": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]]
    ),
}
"""How linear colours look to people without one kind of cones (Machado, Oliveira and Fernandes, 2009)."""


def linear(colour: str) -> np.ndarray:
    parts = np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)]) / 255
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def lab(seen: np.ndarray) -> np.ndarray:
    matrix = np.array(
        [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.072175], [0.0193339, 0.119192, 0.9503041]]
    )
    part = matrix @ np.clip(seen, 0, 1) / [0.95047, 1, 1.08883]
    root = np.where(part > 0.008856, np.cbrt(part), 7.787 * part + 16 / 116)
    return np.array([116 * root[1] - 16, 500 * (root[0] - root[1]), 200 * (root[1] - root[2])])


@pytest.mark.parametrize("sight", SIGHT)
def test_any_two_colours_can_be_told_apart(sight: str) -> None:
    seen = [lab(SIGHT[sight] @ linear(colour)) for colour in COLOURS]
    assert min(float(np.linalg.norm(one - other)) for one, other in itertools.combinations(seen, 2)) > 20


@pytest.mark.parametrize("count", range(1, 8))
def test_every_number_of_bars_has_readable_words_and_growing_bars(count: int) -> None:
    shades = colours(count)
    assert len(set(shades)) == count
    assert shades[0] == COLOURS[0]
    assert count == 1 or shades[-1] == COLOURS[-1]
    for shade in shades:
        light, dark = sorted((lightness(shade), lightness(ink_on(shade))), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5
    sizes = lengths(count, 10, 50)
    assert sizes == sorted(sizes)
    assert sizes[-1] == 50


def texts(drawn: str) -> list[str]:
    return [text.text or "" for text in ElementTree.fromstring(drawn).iter("{http://www.w3.org/2000/svg}text")]


def test_the_safest_is_on_top_and_the_riskiest_longest() -> None:
    drawn = label_svg(Label(MARKS, 3, ("below",)))
    assert texts(drawn) == ["Privacy", "how well one hides in the crowd", *MARKS, "you", "below"]
    assert "Privacy label: high risk." in drawn
    assert not any(letter.isdigit() for text in texts(drawn) for letter in text)
    paths = [
        path for path in ElementTree.fromstring(drawn).iter("{http://www.w3.org/2000/svg}path") if path.get("class")
    ]
    tips = [float(str(path.get("d")).split("L")[1].split(",")[0]) for path in paths]
    assert tips == sorted(tips)
    assert [path.get("fill") for path in paths] == list(COLOURS)


def test_hostile_words_do_nothing() -> None:
    drawn = label_svg(Label(("<script>", "\u202e&\x1b"), None, ('"><image href="https://example.org/x"/>',)))
    root = ElementTree.fromstring(drawn)
    assert {element.tag.rpartition("}")[2] for element in root.iter()} == {"svg", "title", "rect", "text", "path"}
    assert "\u202e" not in drawn
    assert "\x1b" not in drawn


def test_files_are_written_as_their_names_say(tmp_path: Path) -> None:
    label = Label(MARKS, 0)
    write_label(label, tmp_path / "label.svg")
    write_label(label, tmp_path / "label.PNG")
    assert (tmp_path / "label.svg").read_text(encoding="utf-8") == label_svg(label)
    assert (tmp_path / "label.PNG").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(BadInput, match=r"drawn as \.svg or \.png"):
        write_label(label, tmp_path / "label.gif")
    assert len(list(tmp_path.iterdir())) == 2
