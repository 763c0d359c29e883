"""Checks that hold in every position of a game with two full decks, no matter how it was reached."""

from itertools import product

from apz.apocalypze.ids import NOWHERE, PLAYERS
from apz.apocalypze.model import COMBAT, CONSUMPTION, DRAW, OCCUPATION, OVER, Attached, InPlay, Position, Removal
from apz.apocalypze.rules.sums import scene, side_sum, side_total, sources, value

KINDS = (
    "draw", "occupy", "act", "last", "attack", "defend", "order", "window", "wound", "consume", "respond", "remove",
    "arrival", "search",
)  # fmt: skip
ALL = list(range(60))


def row_ids(row: tuple[InPlay, ...]) -> list[int]:
    return [who.id for who in row]


def check_cards(position: Position) -> None:
    """Check that all 60 cards are there exactly once, and that a player's piles have only their own cards."""
    found: list[int] = []
    owners = position.game.owners
    for player, side in enumerate(position.sides):
        piles = [*side.hand, *side.deck, *side.discard, side.stronghold]
        assert {owners[card] for card in piles} == {player}, "a card in a pile that is not its owner's"
        found += piles
        found += [fixture.id for fixture in side.fixtures]
        for who in side.survivors + side.raiders:
            found.append(who.id)
            found += [attached.id for attached in who.attached]
            assert position.game.cards[who.id] is who.card
    found.sort()
    assert found == ALL, "a card is missing, or there twice"


def check_attached(position: Position, host: int, row: tuple[Attached, ...]) -> None:
    """Check that attachments are on their host or on each other, with only one copy of a kind on a card."""
    hosts = {host, *(attached.id for attached in row)}
    seen = set()
    for attached in row:
        assert attached.to in hosts - {attached.id}, "an attachment that hangs on nothing"
        copy = (attached.to, position.game.cards[attached.id].name)
        assert copy not in seen, "two copies of an attachment on one card"
        seen.add(copy)


def check_sides(position: Position) -> None:
    """Check each side's capacity, factions and attachments, unique cards, and that no survivor is a zombie."""
    unique = []
    for side in position.sides:
        assert len(side.survivors) <= position.game.cards[side.stronghold].capacity, "more survivors than capacity"
        assert len({who.face.faction for who in side.raiders}) <= 1, "raiders of two factions at one place"
        check_attached(position, side.stronghold, side.fixtures)
        for who in side.survivors:
            assert not who.zombie, "a zombie among the survivors"
        for who in side.survivors + side.raiders:
            if who.card.unique:
                unique.append(who.card.name)
            if who.attached:
                check_attached(position, who.id, who.attached)
    assert len(unique) == len(set(unique)), "two copies of a unique card in play"


def check_lives(position: Position) -> None:
    """Check that every character without value is about to be removed, and that no wound outlasts its phase."""
    doomed = {waiting.card for waiting in position.agenda if isinstance(waiting, Removal)}
    for side in position.sides:
        for who in side.survivors + side.raiders:
            assert who.id in doomed or value(position, who) > 0, "somebody without value stands"
            if who.wounds:
                assert position.phase in (OCCUPATION, COMBAT, OVER), "a wound outlived its phase"


def check_turn(position: Position) -> None:
    """Check that nothing was used twice, and that the occupied stronghold, the phase and the winner are possible."""
    for log in (position.used, position.spent, position.played):
        assert len(log) == len(set(log)), "used twice"
    assert position.turn != 1 or position.place in (None, position.player), "away from home in the first turn"
    choosing = [w.kind for w in position.agenda[:1]] == ["occupy"]  # a trump may come before the choice
    assert (position.place is None) == (position.phase == DRAW or choosing)
    out = [player for player, side in enumerate(position.sides) if side.out]
    if position.waiting is None:
        assert position.phase == OVER
        assert out == [1 - position.winner] if position.winner is not None else out
        assert position.winner in (0, 1)
    else:
        assert position.phase in (DRAW, OCCUPATION, COMBAT, CONSUMPTION)
        assert (position.winner, out) == (None, [])
        assert position.waiting.kind in KINDS


def check_combat(position: Position) -> None:
    """Check that the active player's raiders attack the opponent's stronghold, and survivors block there."""
    combat = position.combat
    if combat is None:
        assert not any(w.kind in ("attack", "defend", "order", "window", "wound") for w in position.agenda)
        return
    assert position.phase in (COMBAT, OVER)
    attackers = [card for group in combat.attack for card in group]
    defenders = [card for group in combat.defense for card in group]
    assert len(attackers) == len(set(attackers))
    assert len(defenders) == len(set(defenders))
    assert set(attackers) <= set(row_ids(position.sides[position.player].raiders)), "an attacker who is none"
    assert set(defenders) <= set(row_ids(position.sides[1 - position.player].survivors)), "a defender who is none"
    stronghold = position.game.cards[position.sides[1 - position.player].stronghold]
    assert 1 <= len(combat.attack) == len(combat.defense) <= max(1, stronghold.access)
    assert set(combat.resolved) <= set(combat.met)
    if any(w.kind in ("attack", "defend") for w in position.agenda):  # perhaps with a trump in between
        assert not combat.met
    else:
        for index, group in enumerate(combat.defense):
            assert not group or index + 1 in combat.met, "a defender where nobody is met"


def check_totals(position: Position) -> None:
    """Check that an engagement's totals are the same term by term and as plain numbers."""
    if position.combat is None or position.combat.now == NOWHERE:
        return
    view = scene(position, position.combat.now)
    givers = sources(view)
    for player, stat in product(PLAYERS, ("attack", "defense")):
        plain, told = side_total(view, player, stat, givers), side_sum(view, player, stat, givers)
        assert plain == told.total, f"{plain} isn't {told}"


def check_position(position: Position) -> None:
    """Run all checks on a position."""
    check_cards(position)
    check_sides(position)
    check_lives(position)
    check_turn(position)
    check_combat(position)
    check_totals(position)
