"""The sensible bot's values for cards and characters, in one unit: the top card of a deck is worth 1."""

from __future__ import annotations

from dataclasses import dataclass

from apz.apocalypze.ids import OTHER, Player
from apz.apocalypze.model import RAIDER, SURVIVOR, ZOMBIE, Card, InPlay, Position
from apz.apocalypze.rules.find import silenced
from apz.apocalypze.rules.hooks import FIGHTING, Scene, Stat
from apz.apocalypze.rules.sums import HAND_SIZE


@dataclass(frozen=True, slots=True)
class Taste:
    """The weights a sensible bot uses to compare its choices."""

    edible: float = 0.8  # one point of a survivor's value, which can be consumed later
    block: float = 0.6  # a survivor that can block a group
    raid: float = 0.8  # a raider, for each point of the damage it does when it gets in
    strength: float = 0.2  # one point of attack or defense
    spite: float = 0.8  # the opponent's loss, compared with the player's own
    redraw: float = 0.4  # a card that leaves the hand and is drawn again
    guard: int = 1  # survivors to have when nobody threatens
    ahead: int = 2  # raiders expected beyond those already there
    upkeep: float = 0.7  # a survivor who eats
    appetite: float = 1.2  # what a survivor must save in a turn to be fed
    fear: float = 1.0  # damage that a survivor would keep out
    surplus: float = 1.2  # what makes a survivor beyond the wanted ones not worth playing
    late: int = 4  # with this many cards left in the deck, or fewer, survivors are played for food
    horizon: float = 1.5  # turns for which a raider counts
    settle: float = 0.5  # a survivor that a turn at home brings, besides what it keeps out
    equip: float = 0.4  # a card in hand that can be attached at home
    troop: float = 0.4  # a raider that a turn away brings, besides what it does
    event: float = 0.7  # how much of an event's worth draws its player away
    skill: float = 0.1  # one point of attack or defense of a character that is played
    renown: float = 0.3  # a unique character that is played
    keep_survivor: float = 0.6  # a survivor in hand, when it could be consumed
    keep_raider: float = 0.5
    keep_other: float = 0.3
    missed: float = 0.3  # one point of attack or defense of a consumed survivor that was needed
    worn: float = 0.5  # what's attached to a character
    held: float = 0.7  # a card in hand, in the middle of combat
    decisive: float = 5.0  # what decides the game
    reserve: int = 0  # survivors to have beyond those that save more than they eat
    horde: float = 0.0  # a survivor played as a zombie although it's needed at home; 0 keeps it
    stay: float = 0.0  # a turn at home, besides what it brings
    alarm: float = 1.0  # damage that blocking would keep out
    margin: int = 0  # what should be left to consume after a breach
    tool: float = 0.0  # an attachment, besides what it does
    trick: float = 0.0  # an event, besides what it does


class Fighter:
    """A character's numbers, and the cost of losing it."""

    __slots__ = ("attack", "defense", "gives", "id", "killed", "recycled", "value", "who")

    def __init__(
        self,
        who: InPlay,
        attack: int,
        defense: int,
        value: int,
        killed: float,  # what its player loses when it's killed
        recycled: float,  # what its player loses when it's only wounded
        gives: tuple[Stat, ...],  # its abilities that change numbers in its engagement
    ) -> None:
        self.id: int = who.id
        self.who = who
        self.attack, self.defense, self.value = attack, defense, value
        self.killed, self.recycled, self.gives = killed, recycled, gives


def fighter(state: Position, who: InPlay, place: Player, raider: bool, taste: Taste) -> Fighter:
    """Return a character with its numbers, and the cost of losing it where it is."""
    face = who.face
    attack, defense, worth = face.attack, face.defense, face.value - who.wounds
    gives: tuple[Stat, ...] = (FIGHTING[who.card.name],) if who.card.name in FIGHTING else ()
    if who.attached or state.lasting:
        attack, defense, worth, more = equipped(state, who, place, raider)
        gives += more
    strength = taste.strength * (attack + defense)
    if raider:
        damage = state.game.cards[state.sides[place].stronghold].damage
        killed = taste.raid * damage + strength
    else:
        killed = taste.edible * worth + taste.block + strength
    recycled = killed - 1 if killed > 1.1 else 0.1
    if face.faction == ZOMBIE and who.card.twofold:
        killed = recycled
    return Fighter(who, attack, defense, worth, killed, recycled, gives)


def equipped(state: Position, who: InPlay, place: Player, raider: bool) -> tuple[int, int, int, tuple[Stat, ...]]:
    """Return a character's attack, defense and value at `place`, and its attachments' abilities that change numbers.

    The three numbers include the attachments' bonuses and always-on effects there.
    """
    cards = state.game.cards
    _, attack, defense, worth, _ = who.face
    names = []
    for attached in who.attached:
        if not silenced(state, attached, who.attached, place):
            card = cards[attached.id]
            names.append(card.name)
            attack, defense, worth = attack + card.bonus[0], defense + card.bonus[1], worth + card.bonus[2]
    scene = Scene(state, place, (who,), ()) if raider else Scene(state, place, (), (who,))
    for here in (state.sides[place].stronghold, *state.lasting):
        always = FIGHTING.get(cards[here].name)
        if always:
            attack += always(scene, None, who, "attack")
            defense += always(scene, None, who, "defense")
    return attack, defense, worth - who.wounds, tuple([FIGHTING[name] for name in names if name in FIGHTING])


def raiders_of(state: Position, player: Player, taste: Taste) -> list[Fighter]:
    """Return the player's raiders as Fighters."""
    return [fighter(state, who, OTHER[player], True, taste) for who in state.sides[player].raiders]


def survivors_of(state: Position, player: Player, taste: Taste) -> list[Fighter]:
    """Return the player's survivors as Fighters."""
    return [fighter(state, who, player, False, taste) for who in state.sides[player].survivors]


def keeping(card: Card, taste: Taste) -> float:
    """Return the worth of keeping this card in hand, on top of what every card in hand is worth."""
    if card.kind == SURVIVOR:
        return taste.keep_survivor
    return taste.keep_raider if card.kind == RAIDER else taste.keep_other


def redraws(state: Position, player: Player, cards: int) -> int:
    """Return how many extra cards the next draw takes from the deck if this many leave the hand."""
    side = state.sides[player]
    before = max(0, HAND_SIZE - len(side.hand))
    after = max(0, HAND_SIZE - len(side.hand) + cards)
    return min(after, len(side.deck)) - min(before, len(side.deck))
