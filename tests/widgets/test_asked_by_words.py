"""Questions and commands for the panel are understood the way people say them; a question plays nothing."""

import pytest

from apz.apocalypze.moves import Send
from apz.core.trace import Refusal
from apz.widgets import Tutor
from tests.widgets.hands import by_hand, card, click, doing, session, shown


def asked(name: str, text: str, language: str = "en") -> Tutor:
    """Return a tutor after this text was typed into its command field."""
    tutor = by_hand(session(name), language=language)
    click(tutor, "command", text=text)
    return tutor


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("what can i do", "en"), ("What can I do now?", "en"), ("show legal moves", "en"), ("legal moves please", "en"),
        ("was kann ich tun", "de"), ("Was kann ich jetzt tun?", "de"), ("zeig mir die Züge", "de"),
        ("what can i do?", "de"),
    ],
)  # fmt: skip
def test_all_that_can_be_done_is_told_whoever_asks_for_it(text, language):
    tutor = asked("police-station-groups", text, language)
    sent = tutor.scene.words.move(tutor.scene.visible, tutor.scene.moves[0])
    assert str(tutor.store.state.answer).startswith(f"{sent}; ")
    assert tutor.session.at == 0


@pytest.mark.parametrize(
    ("text", "language"),
    [("who is next", "en"), ("whose turn is it?", "en"), ("wer ist dran", "de"), ("wer ist an der Reihe?", "de")],
)
def test_who_must_decide_what_is_told(text, language):
    tutor = asked("police-station-groups", text, language)
    assert tutor.store.state.answer == tutor.scene.words.waiting(tutor.scene.visible)
    assert tutor.store.state.tab != "rules"


@pytest.mark.parametrize(
    ("back", "on", "language"),
    [
        ("please undo", "redo please", "en"), ("undo that", "again", "en"), ("go back!", "go forward", "en"),
        ("rückgängig", "nochmal", "de"), ("mach das rückgängig", "noch einmal", "de"),
        ("bitte zurück", "wiederholen", "de"),
    ],
)  # fmt: skip
def test_back_and_forward_can_be_said_in_many_ways(back, on, language):
    tutor = asked("police-station-groups", "brawn to 3", language)
    assert tutor.session.at == 1
    click(tutor, "command", text=back)
    assert tutor.session.at == 0
    click(tutor, "command", text=on)
    assert tutor.session.at == 1


@pytest.mark.parametrize(
    ("text", "language"), [("what should i do?", "en"), ("give me a hint", "en"), ("was soll ich tun", "de")]
)
def test_a_hint_can_be_asked_for_in_a_sentence(text, language):
    tutor = asked("police-station-groups", text, language)
    assert tutor.store.state.hint
    assert tutor.session.at == 0


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("why can't i send patsy", "en"), ("why can I not send patsy?", "en"), ("can i send patsy?", "en"),
        ("warum darf ich patsy nicht schicken", "de"), ("Wieso kann ich Patsy nicht zu 2 schicken?", "de"),
        ("darf ich patsy schicken?", "de"), ("why can't i send patsy", "de"), ("send patsy to 2?", "en"),
    ],
)  # fmt: skip
def test_who_asks_why_somebody_cannot_be_sent_is_told(text, language):
    tutor = asked("police-station-groups", text, language)
    assert isinstance(tutor.store.state.answer, Refusal)
    assert tutor.store.state.answer.key == "not-a-raider-there"


@pytest.mark.parametrize(
    ("text", "language"),
    [("can i send brawn to 3?", "en"), ("should I send brawn to 3", "en"), ("send brawn to 3?", "en"),
     ("darf ich brawn zu 3 schicken?", "de"), ("brawn nach 3?", "de")],
)  # fmt: skip
def test_a_question_whether_plays_nothing(text, language):
    tutor = asked("police-station-groups", text, language)
    move = Send(card(tutor, "Lord Brawn"), 3)
    assert tutor.store.state.answer == tutor.scene.ui(
        "answers.legal", move=tutor.scene.words.move(tutor.scene.visible, move)
    )
    assert tutor.session.at == 0


def test_after_the_question_which_one_a_number_is_one_of_those():
    tutor = asked("police-station-groups", "send brawn")
    assert tutor.store.state.which == tuple(Send(card(tutor, "Lord Brawn"), point) for point in (1, 2, 3, 4))
    click(tutor, "command", text="3!")
    assert tutor.session.steps[-1].move == Send(card(tutor, "Lord Brawn"), 3)


def test_all_are_sent_one_by_one_and_each_can_be_clicked():
    tutor = asked("police-station-groups", "send all to 1")
    assert tutor.session.at == 0
    assert tutor.scene.ui("answers.which") in shown(tutor)
    assert {move.point for move in tutor.store.state.which if isinstance(move, Send)} == {1}
    assert len(tutor.store.state.which) == len(tutor.session.position.sides[tutor.session.position.player].raiders)
    assert len([do for do in doing(tutor, "move:") if do.startswith("move:[send")]) >= len(tutor.store.state.which)


def test_a_card_can_be_shown_as_well_as_the_table():
    tutor = asked("police-station-groups", "show brawn")
    assert (tutor.store.state.tab, tutor.store.state.card) == ("card", card(tutor, "Lord Brawn"))
