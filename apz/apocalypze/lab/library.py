"""The library of named positions: openings, endgames, tricky timing and worked examples, searchable by rule or card."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from apz.apocalypze.ids import PLAYERS
from apz.apocalypze.language.position_texts import about
from apz.apocalypze.language.rulebook import rules
from apz.apocalypze.language.words import words
from apz.apocalypze.model import Decision, Position
from apz.apocalypze.play import find_legal, must_play
from apz.apocalypze.positions import named_position, named_positions
from apz.apocalypze.rules.consumption import resources
from apz.apocalypze.rules.find import everywhere
from apz.core.lab.rows import Rows
from apz.core.reading import quoted, stop

OPENING, ENDGAME, TIMING, COMBAT, EXAMPLE = "opening", "endgame", "timing", "combat", "example"
FIRST_TURNS, LITTLE = 2, 6  # the turns of an opening; in an endgame, the most that one of the players can still consume
TIMED = (Decision.WINDOW, Decision.RESPOND, Decision.REMOVE)


class Entry(NamedTuple):
    """One named position: its description, its sorts, its decision, and the cards and rules involved."""

    name: str
    about: str
    sorts: tuple[str, ...]
    decision: str
    cards: frozenset[str]
    rules: frozenset[str]

    def fits(self, word: str) -> bool:
        """Return True if a lowercase word occurs in the position's name, description, sorts, cards or rules."""
        return any([word in each.casefold() for each in (self.name, self.about, *self.sorts, *self.cards, *self.rules)])


@cache
def entries() -> tuple[Entry, ...]:
    """Return the entries of all named positions."""
    return tuple(map(entry, named_positions()))


def entry(name: str) -> Entry:
    """Return the entry of a named position."""
    position = named_position(name)
    cards = frozenset([position.game.cards[spot.card].name for spot in everywhere(position)])
    decision = words().waiting(position)
    told = about(name, position.game.names)
    return Entry(name, told, (*sorts(position),), decision, cards, frozenset(cited(position)))


def sorts(position: Position) -> Iterator[str]:
    """Yield a position's sorts, such as opening or endgame."""
    waiting = position.waiting
    if position.turn <= FIRST_TURNS and not position.combat:
        yield OPENING
    if min([resources(position, player) for player in PLAYERS]) <= LITTLE and not position.turn <= FIRST_TURNS:
        yield ENDGAME
    if waiting is not None and waiting.kind in TIMED:
        yield TIMING
    if position.combat:
        yield COMBAT
    yield EXAMPLE


def cited(position: Position) -> Iterator[str]:
    """Yield the rules that come up in a position: those behind its legal moves, and the current decision's."""
    for move in find_legal(position):
        yield from [note.rule for note in must_play(position, move).notes if note.rule]
    if position.waiting is not None and (rule := getattr(position.waiting, "rule", "")):
        yield str(rule)


def positions(query: str = "") -> Rows:
    """Return the named positions that match a query, one row each: name, sorts, decision, description.

    A query is any words from a name, a card, a rule's id, a sort (opening, endgame, timing, combat) or a description;
    a position must fit all of them. If none does, BadInput names the word that rules out the last ones.
    `apz.named_position(name)` returns the position itself.

    >>> [row["name"] for row in positions("lord brawn combat.order")]
    ['both-bleed', 'police-station']
    >>> len(positions()) >= 40
    True
    """
    if not isinstance(query, str):
        raise TypeError(f"{query!r}: write what to look for, such as a card's name or a rule's id")
    found = [*entries()]
    wanted = query.casefold().strip()
    names = sorted({each for entry in found for each in (*entry.cards, *entry.rules)}, key=len, reverse=True)
    phrases = [name.casefold() for name in names if " " in name and name.casefold() in wanted]
    for phrase in phrases:
        wanted = wanted.replace(phrase, " ")
    for word in (*phrases, *re.findall(r"[\w.'!’-]+", wanted)):
        found = [entry for entry in found if entry.fits(word)]
        if not found:
            fix = "look-for-other-rule" if word in rules() else "look-for-other"
            stop("", 0, "no-position-about", fix, word=quoted(word))
    return Rows([
        {"name": each.name, "sorts": ", ".join(each.sorts), "decision": each.decision, "about": each.about}
        for each in found
    ])  # fmt: skip
