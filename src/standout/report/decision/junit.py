"""A decision as JUnit XML, which every build server reads: a rule is a test case; one that is open is an error."""

from __future__ import annotations

from xml.etree import ElementTree as Tree

from standout.common.plain import plain_text
from standout.report.decision.gate_lines import needed_words
from standout.results.gate import GateDocument, Rule

_LONGEST = 1_000


def junit_xml(document: GateDocument) -> bytes:
    """The file; without times or dates, so that the same decision gives the same bytes."""
    counts = {
        "tests": str(len(document.rules)),
        "failures": str(sum(rule.passed is False for rule in document.rules)),
        "errors": str(sum(rule.passed is None for rule in document.rules)),
        "skipped": "0",
    }
    root = Tree.Element("testsuites", {"name": "standout gate", **counts})
    suite = Tree.SubElement(root, "testsuite", {"name": _plain(document.policy.name), **counts})
    for rule in document.rules:
        _add_case(suite, rule)
    Tree.indent(root)
    page: str = Tree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{page}\n'.encode()


def _add_case(suite: Tree.Element, rule: Rule) -> None:
    case = Tree.SubElement(suite, "testcase", {"classname": f"standout.gate.{rule.name}", "name": _plain(rule.title)})
    said = _plain(rule.said())
    if rule.passed is False:
        Tree.SubElement(case, "failure", {"type": "limit", "message": said}).text = said
    elif rule.passed is None:
        message = _plain("; ".join((rule.said(), *needed_words(rule))))
        Tree.SubElement(case, "error", {"type": "undecided", "message": message}).text = message
    Tree.SubElement(case, "system-out").text = said


def _plain(text: str) -> str:
    """Text without signs that XML or a terminal cannot take, and without columns."""
    return plain_text(" ".join(text.split()), _LONGEST)
