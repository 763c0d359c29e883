"""The numbers of ApocalypZe as sums, term by term: totals, value, access points, draw, breach, consumption."""

from __future__ import annotations

from typing import Final

from apz.apocalypze.ids import OTHER, PLAYERS, Player
from apz.apocalypze.model import ATTACHMENT, RAIDER, STATS, STRONGHOLD, SURVIVOR, WILDCARD, ZOMBIE, Card, InPlay
from apz.apocalypze.rules.find import group, silenced
from apz.apocalypze.rules.hooks import ACCESS, BREACH, DRAWING, FEEDING, FIGHTING, Bonus, Scene
from apz.apocalypze.rules.table import State, record
from apz.core.trace import Sum, Term, total

HAND_SIZE: Final = 6
# the rule by which an always-on ability counts in an engagement
CARD_RULES: Final = {
    STRONGHOLD: "stronghold.text",
    ATTACHMENT: "attach.target",
    RAIDER: "timing.engagement",
    SURVIVOR: "timing.engagement",
    WILDCARD: "event.resolve",
}
STAT_RULES: Final = {"attack": "combat.attack-total", "defense": "combat.defense-total", "value": "character.stats"}


def summed(terms: list[Term], least: int | None = None) -> Sum:
    """Return the sum of these terms, with `least` as its minimum if that's given."""
    made: Sum = record(Sum, (tuple(terms), least))
    return made


def value(state: State, who: InPlay) -> int:
    """Return a character's value now: printed value plus attachments, minus wounds."""
    number = who.face.value - who.wounds
    if who.attached:
        cards = state.game.cards
        for attached in who.attached:
            bonus = cards[attached.id].bonus[2]
            if bonus and not silenced(state, attached, who.attached, place_of_host(state, who)):
                number += bonus
    return number


def value_sum(state: State, who: InPlay) -> Sum:
    """Return a character's value, term by term."""
    terms = own_terms(state, who, "value", place_of_host(state, who))
    if who.wounds:
        terms.append(Term(-who.wounds, who.card.name, "character.wounded", who.id, form="wounds"))
    return Sum(tuple(terms))


def house_value(state: State, who: InPlay) -> bool:
    """Return True if a character's printed value, or an attachment's bonus to it, is a house number."""
    cards = state.game.cards
    given = [cards[attached.id] for attached in who.attached]
    return "value" in who.face.house or any(card.bonus[2] and card.house("bonus") for card in given)


def place_of_host(state: State, who: InPlay) -> Player:
    """Return the player whose stronghold a character is at."""
    here = who in state.sides[0].survivors or who in state.sides[1].raiders
    return PLAYERS[0] if here else PLAYERS[1]


def own_terms(state: State, who: InPlay, stat: str, place: Player) -> list[Term]:
    """Return the terms that a character and its attachments add by their plain numbers."""
    index = STATS.index(stat)
    face = who.face
    form = "zombie" if face[0] == ZOMBIE and who.card.twofold else ""
    stated = (face[index + 1], who.card.name, STAT_RULES[stat], who.id, stat in face.house, form, "")
    terms: list[Term] = [record(Term, stated)]
    for attached in who.attached:
        card = state.game.cards[attached.id]
        bonus = card.bonus[index]
        if bonus and not silenced(state, attached, who.attached, place):
            terms.append(Term(bonus, card.name, "attach.target", attached.id, card.house("bonus")))
    return terms


def scene(state: State, point: int) -> Scene:
    """Return the engagement at an access point as abilities see it; outside combat, one with nobody in it."""
    combat = state.combat
    if combat is None:
        return Scene(state, state.place or PLAYERS[0], (), ())
    attacker = state.player
    return Scene(state, OTHER[attacker], group(state, attacker, point), group(state, OTHER[attacker], point))


Givers = list[tuple[int, Card, InPlay | None]]


def sources(scene: Scene) -> Givers:
    """Return the cards that can change numbers in an engagement, as (id, card, character or None) tuples."""
    state = scene.state
    cards = state.game.cards
    stronghold = state.sides[scene.place].stronghold
    found: Givers = []
    if cards[stronghold].name in FIGHTING:
        found.append((stronghold, cards[stronghold], None))
    found += [(card, cards[card], None) for card in state.lasting if cards[card].name in FIGHTING]
    for who in scene.attackers + scene.defenders:
        if who.card.name in FIGHTING:
            found.append((who.id, who.card, who))
        for attached in who.attached:
            card = cards[attached.id]
            if card.name in FIGHTING and not silenced(state, attached, who.attached, scene.place):
                found.append((attached.id, card, who))
    return found


def bonuses(scene: Scene, who: InPlay, stat: str, givers: Givers) -> list[tuple[int, int, Card, InPlay | None]]:
    """Return the bonuses to a character's attack or defense in an engagement, each with the card behind it."""
    return [
        (bonus, card_id, card, bearer)
        for card_id, card, bearer in givers
        if (bonus := FIGHTING[card.name](scene, bearer, who, stat))
    ]


def side_sum(scene: Scene, player: Player, stat: str, givers: Givers) -> Sum:
    """Return a side's attack or defense total in an engagement, term by term; `givers` are its `sources`."""
    state = scene.state
    mine = scene.attackers if player != scene.place else scene.defenders
    terms: list[Term] = []
    for who in mine:
        terms += own_terms(state, who, stat, scene.place)
        if not givers:
            continue
        for bonus, card_id, card, bearer in bonuses(scene, who, stat, givers):
            form, host = ("", "") if bearer is who else ("given", who.card.name)
            terms.append(Term(bonus, card.name, CARD_RULES[card.kind], card_id, card.house("text"), form, host))
    return summed(terms + boosts(state, player, stat, len(mine)))


