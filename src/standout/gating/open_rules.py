"""A rule while it is being decided: its figures, each beside the limit, until all are sure or nothing is left to do."""

from __future__ import annotations

from dataclasses import dataclass, field

from standout.gating.certainty import Look
from standout.results.gate import Needed, Rule

Key = tuple[str, ...]
"""What a figure is of: an adversary and an attack, and perhaps more."""

CONTRADICTED = "more was measured than is said to be proven: the account is of another release, or it is our bug"


@dataclass
class OpenRule:
    """One limit for one recipient, over every figure that it is about."""

    name: str
    recipient: str | None
    limit: float
    ceiling: float | None = None
    """A proven bound, if there is one for this measure."""
    looks: dict[Key, Look] = field(default_factory=dict)
    """By adversary and attack, or whatever else the figures are of."""
    why: str | None = None
    held: bool | None = None
    """Decided by a reason instead of figures."""

    @property
    def proven(self) -> bool:
        """Whether the bound alone keeps the limit."""
        return self.ceiling is not None and self.ceiling <= self.limit

    @property
    def seen(self) -> bool:
        """Whether there is any figure."""
        return any(look.tries for look in self.looks.values())

    @property
    def passed(self) -> bool | None:
        """Whether the limit holds: surely for every figure, or by proof; none if that is not sure."""
        if self.held is not None:
            return self.held
        if self.contradicted:
            return False
        known = [look.decided for look in self.looks.values()]
        if self.proven:
            return True if self.looks and all(look.tries for look in self.looks.values()) else None
        if False in known:
            return False
        return None if None in known or not known else True

    @property
    def contradicted(self) -> bool:
        """Whether more was measured, for sure, than is said to be proven."""
        return self.ceiling is not None and any(look.low > self.ceiling for look in self.looks.values())

    def wants(self, key: Key) -> bool:
        """Whether this figure, or one of those whose keys begin so, has to be known more surely."""
        own = (look for other, look in self.looks.items() if other[: len(key)] == key)
        return self.passed is None and any(look.decided is None for look in own)

    def closed(self, needed: int | None = None, people: int | None = None, targets: int | None = None) -> Rule:
        """The rule as a result: how many attacks it needs if it is open (and the option for that), and of how many
        people its figure is, if not of as many as there were tries."""
        if not self.seen:
            return Rule(
                name=self.name,
                recipient=self.recipient,
                limit=self.limit,
                passed=self.passed,
                ceiling=self.ceiling,
                why=self.why,
            )
        seen = {key: look for key, look in self.looks.items() if look.tries}
        key, worst = max(seen.items(), key=lambda pair: (pair[1].rate, pair[1].high))
        every = list(seen.values())
        by_proof = self.passed is True and self.proven and any(look.decided is not True for look in every)
        return Rule(
            name=self.name,
            recipient=self.recipient,
            limit=self.limit,
            measured=worst.rate,
            low=min(max(look.low for look in every), worst.rate),
            high=max(look.high for look in every),
            passed=self.passed,
            people=worst.tries if people is None else people,
            attacks=worst.tries,
            adversary=key[0],
            attack=key[1],
            ceiling=self.ceiling,
            needed=None if self.passed is not None or needed is None else Needed(attacks=needed, targets=targets),
            why=self.why or self._reason(by_proof),
        )

    def _reason(self, by_proof: bool) -> str | None:
        if self.contradicted:
            return CONTRADICTED
        return "passes by what is proven" if by_proof else None
