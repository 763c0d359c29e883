"""The combat phase from start to end, apart from forming groups: engagements, totals, wounds, breach."""

from __future__ import annotations

from functools import cache
from typing import Final

from apz.apocalypze.ids import NOWHERE, OTHER, CardId, Player, Point
from apz.apocalypze.model import (
    CONSUMPTION,
    Combat,
    Decision,
    EngagementOrder,
    InPlay,
    Prompt,
    Window,
    Wounds,
    prompts,
)
from apz.apocalypze.moves import Engage, Move, Wound
from apz.apocalypze.rules.actions import any_time_events, is_asked
from apz.apocalypze.rules.character_fate import recycle_wounded, remove, wound
from apz.apocalypze.rules.common_refusals import refuse, stronghold_name
from apz.apocalypze.rules.consumption import owe
from apz.apocalypze.rules.find import called, find, group
from apz.apocalypze.rules.hooks import COMBAT_END
from apz.apocalypze.rules.sums import access_sum, breach_sum, scene, side_sum, sources, value
from apz.apocalypze.rules.table import State, Table, record
from apz.apocalypze.rules.windows import open_window, pass_window, tell_held_back
from apz.core.trace import Refusal, Sum

wound_move: Final = cache(Wound)
engage_move: Final = cache(Engage)
ATTACK_PROMPTS: Final = prompts(Decision.ATTACK)


def start(table: Table) -> None:
    """Start combat at the opponent's stronghold, or end the phase if no raiders are there."""
    player = table.player
    place = stronghold_name(table, OTHER[player])
    if not table.sides[player].raiders:
        table.note("combat.none", "combat.where", player=table.names[player], place=place)
        finish(table)
        return
    access = access_sum(table, OTHER[player])
    points = access.total
    empty: tuple[tuple[CardId, ...], ...] = ((),) * points
    table.combat = record(Combat, (empty, empty, (), (), NOWHERE, (), False))
    table.note(
        "combat.starts", "combat.where", (table.sides[OTHER[player]].stronghold,), access.house,
        player=table.names[player], place=place, access=points,
    )  # fmt: skip
    table.ask(ATTACK_PROMPTS[player])


def settle_attack(table: Table, waiting: Prompt) -> bool:
    """Skip the attack if there are no raiders (anymore); return True if that settled the decision."""
    if table.sides[waiting.player].raiders:
        return False
    table.agenda.pop()
    table.combat = None
    return True


def advance(table: Table) -> None:
    """Continue the combat phase with its start, the next engagement, the breach, or the end."""
    combat = table.combat
    if combat is None:
        start(table)
        return
    if combat.now > 0:
        attack, defense, met, resolved, now, _, breached = combat
        combat = record(Combat, (attack, defense, met, (*resolved, now), NOWHERE, (), breached))
        table.combat = combat
    assert combat
    if combat.breached:
        finish(table)
        return
    left = [point for point in combat.met if point not in combat.resolved]
    if left:
        table.ask(EngagementOrder(OTHER[table.player], len(left)))
    else:
        breach(table)


def check_engage(state: State, waiting: EngagementOrder, move: Engage) -> Refusal | None:
    """Refuse an access point without an engagement, or with an engagement that's already resolved."""
    combat = state.combat
    assert combat
    if move.point in combat.resolved:
        return refuse("already-resolved", "combat.order", (), "open-engagement", point=move.point)
    if move.point not in combat.met:
        return refuse("no-engagement-there", "combat.order", (), "open-engagement", point=move.point)
    return None


def legal_order(state: State, waiting: EngagementOrder) -> list[Move]:
    """Return the moves that choose an unresolved engagement, and the trumps that can be played first."""
    return [*open_engagements(state), *any_time_events(state, waiting)]


def open_engagements(state: State) -> list[Move]:
    """Return the moves that choose an engagement that isn't resolved yet."""
    assert state.combat
    return [engage_move(point) for point in state.combat.met if point not in state.combat.resolved]


