"""Targets and needs of cards and abilities, each with the label that explains it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from apz.apocalypze.ids import OTHER, CardId, Player
from apz.apocalypze.model import BIKER, CULT, GANG, POLICE, SOLDIER, ZOMBIE, InPlay, Removal
from apz.apocalypze.rules.find import at, find, find_attachment, group, has
from apz.apocalypze.rules.hooks import TEXTS, Need, Target
from apz.apocalypze.rules.table import State

Row = tuple[InPlay, ...]


def fighters(state: State, player: Player) -> Row:
    """Return the player's characters in the current engagement."""
    return group(state, player, state.combat.now) if state.combat else ()


def enemies(state: State, player: Player) -> Row:
    """Return the opposing characters in the current engagement."""
    return fighters(state, OTHER[player])


def singles(row: Row) -> list[tuple[int, ...]]:
    """Return each character of a row as a choice of one."""
    return [(who.id,) for who in row]


def pairs(row: Row) -> list[tuple[int, ...]]:
    """Return each choice of one or two characters from a row; the order of two doesn't matter."""
    ids = sorted(who.id for who in row)
    return [(i,) for i in ids] + [(i, j) for n, i in enumerate(ids) for j in ids[n + 1 :]]


def mine_here(state: State, player: Player) -> Row:
    """Return the player's characters at the occupied stronghold."""
    if state.place is None:
        return ()
    side = state.sides[player]
    return side.survivors if state.place == player else side.raiders


def convertible(state: State, player: Player, card: CardId) -> list[tuple[int, ...]]:
    """Return the human twofolds at the occupied stronghold that can become zombies there (twofold.turned)."""
    place = state.place
    if place is None:
        return []
    choices: list[tuple[int, ...]] = []
    for who in at(state, place):
        if who.card.twofold and not who.zombie and not rivals(state, place, who.id):
            choices.append((who.id,))
    return choices


def rivals(state: State, place: Player, card: CardId) -> Row:
    """Return the gang or cult characters that a character here would be next to as a zombie."""
    return tuple([r for r in state.sides[OTHER[place]].raiders if r.id != card and not r.zombie])


def open_points(state: State, player: Player, card: CardId) -> list[tuple[int, ...]]:
    """Return the unblocked access points."""
    combat = state.combat
    if combat is None:
        return []
    return [(point,) for point in range(1, len(combat.attack) + 1) if point not in combat.met]


def doomed(
    test: Callable[[State, Player, CardId, InPlay], bool],
) -> Callable[[State, Player, CardId], list[tuple[int, ...]]]:
    """Return a function that finds the character about to be removed, if it passes the test."""

    def choices(state: State, player: Player, card: CardId) -> list[tuple[int, ...]]:
        waiting = state.waiting
        found = find(state, waiting.card) if isinstance(waiting, Removal) else None
        return [(found.who.id,)] if found and test(state, player, card, found.who) else []

    return choices


def own_fanatic_beside(state: State, player: Player, card: CardId, who: InPlay) -> bool:
    """Return True if `who` is a Cult Fanatic, still with the cult, among the player's raiders."""
    return who.card.name == "Cult Fanatic" and who.face.faction == CULT and who in state.sides[player].raiders


def other_police_beside(state: State, player: Player, card: CardId, who: InPlay) -> bool:
    """Return True if `who` is another police character next to this one, at its player's stronghold."""
    row = state.sides[player].survivors
    return who.id != card and who.face.faction == POLICE and who in row and any(other.id == card for other in row)


def twofold_zombie(state: State, player: Player, card: CardId, who: InPlay) -> bool:
    """Return True if `who` is a twofold zombie that isn't already going to the discard pile."""
    waiting = state.waiting
    return who.card.twofold and who.zombie and isinstance(waiting, Removal) and waiting.rest is None


def on_human(state: State, player: Player, card: CardId) -> bool:
    """Return True if the attachment is on a human."""
    fixed = find_attachment(state, card)
    return bool(fixed and fixed.host and not fixed.host.zombie)


def beside_bearer(state: State, player: Player, card: CardId) -> Row:
    """Return the gang or cult characters that an attachment's character would be next to as a zombie."""
    fixed = find_attachment(state, card)
    return rivals(state, fixed.place, fixed.host.id) if fixed and fixed.host else ()


def names(row: Row) -> dict[str, tuple[str, ...]]:
    """Return the names of the characters in `row`, each once, as the values of a text."""
    return {"names": tuple(dict.fromkeys(who.card.name for who in row))}