def side_total(scene: Scene, player: Player, stat: str, givers: Givers) -> int:
    """Return a side's attack or defense total in an engagement, as a plain number."""
    state = scene.state
    index = STATS.index(stat)
    mine = scene.attackers if player != scene.place else scene.defenders
    number = total(boosts(state, player, stat, len(mine)))
    for who in mine:
        number += who.face.attack if index == 0 else who.face.defense
        for attached in who.attached:
            bonus = state.game.cards[attached.id].bonus[index]
            if bonus and not silenced(state, attached, who.attached, scene.place):
                number += bonus
        for _, card, bearer in givers:
            number += FIGHTING[card.name](scene, bearer, who, stat)
    return number


def boosts(state: State, player: Player, stat: str, number: int) -> list[Term]:
    """Return the terms that events and abilities have added to a side's total in the current engagement."""
    terms = []
    for boost in state.combat.boosts if state.combat else ():
        amount = boost.attack if stat == "attack" else boost.defense
        if amount and boost.player == player:
            card = state.game.cards[boost.card]
            times = number if boost.each else 1
            terms.append(Term(amount * times, card.name, "timing.engagement", boost.card, card.house("text")))
    return terms


def stat_sum(state: State, who: InPlay, stat: str) -> Sum:
    """Return a character's attack, defense or value right now, term by term, as if it were alone in an engagement."""
    if stat == "value":
        return value_sum(state, who)
    place = place_of_host(state, who)
    alone = Scene(state, place, (), (who,)) if who in state.sides[place].survivors else Scene(state, place, (who,), ())
    terms = own_terms(state, who, stat, place)
    for bonus, card_id, card, _ in bonuses(alone, who, stat, sources(alone)):
        terms.append(Term(bonus, card.name, CARD_RULES[card.kind], card_id, card.house("text")))
    return Sum(tuple(terms))


def access(state: State, place: int) -> int:
    """Return the number of access points of a stronghold, as a plain number."""
    side, cards = state.sides[place], state.game.cards
    number = cards[side.stronghold].access
    for fixture in side.fixtures:
        name = cards[fixture.id].name
        if name in ACCESS and not silenced(state, fixture, side.fixtures, place):
            number += ACCESS[name]
    return max(1, number)


def access_sum(state: State, place: int) -> Sum:
    """Return the number of access points of a stronghold, term by term."""
    side = state.sides[place]
    card = state.game.cards[side.stronghold]
    stated = (card.access, card.name, "stronghold.access", side.stronghold, card.house("access"), "", "")
    terms: list[Term] = [record(Term, stated)]
    for fixture in side.fixtures:
        fixed = state.game.cards[fixture.id]
        if fixed.name in ACCESS and not silenced(state, fixture, side.fixtures, place):
            terms.append(Term(ACCESS[fixed.name], fixed.name, "stronghold.access", fixture.id, fixed.house("text")))
    return summed(terms, 1)


def breach_sum(state: State, place: int, raiders: tuple[InPlay, ...]) -> Sum:
    """Return how much the defender consumes for the raiders that got in."""
    side = state.sides[place]
    card = state.game.cards[side.stronghold]
    damage, house = card.damage, card.house("damage")
    terms: list[Term] = []
    for who in raiders:
        form = "zombie" if who.zombie and who.card.twofold else ""
        terms.append(record(Term, (damage, who.card.name, "stronghold.damage", who.id, house, form, "")))
        if who.card.name in BREACH:
            extra = BREACH[who.card.name]
            terms.append(Term(extra, who.card.name, "combat.breach", who.id, who.card.house("text"), "ability"))
    return summed(terms)


def draw_sum(state: State, player: int) -> Sum:
    """Return how many cards to draw in the draw phase: enough to have six in hand, plus the bonus."""
    side = state.sides[player]
    missing = max(0, HAND_SIZE - len(side.hand))
    terms: list[Term] = [record(Term, (missing, "", "draw.six", -1, False, "", ""))]
    return summed(terms + extra_terms(state, player, DRAWING, "draw.bonus"))


def feed_sum(state: State, player: int) -> Sum:
    """Return how much the consumption phase asks for: 1 for each survivor, plus the modifiers, at least 1."""
    survivors = state.sides[player].survivors
    terms: list[Term] = [record(Term, (1, who.card.name, "feed.survivors", who.id, False, "", "")) for who in survivors]
    return summed(terms + extra_terms(state, player, FEEDING, "feed.modifiers"), 1)


def extra_terms(state: State, player: int, hook: dict[str, Bonus], rule: str) -> list[Term]:
    """Return the terms by which a player's stronghold and survivors, with what they carry, change a number.

    `hook` has the abilities that change it: those for the draw or for the consumption.
    """
    side = state.sides[player]
    cards = state.game.cards
    here = [(side.stronghold, cards[side.stronghold])] if cards[side.stronghold].name in hook else []
    for who in side.survivors:
        if who.card.name in hook:
            here.append((who.id, who.card))
        for attached in who.attached:
            if cards[attached.id].name in hook and not silenced(state, attached, who.attached, player):
                here.append((attached.id, cards[attached.id]))
    terms: list[Term] = []
    for card_id, card in here:
        amount = hook[card.name](state, PLAYERS[player])
        if amount:
            terms.append(record(Term, (amount, card.name, rule, card_id, card.house("text"), "", "")))
    return terms
