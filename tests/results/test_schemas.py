"""The shipped schemas are those of the types, every document has one, and what commands print keeps to them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from standout.errors import BadInput
from standout.results.schemas import FOLDER, documents, kind_of, schema_files, shipped, write_schemas
from tests import schemas
from tests.golden.running import golden_files

ANEW = "make them anew with python -m tests.schemas"


def with_schema() -> list[Path]:
    """The golden files that say which schema they have."""
    return [
        file for file in golden_files() if file.suffix == ".json" and '"schema": "' in file.read_text("utf-8")[:200]
    ]


def test_the_shipped_schemas_are_those_of_the_types() -> None:
    there = {file.name: file.read_text(encoding="utf-8") for file in FOLDER.iterdir()}
    assert there.keys() == schema_files().keys(), ANEW
    for name, text in schema_files().items():
        assert there[name] == text, f"{name}: {ANEW}"


@pytest.mark.parametrize("kind", documents())
def test_a_schema_is_one_and_names_its_document(kind: str) -> None:
    Draft202012Validator.check_schema(shipped(kind))
    assert shipped(kind)["title"] == documents()[kind].schema_name()
    assert kind_of(documents()[kind].schema_name()) == kind


def test_all_documents_are_found() -> None:
    assert {"infer", "reproduce"} <= documents().keys()


def test_the_page_lists_them() -> None:
    assert schemas.page() == schemas.PAGE.read_text(encoding="utf-8"), ANEW


@pytest.mark.parametrize("file", with_schema(), ids=lambda file: file.name)
def test_golden_files_keep_to_their_schema_and_come_back_whole(file: Path) -> None:
    document = schemas.check_schema(file.read_text(encoding="utf-8"))
    again = documents()[kind_of(document["schema"])].from_dict(document).to_dict()
    assert json.dumps(again) == json.dumps(document)


def test_what_is_wrong_is_found() -> None:
    (file,) = [file for file in with_schema() if file.name == "infer-groups.json"]
    document = json.loads(file.read_text(encoding="utf-8"))
    del document["attackers"][0]["auc"]["mean"]
    with pytest.raises(AssertionError, match=r"\$\.attackers\[0\]\.auc"):
        schemas.check_schema(json.dumps(document))


def test_a_schema_that_there_is_not_is_refused() -> None:
    with pytest.raises(BadInput, match=r"no schema of 'horoscope'; there are .*infer"):
        shipped("horoscope")


def test_they_can_be_written_elsewhere_and_old_ones_go(tmp_path: Path) -> None:
    (tmp_path / "gone.schema.json").write_text("{}")
    (tmp_path / "mine.json").write_text("{}")
    write_schemas(tmp_path)
    assert {file.name for file in tmp_path.iterdir()} == {*schema_files(), "mine.json"}
    assert (tmp_path / "infer.schema.json").stat().st_mode & 0o777 == 0o644
