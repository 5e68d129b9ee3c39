"""Packs from results, from the first file to the last: made again, checked with the data, and refused in a line."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import standout as so
from standout.errors import BadInput
from standout.gating.policy_file import policy_text
from standout.packing.sealing import seal_of
from standout.report.evidence.evidence_paper import evidence_paper
from standout.report.paper.paper_pdf import paper_pdf
from standout.results.seal import Seal
from tests.packing.packs import audit_into, write_key, write_purchases


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Data, an audit of it, a gate on it, a comparison, a key."""
    folder = tmp_path_factory.mktemp("evidence")
    data = write_purchases(folder / "purchases.csv")
    audit_into(folder / "audit", data)
    (folder / "policy.toml").write_text(policy_text(so.make_policy("public-release")), encoding="utf-8")
    so.gate(data, folder / "policy.toml", attacks="tf-idf", targets=300, threads=1, out=folder / "gate")
    so.compare(
        data, ["trim:keep=3"], adversaries="mentions", attacks="tf-idf", targets=30, threads=1, out=folder / "compare"
    )
    write_key(folder)
    return folder


@pytest.fixture(scope="module")
def pack(place: Path) -> Path:
    so.evidence(place / "audit", sign=place / "key.pem", date="2026-11-17", out=place / "pack")
    return place / "pack"


def test_the_pack_is_a_folder_with_a_pdf_and_a_seal(pack: Path) -> None:
    names = {file.name for file in pack.iterdir()}
    assert names == {".standout", "evidence.json", "evidence.pdf", "findings.json", "seal.json"}
    assert (pack / "evidence.pdf").read_bytes().startswith(b"%PDF-1.7")
    kept = so.AuditDocument.read(pack)
    assert kept.findings == so.AuditDocument.read(pack.parent / "audit").findings
    assert str(pack.parent) not in (pack / "findings.json").read_text(encoding="utf-8"), "no folder of this machine"


def test_the_same_data_version_and_seed_give_the_same_bytes(place: Path, pack: Path, tmp_path: Path) -> None:
    data = Path(shutil.copy(place / "purchases.csv", tmp_path))
    audit_into(tmp_path / "again", data)
    later = so.evidence(tmp_path / "again", sign=place / "key.pem", date="2027-03-01")
    assert later.fingerprint() == so.Evidence.read(pack).fingerprint()
    shutil.copy(place / "audit" / "run.json", tmp_path / "again" / "run.json")
    so.evidence(tmp_path / "again", sign=place / "key.pem", date="2026-11-17")
    for file in pack.iterdir():
        assert file.read_bytes() == (tmp_path / "again" / "evidence" / file.name).read_bytes(), file.name


def test_a_tenth_of_the_findings_comes_out_again(place: Path, pack: Path) -> None:
    found = so.verify(pack, data=place / "purchases.csv", key=place / "key.pub", seed=1, threads=1)
    assert found.verified, found.headline()
    assert [check.name for check in found.checks].count("finding") == 1
    assert found.fingerprint == so.Evidence.read(pack).fingerprint()
    assert found.signed_by is not None
    assert found.exit_status == 0


def test_every_finding_comes_out_again_whichever_is_drawn(place: Path, pack: Path) -> None:
    said, seeds = set[str](), iter(range(12))
    while len(said) < 4:
        found = so.verify(pack, data=place / "purchases.csv", seed=next(seeds), threads=1)
        assert found.verified, found.headline()
        said |= {check.said for check in found.checks if check.name == "finding"}
    assert len(said) == 4, "each of the four was drawn by one of a dozen seeds"


def test_other_data_is_told(pack: Path, tmp_path: Path) -> None:
    other = write_purchases(tmp_path / "purchases.csv", seed=2)
    found = so.verify(pack, data=other, seed=1)
    assert not found.verified
    assert found.exit_status == 3
    assert "is not what was measured" in found.headline()


def test_a_figure_that_was_changed_and_sealed_again_does_not_come_out(place: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(place / "audit", tmp_path / "audit"))
    document = json.loads((folder / "findings.json").read_bytes())
    for finding in document["findings"]:
        finding["identified"]["1"] = {"rate": 0.0, "low": 0.0, "high": 0.06}
    (folder / "findings.json").write_text(json.dumps(document), encoding="utf-8")
    so.evidence(folder, out=tmp_path / "forged")
    assert so.verify(tmp_path / "forged").verified, "nobody signed it, and hashes are right"
    found = so.verify(tmp_path / "forged", data=place / "purchases.csv", seed=3, threads=1)
    assert "'identified' comes out differently" in found.headline()


