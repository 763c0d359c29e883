"""Made-up cards and sides for random combats and meals, with their numbers as plain integers alongside."""

from collections import Counter
from random import Random

from apz.apocalypze.ids import OTHER, PLAYERS, CardId, Player
from apz.apocalypze.model import (
    ATTACHMENT,
    BIKER,
    CIVILIAN,
    GANG,
    POLICE,
    RAIDER,
    SOLDIER,
    STRONGHOLD,
    SURVIVOR,
    ZOMBIE,
    Attached,
    Card,
    Face,
    InPlay,
    Position,
    Side,
    Waiting,
)
from apz.apocalypze.moves import Move
from apz.apocalypze.play import legal_moves, play
from apz.core.trace import Note, Step
from tests.apocalypze.plain import Fighter


class Deal:
    """Cards made up for one case, with their numbers as plain integers alongside."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.cards: list[Card] = []
        self.owners: list[Player] = []
        self.fighters: dict[int, Fighter] = {}
        self.hurt: set[int] = set()
        self.twofold_zombies: set[int] = set()
        self.civilians: set[int] = set()
        self.modifiers: dict[int, int] = {}  # survivor -> how much it and its attachments change the meal

    def add(self, card: Card, owner: Player) -> CardId:
        """Add a card to the game; return its id."""
        self.cards.append(card)
        self.owners.append(owner)
        return CardId(len(self.cards) - 1)

    def pile(self, owner: Player, most: int) -> tuple[CardId, ...]:
        """Return a pile of at most this many cards that do nothing."""
        number = self.rng.randint(0, most)
        return tuple(self.add(Card("Blank", SURVIVOR, human=Face(CIVILIAN, 1, 1, 1)), owner) for _ in range(number))

    def raider(self, owner: Player, zombies: bool) -> InPlay:
        """Return a raider: a gang member, or a zombie that may be a twofold."""
        if not zombies:
            face = self.face(GANG)
            card = Card("Raider", RAIDER, human=face)
        elif self.rng.random() < 0.5:
            face = self.face(ZOMBIE)
            card = Card("Twofold", SURVIVOR, human=Face(BIKER, 9, 9, 9), zombie=face)
        else:
            face = self.face(ZOMBIE)
            card = Card("Zombie", RAIDER, zombie=face)
        who = self.character(card, face, owner)
        if card.twofold:
            self.twofold_zombies.add(who.id)
        return who

    def survivor(self, owner: Player) -> InPlay:
        """Return a survivor, sometimes one that lowers its player's debt or, with an Illness, raises it."""
        faction = self.rng.choice((CIVILIAN, POLICE, SOLDIER, BIKER))
        face = self.face(faction)
        thrifty = self.rng.random() < 0.1
        who = self.character(Card("Alex Bloom" if thrifty else "Survivor", SURVIVOR, human=face), face, owner)
        self.modifiers[who.id] = -1 if thrifty else 0
        if faction == CIVILIAN:
            self.civilians.add(who.id)
        if self.rng.random() < 0.25:
            illness = self.add(Card("Illness", ATTACHMENT), OTHER[owner])
            who = who._replace(attached=(*who.attached, Attached(illness, who.id)))
            self.modifiers[who.id] += 1
        return who

    def face(self, faction: str) -> Face:
        """Return a face with three small numbers."""
        return Face(faction, self.rng.randint(0, 5), self.rng.randint(0, 4), self.rng.randint(1, 5))

    def character(self, card: Card, face: Face, owner: Player) -> InPlay:
        """Return a character, sometimes with attachments or with wounds from earlier in the phase."""
        me = self.add(card, owner)
        attack, defense, left = face.attack, face.defense, face.value
        attached = []
        while self.rng.random() < 0.15:
            bonus = (self.rng.randint(0, 2), self.rng.randint(0, 2), self.rng.randint(0, 2))
            attached.append(
                Attached(self.add(Card("Thing", ATTACHMENT, bonus=bonus), PLAYERS[self.rng.randrange(2)]), me)
            )
            attack, defense, left = attack + bonus[0], defense + bonus[1], left + bonus[2]
        wounds = self.rng.randint(1, left - 1) if left > 1 and self.rng.random() < 0.15 else 0
        if wounds:
            self.hurt.add(me)
        self.fighters[me] = Fighter(attack, defense, left - wounds)
        return InPlay(me, card, face, wounds, tuple(attached))

    def side(self, owner: Player, survivors: int, raiders: int, deck: int, hand: int) -> Side:
        """Return one player's side, with this many survivors and raiders, and at most `deck` and `hand` cards."""
        name = self.rng.choice(("Church", "House"))
        card = Card(name, STRONGHOLD, access=self.rng.randint(1, 4), capacity=9, damage=self.rng.randint(0, 4))
        stronghold = self.add(card, owner)
        zombies = self.rng.random() < 0.4
        return Side(
            stronghold,
            survivors=tuple(self.survivor(owner) for _ in range(survivors)),
            raiders=tuple(self.raider(owner, zombies) for _ in range(raiders)),
            hand=self.pile(owner, hand),
            deck=self.pile(owner, deck),
            discard=self.pile(owner, 2),
        )


class Trial:
    """A position being played, with its notes so far, and the deal it came from."""

    def __init__(self, deal: Deal, position: Position) -> None:
        self.deal = deal
        self.rng = deal.rng
        self.now = position
        self.notes: list[Note] = []
        self.cases: Counter[str] = Counter()

    def do(self, move: Move) -> None:
        """Play a move that must be legal."""
        step = play(self.now, move)
        assert isinstance(step, Step), (move, step)
        self.now = step.after
        self.notes.extend(step.notes)

    def awaits(self, kind: str, player: int) -> Waiting:
        """Check that the game waits for this kind of decision by this player, and return the decision."""
        waiting = self.now.waiting
        assert waiting, f"nothing awaited, but {kind} was expected"
        assert (waiting.kind, waiting.player) == (kind, player)
        return waiting

    def may(self, *moves: Move) -> None:
        """Check that exactly these moves are legal."""
        legal = list(legal_moves(self.now))
        assert len(legal) == len(set(legal))
        assert set(legal) == set(moves)

    def standing(self) -> dict[int, InPlay]:
        """Return every character in play by its id."""
        return {who.id: who for side in self.now.sides for who in (*side.survivors, *side.raiders)}

    def said(self, *keys: str, **values: object) -> list[Note]:
        """Return the notes that have one of these keys and all of these values."""
        return [n for n in self.notes if n.key in keys and values.items() <= n.values.items()]
