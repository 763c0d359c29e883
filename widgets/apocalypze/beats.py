"""Beats: the script of what happened since the last gesture, taken from the kernel's notes, for the page to play.

`widgets/base/js/README.md` explains the acts. The page skips cards it doesn't show, so the code for a note doesn't
have to know what's drawn, with one exception: a hidden card flies to or from a hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from apz.apocalypze.model import Position
from apz.apocalypze.rules.consumption import resources_sum
from apz.apocalypze.rules.sums import feed_sum
from apz.apocalypze.show.picture import Picture, picture
from apz.core.trace import Note, Refusal, Step
from apz.widgets.apocalypze.changes import PLAY, spots
from apz.widgets.apocalypze.pictured import pictured
from apz.widgets.table.scene import Scene

MOST_FLYING = 6  # the most cards that fly from one pile; the rest only count
Beat = list[str]  # acts that happen together


def script(scene: Scene) -> str:
    """Return the script of the last gesture's beats, with a name so that the page plays it only once."""
    state = scene.state
    seen = (scene.viewer, state.open_hands, state.seats)
    when = (state.at, state.since, state.refused, state.walked, isinstance(state.answer, Refusal))
    return scene.memo.once("beats", (seen, when), lambda: written(scene))


def written(scene: Scene) -> str:
    """Return the script of the last gesture's beats as text that begins with the script's name.

    It's empty at a table where nothing has happened yet.
    """
    state = scene.state
    if not (scene.steps or state.walked or state.refused):
        return ""
    if isinstance(state.answer, Refusal):
        beats = [[*(f"shake {card}" for card in state.answer.cards[:MOST_FLYING]), "sound knock"]]
    else:
        beats = [] if state.walked else happened(scene)
    told = "; ".join(", ".join(beat) for beat in beats if beat)
    return f"{state.since}.{state.at}.{state.refused}: {told}"


def happened(scene: Scene) -> list[Beat]:
    """Return the beats since the last gesture in the order of their notes, merging successive beats of the same kind.

    In the last beat, the totals that changed count from their old values to the new ones.
    """
    steps = [step for _, step in scene.recent]
    if not steps:
        return []
    first = scene.shown(steps[0].before)
    seen = in_sight(first)
    beats: list[Beat] = []
    last = ""
    for step in steps:
        teller = Teller(step, scene.position, seen, in_sight(scene.shown(step.after)), tuple(scene.people))
        begin = len(beats)
        for note in step.notes:
            acts = fresh(beats, TELL[note.key](teller, note)) if note.key in TELL else []
            if acts and note.key == last:
                beats[-1] += more(beats[-1], acts)
            elif acts:
                beats.append(acts)
            last = note.key if acts else last
        for pile, count in piles(teller).items():
            touching = (beat for beat in beats[begin:] if any(pile in act for act in beat))
            next(touching, beats[-1] if beats else []).append(count)
    old, new = totals(steps[0].before, picture(first, scene.language)), totals(scene.position, pictured(scene))
    counts = [f"count {name} {old.get(name, 0)}" for name, total in new.items() if total != old.get(name, 0)]
    return [*beats[:-1], [*beats[-1], *counts]] if beats else []


def fresh(beats: list[Beat], acts: Beat) -> Beat:
    """Return the acts, leaving out any that would fly a card to its current place a second time."""
    flown = {act for beat in beats for act in beat if is_home(act)}
    return [act for act in acts if act not in flown]


def is_home(act: str) -> bool:
    """Return True if an act flies a card to its current place."""
    return act.startswith("fly ") and act.replace(">", " ").split()[-1].isdecimal()


def in_sight(position: Position) -> frozenset[int]:
    """Return the ids of the face-up cards in hands and in play, not counting strongholds."""
    return frozenset(card for card, spot in spots(position).items() if spot.zone in ("hand", *PLAY))


def more(beat: Beat, acts: Beat) -> Beat:
    """Return the acts to add to a beat, without repeating any except a few flights to or from a deck."""
    return [act for act in acts if beat.count(act) < (MOST_FLYING if "deck:" in act else 1)]


# ---- one step