def count(row: Row) -> dict[str, int]:
    """Return the size of `row`, as the values of a text."""
    return {"count": len(row)}


def on_zombie(state: State, player: Player, card: CardId) -> bool:
    """Return True if the attachment is on a zombie."""
    fixed = find_attachment(state, card)
    return bool(fixed and fixed.host and fixed.host.zombie)


def in_background(state: State, player: Player, card: CardId) -> bool:
    """Return True if the attachment's character is at the attacked stronghold, in no group."""
    fixed = find_attachment(state, card)
    combat = state.combat
    if not fixed or not fixed.host or combat is None or player == state.player:
        return False
    mine = fixed.host in state.sides[player].survivors
    return mine and all(fixed.host.id not in group for group in combat.defense)


def bears(state: State, who: InPlay, card: CardId) -> bool:
    """Return True if a character already has a copy of this attachment (attach.one-copy)."""
    name = state.game.cards[card].name
    return any(state.game.cards[a.id].name == name for a in who.attached)


def armed(state: State, row: Row, attribute: str) -> bool:
    """Return True if somebody in a row of the current engagement has an attachment with this attribute."""
    return any(has(state, who, attribute, OTHER[state.player]) for who in row)


def on_mine(test: Callable[[InPlay], bool]) -> Callable[[State, Player, CardId], list[tuple[int, ...]]]:
    """Return a function that finds the player's characters at the occupied stronghold that pass the test."""
    return lambda state, player, card: [(who.id,) for who in mine_here(state, player) if test(who)]


def their_survivors(state: State, player: Player, card: CardId) -> list[tuple[int, ...]]:
    """Return the opponent's survivors, if the player occupies their stronghold."""
    return singles(state.sides[OTHER[player]].survivors) if state.place == OTHER[player] else []


def their_attachments(state: State, player: Player, card: CardId) -> list[tuple[int, ...]]:
    """Return the opponent's attachments at their stronghold, if the player occupies it."""
    place = OTHER[player]
    if state.place != place:
        return []
    rows = [state.sides[place].fixtures, *(who.attached for who in at(state, place))]
    return [(a.id,) for row in rows for a in row if state.game.owners[a.id] == place]


def own_stronghold(state: State, player: Player, card: CardId) -> list[tuple[int, ...]]:
    """Return the player's stronghold as the only choice if they occupy it, otherwise no choices."""
    return [(state.sides[player].stronghold,)] if state.place == player else []


def attach_target(key: str, choices: Callable[[State, Player, CardId], list[tuple[int, ...]]]) -> Target:
    """Return the attachment Target with this key; it cites the rule for all attachments."""
    return Target(key, "attach.target", choices)


# what an attachment can be attached to, by the key in its YAML
ATTACH: Final[dict[str, Target]] = {
    "your-character": attach_target("your-character", on_mine(lambda w: True)),
    "your-human": attach_target("your-human", on_mine(lambda w: w.face.faction != ZOMBIE)),
    "your-zombie": attach_target("your-zombie", on_mine(lambda w: w.face.faction == ZOMBIE)),
    "your-survivor": attach_target(
        "your-survivor", lambda s, p, c: singles(s.sides[p].survivors) if s.place == p else []
    ),
    "your-police": attach_target("your-police", on_mine(lambda w: w.face.faction == POLICE)),
    "your-biker": attach_target("your-biker", on_mine(lambda w: w.face.faction == BIKER)),
    "your-soldier": attach_target("your-soldier", on_mine(lambda w: w.face.faction == SOLDIER and not w.card.unique)),
    "your-stronghold": attach_target("your-stronghold", own_stronghold),
    "their-survivor": attach_target("their-survivor", their_survivors),
    "their-attachment": attach_target("their-attachment", their_attachments),
}

