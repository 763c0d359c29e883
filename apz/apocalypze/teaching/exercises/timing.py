"""Exercises in timing: who decides next, which phase follows, and the order of combat."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice

from apz.apocalypze.model import Position
from apz.apocalypze.moves import Pass
from apz.apocalypze.play import legal_moves, play
from apz.apocalypze.teaching.exercises.random_games import steps
from apz.apocalypze.teaching.exercises.scenes import SCENES
from apz.apocalypze.teaching.questions.order import DECISION_RULES, SEQUENCE, decision_rules
from apz.apocalypze.teaching.questions.order import next_decision as ask_next
from apz.apocalypze.teaching.questions.order import order as ask_order
from apz.core.learning.questions import Generator, Question
from apz.core.luck import Chance
from apz.core.trace import Step

LATE, SPAN, FAR = 40, 120, 300
PASSES = 3  # the most steps to look at in a row: a move, then passes
ENOUGH = 4  # different decisions to choose from
KINDS = {
    1: ("draw", "occupy", "act", "attack", "defend", "consume"),
    2: ("attack", "defend", "order", "wound", "consume", "last"),
}
WINDOWS = ("last", "window", "arrival")  # decisions that are only asked about if the player can do more than pass
PHASE_RULES = ("draw.six", "occupy.choose", "combat.where", "feed.survivors", "setup.players")


def strict(position: Position) -> Position:
    """Return the same position in a game that asks in every window."""
    return position._replace(game=position.game._replace(strict=True))


def asking(luck: int, rule: str) -> Iterator[Step]:
    """Yield steps of games that ask in every window, and the steps that follow if everybody passes."""
    start = Chance(luck).below(LATE)
    scenes = [play(*SCENES[rule](Chance(luck)))] if rule in SCENES else []
    walked = islice(steps(luck, start + (FAR if rule else SPAN)), start, None)
    for made in chain(scenes, walked):
        done = play(strict(made.before), made.move) if isinstance(made, Step) else made
        for _ in range(PASSES):
            if not isinstance(done, Step) or done.after.waiting is None:
                break
            yield done
            done = play(done.after, Pass())


def next_decision(luck: int, level: int, rule: str = "") -> Question | None:
    """Ask who decides what next; return None if this seed has no such question."""
    found: dict[str, Step] = {}
    for done in asking(luck, rule):
        kind = done.after.waiting.kind
        fits = rule in decision_rules(done) if rule else level > 2 or kind in KINDS[max(1, level)]
        if fits and new(done) and real(done):
            found.setdefault(kind, done)
        if found and (rule or len(found) == ENOUGH):
            break
    if not found:
        return None
    done = Chance(luck + 1).one(list(found.values()))
    return ask_next(done.before, done.move)


def new(done: Step) -> bool:
    """Return True if the player or the kind of the decision changes in this step."""
    before, after = done.before.waiting, done.after.waiting
    return bool((before.player, before.kind) != (after.player, after.kind))


def real(done: Step) -> bool:
    """Return True unless the step ends in one of WINDOWS, with nothing to do but pass."""
    return len(legal_moves(done.after)) > 1 or done.after.waiting.kind not in WINDOWS


def order(luck: int, level: int, rule: str = "") -> Question | None:
    """Ask for the next phase or the order of combat; return None if this seed has no such question."""
    fight = rule not in PHASE_RULES if rule else level > 1
    start = Chance(luck).below(LATE)
    for number, done in enumerate(steps(luck, start + FAR)):
        position = done.after
        if number < start or position.waiting is None:
            continue
        if fight and (position.waiting.kind != "attack" or not position.sides[1 - position.player].survivors):
            continue
        if fight and position.combat and any(position.combat.attack):
            continue
        try:
            question = ask_order(position, "combat" if fight else "phases")
        except ValueError:  # there are too few decisions
            continue
        if not rule or rule in question.rules:
            return question
    return None


EXERCISES: dict[str, Generator] = {"next": next_decision, "order": order}
RULES: dict[str, tuple[str, ...]] = {
    "next": (
        *dict.fromkeys(rule for rules in DECISION_RULES.values() for rule in rules),
        *("combat.wounds-first", "timing.direct", "event.respond", "feed.survivors", "combat.breach", "play.waiting"),
        "draw.empty",
    ),
    "order": (*PHASE_RULES, *(rule for kind in SEQUENCE for rule in DECISION_RULES[kind] if rule not in PHASE_RULES)),
}
