"""Questions about timing: who decides what next, which phase follows, and the order of combat."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from apz.apocalypze.language.move_text import mover
from apz.apocalypze.model import COMBAT, PHASES, Debt, Position, Response, Wounds
from apz.apocalypze.moves import Move, Pass, TakeBack
from apz.apocalypze.play import legal_moves, play, step
from apz.apocalypze.teaching.questions.choices import cards_of, look_at, lucky, mixed, move_of
from apz.core.learning.questions import Maker, Option, Question, Said
from apz.core.trace import Refusal, Step

Decision = tuple[int, str]  # who decides, and what

PHASE_RULES = dict(zip(PHASES, ("draw.six", "occupy.choose", "combat.where", "feed.survivors"), strict=True))
DECISION_RULES = {
    "draw": ("draw.six", "setup.players"),
    "occupy": ("occupy.choose",),
    "act": ("occupy.any-number",),
    "last": ("event.priority", "event.order", "event.moments"),
    "attack": ("combat.where", "combat.groups"),
    "defend": ("combat.defend",),
    "order": ("combat.order",),
    "window": ("timing.attacker-first", "event.order", "timing.engagement"),
    "wound": ("combat.wounds",),
    "remove": ("character.killed",),
    "arrival": ("event.moments",),
    "search": ("pile.shuffle",),
}
SEQUENCE = ("attack", "defend", "order", "window", "wound")  # the decisions in combat, in order
OTHERS = {
    "draw": ("draw", "occupy", "act"),
    "occupation": ("act", "last", "attack", "occupy"),
    "combat": (*SEQUENCE, "consume"),
    "consumption": ("consume", "draw", "attack"),
}
NEXT_OPTIONS = 4
OVER: Decision = (-1, "over")  # the wrong answer that the game is over because a deck is empty
SEQUENCES = 4
LENGTH = 4  # the most decisions in a sequence
LONG = 120  # the most moves to play in one combat


def decision_rules(done: Step) -> tuple[str, ...]:
    """Return the rules that say who decides what after this step."""
    waiting = done.after.waiting
    if isinstance(waiting, Debt):
        found: tuple[str, ...] = (waiting.rule,)
    elif isinstance(waiting, Response):
        found = ("timing.direct", "event.respond") if done.after.combat else ("event.respond",)
    else:
        found = DECISION_RULES[waiting.kind]
    first = [note.rule for note in done.notes if note.key == "combat.wounds-first" and isinstance(waiting, Wounds)]
    first += [note.rule for note in done.notes if note.key == "draw.empty"]
    return (*first, *found, "play.waiting")


def next_decision(position: Position, move: Move | str) -> Question:
    """Ask: who must decide what after this move?"""
    tried = move_of(position, move)
    done = play(position, tried)
    if isinstance(done, Refusal) or done.after.waiting is None:
        raise ValueError("nobody decides anything after that move")
    after = done.after
    waiting, names = after.waiting, position.game.names
    right = (waiting.player, waiting.kind)
    luck = lucky(right, tried, position.luck)
    pool = dict.fromkeys((*OTHERS[position.phase], *OTHERS[after.phase]))
    wrong = [(player, kind) for kind in pool for player in (0, 1) if (player, kind) != right and kind != waiting.kind]
    ending = [OVER] if any(note.key == "draw.empty" for note in done.notes) else []
    offered = [right, (1 - waiting.player, waiting.kind), *ending, *mixed(wrong, luck)][:NEXT_OPTIONS]
    options = [Option(f"{each[0]}-{each[1]}", decides(each, names)) for each in mixed(offered, luck + 1)]
    return Question(
        kind="next",
        position=position,
        ask=Said("next", {"player": names[mover(position)], "move": tried}),
        right=frozenset([f"{right[0]}-{right[1]}"]),
        rules=decision_rules(done),
        because=(*done.notes[-3:], Said("now-waits", {"now": after})),
        cards=look_at(position, cards_of(position, tried)),
        options=tuple(options),
        outcomes={f"{each[0]}-{each[1]}": (mistaken(each, right, names),) for each in offered if each != right},
        steps=(done,),
    )


def decides(given: Decision, names: tuple[str, str]) -> Said:
    """Return a decision as an answer option."""
    return Said("game-over") if given == OVER else Said("decides", {"player": names[given[0]], "kind": given[1]})


def mistaken(given: Decision, right: Decision, names: tuple[str, str]) -> Said:
    """Return the mistake in a wrong decision: the player, or the kind of decision."""
    if given == OVER:
        return Said("not-over")
    if given[1] == right[1]:
        return Said("other-player", {"player": names[right[0]], "kind": right[1]})
    return Said("other-decision", {"player": names[given[0]], "kind": given[1]})


def order(position: Position, about: str = "phases") -> Question:
    """Ask: which phase comes after this one? With `about` "combat": in what order do this combat's decisions come?

    Raise ValueError for a combat with too few decisions.
    """
    return combat_order(position) if about == "combat" else phase_order(position)


def phase_order(position: Position) -> Question:
    """Ask: which phase comes after this one?"""
    now = PHASES.index(position.phase)
    after = PHASES[(now + 1) % len(PHASES)]
    last = now + 1 == len(PHASES)
    player = position.game.names[1 - position.player if last else position.player]
    offered = mixed([phase for phase in PHASES if phase != position.phase], lucky(position.phase, position.luck))
    every = {f"phase_{number}": phase for number, phase in enumerate(PHASES, 1)}
    return Question(
        kind="order",
        position=position,
        ask=Said("phase-after", {"phase": position.phase, "player": position.game.names[position.player]}),
        right=frozenset([after]),
        rules=("setup.players", PHASE_RULES[after]) if last else (PHASE_RULES[after],),
        because=(Said("phases-go", every), Said("phase-next", {"phase": after, "player": player})),
        cards=look_at(position, (position.sides[position.player].stronghold,)),
        options=tuple(Option(phase, Said("phase", {"phase": phase})) for phase in offered),
        outcomes={phase: (Said("other-phase", {"phase": phase}),) for phase in offered if phase != after},
    )


def combat_order(position: Position) -> Question:
    """Ask: in what order do the decisions in this combat come?"""
    every = list(dict.fromkeys(kind for kind in decided(position) if kind in SEQUENCE))
    kinds = every[-LENGTH:] if position.luck & 1 else every[:LENGTH]
    if len(kinds) < 3:
        raise ValueError("there's too little to decide in this combat")
    luck = lucky(kinds, position.luck)
    wrong = mixed([list(each) for each in permutations(kinds) if list(each) != kinds], luck)
    offered = mixed([kinds, *wrong[: SEQUENCES - 1]], luck + 1)
    rules = [DECISION_RULES[kind][-1] for kind in kinds] + [rule for kind in kinds for rule in DECISION_RULES[kind]]
    return Question(
        kind="order",
        position=position,
        ask=Said("combat-order"),
        right=frozenset(["-".join(kinds)]),
        rules=tuple(dict.fromkeys(rules)),
        because=tuple(Said("rule-says", {"rule": DECISION_RULES[kind][-1]}) for kind in kinds),
        cards=tuple(who.id for who in position.sides[position.player].raiders)[:4],
        half=Said("combat", {"kind": kinds[0]}),
        options=tuple(Option("-".join(each), sequence(each)) for each in offered),
        outcomes={"-".join(each): (too_soon(each, kinds),) for each in offered if each != kinds},
    )


def too_soon(given: list[str], right: list[str]) -> Said:
    """Return the mistake in a wrong order: the first decision that comes too soon."""
    number = next(n for n, (one, other) in enumerate(zip(given, right, strict=True)) if one != other)
    return Said("too-soon", {"kind": given[number], "number": number + 1})


def sequence(kinds: list[str]) -> Said:
    """Return these decisions in order, as an answer option."""
    return Said(f"sequence-{len(kinds)}", {f"kind_{number}": kind for number, kind in enumerate(kinds, 1)})


def decided(position: Position) -> Iterator[str]:
    """Yield the kinds of the remaining decisions in this combat, if everybody fights and nobody plays cards."""
    position = position._replace(game=position.game._replace(strict=True))
    for _ in range(LONG):
        if position.phase != COMBAT or position.waiting is None:
            return
        yield position.waiting.kind
        moves = [move for move in legal_moves(position) if not isinstance(move, TakeBack)]
        position = step(position, Pass() if Pass() in moves else moves[0]).after


MAKERS: dict[str, Maker] = {"next": next_decision, "order": order}
