"""The kernel and the plain arithmetic beside it agree, over combats and meals drawn at random and really played."""

from collections import Counter
from collections.abc import Iterator
from itertools import count, pairwise
from random import Random

import pytest

from apz.apocalypze.model import (
    ATTACHMENT,
    BIKER,
    CIVILIAN,
    COMBAT,
    CONSUMPTION,
    DECK,
    GANG,
    OVER,
    POLICE,
    RAIDER,
    SOLDIER,
    STRONGHOLD,
    SURVIVOR,
    ZOMBIE,
    Attached,
    Card,
    Combat,
    Face,
    Game,
    InPlay,
    Position,
    Side,
    Waiting,
)
from apz.apocalypze.moves import Done, Eat, Engage, Move, Send, TakeBack, Wound
from apz.apocalypze.play import legal_moves, play
from apz.apocalypze.sums import value
from apz.core.trace import Note, Step
from tests.apocalypze import plain
from tests.apocalypze.plain import Fighter, Payment

CASES = 100_000
SHARES = 8  # each share is a test of its own, so that they can run side by side


class Deal:
    """Cards made up for one case, with their numbers noted in plain integers beside them."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.cards: list[Card] = []
        self.owners: list[int] = []
        self.fighters: dict[int, Fighter] = {}
        self.hurt: set[int] = set()
        self.twofold_zombies: set[int] = set()
        self.civilians: set[int] = set()
        self.modifiers: dict[int, int] = {}  # survivor -> what he and his attachments change in the meal

    def add(self, card: Card, owner: int) -> int:
        """Another card of the game; its id."""
        self.cards.append(card)
        self.owners.append(owner)
        return len(self.cards) - 1

    def pile(self, owner: int, most: int) -> tuple[int, ...]:
        """Some cards that do nothing."""
        number = self.rng.randint(0, most)
        return tuple(self.add(Card("Blank", SURVIVOR, human=Face(CIVILIAN, 1, 1, 1)), owner) for _ in range(number))

    def raider(self, owner: int, zombies: bool) -> InPlay:
        """A raider: of the gang, or a zombie that is a twofold or nothing else."""
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

    def survivor(self, owner: int) -> InPlay:
        """A survivor, perhaps one who eats less or makes others eat more."""
        faction = self.rng.choice((CIVILIAN, POLICE, SOLDIER, BIKER))
        face = self.face(faction)
        thrifty = self.rng.random() < 0.1
        who = self.character(Card("Alex Bloom" if thrifty else "Survivor", SURVIVOR, human=face), face, owner)
        self.modifiers[who.id] = -1 if thrifty else 0
        if faction == CIVILIAN:
            self.civilians.add(who.id)
        if self.rng.random() < 0.25:
            illness = self.add(Card("Illness", ATTACHMENT), 1 - owner)
            who = who._replace(attached=(*who.attached, Attached(illness, who.id)))
            self.modifiers[who.id] += 1
        return who

    def face(self, faction: str) -> Face:
        """Three small numbers."""
        return Face(faction, self.rng.randint(0, 5), self.rng.randint(0, 4), self.rng.randint(1, 5))

    def character(self, card: Card, face: Face, owner: int) -> InPlay:
        """A character, now and then with attachments or with wounds from earlier in the phase."""
        me = self.add(card, owner)
        attack, defense, left = face.attack, face.defense, face.value
        attached = []
        while self.rng.random() < 0.15:
            bonus = (self.rng.randint(0, 2), self.rng.randint(0, 2), self.rng.randint(0, 2))
            attached.append(Attached(self.add(Card("Thing", ATTACHMENT, bonus=bonus), self.rng.randrange(2)), me))
            attack, defense, left = attack + bonus[0], defense + bonus[1], left + bonus[2]
        wounds = self.rng.randint(1, left - 1) if left > 1 and self.rng.random() < 0.15 else 0
        if wounds:
            self.hurt.add(me)
        self.fighters[me] = Fighter(attack, defense, left - wounds)
        return InPlay(me, card, face, wounds, tuple(attached))

    def side(self, owner: int, survivors: int, raiders: int, deck: int, hand: int) -> Side:
        """All that one player has."""
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
    """A position that is really played on, with everything it said so far, and the deal it came from."""

    def __init__(self, deal: Deal, position: Position) -> None:
        self.deal = deal
        self.rng = deal.rng
        self.now = position
        self.notes: list[Note] = []
        self.cases: Counter[str] = Counter()

    def do(self, move: Move) -> None:
        """Play a move; it must be legal."""
        step = play(self.now, move)
        assert isinstance(step, Step), (move, step)
        self.now = step.after
        self.notes.extend(step.notes)

    def awaits(self, kind: str, player: int) -> Waiting:
        """What the game waits for, which must be this."""
        waiting = self.now.waiting
        assert waiting, f"nothing awaited, but {kind} was expected"
        assert (waiting.kind, waiting.player) == (kind, player)
        return waiting

    def may(self, *moves: Move) -> None:
        """Exactly these moves are legal."""
        legal = list(legal_moves(self.now))
        assert len(legal) == len(set(legal))
        assert set(legal) == set(moves)

    def standing(self) -> dict[int, InPlay]:
        """Every character in play by its id."""
        return {who.id: who for side in self.now.sides for who in (*side.survivors, *side.raiders)}

    def said(self, *keys: str, **values: object) -> list[Note]:
        """The notes of these keys that hold these values."""
        return [n for n in self.notes if n.key in keys and values.items() <= n.values.items()]


# --- combat -----------------------------------------------------------------------------------------------------------


def combat(rng: Random) -> Trial:
    """A combat that has just begun."""
    deal = Deal(rng)
    attacker = rng.randrange(2)
    mine = deal.side(attacker, rng.randint(0, 3), rng.randint(1, 5), 4, 4)
    theirs = deal.side(1 - attacker, rng.randint(0, 5), rng.randint(0, 1), 4, 5)
    access = deal.cards[theirs.stronghold].access
    nobody: tuple[tuple[int, ...], ...] = ((),) * access
    position = Position(
        Game(tuple(deal.cards), tuple(deal.owners)),
        (mine, theirs) if attacker == 0 else (theirs, mine),
        turn=rng.randint(2, 9),
        player=attacker,
        phase=COMBAT,
        place=rng.randrange(2),
        agenda=(Waiting("attack", attacker),),
        combat=Combat(nobody, nobody),
    )
    return Trial(deal, position)


def form_groups(trial: Trial) -> tuple[list[list[int]], list[list[int]]]:
    """Both sides send whom they like; the groups at each access point, as plain lists."""
    rng, attacker = trial.rng, trial.now.player
    assert trial.now.combat
    points = range(1, len(trial.now.combat.attack) + 1)
    attack: list[list[int]] = [[] for _ in points]
    defense: list[list[int]] = [[] for _ in points]
    for who in trial.now.sides[attacker].raiders:
        point = rng.choice(points)
        trial.do(Send(who.id, point))
        attack[point - 1].append(who.id)
    trial.do(Done())
    if trial.now.sides[1 - attacker].survivors:
        trial.awaits("defend", 1 - attacker)
        for who in trial.now.sides[1 - attacker].survivors:
            point = rng.choice(points)
            if attack[point - 1] and rng.random() < 0.8:
                trial.do(Send(who.id, point))
                defense[point - 1].append(who.id)
        trial.do(Done())
    return attack, defense


def take_wounds(trial: Trial, player: int, group: list[int], wounds: int) -> None:
    """One side puts its wounds where it likes; who may take them, and what becomes of them, is as foretold."""
    values = [trial.deal.fighters[card].value for card in group]
    chosen: list[int] = []
    left, noted = wounds, len(trial.notes)
    while able := plain.choices(values, chosen, wounds):
        assert trial.awaits("wound", player).amount == left
        trial.may(*(Wound(group[index]) for index in able))
        index = trial.rng.choice(able)
        trial.do(Wound(group[index]))
        chosen.append(index)
        left -= min(left, values[index])
    result = plain.outcome(values, chosen, wounds)
    assert result.lost == left
    standing = trial.standing()
    for index, card in enumerate(group):
        if index in result.killed:
            assert card not in standing
        else:
            kept = result.wounded.get(index, values[index])
            # nothing in play is hurt any more once the phase has ended
            if trial.now.phase == COMBAT:
                assert value(trial.now, standing[card]) == kept
            trial.deal.fighters[card] = trial.deal.fighters[card]._replace(value=kept)
        if index in result.wounded:
            trial.deal.hurt.add(card)
    lost = [note.values["amount"] for note in trial.notes[noted:] if note.key == "combat.excess"]
    assert lost == ([result.lost] if result.lost else [])
    fallen(trial, [group[index] for index in result.killed])


def fallen(trial: Trial, killed: list[int]) -> None:
    """The dead are where they belong: twofold zombies under their deck, all others on their discard pile."""
    for card in killed:
        side = trial.now.sides[trial.deal.owners[card]]
        assert card in (side.deck if card in trial.deal.twofold_zombies else side.discard)
    for first, second in pairwise(card for card in killed if card not in trial.deal.twofold_zombies):
        if trial.deal.owners[first] == trial.deal.owners[second]:
            discard = trial.now.sides[trial.deal.owners[first]].discard
            assert discard.index(second) < discard.index(first), "who fell last lies on top"


def engage(trial: Trial, point: int, mine: list[int], theirs: list[int]) -> None:
    """One engagement: totals, casualties and wounds of both sides."""
    attacker = trial.now.player
    ours = [trial.deal.fighters[card] for card in mine]
    foes = [trial.deal.fighters[card] for card in theirs]
    sides = (
        (attacker, mine, plain.attack_total(foes), plain.defense_total(ours)),
        (1 - attacker, theirs, plain.attack_total(ours), plain.defense_total(foes)),
    )
    for player, _, attack, defense in sides:
        wounds = plain.casualties(attack, defense)
        (note,) = trial.said("combat.casualties", "combat.unharmed", point=point, player=trial.now.game.names[player])
        assert (note.values["attack"].total, note.values["defense"].total) == (attack, defense)
        assert note.values["wounds"] == wounds
        assert note.key == ("combat.casualties" if wounds else "combat.unharmed")
    for player, group, attack, defense in sides:
        take_wounds(trial, player, group, plain.casualties(attack, defense))
    trial.cases["engagements"] += 1


def fight(trial: Trial) -> None:
    """A whole combat and the meal after it."""
    attacker, defender = trial.now.player, 1 - trial.now.player
    attack, defense = form_groups(trial)
    unresolved = [index + 1 for index, group in enumerate(defense) if group]
    while unresolved:
        point = unresolved[0]
        if len(unresolved) > 1:
            assert trial.awaits("order", defender).amount == len(unresolved)
            trial.may(*(Engage(each) for each in unresolved))
            point = trial.rng.choice(unresolved)
            trial.do(Engage(point))
        unresolved.remove(point)
        engage(trial, point, attack[point - 1], defense[point - 1])
    damage = trial.deal.cards[trial.now.sides[defender].stronghold].damage
    owed = plain.breach(damage, [len(group) for group in attack], [len(group) for group in defense])
    if owed and not consume(trial, defender, owed):
        return
    assert trial.now.phase in (CONSUMPTION, OVER), "the phase is over"
    everybody = trial.standing()
    assert not any(who.wounds for who in everybody.values())
    assert not trial.deal.hurt & everybody.keys()
    feed(trial, attacker)


# --- consumption ------------------------------------------------------------------------------------------------------


def feed(trial: Trial, player: int) -> None:
    """The meal at the end of the turn."""
    side = trial.now.sides[player]
    modifiers = [trial.deal.modifiers[who.id] for who in side.survivors]
    if trial.deal.cards[side.stronghold].name == "Church":
        modifiers.append(-1 if any(who.id in trial.deal.civilians for who in side.survivors) else 0)
    owed = plain.feeding(len(side.survivors), modifiers)
    turn = trial.now.turn
    if consume(trial, player, owed):
        trial.awaits("draw", 1 - player)
        assert (trial.now.turn, trial.now.player) == (turn + 1, 1 - player)


def consume(trial: Trial, player: int, owed: int) -> bool:
    """An obligation: what may be offered at each moment, and what is gone at the end; False for who is out."""
    before = trial.now
    side = before.sides[player]
    trial.cases["obligations"] += 1
    values = [trial.deal.fighters[who.id].value for who in side.survivors]
    if not plain.can_pay(len(side.deck), len(side.hand), values, owed):
        assert trial.said("consume.out", owed=owed)
        assert before.winner == 1 - player
        assert (before.sides[player].out, before.sides[1 - player].out) == (True, False)
        assert before.waiting is None
        trial.cases["out"] += 1
        return False
    waiting = trial.awaits("consume", player)
    assert (waiting.amount, waiting.cards) == (owed, ())
    paid = offer(trial, side, values, owed)
    gone = [*side.deck[: paid.deck], *(card for card in side.hand if card not in trial.now.sides[player].hand)]
    assert len(gone) == paid.deck + paid.hand
    for index in paid.survivors:
        gone += [side.survivors[index].id, *(attached.id for attached in side.survivors[index].attached)]
    for owner in (0, 1):
        mine = [card for card in gone if trial.deal.owners[card] == owner]
        discard = trial.now.sides[owner].discard
        assert sorted(discard[: len(mine)]) == sorted(mine)
        assert discard[len(mine) :] == before.sides[owner].discard
    return True


def offer(trial: Trial, side: Side, values: list[int], owed: int) -> Payment:
    """Offer one thing after the other, now and then take one back, until the obligation is met."""
    wanted = plain.payments(len(side.deck), len(side.hand), values, owed)
    part = Payment(0, 0, ())
    held, offered = list(side.hand), list[int]()
    while part not in wanted:
        able: list[Move] = []
        if any(plain.within(part._replace(deck=part.deck + 1), whole) for whole in wanted):
            able.append(Eat(DECK))
        if any(plain.within(part._replace(hand=part.hand + 1), whole) for whole in wanted):
            able += [Eat(card) for card in held]
        for index, who in enumerate(side.survivors):
            more = part._replace(survivors=(*part.survivors, index))
            if index not in part.survivors and any(plain.within(more, whole) for whole in wanted):
                able.append(Eat(who.id))
        trial.may(*able, *{TakeBack(card) for card in offered})
        back = offered and trial.rng.random() < 0.1
        move = TakeBack(trial.rng.choice(offered)) if back else trial.rng.choice(able)
        part = moved(part, move, side, held, offered)
        trial.do(move)
        part = part._replace(survivors=tuple(sorted(part.survivors)))
    return part


def moved(part: Payment, move: Move, side: Side, held: list[int], offered: list[int]) -> Payment:
    """The payment with what the move adds or takes back; the lists follow."""
    assert isinstance(move, Eat | TakeBack)
    sign = 1 if isinstance(move, Eat) else -1
    if sign > 0:
        offered.append(move.card)
    else:
        offered.remove(move.card)
    if move.card == DECK:
        return part._replace(deck=part.deck + sign)
    if move.card in side.hand:
        if sign > 0:
            held.remove(move.card)
        else:
            held.append(move.card)
        return part._replace(hand=part.hand + sign)
    index = [who.id for who in side.survivors].index(move.card)
    if sign > 0:
        return part._replace(survivors=(*part.survivors, index))
    return part._replace(survivors=tuple(each for each in part.survivors if each != index))


# --- the tests --------------------------------------------------------------------------------------------------------


def test_the_plain_arithmetic_gets_the_combat_at_the_police_station_right():
    warrior, officer = Fighter(2, 2, 2), Fighter(1, 1, 3)
    brawn, patsy = Fighter(4, 2, 4), Fighter(1, 3, 5)
    assert plain.casualties(plain.attack_total([warrior, warrior]), plain.defense_total([officer])) == 3
    assert plain.casualties(plain.attack_total([officer]), plain.defense_total([warrior, warrior])) == 0
    assert plain.outcome([3], [0], 3) == ([0], {}, 0)
    assert plain.casualties(plain.attack_total([warrior]), plain.defense_total([officer, officer])) == 0
    assert plain.casualties(plain.attack_total([officer, officer]), plain.defense_total([warrior])) == 0
    assert plain.casualties(plain.attack_total([brawn]), plain.defense_total([patsy])) == 1
    assert plain.outcome([5], [0], 1) == ([], {0: 4}, 0)
    assert plain.breach(2, [2, 1, 1, 1], [1, 2, 1, 0]) == 2


def test_the_plain_arithmetic_gets_the_meal_at_the_church_right():
    assert plain.feeding(1, [-1]) == 1
    assert plain.feeding(0) == 1
    assert plain.feeding(4, [-1, 1, 1]) == 5


@pytest.mark.parametrize("share", range(SHARES))
def test_the_kernel_fights_and_eats_as_the_plain_arithmetic_does(share: int):
    cases: Counter[str] = Counter()
    for number in count():
        trial = combat(Random(f"{share}/{number}"))
        fight(trial)
        cases += trial.cases
        if cases["engagements"] + cases["obligations"] >= CASES // SHARES:
            break
    assert cases["engagements"] > CASES // SHARES // 4
    assert cases["obligations"] > CASES // SHARES // 4
    assert cases["out"] > 50


def test_the_orders_in_which_wounds_can_be_put_are_those_of_the_plain_arithmetic_and_no_others():
    seen = 0
    for number in range(400):
        rng = Random(f"wounds/{number}")
        deal = Deal(rng)
        victims = [deal.raider(0, False) for _ in range(rng.randint(1, 4))]
        face = Face(BIKER, rng.randint(1, 25), 99, 1)
        killer = Card("Survivor", SURVIVOR, human=face)
        home, theirs = (deal.add(Card("House", STRONGHOLD, access=1, capacity=9, damage=1), who) for who in (0, 1))
        guard = deal.add(killer, 1)
        group = tuple(who.id for who in victims)
        position = Position(
            Game(tuple(deal.cards), tuple(deal.owners)),
            (Side(home, raiders=tuple(victims)), Side(theirs, survivors=(InPlay(guard, killer, face),))),
            turn=2, player=0, phase=COMBAT, place=0, agenda=(Waiting("defend", 1),),
            combat=Combat((group,), ((guard,),)),
        )  # fmt: skip
        wounds = plain.casualties(face.attack, plain.defense_total(deal.fighters[card] for card in group))
        trial = Trial(deal, position)
        trial.do(Done())
        found = [[group.index(card) for card in path] for path in wound_paths(trial.now)] if wounds else [[]]
        told = list(plain.assignments([deal.fighters[card].value for card in group], wounds))
        assert sorted(found) == sorted(told)
        seen += len(told)
    assert seen > 1000


def wound_paths(position: Position) -> Iterator[list[int]]:
    """Every way to put the wounds that the position waits for."""
    waiting = position.waiting
    if not waiting or waiting.kind != "wound":
        yield []
        return
    for move in legal_moves(position):
        assert isinstance(move, Wound)
        step = play(position, move)
        assert isinstance(step, Step)
        for rest in wound_paths(step.after):
            yield [move.card, *rest]


def test_the_payments_that_can_be_reached_are_those_of_the_plain_arithmetic_and_no_others():
    seen = 0
    for number in range(400):
        rng = Random(f"payments/{number}")
        deal = Deal(rng)
        side = deal.side(0, rng.randint(0, 3), 0, 3, 4)
        other = deal.side(1, 0, 0, 3, 3)
        owed = rng.randint(1, 6)
        values = [deal.fighters[who.id].value for who in side.survivors]
        if not plain.can_pay(len(side.deck), len(side.hand), values, owed):
            continue
        position = Position(
            Game(tuple(deal.cards), tuple(deal.owners)), (side, other), turn=2, player=0, phase=CONSUMPTION, place=0,
            agenda=(Waiting("consume", 0, owed, rule="feed.survivors"),),
        )  # fmt: skip
        told = plain.payments(len(side.deck), len(side.hand), values, owed)
        assert reached(position, {}) == set(told)
        seen += len(told)
    assert seen > 1000


def reached(position: Position, known: dict[tuple[int, ...], set[Payment]]) -> set[Payment]:
    """Every payment that can be made from here on; which of the hand's cards are given makes no difference."""
    side, waiting = position.sides[0], position.waiting
    assert waiting
    offered = tuple(sorted(waiting.cards))
    if offered in known:
        return known[offered]
    payments = known[offered] = set()
    for move in legal_moves(position):
        if isinstance(move, TakeBack):
            continue
        assert isinstance(move, Eat)
        step = play(position, move)
        assert isinstance(step, Step)
        if step.after.phase == CONSUMPTION:
            payments |= reached(step.after, known)
        else:
            paid = (*offered, move.card)
            hand = sum(1 for card in paid if card in side.hand)
            eaten = tuple(index for index, who in enumerate(side.survivors) if who.id in paid)
            payments.add(Payment(paid.count(DECK), hand, eaten))
    return payments
