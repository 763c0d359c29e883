"""Questions about wounds: who can take them, how many are left for others, who's killed, and where each card goes."""

from __future__ import annotations

from collections.abc import Sequence

from apz.apocalypze.model import Decision, InPlay, Position, Waiting, Wounds
from apz.apocalypze.moves import Wound
from apz.apocalypze.play import why_not
from apz.apocalypze.rules import combat
from apz.apocalypze.rules.find import find, find_attachment
from apz.apocalypze.rules.sums import value
from apz.apocalypze.rules.table import Found
from apz.apocalypze.teaching.questions.lesson_terms import Mistake, called, card_of, cards_of, names_of, number
from apz.apocalypze.teaching.questions.play_forward import notes_of, onward, taken
from apz.core.learning.questions import Maker, Option, Question, Reason, Said
from apz.core.trace import Note, Step

LEFT = ("character.removed", "character.persisted", "character.recycled", "attachment.removed", "attachment.recycled")
LOST = "combat.excess"
WORDS = {"killed": "character.killed", "wounded": "character.wounded"}
FATES = ("killed", "wounded", "unhurt")
MOVES = {"killed": ("combat.killed", "combat.wounds"), "wounded": ("combat.wounded", "combat.wounds")}


def burden(position: Position) -> tuple[Wounds, tuple[InPlay, ...]]:
    """Return the wounds to assign and the characters that can take them; raise ValueError without wounds."""
    waiting = position.waiting
    if not isinstance(waiting, Wounds) or position.combat is None:
        raise ValueError("there are no wounds to assign here")
    return waiting, combat.takers(position, waiting)


def about(position: Position, waiting: Wounds) -> dict[str, object]:
    """Return the values for a sentence about the wounds."""
    assert position.combat
    return {
        "player": position.game.names[waiting.player], "amount": waiting.amount, "point": position.combat.now,
    }  # fmt: skip


def takers(position: Position) -> Question:
    """Ask: who can take the wounds?"""
    waiting, row = burden(position)
    side = position.sides[waiting.player]
    known = (*side.survivors, *side.raiders)
    refusals = {str(who.id): why_not(position, Wound(who.id)) for who in known}
    right = frozenset(answer for answer, refusal in refusals.items() if refusal is None)
    values = about(position, waiting)
    outside = {answer: (refusal,) for answer, refusal in refusals.items() if refusal}
    return Question(
        kind="takers", position=position, ask=Said("takers", values), right=right, several=True,
        options=tuple(Option(str(who.id), called(position, who.id, known)) for who in known),
        rules=("combat.wounds", "combat.defend"),
        because=(Said("takers", {**values, "names": names_of(row)}),), cards=tuple(who.id for who in row),
        half=Said("takers", values), outcomes=outside,
        mistakes={answer: Said("not-in-engagement", values) for answer in outside if int(answer) not in waiting.kept},
    )  # fmt: skip


