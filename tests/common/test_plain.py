"""Text from outside, made harmless: nothing that steers a terminal comes through, and JSON says the same as before."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standout.common.plain import escaped, json_text, plain_path, plain_text

STEERING = "\x1b]0;owned\x07 \x9b31m \u202e \u2066 \r\n \x7f \u2028 \u200b \ud800 \ue000 \x00"


@pytest.mark.parametrize("make", [plain_text, escaped, plain_path], ids=lambda make: make.__name__)
@given(st.text() | st.just(STEERING))
def test_everything_prints(make: object, text: str) -> None:
    assert callable(make)
    assert make(text).isprintable()


def test_a_path_can_still_be_told_from_others() -> None:
    assert plain_path(Path("a\x1b]0;b\x9b\u202e\n/ü \udcff")) == r"a\x1b]0;b\x9b\u202e\n/ü \udcff"
    assert plain_text("a\x1b[31mb\u2028c") == "a[31mb c"


@given(st.text() | st.just(STEERING))
def test_json_prints_and_says_the_same(text: str) -> None:
    made = json_text({text: [text, 1.5]})
    assert all(sign == "\n" or sign.isprintable() for sign in made)
    assert json.loads(made) == {text: [text, 1.5]}
    assert made.encode(), "also with half characters"


def test_json_stays_readable() -> None:
    assert (
        json_text(["Amélie", "七人の侍", "\N{GRINNING FACE}"], indent=None)
        == '["Amélie", "七人の侍", "\N{GRINNING FACE}"]'
    )
    assert json_text("\x1b\x9b\u202e\U000e0001\x7f") == r'"\u001b\u009b\u202e\udb40\udc01\u007f"'
    with pytest.raises(ValueError, match="not JSON compliant"):
        json_text(float("nan"))


def test_a_number_that_json_does_not_have_is_refused_by_its_place() -> None:
    document = {"utility": {"rmse": float("nan"), "rows": [1.0, float("inf")]}}
    with pytest.raises(ValueError, match=r"document\.utility\.rmse, document\.utility\.rows\[1\]"):
        json_text(document)
