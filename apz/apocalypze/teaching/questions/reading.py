"""Questions about reading cards: what the numbers mean, which cards can be played here, and where a card goes."""

from __future__ import annotations

from apz.apocalypze.ids import OTHER
from apz.apocalypze.model import ATTACHMENT, STATS, Decision, Position
from apz.apocalypze.moves import Attach, Event, Move, Play
from apz.apocalypze.play import legal_moves, play, why_not
from apz.apocalypze.rules.common_refusals import stronghold_name
from apz.apocalypze.rules.find import find, find_attachment
from apz.apocalypze.rules.sums import access_sum, stat_sum
from apz.apocalypze.teaching.questions.choices import cards_of, look_at, lucky, mixed, move_of, name_of_mover
from apz.apocalypze.teaching.questions.lesson_terms import card_of, known_as
from apz.core.learning.questions import Maker, Option, Question, Said
from apz.core.trace import Refusal, Sum, Term

OF_STRONGHOLD = ("access", "capacity", "damage")
NUMBER_RULES: dict[str, tuple[str, ...]] = {
    "attack": ("character.stats", "combat.attack-total"),
    "defense": ("character.stats", "combat.defense-total"),
    "value": ("character.stats",),
}
UP, DOWN, STAYS, HELD = "discard", "deck", "play", "hand"


def read(position: Position, card: int | str, about: str) -> Question:
    """Ask for one of this card's numbers right now: attack, defense, value, access, capacity or damage."""
    number = card_of(position, card) if isinstance(card, str) else card
    total, plain = (stat_of if about in STATS else place_of)(position, number, about)
    owner = position.game.names[position.game.owners[number]]
    name = known_as(position, number)
    more = len(total.terms) - 1
    half = (
        Said("read-more", {"card": name, "amount": plain[about], "count": more})
        if more
        else Said("read", {"card": name})
    )
    others = {str(amount): Said(f"took-{stat}", {"card": name}) for stat, amount in plain.items() if stat != about}
    forgot = Said("forgot-changes", {"card": name, "amount": plain[about]})
    right = str(total.total)
    mistakes = {**others, str(plain[about]): forgot}
    return Question(
        kind="read",
        position=position,
        ask=Said(f"read-{about}", {"card": name, "player": owner}),
        right=frozenset([right]),
        rules=NUMBER_RULES.get(about, (f"stronghold.{about}",)),
        because=(Said(f"reads-{about}", {"card": name, "sum": total if len(total.terms) > 1 else total.total}),),
        cards=tuple(dict.fromkeys([number, *(term.card for term in total.terms if term.card >= 0)]))[:4],
        half=half,
        mistakes={answer: said for answer, said in mistakes.items() if answer != right},
    )


def stat_of(position: Position, card: int, about: str) -> tuple[Sum, dict[str, int]]:
    """Return one of a character's current numbers, and all its printed numbers."""
    found = find(position, card)
    if found is None:
        raise ValueError("that character isn't in play")
    return stat_sum(position, found.who, about), {stat: getattr(found.who.face, stat) for stat in STATS}


def place_of(position: Position, card: int, about: str) -> tuple[Sum, dict[str, int]]:
    """Return one of a stronghold's current numbers, and all its printed numbers."""
    owner = position.game.owners[card]
    if position.sides[owner].stronghold != card or about not in OF_STRONGHOLD:
        raise ValueError(f"that card has no {about}")
    printed = position.card(card)
    plain = {stat: int(getattr(printed, stat)) for stat in OF_STRONGHOLD}
    if about == "access":
        return access_sum(position, owner), plain
    return Sum((Term(plain[about], printed.name, f"stronghold.{about}", card, printed.house(about)),)), plain


def card(position: Position) -> Question:
    """Ask: which cards in hand could be played now? Raise ValueError unless some can be played and others can't."""
    waiting = position.waiting
    if waiting is None or waiting.kind is not Decision.ACT:
        raise ValueError("nobody is playing cards")
    player = waiting.player
    hand = {position.card(held).name: held for held in reversed(position.sides[player].hand)}
    fits: dict[int, Move] = {}
    for move in legal_moves(position):
        if isinstance(move, Play | Attach | Event) and hand[position.card(move.card).name] == move.card:
            fits.setdefault(move.card, move)
    reasons = {held: fit_or_not(position, held, fits.get(held)) for held in hand.values()}
    if not fits or len(fits) == len(hand):
        raise ValueError("there must be cards that can be played, and cards that can't")
    refused = [said.values["refusal"].rule for said in reasons.values() if said.key == "card-refused"]
    return Question(
        kind="card",
        position=position,
        ask=Said(
            "card", {"player": position.game.names[player], "place": stronghold_name(position, position.place or 0)}
        ),
        right=frozenset(map(str, fits)),
        rules=tuple(dict.fromkeys(["occupy.play-there", *refused])),
        because=tuple(reasons.values()),
        cards=look_at(position, (position.sides[position.place or 0].stronghold,)),
        options=tuple(Option(str(held), held) for held in mixed(list(hand.values()), lucky(position.luck, *hand))),
        several=True,
        outcomes={str(held): (said,) for held, said in reasons.items()},
    )


