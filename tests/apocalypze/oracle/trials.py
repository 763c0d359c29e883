"""Combats and meals played in the kernel and compared with plain arithmetic at every step."""

from itertools import pairwise
from random import Random

from apz.apocalypze.ids import OTHER, PLAYERS, CardId
from apz.apocalypze.model import (
    COMBAT,
    CONSUMPTION,
    DECK,
    OVER,
    Combat,
    Debt,
    Decision,
    Game,
    Position,
    Prompt,
    Side,
    amount_of,
)
from apz.apocalypze.moves import Done, Eat, Engage, Move, Send, TakeBack, Wound
from apz.apocalypze.rules.sums import value
from tests.apocalypze import plain
from tests.apocalypze.oracle.deals import Deal, Trial
from tests.apocalypze.plain import Payment

# --- combat -----------------------------------------------------------------------------------------------------------


def combat(rng: Random) -> Trial:
    """Return a combat that has just begun."""
    deal = Deal(rng)
    attacker = PLAYERS[rng.randrange(2)]
    mine = deal.side(attacker, rng.randint(0, 3), rng.randint(1, 5), 4, 4)
    theirs = deal.side(OTHER[attacker], rng.randint(0, 5), rng.randint(0, 1), 4, 5)
    access = deal.cards[theirs.stronghold].access
    nobody: tuple[tuple[CardId, ...], ...] = ((),) * access
    position = Position(
        Game(tuple(deal.cards), tuple(deal.owners)),
        (mine, theirs) if attacker == 0 else (theirs, mine),
        turn=rng.randint(2, 9),
        player=attacker,
        phase=COMBAT,
        place=PLAYERS[rng.randrange(2)],
        agenda=(Prompt(Decision.ATTACK, attacker),),
        combat=Combat(nobody, nobody),
    )
    return Trial(deal, position)


def form_groups(trial: Trial) -> tuple[list[list[int]], list[list[int]]]:
    """Have both sides form random groups; return the groups at each access point as plain lists."""
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
    """Have one side assign its wounds at random, check who may take them and what happens, and update the deal."""
    values = [trial.deal.fighters[card].value for card in group]
    chosen: list[int] = []
    left, noted = wounds, len(trial.notes)
    while able := plain.choices(values, chosen, wounds):
        assert amount_of(trial.awaits("wound", player)) == left
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
            # nobody in play has wounds once the phase has ended
            if trial.now.phase == COMBAT:
                assert value(trial.now, standing[card]) == kept
            trial.deal.fighters[card] = trial.deal.fighters[card]._replace(value=kept)
        if index in result.wounded:
            trial.deal.hurt.add(card)
    lost = [note.values["amount"] for note in trial.notes[noted:] if note.key == "combat.excess"]
    assert lost == ([result.lost] if result.lost else [])
    fallen(trial, [group[index] for index in result.killed])


def fallen(trial: Trial, killed: list[int]) -> None:
    """Check where killed characters are: twofold zombies under their owner's deck, all others in the discard pile."""
    for card in killed:
        side = trial.now.sides[trial.deal.owners[card]]
        assert card in (side.deck if card in trial.deal.twofold_zombies else side.discard)
    for first, second in pairwise(card for card in killed if card not in trial.deal.twofold_zombies):
        if trial.deal.owners[first] == trial.deal.owners[second]:
            discard = trial.now.sides[trial.deal.owners[first]].discard
            assert discard.index(second) < discard.index(first), "who fell last lies on top"


def engage(trial: Trial, point: int, mine: list[int], theirs: list[int]) -> None:
    """Play one engagement, and check totals, casualties and wounds of both sides."""
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
    """Play and check a whole combat and, unless the defender is out, the meal after it."""
    attacker, defender = trial.now.player, 1 - trial.now.player
    attack, defense = form_groups(trial)
    unresolved = [index + 1 for index, group in enumerate(defense) if group]
    while unresolved:
        point = unresolved[0]
        if len(unresolved) > 1:
            assert amount_of(trial.awaits("order", defender)) == len(unresolved)
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
    """Play the meal at the end of the turn."""
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
    """Pay a debt, checking every offer and the cards paid in the end; return False if the player is out instead."""
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
    assert isinstance(waiting, Debt)
    assert (waiting.amount, waiting.offered) == (owed, ())
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
    """Offer cards and survivors one by one, sometimes taking one back, until the debt is paid; return the payment."""
    wanted = plain.payments(len(side.deck), len(side.hand), values, owed)
    part = Payment(0, 0, ())
    held, offered = list(side.hand), list[CardId]()
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


def moved(part: Payment, move: Move, side: Side, held: list[CardId], offered: list[CardId]) -> Payment:
    """Return the payment after a move that adds a part or takes one back, and update `held` and `offered`."""
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
