"""Plans of the sensible bot for its occupation phase: which stronghold, and what each card or ability is worth."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from apz.apocalypze.bots.worth import Taste, redraws
from apz.apocalypze.ids import OTHER, CardId, Player
from apz.apocalypze.model import RAIDER, SURVIVOR, ZOMBIE, Card, Face, Position
from apz.apocalypze.moves import Attach, Event, Move, Play, Use
from apz.apocalypze.rules.consumption import resources
from apz.apocalypze.rules.find import find
from apz.apocalypze.rules.hooks import FEEDING
from apz.apocalypze.rules.sums import access, extra_terms
from apz.core.trace import total


def pressure(raiders: int, access: int, damage: int, survivors: int) -> float:
    """Return how much raiders cost a stronghold per turn, if they form even groups and each survivor blocks one."""
    groups = min(raiders, access)
    unmet = groups - survivors
    return damage * raiders * unmet / groups if unmet > 0 else 0.0


def free_guests(state: Position, player: Player) -> int:
    """Return how many survivors a player can have before feeding them costs more than the minimum, but at least 1."""
    return max(1, 1 - total(extra_terms(state, player, FEEDING, "feed.modifiers")))


class Outlook:
    """The facts a player weighs before playing a card."""

    __slots__ = ("access", "cost", "faction", "me", "missing", "state", "taste", "want")

    def __init__(self, state: Position, me: Player, taste: Taste) -> None:
        self.state, self.me, self.taste = state, me, taste
        self.want = wanted(state, me, taste)  # survivors the player would like to have
        self.missing = max(0, self.want - len(state.sides[me].survivors))  # those the player still wants
        self.faction = raiding_faction(state, me)  # the faction of the player's raiders, now or planned
        self.access = access(state, OTHER[me])  # of the opponent's stronghold
        self.cost = taste.redraw * redraws(state, me, 1)  # the cost of a card that leaves the hand


def wanted(state: Position, player: Player, taste: Taste) -> int:
    """Return how many survivors a player would like to have: each extra survivor must save more than it eats."""
    side = state.sides[player]
    stronghold = state.game.cards[side.stronghold]
    points, raiders = access(state, player), len(state.sides[OTHER[player]].raiders) + taste.ahead
    number = min(max(taste.guard, free_guests(state, player)), stronghold.capacity)
    saved = pressure(raiders, points, stronghold.damage, number)
    while saved and number < stronghold.capacity:
        less = pressure(raiders, points, stronghold.damage, number + 1)
        if saved - less <= taste.appetite:
            break
        number, saved = number + 1, less
    return min(number + taste.reserve, stronghold.capacity) if taste.reserve else number


def raiding_faction(state: Position, me: Player) -> str:
    """Return the faction of the player's raiders in play, else the strongest that can raid from hand, else zombies."""
    side = state.sides[me]
    if side.raiders:
        return side.raiders[0].face.faction
    cards = state.game.cards
    strength: dict[str, float] = {}
    for held in side.hand:
        for face in faces(cards[held]):
            strength[face.faction] = strength.get(face.faction, 0.0) + 1 + 0.6 * (face.attack + face.defense)
    return max(strength, key=lambda faction: strength[faction]) if strength else ZOMBIE


def faces(card: Card) -> list[Face]:
    """Return the faces with which a card can be a raider."""
    found = [card.human] if card.kind == RAIDER and card.human else []
    return [*found, card.zombie] if card.zombie else found


def raiders_in_hand(view: Outlook) -> int:
    """Return how many cards in hand count as raiders of the view's faction; for zombies, survivors count too.

    Survivors needed at home count only if the taste has a `horde`.
    """
    cards = view.state.game.cards
    spare, number = 0 if view.taste.horde else -view.missing, 0
    for held in view.state.sides[view.me].hand:
        card = cards[held]
        spare += card.kind == SURVIVOR
        if card.kind == RAIDER and any([face.faction == view.faction for face in faces(card)]):
            number += 1
    return number + (max(0, spare) if view.faction == ZOMBIE else 0)