def fit_or_not(position: Position, held: int, fit: Move | None) -> Said:
    """Return the text on how a card in hand can be played now, or why it can't."""
    name = position.card(held).name
    if fit is not None:
        return Said("card-fits", {"card": name, "move": fit})
    refusal = why_not(position, natural(position, held))
    return Said("card-refused", {"card": name, "refusal": refusal})


def natural(position: Position, held: int) -> Move:
    """Return the move somebody would try with a card that doesn't fit."""
    printed = position.card(held)
    if printed.event:
        return Event(held)
    if printed.kind != ATTACHMENT:
        return Play(held)
    player = position.waiting.player if position.waiting else position.player
    mine, other = position.sides[player], position.sides[1 - player]
    rows = (mine.survivors, mine.raiders) if position.place == player else (mine.raiders, mine.survivors)
    hosts = [who.id for row in (*rows, other.survivors) for who in row]
    return Attach(held, (hosts or [mine.stronghold])[0])


def zone(position: Position, card: int) -> tuple[str, int]:
    """Return a card's zone and its player; raise ValueError if it's in a deck, but not at the bottom."""
    for player, side in enumerate(position.sides):
        if card in side.discard:
            return UP, player
        if card in side.hand:
            return HELD, player
        if card in side.deck:
            if side.deck[-1] != card:
                raise ValueError("that card is somewhere in the deck")
            return DOWN, player
    return STAYS, position.game.owners[card]


def keeper(position: Position, card: int) -> int:
    """Return the player who has a card: the controller of the card or its host in play, otherwise its owner."""
    fixed = find_attachment(position, card)
    found = find(position, fixed.host.id if fixed and fixed.host else card)
    if found is not None:
        return found.player
    homes = [player for player, side in enumerate(position.sides) if fixed and fixed.at in side.fixtures]
    return homes[0] if homes else position.game.owners[card]


def where(position: Position, move: Move | str, card: int | str) -> Question:
    """Ask: where is this card after this move? Raise ValueError if it isn't legal, or leaves the card inside a deck."""
    tried = move_of(position, move)
    done = play(position, tried)
    if isinstance(done, Refusal):
        raise ValueError("that move isn't legal")
    number = card_of(position, card) if isinstance(card, str) else card
    place, player = zone(done.after, number)
    owner, names = position.game.owners[number], position.game.names
    offered: list[tuple[str, int]] = [(UP, owner), (DOWN, owner), (STAYS, owner)]
    if keeper(position, number) != owner:
        offered += [(UP, OTHER[owner]), (DOWN, OTHER[owner])]
    else:
        offered.append((UP, OTHER[owner]) if position.place != owner else (HELD, owner))
    offered = list(dict.fromkeys([*offered, (place, player)]))
    told = [each for each in done.notes if number in each.cards] or list(done.notes)
    name = known_as(position, number)
    astray = Said("wrong-owner", {"card": name, "player": names[owner]})
    mistakes = {f"{kind}-{1 - owner}": astray for kind, whose in offered if kind in (UP, DOWN) and whose != owner}
    if place in (UP, DOWN):
        wrong = DOWN if place == UP else UP
        recovered = any(note.key == "pile.recovered" for note in told)
        missed = "stays-for-recover" if recovered else "recycle-for-remove" if wrong == DOWN else "remove-for-recycle"
        mistakes[f"{wrong}-{owner}"] = Said(missed, {"card": name})
    return Question(
        kind="where",
        position=position,
        ask=Said("where", {"player": name_of_mover(position), "move": tried, "card": name}),
        right=frozenset([f"{place}-{player}"]),
        rules=tuple(dict.fromkeys(each.rule for each in reversed(told))),
        because=tuple(told),
        cards=look_at(position, (number, *cards_of(position, tried))),
        options=tuple(
            Option(f"{kind}-{whose}", Said(f"where-{kind}", {"player": names[whose]}))
            for kind, whose in mixed(offered, lucky(position.luck, tried, number))
        ),
        mistakes=mistakes,
        steps=(done,),
    )


MAKERS: dict[str, Maker] = {"read": read, "card": card, "where": where}
