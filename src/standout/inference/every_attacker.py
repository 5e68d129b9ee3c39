"""Every attacker by name: single classifiers, and the stack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from standout.common.arrays import Int32s
from standout.errors import BadInput
from standout.inference.attackers import ATTACKERS, STRONGEST, Attacker, Fitted
from standout.inference.strongest.on_matrix import fitted_stack

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix


def _strongest(matrix: csr_matrix, codes: Int32s, classes: int, seed: int) -> Fitted:
    """The stack, where nothing but a matrix is to be seen."""
    return Fitted(fitted_stack(matrix, codes, classes, seed))


EVERY_ATTACKER: dict[str, Attacker] = {
    STRONGEST: Attacker(STRONGEST, "values", "a stack of many learners on everything that records say", _strongest),
    **ATTACKERS,
}
"""The one that counts comes first."""


def attackers(names: list[str] | tuple[str, ...]) -> tuple[Attacker, ...]:
    """The attackers of these names, each once; one line for a name that there is not."""
    for name in names:
        if name not in EVERY_ATTACKER:
            raise BadInput(f"there is no attacker '{name}'; there are {', '.join(EVERY_ATTACKER)}")
    return tuple(EVERY_ATTACKER[name] for name in dict.fromkeys(names))
