"""Sessions of the real game: every move is written and read, and a saved game replays down to the last card."""

from collections.abc import Iterator
from typing import Any

import pytest

from apz.apocalypze import moves
from apz.apocalypze.bots import RandomBot, steps_of
from apz.apocalypze.kernel import KERNEL, new_session, read_move, write_move
from apz.apocalypze.language.rulebook import rules
from apz.apocalypze.language.words import words
from apz.apocalypze.model import DECK, Position
from apz.apocalypze.moves import Move
from apz.apocalypze.positions import build, seat
from apz.apocalypze.setup import new_game
from apz.core.reading import BadInput, Fault, read_text, refuse
from apz.core.session import Session
from apz.core.trace import Refusal, Step

EXAMPLES: list[tuple[Move, list[Any]]] = [
    (moves.Draw(), ["draw"]),
    (moves.Occupy(1), ["occupy", 1]),
    (moves.Play(12), ["play", 12]),
    (moves.Play(12, True), ["play", 12, True]),
    (moves.Attach(4, 12), ["attach", 4, 12]),
    (moves.Event(12), ["event", 12]),
    (moves.Event(12, (3, 4)), ["event", 12, [3, 4]]),
    (moves.Use(7), ["use", 7]),
    (moves.Use(7, (3,)), ["use", 7, [3]]),
    (moves.Use(7, (), 1), ["use", 7, [], 1]),
    (moves.Take(5), ["take", 5]),
    (moves.Take(5, 9), ["take", 5, 9]),
    (moves.Send(12, 3), ["send", 12, 3]),
    (moves.TakeBack(12), ["takeback", 12]),
    (moves.TakeBack(DECK), ["takeback", -1]),
    (moves.Engage(2), ["engage", 2]),
    (moves.Wound(12), ["wound", 12]),
    (moves.Eat(), ["eat"]),
    (moves.Eat(12), ["eat", 12]),
    (moves.Done(), ["done"]),
    (moves.Pass(), ["pass"]),
]


def read(text: str) -> Move:
    faults: list[Fault] = []
    move: Move = read_move(read_text(text, "moves"), faults)
    refuse(faults)
    return move


def test_every_verb_has_an_example() -> None:
    assert {type(move) for move, _ in EXAMPLES} == set(moves.MOVES)


@pytest.mark.parametrize(("move", "written"), EXAMPLES, ids=lambda value: str(value).replace("'", ""))
def test_a_move_is_written_as_a_flat_list_and_read_again(move: Move, written: list[Any]) -> None:
    assert write_move(move) == written
    assert read(str(written).replace("'", "").replace("True", "true")) == move


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[]", "this move has no verb"),
        ("[sned, 1, 2]", '"sned" isn\'t a move; did you mean "send"?'),
        ("[7]", "7 isn't a move"),
        ("[[send], 1, 2]", "a list isn't a move"),
        ("[send, 1]", '1 value given for "send"; it takes: card, point'),
        ("[send, 1, 2, 3]", '3 values given for "send"'),
        ("[draw, 1]", "it doesn't take any"),
        ("[play, 1, 2]", "2 where true or false is expected"),
        ("[play, one]", '"one" where a whole number is expected'),
        ("[play, true]", "true where a whole number is expected"),
        ("[play, -2]", "-2 is too small or too large"),
        ("[event, 1, 2]", "2 where a list is expected"),
        ("[event, 1, [-1]]", "-1 is too small or too large"),
        ("draw", "where a list is expected"),
        ("{draw: 1}", "where a list is expected"),
    ],
)
def test_what_is_no_move_is_a_fault(text: str, said: str) -> None:
    with pytest.raises(BadInput) as bad:
        read(text)
    assert said in str(bad.value)


def played(position: Position, seed: int, most: int = 10_000) -> Session[Position]:
    session = new_session(position)
    for count, (_, step) in enumerate(steps_of(RandomBot(seed), RandomBot(seed + 1), position)):
        if count == most:
            break
        session.add(step)
    return session


def moments(session: Session[Position]) -> Iterator[Position]:
    yield session.start
    yield from (node.step.after for node in session.nodes if node.step)


@pytest.mark.parametrize("seed", range(4))
def test_a_saved_game_is_played_again_to_the_same_position_at_every_moment(seed: int) -> None:
    decks = ("Church", "Police Station", "Roadside Diner", "Military Base")
    session = played(new_game(decks[seed], decks[seed - 1], seed=seed, strict=seed == 3), seed)
    again = Session.from_text(session.text(), KERNEL)
    assert list(moments(again)) == list(moments(session))
    assert [node.step.notes for node in again.nodes if node.step] == [n.step.notes for n in session.nodes if n.step]


def test_a_session_with_branches_is_read_again() -> None:
    session = played(new_game("Church", "Roadside Diner", seed=2), 5, 30)
    for number in (3, 11, 20):
        session.go_to(number)
        tried = {step.move for node in session.nodes if (step := node.step) and node.parent == number}
        for move in list(session.position.legal_moves)[:4]:
            assert isinstance(session.do(move), Step)
            session.go_to(number)
        assert len(session.nodes[number].tries) >= len(tried)
    again = Session.from_text(session.text(), KERNEL)
    assert list(moments(again)) == list(moments(session))
    assert again.at == session.at == 20


def small() -> Session[Position]:
    """Return a session in combat with a few cards and a few moves."""
    session = new_session(
        build(
            seat("Church", raiders=["Fast Zombie"], deck=["2 Civilian"]),
            seat("Police Station", survivors=["Police Officer"], deck=["Pop!"]),
            phase="combat",
            combat={"attack": {"2": ["Fast Zombie"]}},
        )
    )
    for move in (moves.Send(5, 2), moves.Done()):
        assert isinstance(session.do(move), Step)
    return session


def test_a_real_save_that_is_cut_off_anywhere_is_refused_or_whole() -> None:
    session = small()
    text = session.text()
    whole = 0
    for end in range(len(text.encode())):
        try:
            again = Session.from_text(text.encode()[:end].decode(), KERNEL)
        except BadInput:
            continue
        assert list(moments(again)) == list(moments(session))
        whole += 1
    assert whole == 1


def test_faults_in_the_beginning_of_a_save_name_their_line_in_the_file() -> None:
    text = small().text()
    line = text[: text.index("Fast Zombie")].count("\n") + 1
    with pytest.raises(BadInput) as bad:
        Session.from_text(text.replace("Fast Zombie", "Fasst Zombie", 1).replace("2 Civilian", "2 Civilist"), KERNEL)
    assert f"session, line {line}, start.players[0].raiders[0]" in str(bad.value)
    assert 'did you mean "Fast Zombie"?' in str(bad.value)


def test_an_edited_move_that_is_not_legal_is_refused_with_its_line_and_rule() -> None:
    text = small().text()
    edited = text.replace("[send, 5, 2]", "[send, 5, 1]")
    line = text[: text.index("[send")].count("\n") + 1
    with pytest.raises(BadInput, match=rf"line {line}: step 1 isn't legal here \(combat\.defend\)"):
        Session.from_text(edited, KERNEL)


def test_the_refusal_of_a_stale_click_has_its_words_and_its_rule() -> None:
    session = small()
    refusal = session.do(moves.Done(), at=0)
    assert isinstance(refusal, Refusal)
    assert refusal.rule in rules("en")
    assert words("en").refusal(refusal) != words("de").refusal(refusal)
