"""The errors that a user can cause, and mend.

Everything a person can do wrong ends in one `BadInput`: one line that says what was found, where, and
what to do about it. The command line prints that line and leaves with status 2. Any other exception is a
bug of ours and leaves with status 1.
"""

from __future__ import annotations

from standout.common.plain import plain_text

_LONGEST = 1_000


class BadInput(Exception):  # noqa: N818  (it names what happened, as the user sees it)
    """Input or usage that cannot be worked with; its text is one plain line."""

    def __init__(self, message: str) -> None:
        super().__init__(plain_text(" ".join(message.split()), _LONGEST))
