"""Questions about the best block: whole defenses, each played out by the kernel and priced."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from apz.apocalypze.model import Decision, Position
from apz.apocalypze.moves import Done, Send, TakeBack
from apz.apocalypze.rules.common_refusals import stronghold_name
from apz.apocalypze.teaching.questions.lesson_terms import called, cards_of, unlike
from apz.apocalypze.teaching.questions.play_forward import onward, taken
from apz.core.learning.questions import Maker, Option, Question, Said
from apz.core.trace import Note, Step

Formation = Mapping[int, Sequence[int]]  # access point -> the survivors that block there
LETTERS = "abcdefghi"
ENDS = ("combat.breach", "combat.no-breach")
TOLD = ("combat.casualties", "character.killed", "character.wounded", *ENDS)


class Block(NamedTuple):
    """A defense and its result."""

    formation: Formation
    consumed: int
    survivors: tuple[str, ...]  # the survivors wounded or killed, who leave the table
    notes: tuple[Note, ...]
    out: bool

    @property
    def cost(self) -> int:
        """The cost: the amount consumed for raiders that got in, plus 1 for each survivor wounded or killed."""
        return self.consumed + len(self.survivors)

    @property
    def rank(self) -> tuple[bool, int]:
        """A sort key for the defense: lower costs sort first, and defenses that put the player out sort last."""
        return self.out, self.cost


def defended(position: Position, formation: Formation) -> Block:
    """Play a defense out, with wounds going to the hardest to kill first; return the result."""
    waiting = position.waiting
    if waiting is None or waiting.kind is not Decision.DEFEND or position.combat is None:
        raise ValueError("nobody is forming a defense here")
    back = [TakeBack(card) for ids in position.combat.defense for card in ids]
    sent = [Send(card, point) for point, cards in sorted(formation.items()) for card in cards]
    steps = taken(position, [*back, *sent, Done()])
    if not any(note.key in ENDS for note in steps[-1].notes):
        steps += onward(steps[-1].after, ended)
    noted = [note for step in steps for note in step.notes]
    end = next(index for index, note in enumerate(noted) if note.key in ENDS)
    lost = [note for note in noted if note.key == "consume.out"]
    told = [note for note in noted[: end + 1] if note.key in TOLD] + lost
    breach = noted[end].values.get("amount", 0)
    own: dict[int, str] = {who.id: who.card.name for who in position.sides[waiting.player].survivors}
    hurt = dict.fromkeys(note.cards[0] for note in told if note.key.startswith("character.") and note.cards[0] in own)
    return Block(formation, breach, tuple(own[card] for card in hurt), tuple(told), bool(lost))


def ended(step: Step) -> bool:
    """Return True if a step settles whether raiders get in, which comes after the last engagement."""
    return any(note.key in ENDS for note in step.notes)


def block(position: Position, ways: Sequence[Mapping[int, Sequence[str]]]) -> Question:
    """Ask: which of these defenses, with survivors given by name, costs the least?"""
    waiting = position.waiting
    pool = [who.id for who in position.sides[waiting.player].survivors] if waiting else []
    formations = []
    for way in ways:
        formation: dict[int, list[int]] = {}
        for point, texts in way.items():
            used = [card for cards in formation.values() for card in cards]
            formation[int(point)] = cards_of(position, texts, [card for card in pool if card not in used])
        formations.append(formation)
    return best(position, formations)


def best(position: Position, formations: Sequence[Formation]) -> Question:
    """Ask: which of these defenses, with survivors given by id, costs the least?"""
    blocks = {letter: defended(position, each) for letter, each in zip(LETTERS, formations, strict=False)}
    least = min(each.rank for each in blocks.values())
    right = frozenset(letter for letter, each in blocks.items() if each.rank == least)
    first = blocks[min(right)]
    assert position.waiting
    place = position.waiting.player
    home = position.game.cards[position.sides[place].stronghold]
    values = {"player": position.game.names[place], "place": stronghold_name(position, place), "damage": home.damage}
    return Question(
        kind="block", position=position, ask=Said("block", values), right=right,
        options=tuple(Option(letter, shown(position, each.formation)) for letter, each in blocks.items()),
        rules=("combat.defend", "combat.blocked", "combat.breach", "combat.casualties", "combat.wounds"),
        because=(*first.notes, price(first), Said("cheapest", {"count": len(right)})), half=Said("block", values),
        cards=tuple(card for ids in position.combat.attack for card in ids) if position.combat else (),
        mistakes={letter: missed(each, first, values) for letter, each in blocks.items() if letter not in right},
        outcomes={letter: (*each.notes, price(each)) for letter, each in blocks.items()},
    )  # fmt: skip


def shown(position: Position, formation: Formation) -> Said:
    """Return a defense as an answer option."""
    row = position.sides[1 - position.player].survivors
    called_so: dict[int, str] = {who.id: called(position, who.id, unlike(row, who)) for who in row}
    groups = [f"{at}: {', '.join(called_so[card] for card in ids)}" for at, ids in sorted(formation.items()) if ids]
    return Said("formation", {"groups": "; ".join(groups)}) if groups else Said("formation-none")


def price(each: Block) -> Said:
    """Return the text about a defense's cost."""
    return Said("block", {"cost": each.cost, "consumed": each.consumed, "count": len(each.survivors)})


def missed(each: Block, best: Block, values: Mapping[str, object]) -> Said:
    """Return the mistake of a learner who chooses this defense, which is more expensive than the best one."""
    if each.out:
        return Said("block-out", values)
    consumed, left = each.consumed - best.consumed, len(each.survivors) - len(best.survivors)
    return Said("block-open" if consumed > left else "block-wounds", values)


MAKERS: dict[str, Maker] = {"block": block}