@dataclass(frozen=True)
class Teller:
    """The context for a note's beats: the step, the final position, the visible faces, and the people watching."""

    step: Step
    end: Position
    seen: frozenset[int]
    known: frozenset[int]
    people: tuple[int, ...]

    @property
    def before(self) -> Position:
        """The position before the step."""
        position: Position = self.step.before
        return position

    def owner(self, card: int) -> int:
        """Return the number of the player whose deck and discard pile a card belongs to."""
        owner: int = self.before.game.owners[card]
        return owner

    def player(self, note: Note) -> int:
        """Return the number of the player that a note names, or else of the player who decided."""
        names, named = self.before.game.names, note.values.get("player")
        deciding = self.before.waiting.player if self.before.waiting else 0
        return names.index(named) if named in names else deciding

    def out_of(self, card: int) -> str:
        """Return the act that brings a card to its current place from its previous place or from a hidden hand."""
        return f"fly {card}" if card in self.seen else f"fly hand:{self.owner(card)}>{card}"

    def away(self, card: int) -> str:
        """Return the act that takes a card off the table: face up to the discard pile, or face down under the deck."""
        owner = self.owner(card)
        gone = card in self.step.after.sides[owner].discard
        return f"fly {card}>discard:{owner}" if gone else f"turn {card}>deck:{owner}"


def piles(teller: Teller) -> dict[str, str]:
    """Return the acts that count the sizes of decks, discard piles and hidden hands from old to new, by pile."""
    found = {}
    for player, (old, new) in enumerate(zip(teller.before.sides, teller.step.after.sides, strict=True)):
        open_hand = teller.known.issuperset(new.hand)
        for zone in ("deck", "discard") if open_hand else ("deck", "discard", "hand"):
            was, now = len(getattr(old, zone)), len(getattr(new, zone))
            if was != now:
                found[f"{zone}:{player}"] = f"count {zone}:{player} {was} {now}"
    return found


def draws(teller: Teller, note: Note) -> Beat:
    """Return the beat of drawing: cards turn face up on the way to a visible hand."""
    flights = []
    for card in note.cards[:MOST_FLYING]:
        player = teller.owner(card)
        flights.append(f"turn deck:{player}>{card}" if card in teller.known else f"fly deck:{player}>hand:{player}")
    return [*flights, "sound slide"] if flights else []


def comes(sound: str) -> Callable[[Teller, Note], Beat]:
    """Return a function that makes the beat of a card coming into play or moving within it."""
    return lambda teller, note: [teller.out_of(note.cards[0]), f"sound {sound}"]


def goes(teller: Teller, note: Note) -> Beat:
    """Return the beat of a card that leaves the table."""
    return [teller.away(note.cards[0]), "sound slide"]


def plays(teller: Teller, note: Note) -> Beat:
    """Return the beat of a played event, which is in the air or already on the discard pile."""
    card = note.cards[0]
    player = teller.owner(card)
    if card not in teller.end.sides[player].discard:
        return [teller.out_of(card), "sound crack"]
    return [discarded(teller, card), "sound crack"]


def discarded(teller: Teller, card: int) -> str:
    """Return the act that moves a card from a hand to the discard pile; a hidden card turns face up on the way."""
    player = teller.owner(card)
    return f"fly {card}>discard:{player}" if card in teller.seen else f"turn hand:{player}>discard:{player}"


def engages(teller: Teller, note: Note) -> Beat:
    """Return the beat that starts an engagement."""
    return [f"pulse point:{note.values['point']}"]


def strikes(teller: Teller, note: Note) -> Beat:
    """Return the beat of one side striking the other, with the wounds shown; [] outside combat."""
    combat, point = teller.before.combat, int(note.values["point"])
    if combat is None:
        return []
    defender = 1 - teller.before.player
    suffers = teller.player(note) == defender
    group = (combat.attack if suffers else combat.defense)[point - 1]
    way, chip = ("down", "guard") if suffers else ("up", "defense")
    return [*(f"{way} {card}" for card in group), f"pop wounds:{point}.{chip}", "sound hit"]


def breaks_in(teller: Teller, note: Note) -> Beat:
    """Return the beat of raiders getting in: the stronghold shakes."""
    home = teller.before.sides[1 - teller.before.player].stronghold
    return [*(f"down {card}" for card in note.cards[:MOST_FLYING]), f"shake {home}", f"flash {home}", "sound thud"]