def settle_order(table: Table, waiting: EngagementOrder) -> bool:
    """Choose the only engagement left, unless the game is strict; return True if that settled the decision."""
    if waiting.left > 1 or table.game.strict:
        return False
    (move,) = open_engagements(table)
    assert isinstance(move, Engage)
    engage(table, move.point, "combat.last-engagement")
    return True


def do_engage(table: Table, waiting: EngagementOrder, move: Engage) -> None:
    """Resolve this engagement next."""
    engage(table, move.point, "combat.engages")


def engage(table: Table, point: Point, key: str) -> None:
    """Start an engagement: events and abilities first, the attacker before the defender."""
    assert table.combat
    attack, defense, met, resolved, _, _, breached = table.combat
    table.combat = record(Combat, (attack, defense, met, resolved, point, (), breached))
    table.note(key, "combat.order", player=table.names[OTHER[table.player]], point=point)
    table.agenda[-1] = open_window(table.player)


def settle_window(table: Table, waiting: Window) -> bool:
    """Count the totals after two passes, or pass for a player who isn't asked; return True if either happened."""
    if waiting.passes >= 2:
        table.agenda.pop()
        count(table)
        return True
    if is_asked(table, waiting):
        return False
    tell_held_back(table, waiting)
    table.note("window.passed", "timing.attacker-first", player=table.names[waiting.player])
    pass_window(table, waiting)
    return True


def totals(state: State, point: int) -> dict[str, Sum]:
    """Return both sides' attack and defense totals at an access point, term by term."""
    view = scene(state, point)
    attacker, defender = OTHER[view.place], view.place
    givers = sources(view)
    return {
        "attack": side_sum(view, attacker, "attack", givers),
        "defense": side_sum(view, attacker, "defense", givers),
        "counter": side_sum(view, defender, "attack", givers),
        "guard": side_sum(view, defender, "defense", givers),
    }


def count(table: Table) -> None:
    """Count both sides' casualties from the same totals; the attacker assigns wounds first."""
    combat = table.combat
    assert combat
    sums = totals(table, combat.now)
    attacker, defender = table.player, OTHER[table.player]
    if not combat.defense[combat.now - 1]:
        table.note("combat.emptied", "combat.emptied", player=table.names[defender], point=combat.now)
    suffered = casualties(table, defender, sums["attack"], sums["guard"])
    dealt = casualties(table, attacker, sums["counter"], sums["defense"])
    if suffered and dealt:
        table.note("combat.simultaneous", "combat.simultaneous", point=combat.now)
        table.note("combat.wounds-first", "combat.wounds-first", player=table.names[attacker])


def wounds_of(attack: Sum, defense: Sum) -> int:
    """Return the wounds an attack total deals against this defense total, never below 0."""
    return max(0, attack.total - defense.total)


def casualties(table: Table, player: Player, attack: Sum, defense: Sum) -> int:
    """Note how many wounds a side takes, ask its player to assign them if there are any, and return their number."""
    assert table.combat
    wounds = wounds_of(attack, defense)
    table.note(
        "combat.casualties" if wounds else "combat.unharmed", "combat.casualties", house=attack.house or defense.house,
        player=table.names[player], enemy=table.names[OTHER[player]], point=table.combat.now,
        attack=attack, defense=defense, wounds=wounds,
    )  # fmt: skip
    if wounds:
        table.ask(Wounds(player, wounds))
    return wounds


def settle_wound(table: Table, waiting: Wounds) -> bool:
    """Drop wounds that nobody can take; return True if that settled the decision."""
    if takers(table, waiting):
        return False
    table.agenda.pop()
    table.note("combat.excess", "combat.excess", player=table.names[waiting.player], amount=waiting.amount)
    return True


def takers(state: State, waiting: Wounds) -> tuple[InPlay, ...]:
    """Return the player's characters that can take wounds: those in the engagement that no card kept (text.kept)."""
    assert state.combat
    fighters = group(state, waiting.player, state.combat.now)
    return tuple([who for who in fighters if who.id not in waiting.kept]) if waiting.kept else fighters


