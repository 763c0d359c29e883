"""A player's view: it has all that's needed to decide, and nothing that the player may not know."""

import pytest

from apz.apocalypze.ids import PLAYERS, CardId
from apz.apocalypze.model import (
    DECK,
    HIDDEN_CARD,
    Arrival,
    Debt,
    Position,
    Removal,
    Resolution,
    Response,
    Searching,
    Waiting,
    Wounds,
    card_of,
)
from apz.apocalypze.moves import Draw, Move, Take
from apz.apocalypze.play import legal_moves
from apz.apocalypze.positions import build, seat
from apz.apocalypze.rules.actions import points_at_lane
from apz.apocalypze.setup import new_game
from apz.apocalypze.visibility import HIDDEN, seen_by
from apz.core.trace import Step
from tests.apocalypze.wandering import positions


def public(position: Position) -> set[int]:
    """Return the ids of the cards that are named openly: used, boosting and lasting ones, and those in decisions."""
    boosts = position.combat.boosts if position.combat else ()
    named = {card for card, _ in position.used + position.spent} | {boost.card for boost in boosts}
    about = [waiting.card for waiting in position.agenda if isinstance(waiting, Removal | Arrival | Searching)]
    owed = [waiting.card for waiting in position.agenda if isinstance(waiting, Debt) and waiting.card is not None]
    return named.union(position.lasting, about, owed)


def cards_of(waiting: Waiting) -> tuple[int, ...]:
    """Return the ids of the cards that a decision mentions, such as those offered or drawn."""
    match waiting:
        case Debt():
            return waiting.offered
        case Searching():
            return waiting.drawn
        case Wounds():
            return waiting.kept
        case Removal():
            return () if waiting.rest is None else (waiting.rest,)
        case Arrival():
            return () if waiting.raider is None else (waiting.raider,)
    return ()


def cards_in(seen: Position) -> set[int]:
    """Return the ids of all cards in a view's zones, decisions and combat groups."""
    found: set[int] = set()
    for side in seen.sides:
        found.update((side.stronghold, *side.hand, *side.deck, *side.discard), *side.fixtures)
        for who in side.survivors + side.raiders:
            found.update([who.id], *who.attached)
    for waiting in seen.agenda:
        card = card_of(waiting)
        found.update(cards_of(waiting), () if card is None else (card,))
        if isinstance(waiting, Response | Resolution):
            lane = points_at_lane(seen.card(waiting.move.card), waiting.move)
            found.update(() if lane else waiting.move.targets)
    groups = seen.combat.attack + seen.combat.defense if seen.combat else ()
    return found.union(*groups)


def test_the_deciding_player_has_the_same_legal_moves_in_their_view():
    for position in positions(30, 11):
        if position.waiting:
            seen = seen_by(position, position.waiting.player)
            assert set(legal_moves(seen)) == set(legal_moves(position))


def test_nothing_hidden_is_in_a_view():
    for number, position in enumerate(positions(25, 12)):
        if number % 3 and len(position.agenda) < 2:
            continue
        for player in (0, 1):
            seen, mine, other = seen_by(position, player), position.sides[player], position.sides[1 - player]
            secret = {*other.hand, *other.deck} - public(position)
            assert not secret & cards_in(seen)
            assert all(seen.game.cards[card] is HIDDEN for card in secret)
            assert seen.luck == 0
            waiting = position.waiting
            if waiting and mine.deck and set(seen.sides[player].deck) == set(mine.deck):
                assert (waiting.kind, waiting.player) == ("search", player)
                assert list(seen.sides[player].deck) == sorted(mine.deck)
            else:
                assert set(seen.sides[player].deck) <= {HIDDEN_CARD}


def test_a_view_keeps_what_is_on_the_table():
    for number, position in enumerate(positions(10, 13)):
        seen = seen_by(position, number % 2)
        kept = [field for field in position._fields if field not in ("game", "sides", "agenda", "luck")]
        assert all(getattr(seen, field) == getattr(position, field) for field in kept)
        for before, after in zip(position.sides, seen.sides, strict=True):
            assert before._replace(hand=(), deck=()) == after._replace(hand=(), deck=())
            assert (len(before.hand), len(before.deck)) == (len(after.hand), len(after.deck))
        assert seen.sides[number % 2].hand == position.sides[number % 2].hand
        for waiting, masked in zip(position.agenda, seen.agenda, strict=True):
            assert len(cards_of(waiting)) == len(cards_of(masked))
            fields = zip(waiting._fields, waiting, masked, strict=True)
            assert [name for name, own, seen_so in fields if own != seen_so and name not in ("offered", "drawn")] == []


