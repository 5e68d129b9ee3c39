"""What `blend` recommends: the cheapest edits that make a profile look like many others, and what they change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, Literal

import msgspec

from standout.common.plain import plain_text
from standout.common.wording import spelled
from standout.results.base import Document, Part, Rows
from standout.results.personas import Persona, Values

EditKind = Literal["remove", "add", "change"]


class Edit(Part, frozen=True):
    """One thing to do to a profile."""

    kind: EditKind
    attribute: str
    before: str | None = msgspec.field(name="from")
    after: str | None = msgspec.field(name="to")

    @property
    def is_true(self) -> bool:
        """Whether the profile says nothing afterwards that is not true of the person."""
        return self.kind == "remove"

    def sentence(self, longest: int = 60) -> str:
        """What to do, in words."""
        name = plain_text(self.attribute, 40)
        before, after = (plain_text(value or "", longest) for value in (self.before, self.after))
        if self.kind == "remove":
            return f"remove {name} “{before}”"
        if self.kind == "add":
            return f"add {name} “{after}” (a lie, unless it is true of you)"
        return f"change {name} “{before}” to “{after}” (not true of you)"


class BlendOption(Part, frozen=True):
    """One way to blend in: the persona that the profile becomes, the edits, their cost, and who is there."""

    persona: dict[str, Values]
    distance: float
    edits: tuple[Edit, ...]
    crowd: int
    """How many people share the persona: others, where they were counted among the profiles."""
    exposure: float | None
    exactly: int | None = None
    """How many of the crowd show nothing else."""
    also_known: int | None = None
    """How many of the crowd also share what is known from the start."""
    identifiability: float | None = None

    def persona_in_words(self, longest: int = 200) -> str:
        """Who one then looks like: "city Paris · hobby chess"."""
        return Persona(pairs=self.persona, count=self.crowd).words(longest)


class Move(Part, frozen=True):
    """A figure before the edits and after the first option; both absent where it is not known."""

    before: float | None
    after: float | None


class KnownMove(Part, frozen=True):
    """A figure before the edits and after the first option."""

    before: float
    after: float


class Blend(Document, frozen=True):
    """The options, cheapest first, of equal cost the largest crowd first."""

    KIND: ClassVar[str] = "blend"
    FILE: ClassVar[str] = "blend.json"
    EARLIER: ClassVar[str | None] = "blend"

    options: tuple[BlendOption, ...]
    exposure: Move
    """Attributes shown, over what people show on average."""
    counted_in: Literal["file", "population"]
    """Whether crowds are those of the file of personas, or counted among the profiles."""
    people: int
    personas: int
    notes: tuple[str, ...]
    identifiability: KnownMove | None = None
    """What a searcher learns: the sum of confidences over the number of attributes."""

    @property
    def best(self) -> BlendOption:
        """The cheapest option; of those that cost as much, the one with the largest crowd."""
        return self.options[0]

    def as_cheap(self) -> tuple[BlendOption, ...]:
        """The options that cost no more than the best."""
        return tuple(option for option in self.options if option.distance == self.best.distance)

    @property
    def counts_others(self) -> bool:
        """Whether crowds were counted among the profiles, without the person who asks."""
        return self.counted_in == "population"

    def headline(self) -> str:
        """What the best option brings: how many share what is then shown, and how many show exactly that."""
        best = self.best
        shown = Persona(pairs=best.persona, count=best.crowd).size
        things = f"th{'is one thing' if shown == 1 else f'ese {spelled(shown)} things'}"
        people = f"{best.crowd:,} {'other ' if self.counts_others else ''}{'person' if best.crowd == 1 else 'people'}"
        share = f"{people} {'shares' if best.crowd == 1 else 'share'} {things}"
        edits = f"After {len(best.edits):,} edit{'s' if len(best.edits) > 1 else ''}" if best.edits else "As you are"
        if best.exactly is None:
            return f"{edits}, {share}; most of them may show more."
        exactly = "nobody shows" if best.exactly == 0 else f"{best.exactly:,} show{'s' if best.exactly == 1 else ''}"
        return f"{edits}, {share}; {exactly} exactly this."

    def moves(self) -> Iterator[str]:
        """How exposure and identifiability move, and whether the crowd is there, a sentence each."""
        before, after = self.exposure.before, self.exposure.after
        if before is not None and after is not None:
            yield f"Exposure: {before:.2f} → {after:.2f} (1 is what people share on average)"
        if (learned := self.identifiability) is not None:
            move = f"{learned.before:.2f} → {learned.after:.2f}"
            yield f"Identifiability: {move} (1: everything would be learned for sure)"
        if self.counts_others:
            crowd = "the crowd is there" if self.best.crowd else "nobody is there"
            yield f"Counted among {self.people:,} people, you left aside: {crowd}."

    def tables(self) -> Mapping[str, Rows]:
        """A row per option, and a row per edit of each option."""
        return {
            "options": [
                {
                    "option": number,
                    "persona": option.persona_in_words(),
                    "distance": option.distance,
                    "edits": len(option.edits),
                    "crowd": option.crowd,
                    "exactly": option.exactly,
                    "also_known": option.also_known,
                    "exposure": option.exposure,
                    "identifiability": option.identifiability,
                }
                for number, option in enumerate(self.options, 1)
            ],
            "edits": [
                {
                    "option": number,
                    "kind": edit.kind,
                    "attribute": edit.attribute,
                    "from": edit.before,
                    "to": edit.after,
                }
                for number, option in enumerate(self.options, 1)
                for edit in option.edits
            ],
        }

    def __str__(self) -> str:
        lines = [self.headline()]
        for number, option in enumerate(self.options, 1):
            lines.append(f"{number}. {option.persona_in_words()}: {option.crowd:,} people, cost {option.distance:g}")
            lines += [f"   {edit.sentence()}" for edit in option.edits]
        return "\n".join((*lines, *self.moves()))
