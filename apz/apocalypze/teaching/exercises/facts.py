"""Exercises in facts: the table, the numbers on cards, and what can be played here."""

from __future__ import annotations

from collections.abc import Iterator

from apz.apocalypze.model import STATS, Position
from apz.apocalypze.setup import new_game
from apz.apocalypze.teaching.exercises.random_games import any_deck, positions
from apz.apocalypze.teaching.questions.facts import fact as ask_fact
from apz.apocalypze.teaching.questions.reading import OF_STRONGHOLD
from apz.apocalypze.teaching.questions.reading import card as ask_card
from apz.apocalypze.teaching.questions.reading import read as ask_read
from apz.core.learning.questions import Generator, Question
from apz.core.luck import Chance

LATE, SPAN = 60, 240
ABOUT = {
    "setup.deck": ("deck", "left"),
    "setup.table": ("hand", "left", "sees-deck", "sees-hand"),
    "setup.discard": ("sees-discard", "lowest"),
    "setup.first": ("first",),
    "setup.mulligan": ("mulligan",),
    "pile.recover": ("lowest",),
}
FACTS = {
    1: ("deck", "hand", "first", "sees-hand"),
    2: ("left", "first", "sees-deck", "sees-discard", "lowest"),
    3: ("left", "sees-deck", "sees-discard", "lowest", "lowest"),
}
READS = {
    "character.stats": STATS,
    "combat.attack-total": ("attack",),
    "combat.defense-total": ("defense",),
    **{f"stronghold.{about}": (about,) for about in OF_STRONGHOLD},
}
FROM_THE_START = ("deck", "hand", "left", "first", "mulligan", "sees-hand", "sees-deck")
SMALL = 4  # how many different cards may be in hand at the first level


def later(luck: int, far: int = SPAN) -> Iterator[Position]:
    """Yield positions of random games, from a random step on."""
    start = Chance(luck).below(LATE)
    for number, position in enumerate(positions(luck, start + far)):
        if number >= start:
            yield position


def fact(luck: int, level: int, rule: str = "") -> Question | None:
    """Ask for a plain fact; return None if this seed has no such question."""
    chance = Chance(luck)
    about = chance.one(ABOUT[rule] if rule in ABOUT else FACTS[min(3, max(1, level))])
    player = chance.below(2)
    if about in FROM_THE_START:
        return ask_fact(new_game(any_deck(chance), any_deck(chance), seed=luck, starts=None), about, player)
    for position in later(luck):
        if len(position.sides[player].discard) > level:
            try:
                return ask_fact(position, about, player)
            except ValueError:  # the bottom card has the same name as another one
                continue
    return None


def read(luck: int, level: int, rule: str = "") -> Question | None:
    """Ask for one of a card's numbers right now; return None if this seed has no such question."""
    chance = Chance(luck)
    about = chance.one(READS.get(rule, (*STATS, *OF_STRONGHOLD)))
    best: Question | None = None
    for position in later(luck):
        whose = chance.below(2)
        row = [who.id for who in (*position.sides[whose].survivors, *position.sides[whose].raiders)]
        cards = [position.sides[whose].stronghold] if about in OF_STRONGHOLD else row
        for number in chance.mixed(cards):
            question = ask_read(position, number, about)
            if about == "value" and "0" in question.right:  # it's killed, but not removed yet
                continue
            best = best or question
            changed = any(said.key == "forgot-changes" for said in question.mistakes.values())
            if changed == (level > 1):
                return question
    return best


def card(luck: int, level: int, rule: str = "") -> Question | None:
    """Ask which cards in hand can be played here; return None if this seed has no such question."""
    for position in later(luck):
        names = {position.card(held).name for held in position.sides[position.player].hand}
        if len(names) < 3 or (len(names) > SMALL and level == 1):
            continue
        try:
            question = ask_card(position)
        except ValueError:  # nobody is playing cards, or all of them can be played, or none
            continue
        if not rule or rule in question.rules:
            return question
    return None


EXERCISES: dict[str, Generator] = {"fact": fact, "read": read, "card": card}
RULES: dict[str, tuple[str, ...]] = {
    "fact": tuple(ABOUT),
    "read": tuple(READS),
    "card": (
        "occupy.play-there",
        "character.survivor",
        "character.raider",
        "attach.target",
        "event.trump",
        "event.wildcard",
    ),
}