def test_a_hidden_card_has_no_face():
    seen = new_game("Church", "Military Base", seed=1).seen_by(0)
    assert seen.card(HIDDEN_CARD) is seen.card(DECK) is HIDDEN
    assert (HIDDEN.name, HIDDEN.kind, HIDDEN.character, HIDDEN.event) == ("hidden", "hidden", False, False)
    known = {seen.card(card).name for card in range(30, 60)}
    assert known == {"hidden", "Military Base"}


def test_a_player_knows_their_own_list_but_not_its_order():
    position = new_game("Church", "Church", seed=1)
    seen = seen_by(position, 0)
    assert seen.game.cards[:30] == position.game.cards[:30]
    assert seen.sides[0].deck == (HIDDEN_CARD,) * 23


def test_who_searches_their_deck_sees_it_and_the_other_does_not():
    position = build(
        seat("Police Station", survivors=["Patsy McNally"], deck=["Police Officer", "Cult Fanatic", "Antonio Jones"]),
        seat("Church"),
        occupied="Ann",
        waiting=[{"act": "Ann"}, {"search": "Ann", "card": "Police Station"}],
    )
    assert sorted(seen_by(position, 0).sides[0].deck) == list(seen_by(position, 0).sides[0].deck) != []
    assert seen_by(position, 1).sides[0].deck == (HIDDEN_CARD,) * 3
    takes = {move.card for move in seen_by(position, 0).legal_moves if isinstance(move, Take)}
    assert {position.card(card).name for card in takes} == {"Police Officer", "Antonio Jones"}


def test_what_is_offered_from_a_hand_is_hidden_from_the_other():
    position = build(
        seat("Church", survivors=["2 Civilian", "Alex Bloom"], hand=["Turned", "Sentry"], deck=["5 Civilian"]),
        seat("Church"),
        phase="consumption",
        waiting={"consume": "Ann", "amount": 3, "cards": ["Turned", "deck"]},
    )
    turned = position.sides[0].hand[0]
    assert [cards_of(waiting) for waiting in seen_by(position, 0).agenda] == [(turned, DECK)]
    assert [cards_of(waiting) for waiting in seen_by(position, 1).agenda] == [(HIDDEN_CARD, DECK)]


def test_the_card_that_a_searchlight_drew_is_hidden_from_the_other():
    position = build(
        seat("Church", attached=["Searchlight"], hand=["Civilian"]),
        seat("Church", raiders=["Trudy"]),
        whose="Ben",
        occupied="Ann",
        waiting=[{"act": "Ben"}, {"search": "Ann", "card": "Searchlight", "cards": ["Civilian"]}],
    )
    assert seen_by(position, 0).waiting == position.waiting
    assert seen_by(position, 1).waiting == Searching(PLAYERS[0], CardId(1), 0, (HIDDEN_CARD,))


def test_a_card_used_this_turn_keeps_its_name_wherever_it_is_now():
    position = build(
        seat("Church", raiders=["2 Fast Zombie"], deck=["Adrenaline", "Turned"]),
        seat("Church", survivors=["Civilian"], hand=["Sentry"], deck=["Civilian"]),
        combat={
            "attack": ["2 Fast Zombie"], "defense": ["Civilian"], "now": 1,
            "boosts": [{"card": "Adrenaline", "by": "Ann", "attack": 3}],
        },
        waiting={"window": "Ann"}, used=["Adrenaline"],
    )  # fmt: skip
    seen = seen_by(position, 1)
    names = [seen.card(card).name for card in range(len(position.game.cards))]
    assert "Adrenaline" in names
    assert "Turned" not in names
    assert HIDDEN_CARD in seen.sides[0].deck


@pytest.mark.parametrize("player", [0, 1])
def test_a_step_can_be_seen_with_a_players_eyes(player):
    position = new_game("Church", "Police Station", seed=5)
    step = position.play(Draw())
    assert isinstance(step, Step)
    seen = step.seen_by(player)
    assert seen.before == position.seen_by(player)
    assert seen.after == step.after.seen_by(player)


def test_a_player_sees_those_legal_moves_of_the_other_that_name_no_hidden_card():
    met = set()
    for number, position in enumerate(positions(8, 14)):
        if position.waiting and number % 3 == 0:
            seen = seen_by(position, 1 - position.waiting.player)
            legal, listed = set(legal_moves(position)), set(legal_moves(seen))
            assert listed <= legal
            if position.waiting.kind != "consume":  # nobody else can see what a hand can pay
                met.add(position.waiting.kind)
                assert listed == {move for move in legal if not names_hidden(seen, move)}
    assert len(met) > 10


def names_hidden(seen: Position, move: Move) -> bool:
    """Return True if a move names a card that the view hides."""
    named = (getattr(move, "card", None), *getattr(move, "targets", ()))
    return any(card is not None and seen.game.cards[card].kind == "hidden" for card in named)
