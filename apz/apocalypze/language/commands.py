"""ApocalypZe's typed commands: each gives a move, several possible moves, or a message about what's unclear."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from apz.apocalypze import moves
from apz.apocalypze.cards import library
from apz.apocalypze.language.card_reference import alike_as, called_all, called_among, names_in_sight, resolved
from apz.apocalypze.language.command_grammar import DONE, GRAMMAR, MEANINGS, NUMBERS, PASS
from apz.apocalypze.language.move_text import described, mover
from apz.apocalypze.language.words import words
from apz.apocalypze.model import ATTACHMENT, DECK, Decision, Position, Searching, Wounds
from apz.apocalypze.moves import Move
from apz.apocalypze.play import PROCEDURES, expect_position, legal_moves
from apz.apocalypze.rules.common_refusals import stronghold_name
from apz.apocalypze.rules.find import find
from apz.apocalypze.rules.hooks import TEXTS
from apz.apocalypze.rules.search import pile_of
from apz.apocalypze.rules.sums import HAND_SIZE, draw_sum, value
from apz.core.language.commands import Commands, Described, Misread, Reading, named

__all__ = ["COMMANDS", "Misread", "one_move", "parse"]

Told = tuple[Move, Described]  # a move and its description


def fitting(position: Position, reading: Reading, told: Sequence[Told], several: bool = False) -> list[Move]:
    """Return the legal moves that best fit a reading; unless `several`, equal cards count as one."""
    cards = dict.fromkeys(said.card for _, said in told) if "card" in reading.slots else {}
    alone = called_among(position, cards, reading.slots.get("card", ""))
    for group in MEANINGS.get(reading.key, (reading.key,)):
        keys = group.split()
        fits = [(likeness(position, said, reading.slots, alone), move, said) for move, said in told if said.key in keys]
        best = max((fit for fit, _, _ in fits), default=0)
        if best:
            alike: dict[object, Move] = {}
            for fit, move, said in fits:
                if fit == best:
                    names = tuple(alike_as(position, c) for c in (said.card, *said.targets) if c is not None)
                    alike.setdefault(move if several else (said.key, names, tuple(said.values.items())), move)
            return list(alike.values())
    return []


def likeness(position: Position, said: Described, slots: Mapping[str, str], alone: Mapping[int | None, int]) -> int:
    """Return how well a move fits the typed words: 2 for full names, 1 for parts of names, 0 for no match.

    `alone` says how well the words name each card.
    """
    fit = 2
    for name, text in slots.items():
        if name == "card":
            fit = min(fit, alone[said.card])
        elif name == "target":
            fit = min(fit, called_all(position, said.targets, text))
        elif name == "place":
            fit = min(fit, named(str(said.values.get("place", "")), text))
        elif name in NUMBERS and name != "amount" and said.values.get(name) != int(text):
            return 0
    return fit


def made(position: Position, reading: Reading) -> Move | None:
    """Return the move a reading describes, even if it isn't legal; None if there's none, or it's `PLAIN` and legal."""
    key, slots = reading
    player = mover(position)
    if key.startswith("occupy"):
        places = {"occupy-own": player, "occupy-theirs": 1 - player}
        names = [stronghold_name(position, place) for place in (0, 1)]
        by_name = [place for place in (0, 1) if "place" in slots and named(names[place], slots["place"])]
        place = places.get(key, by_name[0] if by_name else None)
        return None if place is None else moves.Occupy(place)
    if key in PLAIN:  # if it's legal, `fitting` would have found it, so something else is meant
        return PLAIN[key] if PLAIN[key] not in legal_moves(position) else None
    if key == "engage":
        return moves.Engage(int(slots["point"])) if "point" in slots else None
    if "card" not in slots:
        return None
    verb, waiting = key.partition("-")[0], position.waiting
    first = pile_of(position, waiting) if verb == "take" and isinstance(waiting, Searching) else ()
    card = resolved(position, slots["card"], verb in ("play", "event", "attach", "card"), first)
    targets = [resolved(position, text) for text in GRAMMAR.listed(slots.get("target", ""))]
    if card is None or None in targets:
        return None
    return with_card(position, reading, card, tuple(target for target in targets if target is not None))


PLAIN: Mapping[str, Move] = {
    "draw": moves.Draw(),
    "draw-some": moves.Draw(),
    "takeback-deck": moves.TakeBack(DECK),
    "eat-deck": moves.Eat(DECK),
    **dict.fromkeys((*DONE, "finish"), moves.Done()),
    **dict.fromkeys((*PASS, "decline"), moves.Pass()),
}


def with_card(position: Position, reading: Reading, card: int, targets: tuple[int, ...]) -> Move | None:
    """Return the move a reading describes, with these cards; None if it describes none."""
    key, slots = reading
    to = targets[0] if targets else DECK
    kind = position.waiting.kind if position.waiting else ""
    if key == "send":  # a character that can't be sent has the same reason at every access point
        return moves.Send(card, int(slots.get("point", 1)))
    if key.startswith("use-") and any(name in slots for name in NUMBERS):
        points = (int(slots["point"]),) if "point" in slots else targets
        return moves.Use(card, points, int(slots.get("text", 1)) - 1)
    if key == "play-zombie":
        return moves.Play(card, True)
    if key.startswith("take-") or key == "take":
        return moves.Take(card, to)
    if key == "takeback":
        return moves.TakeBack(card)
    if key.startswith("wound") or (key == "card" and kind is Decision.WOUND):
        return moves.Wound(card)
    if key.startswith("eat") or (key == "card" and kind is Decision.CONSUME):
        return moves.Eat(card)
    return by_kind(position, key, card, targets)