def check_wound(state: State, waiting: Wounds, move: Wound) -> Refusal | None:
    """Refuse wounds on anyone but the player's own characters in this engagement, and on those kept in play."""
    assert state.combat
    fighters = takers(state, waiting)
    if any(who.id == move.card for who in fighters):
        return None
    if move.card in waiting.kept:
        name = state.game.cards[move.card].name
        return refuse(
            "kept-already", "text.kept", (move.card,), "own-fighter", card=name, names=called_all(state, fighters)
        )
    found = find(state, move.card)
    theirs = found is not None and found.player != waiting.player
    return refuse(
        "not-own-fighter" if theirs else "not-in-group", "combat.wounds", (move.card,), "own-fighter",
        card=state.game.cards[move.card].name, player=state.game.names[waiting.player], point=state.combat.now,
        names=called_all(state, fighters),
    )  # fmt: skip


def called_all(state: State, row: tuple[InPlay, ...]) -> tuple[str, ...]:
    """Return the names of these characters."""
    return tuple(called(state, who.id) for who in row)


def legal_wounds(state: State, waiting: Wounds) -> list[Move]:
    """Return a move for each character that can take the wounds."""
    return [wound_move(who.id) for who in takers(state, waiting)]


def do_wound(table: Table, waiting: Wounds, move: Wound) -> None:
    """Assign wounds to this character until its value is 0; any others are left for another character."""
    fighters = takers(table, waiting)
    (who,) = (w for w in fighters if w.id == move.card)
    taken = min(waiting.amount, value(table, who))
    left = waiting.amount - taken
    more = left if len(fighters) > 1 else 0  # wounds that nobody is left to take are lost, and a note says so
    table.note(
        "combat.wounds-put", "combat.wounds", (move.card,),
        player=table.names[waiting.player], card=who.card.name, amount=taken, left=left, more=more,
    )  # fmt: skip
    table.agenda.pop()
    if left:
        table.ask(waiting._replace(amount=left))
    wound(table, move.card, taken, "combat.wounded")


def entering(state: State) -> tuple[InPlay, ...]:
    """Return the raiders that get in with the current groups: those nobody blocks."""
    combat = state.combat
    if combat is None:
        return ()
    ids: list[CardId] = []
    for index, sent in enumerate(combat.attack):
        if not combat.defense[index] and index + 1 not in combat.met:
            ids += sent
    return tuple([who for who in state.sides[state.player].raiders if who[0] in ids]) if ids else ()


def unblocked_sum(state: State) -> Sum:
    """Return how much the defender must consume for all currently unblocked groups."""
    return breach_sum(state, OTHER[state.player], entering(state))


def breach(table: Table) -> None:
    """Make the defender consume the damage that the unblocked raiders do."""
    combat = table.combat
    assert combat
    place = OTHER[table.player]
    attack, defense, met, resolved, now, boosts, _ = combat
    table.combat = record(Combat, (attack, defense, met, resolved, now, boosts, True))
    raiders = entering(table)
    if not raiders:
        table.note("combat.no-breach", "combat.blocked", player=table.names[place])
        return
    owed = breach_sum(table, place, raiders)
    amount, house = owed.total, owed.house
    stronghold = table.sides[place].stronghold
    table.note(
        "combat.breach", "combat.breach", tuple([who.id for who in raiders]), house,
        player=table.names[place], place=stronghold_name(table, place), count=len(raiders),
        damage=table.game.cards[stronghold].damage, owed=owed, amount=amount,
    )  # fmt: skip
    if len(raiders) > 1:
        table.note("combat.breach-once", "combat.breach-once", house=house, count=len(raiders), amount=amount)
    owe(table, place, amount, "combat.breach", stronghold)


def finish(table: Table) -> None:
    """End the combat phase: remove raiders that don't outlast combat, and recycle wounded characters."""
    for who in table.sides[table.player].raiders if table.combat else ():
        if who.card.name in COMBAT_END:
            table.note(COMBAT_END[who.card.name], "pile.remove", (who.id,), True, card=who.card.name)
            remove(table, who.id, "pile.remove")
    table.combat = None
    recycle_wounded(table)
    table.phase = CONSUMPTION
