"""Refusals of a target for a card or ability: the first condition that isn't met, with its rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from apz.apocalypze.ids import PLAYERS, CardId, Player
from apz.apocalypze.model import POLICE, Removal
from apz.apocalypze.rules.common_refusals import refuse, stronghold_name
from apz.apocalypze.rules.find import called, find
from apz.apocalypze.rules.hooks import Target
from apz.apocalypze.rules.table import Found, State
from apz.apocalypze.rules.targets import bears, rivals
from apz.core.trace import Refusal


class Miss(NamedTuple):
    """The reason a target doesn't fit: the key of its text, its rule ("" for the target's own), and its values."""

    key: str
    rule: str = ""
    values: dict[str, Any] = {}


Check = Callable[[State, Player, CardId, Found], Miss | None]  # (state, player, card, target)


def fighting(state: State, player: Player, card: CardId, found: Found) -> Miss | None:
    """Check that the target takes part in the current engagement."""
    combat = state.combat
    point = combat.now if combat else 0
    here = combat and found.who.id in combat.attack[point - 1] + combat.defense[point - 1]
    return None if here else Miss("aim-elsewhere", "timing.engagement", {"point": point})


def theirs(state: State, player: Player, card: CardId, found: Found) -> Miss | None:
    """Check that the target is the opponent's."""
    return Miss("aim-own", "timing.engagement") if found.player == player else None


def own(state: State, player: Player, card: CardId, found: Found) -> Miss | None:
    """Check that the target is the player's own."""
    return None if found.player == player else Miss("aim-theirs", "event.trump")


def zombie(state: State, player: Player, card: CardId, found: Found) -> Miss | None:
    """Check that the target is a zombie."""
    return None if found.who.zombie else Miss("aim-human", "character.zombie-not-human")


def human(state: State, player: Player, card: CardId, found: Found) -> Miss | None:
    """Check that the target is a human."""
    return Miss("aim-zombie", "character.zombie-not-human") if found.who.zombie else None


def here(state: State, player: Player, card: CardId, found: Found) -> Miss | None:
    """Check that the target is at the occupied stronghold."""
    place = stronghold_name(state, state.place or PLAYERS[0])
    return None if found.place == state.place else Miss("aim-away", "event.wildcard", {"place": place})


def twofold(state: State, player: Player, card: CardId, found: Found) -> Miss | None:
    """Check that the target is a twofold."""
    return None if found.who.card.twofold else Miss("aim-single", "twofold.sides")


def unrivalled(state: State, player: Player, card: CardId, found: Found) -> Miss | None:
    """Check that the target wouldn't be next to a gang or cult as a zombie."""
    others = rivals(state, found.place, found.who.id)
    if not others:
        return None
    own = found.who.card.name  # a rival with the target's own name needs its number
    names = tuple(dict.fromkeys(called(state, who.id) if who.card.name == own else who.card.name for who in others))
    return Miss("aim-beside", "twofold.turned", {"names": names, "standing": others[0].face.faction})


def raider_here(state: State, player: Player, card: CardId, found: Found) -> Miss | None:
    """Check that the target is raiding the player's stronghold."""
    return None if found.raider and found.player != player else Miss("aim-no-raider")


def doomed(state: State, player: Player, card: CardId, found: Found) -> Miss | None:
    """Check that the target is the character about to be removed, if there is one."""
    waiting = state.waiting
    if not isinstance(waiting, Removal) or waiting.card == found.who.id:
        return None
    return Miss("aim-safe", "", {"other": called(state, waiting.card)})


def fanatic(state: State, player: Player, card: CardId, found: Found) -> Miss | None:
    """Check that the target is a Cult Fanatic who's still human."""
    return None if found.who.card.name == "Cult Fanatic" and not found.who.zombie else Miss("aim-no-fanatic")


def police(state: State, player: Player, card: CardId, found: Found) -> Miss | None:
    """Check that the target is a police character other than the card itself."""
    return None if found.who.face.faction == POLICE and found.who.id != card else Miss("aim-no-police")


def unrested(state: State, player: Player, card: CardId, found: Found) -> Miss | None:
    """Check that the target isn't already going to the discard pile."""
    return Miss("aim-rested") if isinstance(state.waiting, Removal) and state.waiting.rest is not None else None


def survivor(state: State, player: Player, card: CardId, found: Found) -> Miss | None:
    """Check that the target is a survivor."""
    return Miss("aim-no-survivor", "attach.target") if found.raider else None


def free(state: State, player: Player, card: CardId, found: Found) -> Miss | None:
    """Check that the target has no copy of the attachment yet."""
    return Miss("aim-has-one", "attach.one-copy") if bears(state, found.who, card) else None


# the checks for each kind of target, in order
AIMS: Final[dict[str, tuple[Check, ...]]] = {
    "opposing": (theirs, fighting),
    "opposing-two": (theirs, fighting),
    "opposing-zombie": (theirs, zombie, fighting),
    "opposing-survivor": (theirs, survivor, fighting, free),
    "thrower": (own, human, fighting),
    "raider-here": (raider_here,),
    "own-character": (own,),
    "convertible": (here, twofold, human, unrivalled),
    "own-fanatic": (doomed, own, fanatic),
    "other-police": (doomed, own, police),
    "twofold-zombie": (doomed, twofold, zombie, unrested),
}


def off_aim(
    state: State, player: Player, card: CardId, targets: tuple[int, ...], wanted: Target, house: bool
) -> Refusal:
    """Return the refusal of a card or ability with no target, too many, or one it can't work on."""
    name = state.game.cards[card].name
    lane = wanted.key == "open-point"
    if not targets:
        return refuse("aim-missing", wanted.rule, (card,), "fitting-target", house, card=name, wanted=wanted.key)
    many = len(set(targets)) > (2 if wanted.key == "opposing-two" else 1)
    if many or len(set(targets)) < len(targets):
        key = "aim-many" if many else "aim-twice"
        return refuse(key, wanted.rule, (card,), "fitting-target", house, card=name, wanted=wanted.key)
    if lane:
        return refuse(
            "wrong-point", wanted.rule, (card,), "fitting-target", house,
            card=name, target=targets[0], wanted=wanted.key,
        )  # fmt: skip
    for target in map(CardId, targets):
        found = find(state, target)
        if found is None:
            return _missed(state, card, target, wanted, Miss("aim-nobody"), house)
        missed = [miss for check in AIMS[wanted.key] if (miss := check(state, player, card, found))]
        if missed:
            return _missed(state, card, target, wanted, missed[0], house)
    return _missed(state, card, CardId(targets[0]), wanted, Miss("aim-unfit"), house)


def _missed(state: State, card: CardId, target: CardId, wanted: Target, missed: Miss, house: bool) -> Refusal:
    """Return the refusal for one target."""
    known = 0 <= target < len(state.game.cards)
    return refuse(
        missed.key, missed.rule or wanted.rule, (card, target) if known else (card,), "fitting-target", house,
        card=state.game.cards[card].name, target=state.game.cards[target].name if known else f"#{target}",
        wanted=wanted.key, **missed.values,
    )  # fmt: skip
