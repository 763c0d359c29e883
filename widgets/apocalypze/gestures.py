"""Gestures on the table as moves: a legal move if possible, or else one whose refusal explains the problem."""

from __future__ import annotations

from collections.abc import Sequence

from apz.apocalypze import moves
from apz.apocalypze.language.move_text import described, has_text, target_choices
from apz.apocalypze.model import ATTACHMENT, DECK, Debt, Decision, Position, Searching
from apz.apocalypze.move_preview import warning
from apz.apocalypze.moves import Move
from apz.apocalypze.play import legal_moves, play
from apz.apocalypze.rules.consumption import offer
from apz.apocalypze.rules.find import Zone, everywhere, find, find_attachment
from apz.apocalypze.rules.search import pile_of
from apz.apocalypze.shortcuts import placed
from apz.apocalypze.visibility import HIDDEN, seen_by
from apz.core.trace import Step
from apz.widgets.table.scene import Scene
from apz.widgets.table.spelling import spelled

GROUPING = (Decision.ATTACK, Decision.DEFEND)
# moves without a card: they're buttons in the prompt
UNNAMED = moves.Draw | moves.Done | moves.Pass | moves.Engage | moves.Occupy


def card_of(position: Position, move: Move) -> int:
    """Return the id of the card a move starts with (a stronghold, if the move occupies it), or DECK."""
    if isinstance(move, moves.Occupy):
        return position.sides[move.place].stronghold if move.place in (0, 1) else DECK
    card: int = getattr(move, "card", DECK)
    return card


def of_card(position: Position, legal: Sequence[Move], card: int) -> list[Move]:
    """Return the moves that start with this card."""
    return [move for move in legal if card_of(position, move) == card]


def sends(move: Move, card: int) -> bool:
    """Return True if a move sends this card to an access point."""
    return isinstance(move, moves.Send) and move.card == card


def decision(position: Position) -> Decision | None:
    """Return the kind of the current decision, or None if there's nothing to decide."""
    return position.waiting.kind if position.waiting else None


def opposed(position: Position, card: int) -> int:
    """Return the number of the access point where a card attacks while the defender forms groups, or 0."""
    waiting, combat = position.waiting, position.combat
    groups = combat.attack if combat and waiting and waiting.kind is Decision.DEFEND else ()
    return next((point for point, ids in enumerate(groups, 1) if card in ids), 0)


def elsewhere(position: Position, card: int) -> list[Move]:
    """Return the moves that would send a character to a different access point after taking it back."""
    kind = decision(position)
    back = play(position, moves.TakeBack(card)) if kind in GROUPING else None
    if not isinstance(back, Step):
        return []
    here = next((point for point, ids in enumerate(sent_groups(position), 1) if card in ids), 0)
    return [
        move
        for move in legal_moves(back.after)
        if isinstance(move, moves.Send) and move.card == card and move.point != here
    ]


def sent_groups(position: Position) -> tuple[tuple[int, ...], ...]:
    """Return the groups being formed, by access point."""
    combat, waiting = position.combat, position.waiting
    if combat is None or waiting is None:
        return ()
    return combat.attack if waiting.kind is Decision.ATTACK else combat.defense


def point_of(position: Position, move: Move) -> int | None:
    """Return the number of a move's access point, or None if the move has none."""
    if isinstance(move, moves.Send | moves.Engage):
        return move.point
    if isinstance(move, moves.Use) and move.targets and described(position, move).key == "use-point":
        return move.targets[0]
    return None


def objects(position: Position, move: Move) -> tuple[int, ...]:
    """Return the ids of a move's targets; () if the move goes to an access point."""
    return pointed_at(move) if point_of(position, move) is None else ()


def pointed_at(move: Move) -> tuple[int, ...]:
    """Return the targets in a move, or () if it has none."""
    if isinstance(move, moves.Event | moves.Use):
        return move.targets
    if isinstance(move, moves.Attach):
        return (move.to,)
    if isinstance(move, moves.Take) and move.to != DECK:
        return (move.to,)
    return ()


def narrowed(position: Position, legal: Sequence[Move], picked: tuple[int, ...]) -> list[Move]:
    """Return the moves whose targets include all the targets picked so far."""
    return [move for move in legal if set(picked) <= set(objects(position, move))]


def at_point(position: Position, legal: Sequence[Move], point: int) -> Move | None:
    """Return the first of these legal moves that goes to access point `point`, or None if there's none."""
    return next((move for move in legal if point_of(position, move) == point), None)


