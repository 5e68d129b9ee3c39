"""The errors that a user can cause, and mend.

Everything a person can do wrong ends in one `BadInput`: one line that says what was found, where, and
what to do about it. The command line prints that line and leaves with status 2. Any other exception is a
bug of ours and leaves with status 1.
"""

from __future__ import annotations

from standout.common.arguments import as_arguments
from standout.common.plain import plain_text

_LONGEST = 1_000


class BadInput(Exception):  # noqa: N818  (it names what happened, as the user sees it)
    """Input or usage that cannot be worked with; its text is one plain line.

    It is written as the command line says it (`--targets is 0, but must be at least 1`), which is kept in `as_typed`;
    everything else of it speaks as the library does (`targets=0, but must be at least 1`).
    """

    def __init__(self, message: str) -> None:
        self.as_typed = plain_text(" ".join(message.split()), _LONGEST)
        """The line as the command line says it."""
        super().__init__(as_arguments(self.as_typed))

    def __reduce__(self) -> tuple[type[BadInput], tuple[str]]:
        return type(self), (self.as_typed,)