def test_a_gate_is_decided_again(place: Path, tmp_path: Path) -> None:
    pack = so.evidence(place / "gate", out=tmp_path / "pack")
    assert pack.verdict == "fail"
    assert pack.statement.policy == "public-release"
    assert (tmp_path / "pack" / "policy.toml").read_bytes() == (place / "policy.toml").read_bytes()
    found = so.verify(tmp_path / "pack", data=place / "purchases.csv", threads=1)
    assert found.verified, found.headline()
    assert found.checks[-1].said.endswith("rules come out the same: fail")


def test_a_gate_writes_the_same_pack_by_itself(place: Path, tmp_path: Path) -> None:
    so.gate(place / "purchases.csv", place / "policy.toml", attacks="tf-idf", targets=300, threads=1,
            evidence=tmp_path / "pack")  # fmt: skip
    pack = so.evidence(place / "gate", out=tmp_path / "other")
    assert so.Evidence.read(tmp_path / "pack").fingerprint() == pack.fingerprint()


def test_a_gate_and_an_audit_of_the_same_data_stand_together(place: Path, tmp_path: Path) -> None:
    pack = so.evidence(place / "gate", also=[place / "audit", place / "compare"], out=tmp_path / "pack")
    assert pack.verdict == "fail"
    assert pack.spread is not None
    assert len(pack.commands) == 2
    assert pack.protections[0].protection == "trim:keep=3"
    assert pack.protections[0].adaptive is not None
    assert {source.file for source in pack.sources} == {"compare.json", "findings.json", "gate.json", "policy.toml"}
    found = so.verify(tmp_path / "pack", data=place / "purchases.csv", seed=1, threads=1)
    assert found.verified, found.headline()


def test_a_released_version_is_needed_again(place: Path, tmp_path: Path) -> None:
    lines = (place / "purchases.csv").read_text(encoding="utf-8").splitlines()
    released = tmp_path / "released.csv"
    released.write_text("\n".join(line for place, line in enumerate(lines) if place % 5 != 3) + "\n", encoding="utf-8")
    audit_into(tmp_path / "audit", place / "purchases.csv", released=released)
    so.evidence(tmp_path / "audit")
    found = so.verify(tmp_path / "audit", data=place / "purchases.csv", released=released, seed=2, threads=1)
    assert found.verified, found.headline()
    with pytest.raises(BadInput, match=r"name it with.*released"):
        so.verify(tmp_path / "audit", data=place / "purchases.csv")
    with pytest.raises(BadInput, match=r"needs.*data"):
        so.verify(tmp_path / "audit", released=released)