def pointed(position: Position, chosen: int, target: int) -> Move:
    """Return the move that points a chosen card at another one, for the kernel to judge."""
    card = position.game.cards[chosen]
    if position.waiting and position.waiting.kind is Decision.SEARCH:
        return moves.Take(chosen, target)
    if chosen in held(position):
        return moves.Attach(chosen, target) if card.kind == ATTACHMENT else moves.Event(chosen, (target,))
    return moves.Use(chosen, (target,))


def attempt(position: Position, card: int) -> Move | None:
    """Return the move that a click on this card most likely means, whether legal or not; None if there's none."""
    kind = decision(position)
    if kind is Decision.SEARCH:
        return moves.Take(card)
    if kind is Decision.CONSUME:
        return moves.Eat(card)
    if card in held(position):
        return from_hand(position, card)
    home = card in (position.sides[0].stronghold, position.sides[1].stronghold)
    if kind is Decision.OCCUPY and home:
        return moves.Occupy(int(card == position.sides[1].stronghold))
    stands = find(position, card) is not None
    if kind is Decision.WOUND and (stands or home or find_attachment(position, card)):
        return moves.Wound(card)
    if kind in GROUPING and stands:
        return moves.Send(card, 1)
    if kind is Decision.ORDER and (point := fights_at(position, card)):
        return moves.Engage(point)
    return moves.Use(card) if has_text(position, card) else None


def from_hand(position: Position, card: int) -> Move:
    """Return the move that a click on a hand card most likely means."""
    printed = position.game.cards[card]
    if printed.kind == ATTACHMENT:
        hosts = sorted(target_choices(position, moves.Attach(card, DECK)))
        return moves.Attach(card, hosts[0] if hosts else DECK)
    return moves.Event(card) if printed.event else moves.Play(card)


def fights_at(position: Position, card: int) -> int:
    """Return the number of the access point where a character fights for either side, or 0."""
    groups = zip(position.combat.attack, position.combat.defense, strict=True) if position.combat else ()
    return next((point for point, (sent, meet) in enumerate(groups, 1) if card in sent + meet), 0)


def tried(position: Position, card: int) -> bool:
    """Return True if a click on this card is an attempt to move, not just to look at it."""
    waiting = position.waiting
    if waiting is None:
        return False
    side, kind = position.sides[waiting.player], waiting.kind
    rows = {Decision.ATTACK: side.raiders, Decision.DEFEND: side.survivors, Decision.CONSUME: side.survivors}
    if card in side.hand or card in [who.id for who in rows.get(kind, ())]:
        return True
    if kind is Decision.WOUND:
        return find(position, card) is not None
    if kind is Decision.OCCUPY:
        return card in (position.sides[0].stronghold, position.sides[1].stronghold)
    return isinstance(waiting, Searching) and card in pile_of(position, waiting)


def in_reach(position: Position) -> list[int]:
    """Return the ids of the deciding player's cards in hand, their characters in play, and a pile they're searching."""
    waiting = position.waiting
    if waiting is None:
        return []
    side = position.sides[waiting.player]
    pile = pile_of(position, waiting) if isinstance(waiting, Searching) else ()
    return [*side.hand, *(who.id for who in (*side.survivors, *side.raiders)), *pile]


def halved(position: Position) -> bool:
    """Return True if an offered hand card still needs a second one."""
    waiting = position.waiting
    return isinstance(waiting, Debt) and offer(position, waiting.player, waiting.offered).single


def weighed(position: Position, move: Move) -> bool:
    """Return True if a move takes a second click: an ability, a survivor to consume, or a card lost right away."""
    if isinstance(move, moves.Eat):
        return find(position, move.card) is not None
    return isinstance(move, moves.Use) or warning(position, move) is not None


def held(position: Position) -> tuple[int, ...]:
    """Return the cards in both hands."""
    return position.sides[0].hand + position.sides[1].hand


def unnamed(position: Position, legal: Sequence[Move]) -> list[Move]:
    """Return the moves that need no card; the move to commit the attack is included even when it's too early."""
    kind = decision(position)
    found: list[Move] = [move for move in legal if isinstance(move, UNNAMED) or move == moves.Eat(DECK)]
    if kind is Decision.ATTACK and moves.Done() not in found:
        found.append(moves.Done())
    return found


def on_deck(position: Position) -> Move | None:
    """Return the move that a click on the deck means now, or None if it means none."""
    kind = decision(position)
    meanings: dict[Decision | None, Move] = {Decision.DRAW: moves.Draw(), Decision.CONSUME: moves.Eat(DECK)}
    return meanings.get(kind)


