"""Typed commands: words in, the move that is meant out, or the moves it could be, or what was not understood."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import permutations

from apz.apocalypze import moves
from apz.apocalypze.effects.hooks import TEXTS
from apz.apocalypze.find import attachments, characters, find
from apz.apocalypze.model import ATTACHMENT, DECK, Position
from apz.apocalypze.moves import Move
from apz.apocalypze.phrases import Described, described, mover
from apz.apocalypze.play import legal_moves
from apz.apocalypze.readings import DONE, MEANINGS, NUMBERS, PASS, Reading, read, verbs
from apz.apocalypze.reasons import stronghold_name
from apz.apocalypze.rules import LANGUAGES
from apz.apocalypze.sums import value
from apz.apocalypze.words import words
from apz.core.reading import did_you_mean, fold, match

LONGEST = 200  # characters of a command that are read
EXAMPLES = 3
NUMBERED = re.compile(r"(.*?)\s*(?:#\s*(\d{1,4})|\((\d{1,4})\))")


@dataclass(frozen=True, slots=True)
class Misread:
    """What could not be read: a message about it, what may have been meant, and what could be typed now."""

    message: str
    meant: str = ""
    examples: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.message


def parse(position: Position, text: str, language: str = "en") -> Move | list[Move] | Misread:
    """The move that a command means, legal or not; several legal ones if it does not say enough; or why neither.

    The position is as whoever types sees it: nothing is said about cards that are hidden in it.
    """
    said = " ".join(text[:LONGEST].casefold().split()).rstrip(".")
    legal = list(legal_moves(position))
    if re.fullmatch("[0-9]{1,4}", said) and 1 <= int(said) <= len(legal):
        return legal[int(said) - 1]
    readings = list(read(said, language))
    for reading in readings:
        if wrong := too_few_wounds(position, reading, language):
            return wrong
        meant = fitting(position, reading, legal)
        if meant:
            return meant[0] if len(meant) == 1 else meant
    for reading in readings:
        move = made(position, reading)
        if move is not None:
            return move
    return misread(position, said, readings, legal, language)


def one_move(position: Position, text: str) -> Move:
    """The one move that a command means, legal or not; ValueError where it means none, or more than one."""
    found = parse(position, text)
    if isinstance(found, Misread):
        raise ValueError(f'"{text}": {found.message}')
    if isinstance(found, list):
        raise ValueError(f'"{text}" could mean {len(found)} different moves')
    return found


def fitting(position: Position, reading: Reading, legal: Sequence[Move]) -> list[Move]:
    """The legal moves that a reading fits, those of equal cards once; moves it names exactly before others."""
    told = [(move, described(position, move)) for move in legal]
    for group in MEANINGS.get(reading.key, (reading.key,)):
        keys = group.split()
        fits = [(likeness(position, said, reading.slots), move, said) for move, said in told if said.key in keys]
        best = max((fit for fit, _, _ in fits), default=0)
        if best:
            alike: dict[object, Move] = {}
            for fit, move, said in fits:
                if fit == best:
                    names = tuple(position.game.cards[c].name for c in (said.card, *said.targets) if c is not None)
                    alike.setdefault((said.key, names, tuple(said.values.items())), move)
            return list(alike.values())
    return []


def likeness(position: Position, said: Described, slots: Mapping[str, str]) -> int:
    """How well a move fits what was said: 2 by its full names, 1 by parts of them, 0 not at all."""
    fit = 2
    for name, text in slots.items():
        if name == "card":
            fit = min(fit, called(position, said.card, text))
        elif name == "target":
            fit = min(fit, called_all(position, said.targets, text))
        elif name == "place":
            fit = min(fit, named(str(said.values.get("place", "")), text))
        elif name in NUMBERS and name != "amount" and said.values.get(name) != int(text):
            return 0
    return fit


def named(name: str, text: str) -> int:
    """2 when this is the name, 1 when a word of the name begins so, 0 otherwise."""
    if fold(name) == fold(text):
        return 2
    return 1 if match(text, [name]) else 0


def called(position: Position, card: int | None, text: str) -> int:
    """How well a card is called by its name, its number ("#12"), or both."""
    if card is None or card < 0:
        return 0
    numbered = NUMBERED.fullmatch(text)
    name = position.game.cards[card].name
    if not numbered:
        return named(name, text)
    right = int(numbered[2] or numbered[3]) == card
    return 2 if right and (not numbered[1] or named(name, numbered[1])) else 0


def called_all(position: Position, cards: tuple[int, ...], text: str) -> int:
    """How well several cards are called, in any order."""
    best = 0
    for texts in {(text,), tuple(listed(text))}:
        if texts and len(texts) == len(cards):
            for order in permutations(texts):
                best = max(best, min(called(position, card, each) for card, each in zip(cards, order, strict=True)))
    return best


def listed(text: str) -> list[str]:
    """The parts of "this and that"."""
    ands = "|".join({words(language).label("and") for language in LANGUAGES})
    return [part for part in re.split(rf"\s*,\s*|\s+(?:{ands})\s+", text) if part]


def in_sight(position: Position, hand_first: bool) -> list[int]:
    """The cards that the mover may know of, the likeliest first; the position is as he sees it."""
    player = mover(position)
    side, other = position.sides[player], position.sides[1 - player]
    there = [found.who.id for found in characters(position)] + [fixed.at.id for fixed in attachments(position)]
    table = [side.stronghold, *sorted(there, key=lambda card: position.game.owners[card] != player), other.stronghold]
    zones = [side.hand, table] if hand_first else [table, side.hand]
    return [card for zone in (*zones, side.discard, side.deck, other.discard, other.hand) for card in zone if card >= 0]


def resolved(position: Position, text: str, hand_first: bool = False) -> int | None:
    """The card that is most likely meant, whether a move with it is legal or not."""
    cards = in_sight(position, hand_first)
    best = max(cards, key=lambda card: called(position, card, text), default=None)
    return best if best is not None and called(position, best, text) else None


def made(position: Position, reading: Reading) -> Move | None:
    """The move that a reading says, though it is not legal."""
    key, slots = reading
    player = mover(position)
    if key.startswith("occupy"):
        places = {"occupy-own": player, "occupy-theirs": 1 - player}
        names = [stronghold_name(position, place) for place in (0, 1)]
        by_name = [place for place in (0, 1) if "place" in slots and named(names[place], slots["place"])]
        place = places.get(key, by_name[0] if by_name else None)
        return None if place is None else moves.Occupy(place)
    if key in PLAIN:  # a move that is legal, though, was not what the words say
        return PLAIN[key] if PLAIN[key] not in legal_moves(position) else None
    if key == "engage":
        return moves.Engage(int(slots["point"])) if "point" in slots else None
    if "card" not in slots:
        return None
    card = resolved(position, slots["card"], key.partition("-")[0] in ("play", "event", "attach", "card"))
    targets = [resolved(position, text) for text in listed(slots.get("target", ""))]
    if card is None or None in targets:
        return None
    return with_card(position, reading, card, tuple(target for target in targets if target is not None))


PLAIN: Mapping[str, Move] = {
    "draw": moves.Draw(),
    "takeback-deck": moves.TakeBack(DECK),
    "eat-deck": moves.Eat(DECK),
    **dict.fromkeys((*DONE, "finish"), moves.Done()),
    **dict.fromkeys((*PASS, "decline"), moves.Pass()),
}


def with_card(position: Position, reading: Reading, card: int, targets: tuple[int, ...]) -> Move | None:
    """The move that a reading says, with these cards."""
    key, slots = reading
    to = targets[0] if targets else DECK
    kind = position.waiting.kind if position.waiting else ""
    if key == "send":
        return moves.Send(card, int(slots["point"])) if "point" in slots else None
    if key.startswith("use-") and any(name in slots for name in NUMBERS):
        points = (int(slots["point"]),) if "point" in slots else targets
        return moves.Use(card, points, int(slots.get("text", 1)) - 1)
    if key == "play-zombie":
        return moves.Play(card, True)
    if key.startswith("take-") or key == "take":
        return moves.Take(card, to)
    if key == "takeback":
        return moves.TakeBack(card)
    if key.startswith("wound") or (key == "card" and kind == "wound"):
        return moves.Wound(card)
    if key.startswith("eat") or (key == "card" and kind == "consume"):
        return moves.Eat(card)
    return by_kind(position, key, card, targets)


def by_kind(position: Position, key: str, card: int, targets: tuple[int, ...]) -> Move | None:
    """A card put to its own use, as what it is and where it is."""
    printed = position.game.cards[card]
    held = card in position.sides[mover(position)].hand
    if printed.event and not held:
        return moves.Event(card, targets)
    if not held and (key.startswith("use") or (key in ("card", "event-on") and printed.name in TEXTS)):
        return moves.Use(card, targets)
    if key == "card" and not held:
        return None
    if printed.event:
        return moves.Event(card, targets)
    if targets or (printed.kind == ATTACHMENT and key == "attach"):
        return moves.Attach(card, targets[0] if targets else DECK)
    return moves.Play(card)


def too_few_wounds(position: Position, reading: Reading, language: str) -> Misread | None:
    """Why so many wounds cannot be put on a character that can take wounds now: all go on one until its value is 0."""
    waiting, card = position.waiting, resolved(position, reading.slots.get("card", ""))
    found = find(position, card) if reading.key == "wound-some" and card is not None else None
    if not found or not waiting or waiting.kind != "wound" or found.player != waiting.player:
        return None
    number, taken, say = int(reading.slots["amount"]), min(waiting.amount, value(position, found.who)), words(language)
    if number in (taken, waiting.amount):
        return None
    values = {"card": found.who.card.name, "amount": waiting.amount, "taken": taken, "number": number}
    return Misread(say.catalog.text("misread", "all-wounds", {**values, "rule": say.rules["combat.wounds"].title}))


def misread(position: Position, said: str, readings: Sequence[Reading], legal: Sequence[Move], lang: str) -> Misread:
    """What is said about a command that means nothing."""
    say = words(lang).catalog.text
    examples = tuple(words(lang).move(position, move) for move in spread(position, legal))
    told = [reading for reading in readings if reading.key != "card"]
    unknown = [text for reading in told for text in nameless(position, reading)]
    typed = min(unknown, key=len, default=said)
    names = [position.game.cards[card].name for card in in_sight(position, True)]
    better = corrected(position, said, lang)
    known = resolved(position, said) is not None
    key = "incomplete" if known else "no-card" if unknown else "incomplete" if told else "unknown"
    key = "another" if any(each.key in PLAIN for each in readings) else key
    key, typed = ("unknown", said) if better else (key, typed)
    meant = better or ("" if known or key == "another" else did_you_mean(typed, names)) or ""
    if said.isdecimal() or not said:
        key, meant = "number" if said else "empty", ""
    values = {"typed": typed, "count": len(legal), "waiting": words(lang).waiting(position)}
    parts = [say("misread", key, values)]
    parts += [say("misread", "meant", {"meant": meant})] if meant else []
    parts += [say("misread", "examples", {"examples": "; ".join(examples)})] if examples else []
    return Misread(" ".join(parts), meant, examples)


def nameless(position: Position, reading: Reading) -> list[str]:
    """What a reading takes for names of cards, though no card in sight is called so."""
    texts = [text for slot in ("card", "target") for text in listed(reading.slots.get(slot, ""))]
    return [text for text in texts if resolved(position, text) is None]


def corrected(position: Position, said: str, language: str) -> str:
    """The command with a verb that was misspelt put right, if it means something then."""
    first, _, rest = said.partition(" ")
    close = get_close_matches(first, sorted(verbs(language)), 1, 0.75)
    better = f"{close[0]} {rest}".strip() if close else said
    if better == said:
        return ""
    return "" if isinstance(parse(position, better, language), Misread) else better


def spread(position: Position, legal: Sequence[Move]) -> list[Move]:
    """A few legal moves, of as many kinds as possible."""
    first: dict[str, Move] = {}
    for move in legal:
        first.setdefault(described(position, move).key, move)
    return list(first.values())[:EXAMPLES]