def test_an_audit_that_was_not_written_down_cannot_be_computed_again(place: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(place / "audit", tmp_path / "audit"))
    (folder / "run.json").unlink()
    pack = so.evidence(folder)
    assert pack.commands == ()
    assert "not written down" in so.verify(folder, data=place / "purchases.csv").headline()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"review": "soon"}, "review.*soon.*: not a day"),
        ({"date": "17.11.2026"}, "date.*17.11.2026.*: not a day"),
        ({"sign": "policy.toml"}, "not a private key"),
        ({"also": "purchases.csv"}, "also.*no folder of results"),
        ({"also": "audit"}, "a second findings.json"),
        ({"out": "audit"}, "is not an evidence pack"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_written(
    place: Path, tmp_path: Path, options: dict[str, str], message: str
) -> None:
    given = {name: place / value if name in ("sign", "also", "out") else value for name, value in options.items()}
    with pytest.raises(BadInput, match=message):
        so.evidence(place / "audit", **{"out": tmp_path / "pack", **given})  # type: ignore[arg-type]
    assert not (tmp_path / "pack").exists()


def test_a_folder_without_results_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no folder of results"):
        so.evidence(tmp_path)


def test_an_earlier_pack_is_replaced_and_a_changed_one_is_not(place: Path, pack: Path, tmp_path: Path) -> None:
    target = Path(shutil.copytree(pack, tmp_path / "pack"))
    so.evidence(place / "audit", out=target, date="2026-12-01")
    assert Seal.read(target).signature is None
    (target / "evidence.pdf").write_bytes(b"mine")
    with pytest.raises(BadInput, match="was changed, added or removed"):
        so.evidence(place / "audit", out=target)


def test_a_card_says_the_worst_case_for_people_and_machines(pack: Path, tmp_path: Path) -> None:
    made = so.card(pack, out=tmp_path / "card")
    markdown, croissant = tmp_path / "card" / "card.md", tmp_path / "card" / "croissant.json"
    assert markdown.read_text(encoding="utf-8") == made.markdown
    assert json.loads(croissant.read_bytes()) == made.croissant
    assert "## Can people be recognised in this dataset?" in made.markdown
    assert made.croissant["conformsTo"] == [
        "http://mlcommons.org/croissant/1.1", "http://mlcommons.org/croissant/RAI/1.0",
    ]  # fmt: skip
    known = {
        "rai:personalSensitiveInformation", "rai:dataSocialImpact", "rai:dataLimitations",
        "rai:dataCollectionTimeframe",
        "rai:dataUseCases", "rai:dataManipulationProtocol", "rai:dataReleaseMaintenancePlan",
    }  # fmt: skip
    assert {key for key in made.croissant if key.startswith("rai:")} <= known
    assert markdown.stat().st_mode & 0o777 == 0o644
    assert so.card(pack.parent / "audit").markdown.count("\n| ") == made.markdown.count("\n| ")
    made.write(tmp_path / "card")


def resealed(pack: Path, out: Path, change: Callable[[dict[str, Any]], None] | None = None, pdf: bytes = b"") -> Path:
    """A pack that somebody changed and sealed anew, with every hash and the fingerprint as they should be."""
    shutil.copytree(pack, out)
    told = json.loads((out / "evidence.json").read_text(encoding="utf-8"))
    if change is not None:
        change(told)
    evidence = so.Evidence.from_json(json.dumps(told).encode(), "evidence.json")
    (out / "evidence.json").write_bytes(evidence.content())
    if pdf:
        (out / "evidence.pdf").write_bytes(pdf)
    names = {file.name for file in out.iterdir()} - {".standout", Seal.FILE}
    seal = seal_of({name: (out / name).read_bytes() for name in names}, evidence, None)
    (out / Seal.FILE).write_bytes(seal.content())
    return out


@pytest.fixture(scope="module")
def decided(place: Path) -> Path:
    """The pack of a gate, not signed."""
    so.evidence(place / "gate", date="2026-11-17", out=place / "decided")
    return place / "decided"


def test_a_pack_that_was_sealed_anew_as_it_is_holds(decided: Path, tmp_path: Path) -> None:
    found = so.verify(resealed(decided, tmp_path / "same"))
    assert found.verified, found.headline()
    assert [check.name for check in found.checks][-2:] == ["derived", "printed"]


@pytest.mark.parametrize(
    ("key", "value"), [("verdict", "pass"), ("limits", []), ("not_tested", []), ("protection", "crowds"), ("seed", 7)]
)
def test_evidence_that_says_other_than_its_documents_is_told(
    decided: Path, tmp_path: Path, key: str, value: object
) -> None:
    """Every hash is right, and the evidence alone is not what the gate beside it decided."""
    found = so.verify(resealed(decided, tmp_path / "forged", lambda told: told.update({key: value})))
    assert not found.verified
    assert found.headline() == (
        f"not verified: evidence.json: '{key}' is not what the documents beside it say; get the pack anew"
    )


def test_a_pdf_that_says_other_than_the_evidence_is_told(decided: Path, pack: Path, tmp_path: Path) -> None:
    found = so.verify(resealed(decided, tmp_path / "forged", pdf=(pack / "evidence.pdf").read_bytes()))
    assert not found.verified
    assert "evidence.pdf: is not what evidence.json prints here" in found.headline()


def test_another_policy_than_the_one_decided_by_is_told(place: Path, decided: Path, tmp_path: Path) -> None:
    shutil.copytree(decided, tmp_path / "pack")
    policy = tmp_path / "pack" / "policy.toml"
    policy.write_text(policy.read_text(encoding="utf-8") + "# changed\n", encoding="utf-8")

    def change(told: dict[str, Any]) -> None:
        for source in told["sources"]:
            source["sha256"] = hashlib.sha256((tmp_path / "pack" / source["file"]).read_bytes()).hexdigest()

    out = resealed(tmp_path / "pack", tmp_path / "forged", change)
    evidence = so.Evidence.read(out)
    out = resealed(out, tmp_path / "printed", pdf=paper_pdf(evidence_paper(evidence)))
    found = so.verify(out, data=place / "purchases.csv", threads=1)
    assert found.headline() == "not verified: policy.toml: is not the policy that the gate decided by"
