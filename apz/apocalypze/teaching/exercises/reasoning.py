"""Exercises in reasons: which rule is behind an effect, and where a card goes."""

from __future__ import annotations

from collections.abc import Iterator

from apz.apocalypze.language.rulebook import rules
from apz.apocalypze.model import Position
from apz.apocalypze.play import play
from apz.apocalypze.rules.find import attachments, characters
from apz.apocalypze.teaching.exercises.random_games import steps
from apz.apocalypze.teaching.exercises.scenes import SCENES
from apz.apocalypze.teaching.questions.choices import RULE_QUESTIONS
from apz.apocalypze.teaching.questions.distractors import telling
from apz.apocalypze.teaching.questions.reading import where as ask_where
from apz.core.learning.questions import Generator, Question
from apz.core.luck import Chance
from apz.core.trace import Note, Step

LATE, SPAN = 60, 70  # the most steps to skip, and the steps to search
FAR = 500
# Rules that can be the only one behind a note.
NOTED = (
    "attach.displace", "attach.target", "attach.unfit", "character.killed", "character.raider", "character.survivor",
    "character.wounded", "combat.blocked", "combat.breach", "combat.breach-once", "combat.casualties", "combat.defend",
    "combat.emptied", "combat.excess", "combat.groups", "combat.killed", "combat.order", "combat.simultaneous",
    "combat.where", "combat.wounded", "combat.wounds", "combat.wounds-first", "consume.attached", "consume.deck",
    "consume.hand", "consume.no-change", "consume.out", "consume.survivor", "consume.wounded", "draw.bonus",
    "draw.empty", "draw.six", "end.last", "event.cancelled", "event.one-answer", "event.priority", "event.resolve",
    "event.search", "event.trump", "event.wildcard", "feed.minimum", "feed.modifiers", "feed.survivors",
    "occupy.any-number", "occupy.choose", "occupy.play-there", "occupy.text-there", "pile.many", "pile.owner",
    "pile.recover", "pile.recover-named", "pile.recycle", "pile.remove", "pile.shuffle",
    "stronghold.newest", "stronghold.text", "text.kept", "timing.direct", "timing.engagement", "twofold.attachments",
    "twofold.bitten", "twofold.controller", "twofold.persistent", "twofold.removed",
)  # fmt: skip
MOVED = (
    "character.killed", "character.wounded", "combat.killed", "combat.wounded", "consume.survivor", "consume.attached",
    "pile.owner", "pile.recycle", "pile.remove", "twofold.persistent", "twofold.removed", "twofold.attachments",
    "attach.displace", "attach.unfit", "consume.wounded",
)  # fmt: skip


def played(luck: int, rule: str) -> Iterator[Step]:
    """Yield the step of a scene made for a rule, unless its move is refused, then steps of random games."""
    if rule in SCENES:
        done = play(*SCENES[rule](Chance(luck)))
        if isinstance(done, Step):
            yield done
    start = Chance(luck).below(LATE)
    for number, done in enumerate(steps(luck, start + (FAR if rule else SPAN))):
        if number >= start:
            yield done


def asked(note: Note, rule: str, level: int) -> bool:
    """Return True if a note on `rule`, or on any rule if it's empty, can be asked about at this level."""
    if not telling(note) or (rule and note.rule != rule):
        return False
    return bool(rule) or level > 1 or rules()[note.rule].kind == "rule"


def why(luck: int, level: int, rule: str = "") -> Question | None:
    """Ask which rule is behind an effect; return None if this seed has no such question."""
    found: dict[str, tuple[Step, Note]] = {}
    for done in played(luck, rule):
        for note in done.notes:
            if asked(note, rule, level):
                found.setdefault(note.rule, (done, note))
        if rule and found:
            break
    if not found:
        return None
    done, note = Chance(luck + 1).one(list(found.values()))
    return RULE_QUESTIONS.why(done.before, done.move, note.key, note.rule, level)


def standing(position: Position) -> set[int]:
    """Return the ids of all characters and attachments in play."""
    return {found.who.id for found in characters(position)} | {fixed.at.id for fixed in attachments(position)}


def moved(done: Step, level: int) -> list[int]:
    """Return the cards worth asking about: those that leave the table and, above level 1, those that only seem to."""
    before, after = standing(done.before), standing(done.after)
    stay = {card for note in done.notes if note.key == "character.wounded" for card in note.cards} & after
    return sorted((before - after) | (stay if level > 1 else set()))


def where(luck: int, level: int, rule: str = "") -> Question | None:
    """Ask where a card goes; return None if this seed has no such question."""
    found: dict[str, tuple[Step, int]] = {}
    for done in played(luck, rule):
        for card in moved(done, level):
            cited = [note.rule for note in done.notes if card in note.cards and rule in ("", note.rule)]
            if cited:
                found.setdefault(cited[-1], (done, card))
        if rule and found:
            break
    for done, card in Chance(luck + 1).mixed(list(found.values())):
        try:
            return ask_where(done.before, done.move, card)
        except ValueError:  # it's in a deck, but not at the bottom
            continue
    return None


EXERCISES: dict[str, Generator] = {"why": why, "where": where}
RULES: dict[str, tuple[str, ...]] = {"why": NOTED, "where": MOVED}
