"""Questions about the basic facts of the game: what you bring, lay out and draw, who sees what, who starts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from apz.apocalypze.ids import PLAYERS
from apz.apocalypze.model import DRAW, Position
from apz.apocalypze.rules.table import Table
from apz.apocalypze.setup import opening
from apz.apocalypze.teaching.questions.choices import lucky, mixed
from apz.apocalypze.teaching.questions.lesson_terms import player_of
from apz.core.learning.questions import Maker, Option, Question, Said
from apz.core.trace import Note

ZONES = ("hand", "deck", "discard")
MOST_CARDS = 4  # the most cards from a discard pile to offer


def begun(position: Position, key: str, player: int) -> Note:
    """Return the note with this key on a player's setup; raise ValueError unless the first turn is about to begin."""
    if position.turn != 1 or position.phase != DRAW:
        raise ValueError("the game isn't about to begin")
    stronghold = position.sides[player].stronghold
    return next(each for each in opening(position) if each.key == key and each.cards == (stronghold,))


def count(name: str, position: Position, player: int = 0) -> Question:
    """Ask: how many cards does a player bring, hold, or have left in the deck?"""
    laid = begun(position, "setup.table", player)
    brought = begun(position, "setup.deck", player)
    size, shuffled, hand = int(brought.values["size"]), int(laid.values["shuffled"]), int(laid.values["hand"])
    right = {"deck": size, "hand": hand, "left": shuffled - hand}[name]
    mistakes = {
        "deck": {shuffled: "forgot-stronghold"},
        "hand": {shuffled: "counted-deck", size: "counted-deck"},
        "left": {size - hand: "forgot-stronghold", shuffled: "forgot-hand", size: "forgot-hand"},
    }[name]
    return Question(
        kind="fact",
        position=position,
        ask=Said(f"fact-{name}", {"player": position.game.names[player]}),
        right=frozenset([str(right)]),
        rules=("setup.deck", "setup.table") if name == "deck" else ("setup.table", "setup.deck"),
        because=(brought,) if name == "deck" else (laid,),
        cards=(position.sides[player].stronghold,),
        half=Said("fact", {"shuffled": shuffled}),
        mistakes={str(wrong): Said(key) for wrong, key in mistakes.items()},
    )


def first(position: Position) -> Question:
    """Ask: who takes the first turn?"""
    names = position.game.names
    offered = [
        Option("0", Said("first-one", {"player": names[0]})),
        Option("1", Said("first-one", {"player": names[1]})),
    ]
    options = mixed([*offered, Option("either", Said("first-either"))], lucky(position.luck))
    return Question(
        kind="fact",
        position=position,
        ask=Said("fact-first", {"player": names[0], "other": names[1]}),
        right=frozenset(["either"]),
        rules=("setup.first",),
        because=(Said("rule-says", {"rule": "setup.first"}),),
        cards=tuple(side.stronghold for side in position.sides),
        options=tuple(options),
        outcomes={each.answer: (Said("first-could", {"player": names[int(each.answer)]}),) for each in offered},
    )


def mulligan(position: Position) -> Question:
    """Ask: what does our house rule do with an opening hand without a survivor?"""
    ways = ("again", "keep", "one-more")
    return Question(
        kind="fact",
        position=position,
        ask=Said("fact-mulligan"),
        right=frozenset(["again"]),
        rules=("setup.mulligan", "setup.table"),
        because=(Said("rule-says", {"rule": "setup.mulligan"}),),
        cards=tuple(side.stronghold for side in position.sides),
        options=tuple(mixed([Option(way, Said(f"mulligan-{way}")) for way in ways], lucky(position.luck))),
        outcomes={way: (Said(f"mulligan-not-{way}"),) for way in ways[1:]},
    )


def sees(zone: str, position: Position, player: int = 0) -> Question:
    """Ask: who may look at these cards?"""
    pile = getattr(position.sides[player], zone)
    if not pile:
        raise ValueError("there are no cards to look at")
    seen = [getattr(position.seen_by(viewer).sides[player], zone) == pile for viewer in (0, 1)]
    right = "both" if all(seen) else "owner" if seen[player] else "other" if any(seen) else "nobody"
    owner, other = position.game.names[player], position.game.names[1 - player]
    rule = "setup.discard" if zone == "discard" else "setup.table"
    options = [Option(each, Said(f"sees-{each}", {"player": owner})) for each in ("owner", "both", "nobody")]
    options.append(Option("other", Said("sees-owner", {"player": other})))
    return Question(
        kind="fact",
        position=position,
        ask=Said(f"fact-sees-{zone}", {"player": owner}),
        right=frozenset([right]),
        rules=(rule,),
        because=(Said(f"seen-{right}", {"player": owner}), Said("rule-says", {"rule": rule})),
        cards=(position.sides[player].stronghold, *(pile[:3] if right == "both" else ())),
        options=tuple(mixed(options, lucky(zone, position.luck))),
    )


def lowest(position: Position, player: int = 0) -> Question:
    """Ask: which card of the discard pile is recovered?"""
    pile = position.sides[player].discard
    names = [position.card(card).name for card in pile]
    table = Table(position)
    right = table.recover(PLAYERS[player])
    if right is None or names.count(names[-1]) > 1 or len(set(names)) < 2:
        raise ValueError("there must be several cards in the discard pile, the bottom one unlike the others")
    others = {position.card(card).name: card for card in (*pile[1:-1], pile[0])}
    offered = [right, *list(reversed(others.values()))[: MOST_CARDS - 1]]
    top = {str(others[names[0]]): Said("took-top", {"card": names[0]})}
    return Question(
        kind="fact",
        position=position,
        ask=Said("fact-lowest", {"player": position.game.names[player], "top": names[0]}),
        right=frozenset([str(right)]),
        rules=("pile.recover", "setup.discard"),
        because=tuple(table.notes),
        cards=(pile[0], right),
        options=tuple(Option(str(card), card) for card in mixed(offered, lucky(pile))),
        mistakes=top,
    )


ABOUT: dict[str, Callable[..., Question]] = {
    **{name: partial(count, name) for name in ("deck", "hand", "left")},
    **{f"sees-{zone}": partial(sees, zone) for zone in ZONES},
    "first": first,
    "mulligan": mulligan,
    "lowest": lowest,
}


def fact(position: Position, about: str, player: int | str = 0) -> Question:
    """Ask for a basic fact: deck, hand, left, first, mulligan, lowest, or who sees-hand, sees-deck, sees-discard.

    Raise ValueError if this position has nothing of the kind to ask about.
    """
    if about not in ABOUT:
        raise ValueError(f"there's nothing to ask about “{about}”")
    if about in ("first", "mulligan"):
        return first(position) if about == "first" else mulligan(position)
    number = player_of(position, player) if isinstance(player, str) else player
    return ABOUT[about](position, number)


MAKERS: dict[str, Maker] = {"fact": fact}