def home_gain(view: Outlook) -> float:
    """Return the worth of a turn at home: damage kept out, food for later, equipment."""
    state, me, taste = view.state, view.me, view.taste
    side = state.sides[me]
    cards = state.game.cards
    held = sum([1 for c in side.hand if cards[c].kind == SURVIVOR])
    have, more = len(side.survivors), min(view.missing, held)
    points, damage = access(state, me), cards[side.stronghold].damage
    raiders = len(state.sides[OTHER[me]].raiders) + taste.ahead
    danger, left = pressure(raiders, points, damage, have), pressure(raiders, points, damage, have + more)
    gain = taste.stay + taste.fear * (danger - left) + taste.settle * more
    gain += taste.equip * sum([1 for c in side.hand if cards[c].target in HOME_TARGETS])
    if len(side.deck) <= taste.late:
        gain += held - more
    return gain + taste.decisive if danger >= resources(state, me) > left else gain


def away_gain(view: Outlook) -> float:
    """Return the worth of a turn at the opponent's stronghold: the damage raiders do while they stay, and events."""
    state, me, taste = view.state, view.me, view.taste
    side, other = state.sides[me], state.sides[OTHER[me]]
    cards = state.game.cards
    have, more = len(side.raiders), raiders_in_hand(view)
    damage, survivors = cards[other.stronghold].damage, len(other.survivors)
    before, then = (pressure(number, view.access, damage, survivors) for number in (have, have + more))
    gain = taste.horizon * (then - before) + taste.troop * more
    if have + more:
        gain += taste.event * sum([USEFUL[cards[c].name] for c in side.hand if cards[c].name in AWAY_EVENTS])
    return gain + taste.decisive if then >= resources(state, OTHER[me]) > before else gain


ACTIONS: Final = (Event, Use)
HOME_TARGETS: Final[tuple[str, ...]] = ("your-stronghold", "your-police", "your-biker", "your-soldier", "your-survivor")
AWAY_EVENTS: Final[tuple[str, ...]] = ("Mugged", "Thief in the Night", "Lurking Death", "Turned")

# rough worths of cards' abilities to the player who uses them
USEFUL: Final[dict[str, float]] = {
    "Mugged": 2.0,
    "Thief in the Night": 2.0,
    "Turned": 2.5,
    "Lurking Death": 1.5,
    "Molotov Cocktail": 1.5,
    "The Power of Faith": 0.9,
    "Pop!": 1.0,
    "One Man Army": 1.0,
    "Stand Together": 1.0,
    "Recycle": 0.5,
    "No Escape": 0.5,
    "Take What You Need": 0.75,
    "Moose Tucker": 1.0,
    "Wes Trentin": 1.0,
    "Wilfred Python": 0.8,
    "Cinda Parikh": 0.9,
    "Police Station": 0.9,
    "Bishop Land": 1.5,
    "Sniper Rifle": 2.0,
    "Chain Link Fence": 1.6,
    "Searchlight": 1.0,
    "Illness": 1.6,
    "Scent of Blood": 0.5,
    "Gang Mark": 0.5,
    "Adrenaline": 0.8,
}


def play_worth(view: Outlook, move: Play) -> float:
    """Return the worth of playing this character now."""
    state, me, taste = view.state, view.me, view.taste
    card = state.game.cards[move.card]
    cost = view.cost
    if state.place == me:
        face = card.human
        assert face
        number = len(state.sides[me].survivors)
        if number >= state.game.cards[state.sides[me].stronghold].capacity:
            return 0.0
        gain = (
            taste.edible * face.value + taste.skill * (face.attack + face.defense) + taste.renown * card.unique - cost
        )
        return gain + taste.block if number < view.want else gain - taste.upkeep - taste.surplus
    found = card.face(move.zombie)
    if found.faction != view.faction:
        return 0.0
    if card.kind == SURVIVOR and held_survivors(view) <= view.missing:
        return taste.horde
    damage = state.game.cards[state.sides[OTHER[me]].stronghold].damage
    return taste.raid * damage + taste.skill * (found.attack + found.defense) + taste.renown * card.unique - 0.5 * cost


def held_survivors(view: Outlook) -> int:
    """Return how many survivors are in the hand."""
    cards = view.state.game.cards
    return sum([1 for held in view.state.sides[view.me].hand if cards[held].kind == SURVIVOR])