def pays_from_deck(teller: Teller, note: Note) -> Beat:
    """Return the beat of consuming the top deck card: it turns face up on its way."""
    player = teller.owner(note.cards[0])
    return [f"turn deck:{player}>discard:{player}", "sound slide"]


def pays_from_hand(teller: Teller, note: Note) -> Beat:
    """Return the beat of consuming two hand cards."""
    return [*(discarded(teller, card) for card in note.cards), "sound slide"]


def recovers(teller: Teller, note: Note) -> Beat:
    """Return the beat of a card going from the discard pile under the deck."""
    player = teller.owner(note.cards[0])
    return [f"fly discard:{player}>deck:{player}", "sound slide"]


def out(teller: Teller, note: Note) -> Beat:
    """Return the beat of a player being out."""
    home = teller.before.sides[teller.player(note)].stronghold
    return [f"shake {home}", f"tilt {home}"]


TELL: Mapping[str, Callable[[Teller, Note], Beat]] = {
    "draw.drew": draws,
    "searchlight.drew": draws,
    "occupy.chose": lambda teller, note: [f"pulse {note.cards[0]}", "sound tick"],
    "character.arrived": comes("slide"),
    "character.arrived-raider": comes("thud"),
    "character.arrived-zombie": comes("thud"),
    "character.converted": lambda teller, note: [f"turn {note.cards[0]}", "sound crack"],
    "attachment.attached": comes("tick"),
    "attachment.moved": comes("tick"),
    "event.played": plays,
    "event.played-on": plays,
    "event.thrown": plays,
    "event.disregarded": lambda teller, note: [*(f"tilt {card}" for card in note.cards), "sound knock"],
    "text.used": lambda teller, note: [f"pulse {note.cards[0]}"],
    "text.used-on": lambda teller, note: [f"pulse {note.cards[0]}"],
    "combat.sent": comes("tick"),
    "combat.met": comes("tick"),
    "combat.joined": comes("tick"),
    "combat.slipped": comes("tick"),
    "combat.taken-back": comes("tick"),
    "combat.engages": engages,
    "combat.last-engagement": engages,
    "combat.casualties": strikes,
    "combat.unharmed": strikes,
    "combat.breach": breaks_in,
    "character.wounded": lambda teller, note: [f"shake {note.cards[0]}", f"flash {note.cards[0]}", "sound hit"],
    "character.killed": lambda teller, note: [f"tilt {note.cards[0]}", "sound crack"],
    "character.removed": goes,
    "character.persisted": goes,
    "character.recycled": goes,
    "attachment.displaced": goes,
    "attachment.recycled": goes,
    "attachment.removed": goes,
    "attachment.used-up": goes,
    "attachment.done": goes,
    "attachment.unfit": goes,
    "consume.deck": pays_from_deck,
    "consume.hand": pays_from_hand,
    "consume.survivor": lambda teller, note: [f"tilt {note.cards[0]}", teller.away(note.cards[0]), "sound bell"],
    "pile.recovered": recovers,
    "pile.shuffled-deck": lambda teller, note: [f"shake deck:{teller.player(note)}", "sound slide"],
    "pile.shuffled-discard": lambda teller, note: [f"shake discard:{teller.player(note)}", "sound slide"],
    "turn.begins": lambda teller, note: [f"sound {'up' if 1 - teller.before.player in teller.people else 'down'}"],
    "consume.out": out,
    "end.won": lambda teller, note: [f"sound {'win' if teller.player(note) in teller.people else 'down'}"],
}  # fmt: skip


# ---- totals


def totals(position: Position, seen: Picture) -> dict[str, int]:
    """Return the totals drawn for a position, keyed by the name of the place where each is drawn."""
    found = {}
    for player, seat in enumerate(seen.seats):
        found[f"sum.food.{player}"] = resources_sum(position, player).total
        found[f"sum.feed.{player}"] = feed_sum(position, player).total
        for lane in seat.lanes:
            found |= {f"sum.{lane.point}.{name}": total.total for name, total in lane.sums.items()}
            if lane.owed is not None:
                found[f"sum.{lane.point}.owed"] = lane.owed.total
    return found
