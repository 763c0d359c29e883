"""Exercises in legality: is a move legal, which rule refuses it, and playing the referee."""

from __future__ import annotations

from collections.abc import Iterator

from apz.apocalypze.language.words import words
from apz.apocalypze.model import Position
from apz.apocalypze.moves import Event, Move, TakeBack, Use
from apz.apocalypze.play import play, why_not
from apz.apocalypze.teaching.exercises.legal_twins import TWINS
from apz.apocalypze.teaching.exercises.plausible_moves import conceivable
from apz.apocalypze.teaching.exercises.random_games import STILL, positions
from apz.apocalypze.teaching.exercises.reasoning import NOTED
from apz.apocalypze.teaching.exercises.scenes import SCENES
from apz.apocalypze.teaching.questions.choices import RULE_QUESTIONS, cards_of
from apz.apocalypze.teaching.questions.distractors import REFUSING
from apz.core.learning.questions import Generator, Question
from apz.core.learning.rule_questions import cited
from apz.core.luck import Chance
from apz.core.trace import Refusal

Case = tuple[Position, Move, Refusal | None]

LATE, SPAN, STRIDE = 70, 60, 4  # the most steps to skip, the steps to search, and the stride between positions
FAR = 240  # steps to search for a rule
KINDS = {
    1: ("occupy", "act", "attack", "defend", "consume"),
    2: ("occupy", "act", "attack", "defend", "consume", "wound"),
}
MOVES = {1: 4, 2: 4, 3: 5}  # how many moves a referee judges
GOOD = 2  # at least this many of them are legal, if the position has that many
TUTOR = ("play.waiting", "play.unknown", "play.takeback", "play.over")
DULL = ("nothing-to-use",)  # refusals that teach nothing
# rules that mostly refuse moves at the wrong moment
RARELY = ("stronghold.text", "event.search", "draw.six", "occupy.choose", "occupy.any-number", "event.moments")

NARROW = ("occupy.first", "event.respond")  # when they refuse something, there's hardly anything else to do


def fair(position: Position, move: Move, level: int) -> bool:
    """Return True if this level asks about moves like this."""
    kind = position.waiting.kind if position.waiting else ""
    if kind == "draw" or isinstance(move, TakeBack) or (level < 3 and kind not in KINDS[max(1, level)]):
        return False
    return level > 1 or not isinstance(move, Event | Use)


def dull(position: Position, move: Move) -> bool:
    """Return True if a move is refused for a reason that teaches nothing."""
    refusal = why_not(position, move)
    return refusal is not None and refusal.key in DULL


def cases(luck: int, level: int, far: int = SPAN) -> Iterator[Case]:
    """Yield moves that somebody might try in random games, each with its position and its refusal (None if legal)."""
    chance = Chance(luck)
    start = chance.below(LATE)
    for number, position in enumerate(positions(luck, start + far)):
        if number >= start and (number - start) % STRIDE == 0:
            for move in conceivable(chance, position):
                if fair(position, move, level) and not dull(position, move):
                    yield position, move, why_not(position, move)


def staged(luck: int, rule: str) -> Iterator[Case]:
    """Yield the scene made for a rule, if there is one, then cases from random games."""
    if rule in SCENES:
        position, move = SCENES[rule](Chance(luck))
        yield position, move, why_not(position, move)
    yield from cases(luck, 3, FAR)


def wrong_one(luck: int, level: int, rule: str = "", timely: bool = False) -> Case | None:
    """Return a case that `rule` refuses, or any rule but the tutor's if it's empty; None if this seed has none.

    With `timely`, moves that just come at the wrong moment don't count, unless the rule is one of the tutor's.
    """
    found: dict[str, Case] = {}
    for case in staged(luck, rule) if rule else cases(luck, level):
        refusal = case[2]
        if refusal is None or (timely and refusal.key.startswith("not-now-") and rule not in TUTOR):
            continue
        if refusal.rule == rule:
            return case
        if refusal.rule not in TUTOR:
            found.setdefault(refusal.rule, case)
    return Chance(luck + 1).one(list(found.values())) if found and not rule else None


