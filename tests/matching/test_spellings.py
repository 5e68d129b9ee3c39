"""The standing benchmark on invented titles: services' own spellings are found, and other titles are not taken."""

from __future__ import annotations

import pytest

from tests.matching.spellings import OTHERS, SERVICES, invented, measured

TITLES = invented(600)


@pytest.mark.parametrize("service", SERVICES)
def test_services_spellings_are_found(service: str) -> None:
    came = measured(TITLES, service, 300)
    assert came.recall >= (0.9 if service == "typos" else 0.99), came
    assert came.false <= 0.01, came


@pytest.mark.parametrize("kind", OTHERS)
def test_what_the_catalogue_does_not_have_is_not_found(kind: str) -> None:
    assert measured(TITLES, kind, 300).wrong <= 1