def wounds(position: Position, card: str | int) -> Question:
    """Ask: how many wounds are left for others if this character takes them first?"""
    waiting, row = burden(position)
    who = chosen(row, card_of(position, card, [each.id for each in row]))
    steps = taken(position, [Wound(who.id)])
    (put,) = notes_of(steps, "combat.wounds-put")
    right, worth = put.values["left"], value(position, who)
    values = {**about(position, waiting), "card": called(position, who.id, row), "value": worth}
    share = -(-waiting.amount // len(row))  # shared out evenly, with the odd wound for the first one
    apart = (share, 1) if len(row) > 1 else ()
    mistakes: list[Mistake] = [  # an answer of 0 means all on one, whatever else might give it
        (max(0, waiting.amount - who.face.value) or right, Said("counted-printed-value", values)),
        (max(0, waiting.amount - worth - who.face.defense) or right, Said("defense-counted-twice", values)),
        *((waiting.amount - each, Said("spread-wounds", values)) for each in apart),
        (0, Said("all-on-one", values)),
        (waiting.amount, Said("none-taken", values)),
    ]
    return number(
        "wounds", position, Said("wounds", values), right, mistakes,
        rules=("combat.wounds", "combat.killed" if worth <= waiting.amount else "combat.wounded"),
        because=tuple(notes_of(steps, "combat.wounds-put", *WORDS.values(), LOST)), cards=(who.id,),
        half=Said("wounds", values), steps=steps,
    )  # fmt: skip


def chosen(row: Sequence[InPlay], card: int) -> InPlay:
    """Return the character with this id in a group."""
    return next(who for who in row if who.id == card)


def fates(position: Position, order: Sequence[str | int], what: str = "killed") -> Question:
    """Ask: who's killed, wounded or unharmed if wounds are assigned in this order?"""
    if what not in FATES:
        raise ValueError(f'"{what}" is none of {", ".join(FATES)}')
    waiting, row = burden(position)
    ids = cards_of(position, order, [who.id for who in row])
    player = waiting.player
    steps = onward(position, lambda step: not pending(step, player), order=ids)
    dealt = notes_of(steps, "combat.wounds-put", *WORDS.values(), LOST)
    hit = {name: {note.cards[0] for note in dealt if note.key == key} for name, key in WORDS.items()}
    hit["unhurt"] = {int(who.id) for who in row} - hit["killed"] - hit["wounded"]
    values = {**about(position, waiting), "names": tuple(called(position, card, row) for card in ids)}
    right = frozenset(str(who.id) for who in row if who.id in hit[what])
    wrong = {
        str(who.id): Said(misread(who.id, hit, what), {**values, "card": called(position, who.id, row)}) for who in row
    }
    inside = {who.id for who in row}
    reasons = tuple(n for n in dealt if (n.cards[0] in inside if n.cards else n.values["player"] == values["player"]))
    return Question(
        kind="fates", position=position, ask=Said(f"fates-{what}", values), right=right, several=True,
        options=tuple(Option(str(who.id), called(position, who.id, row)) for who in row),
        rules=MOVES.get(what, ("combat.wounds",)), because=reasons, cards=tuple(who.id for who in row),
        half=Said("fates", {**values, "card": called(position, ids[0], row)}), steps=steps, mistakes=wrong,
    )  # fmt: skip


def pending(step: Step, player: int) -> bool:
    """Return True if the current decision is about this player's wounds, or about a removal."""
    waiting: Waiting | None = step.after.waiting
    if waiting is None or waiting.kind not in (Decision.WOUND, Decision.REMOVE):
        return False
    return waiting.kind is Decision.REMOVE or waiting.player == player


def misread(card: int, hit: dict[str, set[int]], what: str) -> str:
    """Return the key of the misunderstanding that wrongly includes a character or wrongly leaves it out."""
    if card in hit[what]:
        return {"killed": "spread-wounds", "wounded": "wounded-is-hurt", "unhurt": "spread-wounds"}[what]
    if card in hit["unhurt"]:
        return "spread-wounds"
    return {"killed": "wounded-not-killed", "wounded": "killed-not-wounded", "unhurt": "is-hurt"}[what]


def ends_up(position: Position, card: str | int, first: str = "") -> Question:
    """Ask: where is a card at the end of the combat phase, if `first` takes the wounds first?

    By default, `first` is the card itself or the character it's attached to. Raise ValueError if that character can't
    take wounds here, or if it's consumed afterward or leaves for a reason other than its wounds.
    """
    row = burden(position)[1]
    wanted = card_of(position, card)
    bearer = find(position, card_of(position, first)) if first else bearer_of(position, wanted)
    if bearer is None or bearer.who not in row:
        raise ValueError(f'"{first or card}" cannot take wounds here')
    return whereabouts(position, wanted, bearer)


def bearer_of(position: Position, card: int) -> Found | None:
    """Return the character with this id, or the one that this attachment is on; None if there's no such character."""
    fixed = find_attachment(position, card)
    return find(position, fixed.host.id if fixed and fixed.host else card)


def whereabouts(position: Position, card: int, bearer: Found) -> Question:
    """Ask: where is a card at the end of the combat phase, if `bearer` takes the wounds first?"""
    waiting, row = burden(position)
    names, owner = position.game.names, position.game.owners[card]
    steps = onward(position, lambda step: step.after.combat is None, order=[bearer.who.id])
    places = {"table": Said("where-play")}
    for player in (owner, 1 - owner):
        places |= {f"{pile}-{player}": Said(f"where-{pile}", {"player": names[player]}) for pile in ("discard", "deck")}
    if owner == bearer.player:
        del places[f"discard-{1 - owner}"], places[f"deck-{1 - owner}"]
    right = lies(steps[-1].after, card)
    eaten = any(note.cards[0] in (card, bearer.who.id) for note in notes_of(steps, "consume.survivor"))
    spent = any(card_id == bearer.who.id for note in notes_of(steps, "combat.spent-itself") for card_id in note.cards)
    if right not in places or eaten or spent:
        raise ValueError(f"{position.game.cards[card].name} goes neither to a pile nor stays")
    happened = [note for note in notes_of(steps, *WORDS.values(), *LEFT) if note.cards[0] in (card, bearer.who.id)]
    values = {
        **about(position, waiting),
        "card": called(position, card, row),
        "first": called(position, bearer.who.id, row),
    }
    said = {**values, "player": names[owner]}
    rule = next((note.rule for note in reversed(happened) if note.cards[0] == card), "combat.wounds")
    because: tuple[Reason, ...] = tuple(happened) if right != "table" else (*happened, Said("stays", values))
    return Question(
        kind="ends-up", position=position, ask=Said("ends-up" if card == bearer.who.id else "ends-up-attached", values),
        right=frozenset([right]), options=tuple(Option(answer, means) for answer, means in places.items()),
        rules=tuple(dict.fromkeys((rule, "pile.remove" if right.startswith("discard") else "pile.recycle"))),
        because=because, cards=tuple(dict.fromkeys((card, bearer.who.id))), half=half_of(happened, values),
        mistakes={answer: mislaid(answer, right, rule, said) for answer in places if answer != right}, steps=steps,
    )  # fmt: skip


def lies(position: Position, card: int) -> str:
    """Return the key of a card's place: on the table, or in a player's hand, deck or discard pile."""
    for player, side in enumerate(position.sides):
        for pile, cards in (("hand", side.hand), ("deck", side.deck), ("discard", side.discard)):
            if card in cards:
                return f"{pile}-{player}"
    return "table"


def half_of(happened: Sequence[Note], values: dict[str, object]) -> Said:
    """Return the hint halfway to the answer: whether the character is killed or wounded."""
    killed = any(note.key == "character.killed" for note in happened)
    return Said("ends-up-killed" if killed else "ends-up-wounded", values)


def mislaid(answer: str, right: str, rule: str, values: dict[str, object]) -> Said:
    """Return the misunderstanding behind a wrong answer about a card's place."""
    if answer[-1] != right[-1] and answer != "table":
        return Said("wrong-owner", values)
    twofold = rule in ("twofold.persistent", "twofold.removed", "twofold.bitten")
    if answer == "table":
        return Said("wounded-stays" if right.startswith("deck") and not twofold else "killed-stays", values)
    if twofold:
        return Said("forgot-twofold", values)
    return Said("remove-for-recycle" if right.startswith("deck") else "recycle-for-remove", values)


MAKERS: dict[str, Maker] = {"takers": takers, "wounds": wounds, "fates": fates, "ends-up": ends_up}
