"""What is left of an attribute that a protection hides, by how much the attacker knows.

Few or many labels; how the protection works, so that he runs it himself on people whose records and labels are public;
the labels of a person's neighbours; an earlier copy of the data; some true items of a person.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from standout.common.arrays import Floats, Int64s
from standout.data.attributes import Attribute
from standout.data.dataset import LocalDataset
from standout.errors import BadInput
from standout.inference.attackers import STRONGEST, factors_of
from standout.inference.folds import NO_FOLD, stratified_folds
from standout.inference.strongest.known_labels import labels_of_neighbours
from standout.inference.strongest.sight import Sight
from standout.inference.strongest.stack import QUICK, crossed, learned_once
from standout.knowledge.draw import seed_for
from standout.protections.contract import Protection
from standout.protections.person_records import records_of, with_records
from standout.protections.protecting import protect
from standout.protections.rowwise import left_names
from standout.results.compare_measures import AttributeRisk, Hiding, Knowing, KnownLabels, WorstAttacker
from standout.verification.attribute import Inference, Reached, class_aucs
from standout.verification.concerned import SMALL, Edits, concerned_people, edits_between, mixed_sight
from standout.verification.crowd_labels import others_of
from standout.verification.seen import Seen, seen
from standout.verification.utility import Measured

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

SHARES = (0.01, 0.02, 0.1, 0.3, 0.8)
"""For how many people the attacker may know the class."""
DRAWS = 3
"""So often labels are drawn where they are few."""
KNOWN_ITEMS = 8
RUNS_IT = "how it is protected, and runs it on public records of half of the people"
_FACTORS = 32
_TESTED = 3_000
_FEWEST = 2
"""Without two people of each class there is nothing to learn."""


def hiding(
    data: LocalDataset,
    inference: Inference,
    version: Seen,
    steps: Sequence[Protection],
    useful: tuple[Measured, Measured],
    crowds: Int64s | None = None,
) -> Hiding:
    """Everything about one protection that hides the attribute; `crowds` are those of the original's people, -1 for who
    is in none."""
    edits = edits_between(inference.original.sight, version.sight)
    notes: list[str] = []
    knowing: list[Knowing | None] = [
        _with_earlier_copy(inference, version, edits),
        _with_changes(
            f"{KNOWN_ITEMS} true items of a person", inference, version, missing_of_known(inference, version)
        ),
        _with_neighbours(inference, version),
        None if crowds is None else _with_crowds(inference, version, crowds),
    ]
    try:
        knowing.append(_running_it(data, inference, version, steps))
    except BadInput as problem:
        notes.append(f"nobody can run it on half of the people: {problem.as_typed}")
    return Hiding(
        by_labels=tuple(_by_labels(inference, version, notes)),
        knowing=tuple(each for each in knowing if each is not None),
        concerned=concerned_people(
            inference.original.sight, version.sight, edits, inference.attribute, useful, inference.seed
        ),
        notes=tuple(notes),
    )


def with_hiding(risk: AttributeRisk, more: Hiding) -> AttributeRisk:
    """The risk with all that; who knows more labels than the folds leave, and reaches more, counts as the worst."""
    most = max(more.by_labels, key=lambda each: each.auc, default=None)
    if most is None or (risk.worst_auc is not None and risk.worst_auc >= most.auc):
        return msgspec.structs.replace(risk, hiding=more)
    worst = WorstAttacker(attacker=STRONGEST, way="adaptive", turned_round=False, low=most.low, high=most.high)
    return msgspec.structs.replace(risk, hiding=more, worst_auc=most.auc, worst=worst)


def _there(inference: Inference, version: Seen) -> Int64s:
    """The people whose class is known and who have something left."""
    return np.flatnonzero((inference.attribute.codes >= 0) & (version.lengths > 0))


def _by_labels(inference: Inference, version: Seen, notes: list[str]) -> list[KnownLabels]:
    rows = []
    for share in SHARES:
        reached, known = [], 0
        for draw in range(DRAWS if share < 0.2 else 1):
            train, test = _dealt(inference, version, share, str(draw))
            if _smallest(inference, train) < _FEWEST or _smallest(inference, test) < 1:
                continue
            scores = _learned(inference, version.sight, train, test)
            reached.append(_reached(inference, scores, test))
            known = len(train)
        if not reached:
            notes.append(f"no attacker with the labels of {share:.0%} of people: too few of a class are among them")
            continue
        found = Reached(STRONGEST, np.concatenate([each.by_fold for each in reached]), reached[0].sizes)
        low, high = found.interval(found.mirrored)
        rows.append(KnownLabels(share=share, people=known, auc=found.mirrored, low=low, high=high))
    return rows


def _dealt(inference: Inference, version: Seen, share: float, draw: str) -> tuple[Int64s, Int64s]:
    """So many people of each class, by lot, and others to be asked about."""
    dice = np.random.default_rng(seed_for(inference.seed, "labels", f"{share}", draw))
    there, codes = dice.permutation(_there(inference, version)), inference.attribute.codes
    train = []
    for code in range(len(inference.attribute.classes)):
        members = there[codes[there] == code]
        train.append(members[: round(share * len(members))])
    known = np.sort(np.concatenate(train))
    return known, np.sort(np.setdiff1d(there, known, assume_unique=True)[:_TESTED])


def _smallest(inference: Inference, people: Int64s) -> int:
    classes = len(inference.attribute.classes)
    return int(np.bincount(inference.attribute.codes[people], minlength=classes).min())


def _learned(inference: Inference, sight: Sight, train: Int64s, test: Int64s) -> Floats:
    """Scores of the people asked about, by a stack that learned from the others."""
    codes = np.full(len(inference.attribute.codes), -1, np.int32)
    codes[train] = inference.attribute.codes[train]
    folds = stratified_folds(codes, min(SMALL.folds, _smallest(inference, train)), inference.seed)
    return learned_once(sight, inference.targets, train, test, folds, inference.seed, SMALL).scores[test]


def _reached(inference: Inference, scores: Floats, people: Int64s) -> Reached:
    codes = inference.attribute.codes[people]
    sizes = tuple(int((codes == code).sum()) for code in range(len(inference.attribute.classes)))
    return Reached(STRONGEST, np.array([class_aucs(scores, codes)]), sizes)


def _knowing(what: str, found: Reached) -> Knowing:
    low, high = found.interval(found.mirrored)
    return Knowing(knows=what, auc=found.mirrored, low=low, high=high)


def _running_it(data: LocalDataset, inference: Inference, version: Seen, steps: Sequence[Protection]) -> Knowing | None:
    """He has the true records and classes of half of the people, protects them alike, and learns from that."""
    train, test = _dealt(inference, version, 0.5, "public")
    if min(_smallest(inference, train), _smallest(inference, test)) < _FEWEST:
        return None
    public, attribute = some_people(data, inference.attribute, train)
    again = protect(public, list(steps), attribute, seed_for(inference.seed, "public") % 2**31)
    if again.origins is not None:
        return None
    theirs = seen(data, again.data)
    among = np.zeros(data.people, np.bool_)
    among[train] = True
    there = train[theirs.lengths[train] > 0]
    if _smallest(inference, there) < _FEWEST:
        return None
    scores = _learned(inference, mixed_sight(version.sight, theirs.sight, among), there, test)
    return _knowing(RUNS_IT, _reached(inference, scores, test))


def some_people(data: LocalDataset, attribute: Attribute, people: Int64s) -> tuple[LocalDataset, Attribute]:
    """The data of some people only, and their attribute."""
    part = with_records(data, records_of(data.held.records, people), vocabulary=left_names(data.vocabulary, people))
    return part, replace(attribute, codes=attribute.codes[people], numbers=None)


def _with_neighbours(inference: Inference, version: Seen) -> Knowing:
    """He knows the classes of everybody else, and looks at those of the nearest."""
    sight, there = version.sight, _there(inference, version)
    rows = sight.presence[there]
    codes = inference.attribute.codes[there]
    directions = np.asarray(rows @ factors_of(rows, _FACTORS, inference.seed))
    shares = labels_of_neighbours(directions, codes, len(inference.attribute.classes))
    return _knowing("the classes of a person's neighbours", _reached(inference, shares, there))


def _with_crowds(inference: Inference, version: Seen, crowds: Int64s) -> Knowing:
    """He knows who is in which crowd, and the classes of all others in it; whole crowds are dealt to folds, since one
    person's others have the next one's own class among them."""
    dice = np.random.default_rng(seed_for(inference.seed, "crowds by fold"))
    dealt = dice.permutation(int(crowds.max(initial=-1)) + 1) % QUICK.folds
    there = (crowds >= 0) & (version.lengths > 0) & (inference.attribute.codes >= 0)
    folds = np.where(there, np.append(dealt, NO_FOLD)[crowds], NO_FOLD).astype(np.int32)
    sight = version.sight.knowing(others_of(inference.attribute, crowds))
    stack = crossed(sight, inference.targets, folds, inference.seed, QUICK)
    codes = inference.attribute.codes
    rows = [class_aucs(stack.scores[test.people], codes[test.people]) for test in stack.tests]
    sizes = _reached(inference, stack.scores[there], np.flatnonzero(there)).sizes
    reached = Reached(STRONGEST, np.array(rows), sizes, stack.dependence)
    return _knowing("the classes of all others in a person's crowd", reached)


def missing_of_known(inference: Inference, version: Seen) -> Floats:
    """Of some true items of everybody, how many are gone and how many have another value, as who knows them sees."""
    before, after = inference.original.sight.pairs, version.sight.pairs
    width = max(version.sight.size[1], 1)
    keys, now = before.people * width + before.items, after.people * width + after.items
    dice = np.random.default_rng(seed_for(inference.seed, "known items"))
    order = np.lexsort((dice.random(len(keys)), before.people))
    starts = np.concatenate(([0], np.cumsum(np.bincount(before.people, minlength=version.sight.size[0]))))[:-1]
    chosen = order[np.arange(len(order)) - starts[before.people[order]] < KNOWN_ITEMS]
    people = before.people[chosen]
    kept = np.isin(keys[chosen], now)
    places = np.minimum(np.searchsorted(now, keys[chosen]), max(len(now) - 1, 0))
    other = kept & ~np.isclose(before.worths[chosen], after.worths[places], equal_nan=True)
    many = version.sight.size[0]
    return np.column_stack([np.bincount(people[which], minlength=many) for which in (~kept, other)]).astype(np.float64)


def _with_earlier_copy(inference: Inference, version: Seen, edits: Edits) -> Knowing:
    """He sees how much was changed in whose record, and what came and went; and has the record as it was."""
    there, what = _there(inference, version), "an earlier copy of the data"
    as_it_was = inference.static_stack()
    codes = inference.attribute.codes
    rows = [class_aucs(as_it_was.scores[test.people], codes[test.people]) for test in as_it_was.tests]
    sizes = tuple(int(size) for size in inference.attribute.sizes)
    ways = [
        _with_changes(what, inference, version, edits.table()),
        _judged(
            what, inference, there, _by_items(came_and_went(inference.original.sight, version.sight), inference, there)
        ),
        _knowing(what, Reached(STRONGEST, np.array(rows), sizes, as_it_was.dependence)),
    ]
    return max(ways, key=lambda each: each.auc)


def came_and_went(original: Sight, version: Sight) -> csr_matrix:
    """People × items twice: 1 for what was added to whose record, then 1 for what was taken out of it."""
    from scipy.sparse import csr_matrix, hstack

    before, after = original.presence, version.presence
    both = before.multiply(after)
    return csr_matrix(hstack((after - both, before - both)))


def _by_items(changes: csr_matrix, inference: Inference, people: Int64s) -> Floats:
    """Scores out of fold, by a linear model on what came and went."""
    from sklearn.linear_model import LogisticRegression

    codes, classes = inference.attribute.codes[people], len(inference.attribute.classes)
    rows, scores = changes[people], np.zeros((len(people), classes))
    if not rows.nnz:
        return scores
    for test in _thirds(inference, people):
        train = np.setdiff1d(np.arange(len(people)), test)
        model = LogisticRegression(max_iter=300, tol=1e-3).fit(rows[train], codes[train])
        scores[np.ix_(test, model.classes_.astype(np.int64))] = model.predict_proba(rows[test])
    return scores


def _with_changes(what: str, inference: Inference, version: Seen, table: Floats) -> Knowing:
    """Somebody learns from what he sees of changes in some people's records, and is asked about others."""
    there = _there(inference, version)
    return _judged(what, inference, there, _boosted(table, inference, there))


