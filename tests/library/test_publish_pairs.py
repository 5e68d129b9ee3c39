"""Noisy pairs from data to a file, its page, its signature, and what it recommends to a person."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

import standout as so
from standout.errors import BadInput
from standout.results.recommender import Recommender
from tests.schemas import check_schema

pytest.importorskip("opendp")


@pytest.fixture(scope="module")
def published() -> so.PublishedPairs:
    """The invented sample, with so little noise that its two thousand people bear many pairs."""
    return so.publish_pairs("sample", epsilon=20, top=60)


def test_the_file_says_what_it_promises(published: so.PublishedPairs, tmp_path: Path) -> None:
    file = published.save(tmp_path / "pairs.json", page=tmp_path / "pairs.html")
    document = check_schema(file.read_text(encoding="utf-8"))
    made = document["made"]
    assert (made["epsilon"], made["delta"], made["unit"], made["max_items"]) == (20, 1e-6, "person", 20)
    assert "epsilon 20 and delta 1e-06 for one person" in made["guarantee"]
    assert made["catalogue"] == "items.csv"
    assert made["guarantee"].split(";")[0] in (tmp_path / "pairs.html").read_text(encoding="utf-8")
    assert Recommender.read(file) == published.recommender
    check_schema(published.to_json())
    assert file.stat().st_mode & 0o777 == 0o644
    published.save(file)  # an earlier result may be replaced


def test_what_is_recommended_is_not_what_one_has(published: so.PublishedPairs) -> None:
    own = published.recommender.ids[:4]
    told = so.recommend([*own, "nobody knows this"], published)
    check_schema(told.to_json())
    assert (told.known, told.unknown, len(told.recommended)) == (4, 1, 10)
    assert not {each.item for each in told.recommended} & set(own)
    scores = [each.score for each in told.recommended]
    assert scores == sorted(scores, reverse=True)
    everything = so.recommend(published.recommender.ids, published)
    assert everything.recommended == ()
    assert so.recommend(["nobody knows this"], published).known == 0


def test_titles_are_found_as_in_a_check(published: so.PublishedPairs) -> None:
    title = published.recommender.name_of(3)
    assert so.recommend([title], published).known == 1


def test_a_signature_holds_and_a_changed_file_is_refused(tmp_path: Path) -> None:
    keys = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.ed25519")
    from cryptography.hazmat.primitives import serialization as forms

    key = keys.Ed25519PrivateKey.generate()
    private, public = tmp_path / "key.pem", tmp_path / "key.pub"
    private.write_bytes(
        key.private_bytes(forms.Encoding.PEM, forms.PrivateFormat.PKCS8, forms.NoEncryption())
    )  # fmt: skip
    public.write_bytes(
        key.public_key().public_bytes(forms.Encoding.PEM, forms.PublicFormat.SubjectPublicKeyInfo)
    )  # fmt: skip
    file = tmp_path / "pairs.json"
    made = so.publish_pairs("sample", epsilon=20, top=10, sign=private, out=file)
    assert made.summary.signed is not None
    assert so.recommend([made.recommender.ids[0]], file, key=public).known == 1
    document = json.loads(file.read_text(encoding="utf-8"))
    document["scales"][0] += 1
    file.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(BadInput, match="the recommender's signature does not fit"):
        so.recommend([made.recommender.ids[0]], file)
    with pytest.raises(BadInput, match="the recommender is not signed"):
        so.recommend([made.recommender.ids[0]], replace(made.recommender, signature=None), key=public)


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("scales", [1.0], "'scales' has 1 entries, but there are 60 items"),
        ("together", [1, 2], "'together' has 2 numbers, but 60 items have 1,830 pairs"),
        ("factors", [[0.5]] * 59 + [[0.5, 1.0]], "rows of different lengths"),
        ("items", {"ids": ["a"] * 60, "counted": [1] * 60}, "names an item twice"),
        ("items", {"ids": ["a"], "counted": [1]}, "has 1 items, but must have 2"),
        ("people", "many", "not the results"),
        ("schema", "standout/recommender/2.0", "is needed"),
    ],
)
def test_files_that_do_not_fit_together_are_refused(
    published: so.PublishedPairs, key: str, value: object, said: str
) -> None:
    document = published.recommender.to_dict() | {key: value}
    with pytest.raises(BadInput, match=said):
        Recommender.from_json(json.dumps(document))


def test_what_cannot_be_published_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="epsilon=0, but must be"):
        so.publish_pairs("sample", epsilon=0)
    with pytest.raises(BadInput, match="not with epsilon"):
        so.publish_pairs("sample", epsilon=1, skip_bad_rows=True)
    with pytest.raises(BadInput, match="goes with out"):
        so.publish_pairs("sample", epsilon=1, page=tmp_path / "page.html")
    with pytest.raises(BadInput, match="write a day"):
        so.publish_pairs("sample", epsilon=1, date="tomorrow")
    with pytest.raises(BadInput, match="cannot read one from a int"):
        so.recommend(["a"], 3)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="count is 0"):
        so.recommend(["a"], "nowhere.json", count=0)
    with pytest.raises(BadInput, match="no such file"):
        so.recommend(["a"], tmp_path / "nowhere.json")
    other = tmp_path / "notes.json"
    other.write_text("{}")
    with pytest.raises(BadInput, match="no earlier result of this command"):
        so.publish_pairs("sample", epsilon=1, out=other)