def by_kind(position: Position, key: str, card: int, targets: tuple[int, ...]) -> Move | None:
    """Return the usual move with a card, based on its kind and place; None if it's only named and has none there."""
    printed = position.game.cards[card]
    held = card in position.sides[mover(position)].hand
    if printed.event and not held:
        return moves.Event(card, targets)
    if not held and (key.startswith("use") or (key in ("card", "event-on") and printed.name in TEXTS)):
        return moves.Use(card, targets, fitting_text(position, printed.name))
    if key == "card" and not held:
        return None
    if printed.event:
        return moves.Event(card, targets)
    if targets or (printed.kind == ATTACHMENT and key == "attach"):
        return moves.Attach(card, targets[0] if targets else DECK)
    return moves.Play(card)


def fitting_text(position: Position, name: str) -> int:
    """Return the index of the ability to use when none is named: the first that fits the moment, or else 0."""
    moments = PROCEDURES[position.waiting.kind].moments if position.waiting else ()
    return next((n for n, text in enumerate(TEXTS.get(name, ())) if text.when in moments), 0)


def wrong_number(position: Position, reading: Reading, language: str) -> Misread | None:
    """Return a Misread if the typed number of cards to draw or of wounds to assign is wrong, otherwise None."""
    waiting, say = position.waiting, words(language)
    if reading.key == "draw-some" and waiting and waiting.kind is Decision.DRAW:
        total, number = draw_sum(position, waiting.player), int(reading.slots["amount"])
        drawn = min(total.total, len(position.sides[waiting.player].deck))
        counts = {"size": HAND_SIZE, "amount": drawn, "extra": total.total - total.terms[0].amount}
        right = number in (drawn, total.total, HAND_SIZE)
        return None if right else Misread(say.catalog.text("misread", "all-drawn", {**counts, "number": number}))
    return wrong_wounds(position, reading, language)


def wrong_wounds(position: Position, reading: Reading, language: str) -> Misread | None:
    """Return a Misread if a typed number of wounds is neither what the character takes nor all of them, else None."""
    waiting, card = position.waiting, resolved(position, reading.slots.get("card", ""))
    found = find(position, card) if reading.key == "wound-some" and card is not None else None
    if not found or not isinstance(waiting, Wounds) or found.player != waiting.player:
        return None
    number, taken, say = int(reading.slots["amount"]), min(waiting.amount, value(position, found.who)), words(language)
    if number in (taken, waiting.amount):
        return None
    values = {"card": found.who.card.name, "amount": waiting.amount, "taken": taken, "number": number}
    return Misread(say.catalog.text("misread", "all-wounds", {**values, "rule": say.rules["combat.wounds"].title}))


def blamed(position: Position, said: str, readings: Sequence[Reading], language: str) -> tuple[str, str]:
    """Return the key of a command's fault, and the words that cause it."""
    told = [reading for reading in readings if reading.key != "card"]
    unnamed = min(
        (nameless(position, reading) for reading in told), key=lambda texts: len("  ".join(texts)), default=[]
    )
    odd = COMMANDS.odd(position, said, language)
    if resolved(position, said) is not None or (told and not unnamed):
        return "incomplete", said
    if odd and not any(text == odd or library().named(text) for text in unnamed):
        return "unknown", odd
    return ("no-card", min(unnamed, key=len)) if unnamed else ("unknown", said)


def nameless(position: Position, reading: Reading) -> list[str]:
    """Return the words that a reading takes for card names, but that no visible card has."""
    texts = [text for slot in ("card", "target", "place") for text in GRAMMAR.listed(reading.slots.get(slot, ""))]
    return [text for text in texts if resolved(position, text) is None]


COMMANDS: Commands[Position] = Commands(
    GRAMMAR, words, legal_moves, described, names_in_sight, fitting, made, wrong_number, blamed, PLAIN
)


def parse(position: Position, text: str, language: str = "en") -> Move | list[Move] | Misread:
    """Return the move a command means, legal or not; a list of legal ones if it could be several; else a Misread.

    If the command lists several cards for several moves, even a single legal move comes in a list. The position is the
    typing player's view: nothing is said about cards hidden in it.

    >>> import apz
    >>> parse(apz.named_position("first-turn"), "draw")
    Draw()
    """
    expect_position(position)
    if not isinstance(text, str):
        raise TypeError(f'{text!r}: a command is a text, such as "draw"')
    found: Move | list[Move] | Misread = COMMANDS.parse(position, text, language)
    return found


def one_move(position: Position, text: str) -> Move:
    """Return the one move a command stands for, legal or not; raise ValueError if there's none or more than one."""
    found: Move = COMMANDS.one_move(position, text)
    return found