OPPOSING: Final = Target("opposing", "timing.engagement", lambda s, p, c: singles(enemies(s, p)))
OPPOSING_TWO: Final = Target("opposing-two", "timing.engagement", lambda s, p, c: pairs(enemies(s, p)))
OPPOSING_ZOMBIE: Final = Target(
    "opposing-zombie", "timing.engagement",
    lambda s, p, c: singles(tuple(w for w in enemies(s, p) if w.zombie)),
)  # fmt: skip
OPPOSING_SURVIVOR: Final = Target(
    "opposing-survivor", "timing.engagement",
    lambda s, p, c: singles(tuple(w for w in enemies(s, p) if w in s.sides[OTHER[p]].survivors and not bears(s, w, c))),
)  # fmt: skip
THROWER: Final = Target(
    "thrower", "timing.engagement",
    lambda s, p, c: singles(tuple(w for w in fighters(s, p) if not w.zombie)),
)  # fmt: skip
RAIDER_HERE: Final = Target("raider-here", "text.here", lambda s, p, c: singles(s.sides[OTHER[p]].raiders))
OWN_CHARACTER: Final = Target(
    "own-character", "event.trump", lambda s, p, c: singles(s.sides[p].survivors + s.sides[p].raiders)
)
CONVERTIBLE: Final = Target("convertible", "twofold.turned", convertible)
OPEN_POINT: Final = Target("open-point", "combat.defend", open_points)
OWN_FANATIC: Final = Target("own-fanatic", "character.killed", doomed(own_fanatic_beside))
OTHER_POLICE: Final = Target("other-police", "character.killed", doomed(other_police_beside))
TWOFOLD_ZOMBIE: Final = Target("twofold-zombie", "twofold.persistent", doomed(twofold_zombie))
POLICE_HERE: Final = Target("police-here", "attach.target", ATTACH["your-police"].choices)
BIKER_HERE: Final = Target("biker-here", "attach.target", ATTACH["your-biker"].choices)

HANDGUN: Final = Need("handgun", "attach.attributes", lambda s, p, c: armed(s, fighters(s, p), "handgun"))
HUMAN_HANDGUN: Final = Need(
    "human-handgun", "character.zombie-not-human",
    lambda s, p, c: armed(s, tuple(w for w in fighters(s, p) if not w.zombie), "handgun"),
)  # fmt: skip
ALONE: Final = Need(
    "alone", "timing.engagement", lambda s, p, c: len(fighters(s, p)) == 1, lambda s, p, c: count(fighters(s, p))
)
TOGETHER: Final = Need(
    "together", "timing.engagement", lambda s, p, c: len(fighters(s, p)) >= 2, lambda s, p, c: count(fighters(s, p))
)
AT_THEIRS: Final = Need("at-theirs", "event.wildcard", lambda s, p, c: s.place == OTHER[p])
GANG_HERE: Final = Need(
    "gang-here", "event.wildcard",
    lambda s, p, c: s.place == OTHER[p] and any(w.face.faction == GANG for w in s.sides[p].raiders),
)  # fmt: skip
CULT_HERE: Final = Need(
    "cult-here", "event.wildcard",
    lambda s, p, c: s.place == OTHER[p] and any(w.face.faction == CULT for w in s.sides[p].raiders),
)  # fmt: skip
RAIDERS_HERE: Final = Need(
    "raiders-here", "event.wildcard", lambda s, p, c: s.place == OTHER[p] and bool(s.sides[p].raiders)
)
ZOMBIES_FIT: Final = Need(
    "zombies-fit", "character.factions",
    lambda s, p, c: all(w.face.faction == ZOMBIE for w in s.sides[p].raiders),
    lambda s, p, c: names(rivals(s, OTHER[p], c)),
)  # fmt: skip
DECK_LEFT: Final = Need("deck-left", "event.search", lambda s, p, c: bool(s.sides[p].deck))
DISCARD_LEFT: Final = Need("discard-left", "pile.recover", lambda s, p, c: bool(s.sides[p].discard))
ON_HUMAN: Final = Need("on-human", "attach.target", on_human)
BEARER_FITS: Final = Need(
    "bearer-fits", "twofold.turned", lambda s, p, c: not beside_bearer(s, p, c),
    lambda s, p, c: names(beside_bearer(s, p, c)),
)  # fmt: skip
POLICE_AT_HOME: Final = Need(
    "police-at-home", "stronghold.text", lambda s, p, c: any(w.face.faction == POLICE for w in s.sides[p].survivors)
)
ON_ZOMBIE: Final = Need("on-zombie", "attach.target", on_zombie)
IN_BACKGROUND: Final = Need("in-background", "combat.defend", in_background)


def fits_in_discard(state: State, player: Player, card: CardId) -> bool:
    """Return True if the face-up discard pile has a card the ability can take."""
    cards = state.game.cards
    searches = [text.search for text in TEXTS[cards[card].name] if text.search]
    return any(search.fits(cards[c]) for search in searches for c in state.sides[player].discard)


ATTACHMENT_DISCARDED: Final = Need("discard-attachment", "event.search", fits_in_discard)
MOLOTOV_DISCARDED: Final = Need("discard-molotov", "event.search", fits_in_discard)
TWOFOLD_DISCARDED: Final = Need("discard-twofold", "event.search", fits_in_discard)
WEAPON_DISCARDED: Final = Need("discard-weapon", "event.search", fits_in_discard)