def _judged(what: str, inference: Inference, people: Int64s, scores: Floats) -> Knowing:
    """Scores out of fold, fold by fold."""
    codes = inference.attribute.codes[people]
    rows = [class_aucs(scores[fold], codes[fold]) for fold in _thirds(inference, people)]
    return _knowing(what, Reached("changes", np.array(rows), _reached(inference, scores, people).sizes))


def _thirds(inference: Inference, people: Int64s) -> list[Int64s]:
    folds = stratified_folds(inference.attribute.codes[people], 3, seed_for(inference.seed, "changes"))
    return [np.flatnonzero(folds == fold) for fold in range(3)]


def _boosted(table: Floats, inference: Inference, people: Int64s) -> Floats:
    """Scores out of fold, by boosting on a few numbers; nothing where nothing varies."""
    from sklearn.ensemble import HistGradientBoostingClassifier

    codes, classes = inference.attribute.codes[people], len(inference.attribute.classes)
    rows, scores = table[people], np.zeros((len(people), classes))
    if (rows == rows[:1]).all():
        return scores
    for test in _thirds(inference, people):
        train = np.setdiff1d(np.arange(len(people)), test)
        model = HistGradientBoostingClassifier(max_iter=40, max_leaf_nodes=8, min_samples_leaf=5, random_state=1)
        model.fit(rows[train], codes[train])
        scores[np.ix_(test, model.classes_.astype(np.int64))] = model.predict_proba(rows[test])
    return scores