def attach_worth(view: Outlook, move: Attach) -> float:
    """Return the worth of attaching this card to its target."""
    state = view.state
    cards = state.game.cards
    card = cards[move.card]
    gain = USEFUL.get(card.name, 0.4) + 0.3 * sum(card.bonus) - view.cost
    found = find(state, move.to)
    if found is None:
        return gain + 0.1 * USEFUL.get(cards[move.to].name, 0.0)
    who = found.who
    if "weapon" in card.attributes and any(["weapon" in cards[a.id].attributes for a in who.attached]):
        return 0.0
    if found.player != view.me:
        if card.name == "Scent of Blood" and view.faction != ZOMBIE:
            return 0.0
        return gain + 0.1 * who.face.value
    named = any([who.card.name in text for text in card.texts])
    return gain + named + 0.1 * (who.face.value + who.face.defense) + 0.05 * who.face.attack


def turned_worth(view: Outlook, move: Move) -> float:
    """Return the worth of Turned, which is 0 unless the target is an opponent's survivor."""
    assert isinstance(move, Event)
    found = find(view.state, CardId(move.targets[0]))
    return USEFUL["Turned"] if found and found.player != view.me and not found.raider else 0.0


def no_escape_worth(view: Outlook, move: Move) -> float:
    """Return the worth of No Escape, which is 0 unless the next attack could use up the opponent's deck and hand."""
    other = view.state.sides[OTHER[view.me]]
    groups = len(view.state.sides[view.me].raiders)
    damage = view.state.game.cards[other.stronghold].damage
    threat = pressure(groups, view.access, damage, len(other.survivors))
    return 3.0 if threat and threat >= len(other.deck) + len(other.hand) // 2 else 0.0


def faith_worth(view: Outlook, move: Move) -> float:
    """Return the worth of The Power of Faith, which grows with the player's raiders if anyone can block them."""
    number = len(view.state.sides[view.me].raiders)
    return 0.5 * number - 0.5 if view.state.sides[OTHER[view.me]].survivors else 0.0


def station_worth(view: Outlook, move: Move) -> float:
    """Return the worth of a Police Station ability, which is 0 if its police character or gun isn't needed."""
    assert isinstance(move, Use)
    side = view.state.sides[view.me]
    if move.text == 0:
        return 1.5 if view.missing else 0.0
    cards = view.state.game.cards
    bare = [w for w in side.survivors if not any(["weapon" in cards[a.id].attributes for a in w.attached])]
    return 0.3 if bare and len(side.deck) > 10 and view.state.sides[OTHER[view.me]].raiders else 0.0


def sniper_worth(view: Outlook, move: Move) -> float:
    """Return the worth of a shot with the Sniper Rifle: more for strong raiders and for those with a value up to 2."""
    assert isinstance(move, Use)
    found = find(view.state, CardId(move.targets[0]))
    assert found
    face = found.who.face
    return USEFUL["Sniper Rifle"] + 0.2 * (face.attack + face.defense) + (face.value <= 2)


def never(view: Outlook, move: Move) -> float:
    """Return 0, for cards and abilities that are never worth playing."""
    return 0.0


JUDGED: Final[dict[str, Callable[[Outlook, Move], float]]] = {
    "Turned": turned_worth,
    "No Escape": no_escape_worth,
    "The Power of Faith": faith_worth,
    "Police Station": station_worth,
    "Sniper Rifle": sniper_worth,
    "Recycle": never,
}


def act_worth(view: Outlook, move: Move) -> float:
    """Return the worth of a move in the occupation phase."""
    if isinstance(move, Play):
        return play_worth(view, move)
    if isinstance(move, Attach):
        gain = attach_worth(view, move)
        return gain + view.taste.tool if gain > 0 else gain
    if not isinstance(move, ACTIONS):
        return 0.0
    name = view.state.game.cards[move.card].name
    judge = JUDGED.get(name)
    gain = judge(view, move) if judge else USEFUL.get(name, 0.5)
    cost = view.cost if isinstance(move, Event) else 0.0
    bonus = view.taste.trick if isinstance(move, Event) else 0.0
    return gain - 0.5 * cost + bonus if gain else 0.0
