"""Steps of a Containerfile, run without a container: in order, stage by stage, as its user and without network."""

from __future__ import annotations

import pytest

from release.container_steps import _apart, run_steps
from release.containerfile import read

TEXT = """
FROM python:3.13-slim AS built
WORKDIR /source
COPY tests/release/inside.sh programs/
RUN mkdir -p /opt/standout/bin && cp programs/inside.sh /opt/standout/bin/standout \\
 && chmod a+rx /opt/standout/bin/standout && python -c "import sys; assert sys.prefix != sys.base_prefix"
FROM python:3.13-slim
COPY --from=built /opt/standout /opt/standout
ENV PATH=/opt/standout/bin:$PATH HOME=/tmp
RUN mkdir -p /out && test ! -e /source && test ! -e programs
USER 10001:10001
WORKDIR /out
ENTRYPOINT ["standout"]
"""


@pytest.fixture(scope="module", autouse=True)
def _needs_unshare() -> None:
    if not _apart("10001:10001"):
        pytest.skip("unshare cannot be used here")


def test_steps_are_run_in_order_and_the_entry_point_as_in_a_container(capsys: pytest.CaptureFixture[str]) -> None:
    run_steps(read(TEXT))
    assert "audited data that it could only read, without network" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("was", "now", "says"),
    [
        ("USER 10001:10001\n", "", "standout audit"),  # as root, to whom the program refuses itself
        ("COPY --from=built /opt/standout /opt/standout\n", "", "not found"),
        ("test ! -e programs", "test -e programs", "test -e programs"),
        ("mkdir -p /opt/standout/bin", "false", "false"),
    ],
)
def test_a_step_that_fails_ends_it(was: str, now: str, says: str) -> None:
    assert was in TEXT
    with pytest.raises(SystemExit, match=says):
        run_steps(read(TEXT.replace(was, now)))