def right_one(luck: int, level: int, rule: str = "") -> Case | None:
    """Return a legal move that involves `rule`, or any legal move if it's empty; None if this seed has none."""
    if rule:
        works = (case for case in staged(luck, rule) if case[2] is None)
        return next((case for case in works if rule in cited(play(case[0], case[1]))), None)
    found = [case for case in cases(luck, level) if case[2] is None]
    return Chance(luck + 1).one(found) if found else None


def contrast(luck: int, level: int, rule: str) -> Case | None:
    """Return a legal move like one this rule refuses, in the same position or a similar one; None if there's none."""
    found = [case for case in (beside(luck, level, rule), twin(luck, rule)) if case]
    return Chance(luck + 3).one(found) if found else None


def beside(luck: int, level: int, rule: str) -> Case | None:
    """Return a legal move like one this rule refuses in the same position, preferably with the same cards, or None."""
    case = wrong_one(luck, level, rule)
    if case is None:
        return None
    position, refused_one, _ = case
    alike = [each for each in conceivable(Chance(luck), position) if type(each) is type(refused_one)]
    works = [each for each in alike if why_not(position, each) is None]
    named = set(cards_of(position, refused_one))
    works.sort(key=lambda each: -len(named.intersection(cards_of(position, each))))
    return (position, works[0], None) if works else None


def twin(luck: int, rule: str) -> Case | None:
    """Return a case from a scene like the rule's own, but with a legal move; None if there's none."""
    return (*TWINS[rule](Chance(luck)), None) if rule in TWINS else None


def legal(luck: int, level: int, rule: str = "") -> Question | None:
    """Ask whether a move is legal (about half of them are); return None if this seed has no such question."""
    alike = rule and (rule in TWINS or rule not in NOTED)
    ways = Chance(luck).mixed([contrast if alike else right_one, wrong_one])
    case = ways[0](luck, level, rule) or ways[1](luck, level, rule)
    return RULE_QUESTIONS.legal(case[0], case[1], rule) if case else None


def refused(luck: int, level: int, rule: str = "") -> Question | None:
    """Ask which rule refuses a move; return None if this seed has no such question."""
    case = wrong_one(luck, level, rule, timely=True)
    return RULE_QUESTIONS.refused(case[0], case[1], level=level) if case else None


def referee(luck: int, level: int, rule: str = "") -> Question | None:
    """Ask which of several moves are illegal; return None if this seed has no such question."""
    case = wrong_one(luck, level, rule, timely=True)
    if case is None or case[0].waiting is None:
        return None
    position, move, _ = case
    chance = Chance(luck + 2)
    fit = [each for each in conceivable(chance, position) if rule or fair(position, each, level)]
    told = {words().move(position, move): move}
    for each in fit:
        if sensible(position, each, rule):
            told.setdefault(words().move(position, each), each)
    others = [*told.values()][1:]
    works = [each for each in others if why_not(position, each) is None]
    works.sort(key=lambda each: isinstance(each, STILL))
    good = works[:GOOD]
    if len(good) < (GOOD if rule else 1) or (rule and isinstance(good[-1], STILL)):
        return None
    rest = chance.mixed([each for each in others if each not in good])
    return RULE_QUESTIONS.referee(position, chance.mixed([move, *good, *rest][: MOVES.get(level, MOVES[3])]))


def sensible(position: Position, move: Move, rule: str) -> bool:
    """Return True if a player would really try a move here and could learn from it."""
    refusal = why_not(position, move)
    if refusal is None:
        return not isinstance(move, TakeBack)
    return refusal.key not in DULL and (rule in TUTOR or not refusal.key.startswith("not-now-"))


EXERCISES: dict[str, Generator] = {"legal": legal, "refused": refused, "referee": referee}
RULES: dict[str, tuple[str, ...]] = {
    "legal": (*REFUSING, *TUTOR),
    "refused": (*(rule for rule in REFUSING if rule not in RARELY), *TUTOR),
    "referee": (*(rule for rule in REFUSING if rule not in (*RARELY, *NARROW)), *TUTOR[:-1]),
}