def lit(position: Position, legal: Sequence[Move], chosen: int | None, picked: tuple[int, ...] = ()) -> set[int]:
    """Return the ids of the cards that legal moves start with, or of the chosen card's possible targets."""
    if chosen is not None:
        options = narrowed(position, of_card(position, legal, chosen), picked)
        return {card for move in options for card in objects(position, move)} - set(picked)
    return {card for move in legal if (card := card_of(position, move)) != DECK}


def lit_points(position: Position, legal: Sequence[Move], chosen: int | None) -> set[int]:
    """Return the access points that the chosen card can go to or target, or those that can be resolved next."""
    options: list[Move] = [move for move in legal if isinstance(move, moves.Engage)]
    if chosen is not None:
        options = [*of_card(position, legal, chosen), *elsewhere(position, chosen)]
    return {point for move in options if (point := point_of(position, move)) is not None}


# ---- sending characters together


def together(scene: Scene) -> tuple[int, ...]:
    """Return the chosen character and those to be sent along with it; () if it can't be sent or `by_hand` is on."""
    chosen = scene.state.chosen
    if chosen is None or scene.state.by_hand or not any(sends(move, chosen) for move in scene.moves):
        return ()
    return (chosen, *scene.state.picked)


def along(scene: Scene) -> set[int]:
    """Return the characters that could be sent along with the chosen one."""
    sent = together(scene)
    found: set[int] = {move.card for move in scene.moves if isinstance(move, moves.Send)} if sent else set()
    return found.difference(sent)


# ---- cards that say which stronghold to occupy


def occupying(scene: Scene) -> dict[int, moves.Occupy]:
    """Return the hand cards that fit only one stronghold, with the move to occupy it; {} for bots or with `by_hand`."""
    if not scene.yours or scene.state.by_hand:
        return {}
    return scene.memo.once("occupying", scene.position, lambda: placed(scene.position))


# ---- for the View


def options(scene: Scene) -> list[Move]:
    """Return the moves for the chosen card and the targets picked so far, or for the group to be sent together."""
    assert scene.state.chosen is not None
    own = of_card(scene.position, scene.moves, scene.state.chosen)
    if scene.state.picked and together(scene):
        return [move for move in own if isinstance(move, moves.Send)]
    return narrowed(scene.position, own, scene.state.picked)


def touched(position: Position, move: Move) -> set[int]:
    """Return the ids of the cards in a move: its first card and its targets."""
    return {card for card in (card_of(position, move), *objects(position, move)) if card >= 0}


def after(scene: Scene, move: Move) -> Scene:
    """Return the scene right after a move was made, with a character it took back chosen if it can be sent again."""
    if isinstance(move, moves.TakeBack) and any(sends(each, move.card) for each in scene.moves):
        return scene.but(chosen=move.card)
    return scene


def clicks(scene: Scene, move: Move) -> list[tuple[str, ...]]:
    """Return the sequences of clicks that try a move at the start of the session; [] if no clicks can mean it."""
    first = scene.session.start
    decks = [(f"deck:{player}",) for player in (0, 1)]
    if first.waiting is None:
        return [*decks, *((f"card:{card}",) for card in range(len(first.game.cards)))]
    if isinstance(move, moves.Draw):
        return [decks[first.waiting.player]]
    if move in unnamed(first, scene.moves):
        return [(f"move:{spelled(move)}",)]
    if isinstance(move, moves.Engage):
        return [(f"point:{move.point}",)]
    card = card_of(first, move)
    return [tuple(f"card:{each}" for each in (card, *objects(first, move)))] if card >= 0 else []


def with_cards(scene: Scene) -> list[Move]:
    """Return the moves that need a click on a card."""
    without = unnamed(scene.position, scene.moves)
    return [move for move in scene.moves if move not in without]


def on_cards(scene: Scene) -> bool:
    """Return True if a move with a card is possible, other than occupying or taking back, so no button stands out."""
    skipped = moves.Occupy | moves.TakeBack
    return any(card_of(scene.position, move) >= 0 and not isinstance(move, skipped) for move in scene.moves)


def in_sight(position: Position, player: int) -> set[int]:
    """Return the ids of the cards that a player can see, except strongholds."""
    view = seen_by(position, player)
    found = {spot.card for spot in everywhere(view) if spot.zone is not Zone.STRONGHOLD}
    return {card for card in found if card >= 0 and position.game.cards[card].kind != HIDDEN.kind}
