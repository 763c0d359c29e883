"""Small random positions for each kind of question to the solver, with made-up cards or with cards from the box."""

from random import Random

from apz.apocalypze.cards import Library
from apz.apocalypze.ids import OTHER, PLAYERS, CardId, Player
from apz.apocalypze.lab.aims import Aim, read_aim
from apz.apocalypze.model import (
    ATTACHMENT,
    COMBAT,
    CONSUMPTION,
    RAIDER,
    SURVIVOR,
    TRUMP,
    Attached,
    Card,
    Combat,
    Debt,
    Decision,
    Game,
    InPlay,
    Position,
    Prompt,
    Side,
)
from apz.apocalypze.play import legal_moves, play
from apz.apocalypze.rules.consumption import can_pay
from apz.apocalypze.rules.sums import access_sum, feed_sum
from apz.core.trace import Step
from tests.apocalypze.oracle.deals import Deal

KINDS = ("attack", "defend", "order", "wound", "consume")
AIMS = ("fewest resources lost", "lose no character", "survive the turn", "do most damage")


def weighing(before: Position, after: Position) -> int:
    """Return the score of a position for a custom aim: deck cards count 3, hand cards 2, survivors by their attack."""
    mine = after.sides[before.waiting.player if before.waiting else 0]
    return 3 * len(mine.deck) + 2 * len(mine.hand) + sum(who.face.attack for who in mine.survivors)


class Real:
    """Cards from the box, dealt at random: characters with abilities and attachments, trumps in hand."""

    def __init__(self, rng: Random, box: Library) -> None:
        self.rng, self.box = rng, box
        self.cards: list[Card] = []
        self.owners: list[Player] = []
        self.taken: set[str] = set()

    def add(self, card: Card, owner: Player) -> CardId:
        self.cards.append(card)
        self.owners.append(owner)
        return CardId(len(self.cards) - 1)

    def one(self, kind: str, *, faction: str = "") -> Card:
        """Return a random card of a kind, and of `faction` if given; a unique card comes up only once."""
        fits = [card for card in self.box.values() if card.kind == kind and card.name not in self.taken]
        if faction:
            fits = [card for card in fits if card.face(faction == "zombie").faction == faction]
        card = self.rng.choice(fits)
        if card.unique:
            self.taken.add(card.name)
        return card

    def character(self, owner: Player, card: Card, zombie: bool) -> InPlay:
        me = self.add(card, owner)
        attached = []
        while self.rng.random() < 0.3:
            thing = self.one(ATTACHMENT)
            if thing.target.startswith("your-") and thing.target not in ("your-stronghold",):
                attached.append(Attached(self.add(thing, owner), me))
            elif thing.target == "their-survivor" and card.kind == SURVIVOR and not zombie:
                attached.append(Attached(self.add(thing, OTHER[owner]), me))
        return InPlay(me, card, card.face(zombie), 0, tuple(attached))

    def side(self, owner: Player, survivors: int, raiders: int, deck: int, hand: int, trumps: int) -> Side:
        stronghold = self.add(self.one("stronghold"), owner)
        faction = self.rng.choice(("gang", "cult", "zombie"))
        people = [self.character(owner, self.one(SURVIVOR), False) for _ in range(survivors)]
        if faction == "zombie":
            undead = [card for card in self.box.values() if card.zombie]
            cards = [self.rng.choice(undead) for _ in range(raiders)]
        else:
            cards = [self.one(RAIDER, faction=faction) for _ in range(raiders)]
        enemies = [self.character(owner, card, faction == "zombie") for card in cards]
        held = [self.add(self.one(TRUMP), owner) for _ in range(trumps)]
        pile = [self.add(self.box["Civilian"], owner) for _ in range(deck + hand)]
        return Side(
            stronghold,
            survivors=tuple(people),
            raiders=tuple(enemies),
            hand=(*held, *pile[:hand]),
            deck=tuple(pile[hand:]),
        )


def tables(rng: Random, box: Library, real: bool, attacker: Player, size: int) -> tuple[Game, tuple[Side, Side]]:
    """Return a game and its two sides, about to fight."""
    raiders, survivors = rng.randint(1, size), rng.randint(0, size)
    deck, hand = rng.choice((0, 1, 2, 5)), rng.choice((0, 1, 2, 3))
    sides: list[Side] = []
    if real:
        deal: Real | Deal = Real(rng, box)
        for player in PLAYERS:
            rows = (rng.randint(0, 1), raiders) if player == attacker else (survivors, 0)
            trumps = rng.choice((0, 0, 1))
            assert isinstance(deal, Real)
            sides.append(deal.side(player, *rows, deck, hand, trumps))
    else:
        deal = Deal(rng)
        for player in PLAYERS:
            rows = (rng.randint(0, 1), raiders) if player == attacker else (survivors, 0)
            sides.append(deal.side(player, *rows, rng.choice((0, 1, 2, 6)), rng.choice((0, 1, 2, 4))))
    return Game(tuple(deal.cards), tuple(deal.owners)), (sides[0], sides[1])


def drawn(rng: Random, box: Library, kind: str, *, real: bool, size: int = 3) -> Position | None:
    """Return a random position waiting for this kind of decision, or None if the decision doesn't come up."""
    attacker = PLAYERS[rng.randrange(2)]
    game, sides = tables(rng, box, real, attacker, size)
    place = PLAYERS[rng.randrange(2)]
    position = Position(game, sides, turn=3, player=attacker, phase=COMBAT, place=place)
    if kind == "consume" and rng.random() < 0.5:
        owner = OTHER[attacker]
        position = position._replace(player=owner, phase=CONSUMPTION)
        owed = rng.randint(1, 6) if rng.random() < 0.5 else feed_sum(position, owner).total
        if not can_pay(position, owner, owed):
            return None
        return position._replace(agenda=(Debt(owner, owed, "feed.survivors"),))
    access = min(3, access_sum(position, OTHER[attacker]).total)
    empty: tuple[tuple[CardId, ...], ...] = ((),) * access
    position = position._replace(combat=Combat(empty, empty), agenda=(Prompt(Decision.ATTACK, attacker),))
    while position.waiting is not None and position.waiting.kind != kind:
        if position.phase != COMBAT:
            return None
        position = onward(rng, position)
    return position if position.waiting is not None and position.phase == COMBAT else None


def onward(rng: Random, position: Position) -> Position:
    """Return the position after a random legal move that isn't a take-back."""
    moves = [move for move in legal_moves(position) if type(move).__name__ != "TakeBack"]
    step = play(position, rng.choice(moves))
    assert isinstance(step, Step)
    after: Position = step.after
    return after


def any_aim(rng: Random, position: Position) -> Aim:
    """Return a random aim for the deciding player."""
    assert position.waiting
    player = position.waiting.player
    side = position.sides[player]
    people = [*side.survivors, *side.raiders]
    pick = rng.randrange(8)
    if pick == 0 and people:
        return read_aim(position, player, f"keep #{rng.choice(people).id}")
    if pick == 1 and people:
        return read_aim(position, player, {rng.choice(people).card.name: rng.randint(-3, 9)})
    if pick == 2:
        return read_aim(position, player, weighing)
    return read_aim(position, player, rng.choice(AIMS))
