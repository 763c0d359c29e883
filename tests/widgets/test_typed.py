"""Typed words do everything clicks do: moves, "why not", rules, cards, sums, the table, back and forward."""

import pytest

import apz
from apz.apocalypze.kernel import new_session
from apz.apocalypze.moves import Done, Occupy, Send
from apz.apocalypze.setup import new_game
from apz.core.trace import Refusal
from apz.widgets import CommandPanel, RulesPanel
from apz.widgets.base.panel import Panel
from apz.widgets.table.state import Look
from apz.widgets.table.typed import MOST_COMPLETIONS, completions
from tests.texts import ui
from tests.widgets.hands import by_hand, card, click, doing, elements, session, shown


def say(panel: Panel, text: str) -> None:
    click(panel, "command", text=text)


def test_a_raider_is_sent_by_words():
    panel = CommandPanel(session("police-station-groups"))
    say(panel, "send brawn to 3")
    assert panel.session.steps[-1].move == Send(card(panel, "Lord Brawn"), 3)


def test_a_panel_for_words_tells_by_itself_what_came_of_them():
    panel = CommandPanel(session("police-station-groups"))
    say(panel, "send brawn to 3")
    assert "Ann sends Lord Brawn to access point 3." in shown(panel)
    assert "Ann must send every raider to an access point" in shown(panel)
    say(panel, "undo")
    assert ui("en", "history.went-undo", at=0, last=1) in shown(panel)
    say(panel, "hint")
    assert ui("en", "question.hinted") in shown(panel)
    assert doing(panel, "move:")


def test_a_panel_for_words_shows_the_card_or_the_rules_that_were_asked_for_where_no_other_does():
    panel = CommandPanel(session("police-station-groups"))
    say(panel, "what is brawn")
    assert "Every other gang raider in his engagement has +1 attack." in shown(panel)
    say(panel, "what is wounded")
    assert "open:index/character.wounded" in doing(panel)
    assert "gang raider in his engagement" not in shown(panel)
    say(panel, "send brawn to 3")
    assert not doing(panel, "open:index/")
    other = RulesPanel(panel.session)
    say(panel, "what is wounded")
    assert not doing(panel, "open:index/")
    assert "open:index/character.wounded" in doing(other)


def test_a_panel_for_words_says_its_name_once():
    panel = CommandPanel(session("first-turn"))
    assert panel.text().count(panel.scene.ui("panels.command")) == 1


def test_why_not_says_why_and_plays_nothing():
    panel = CommandPanel(session("first-turn"))
    say(panel, "why not occupy theirs")
    assert isinstance(panel.store.state.answer, Refusal)
    assert ui("en", "question.not-legal") in shown(panel)
    say(panel, "why not occupy own")
    assert "That's legal" in shown(panel)
    assert panel.session.at == 0


def test_who_types_what_would_lose_a_card_at_once_is_warned_first():
    panel = CommandPanel(session("full-house"))
    say(panel, "play antonio jones")
    assert panel.session.at == 0
    assert "came last. (house number) It's legal, though: type it again" in str(panel.store.state.answer)
    say(panel, "undo")
    say(panel, "play antonio jones")
    assert panel.session.at == 0
    say(panel, "play antonio jones")
    assert panel.session.at == 1


def test_german_words_are_understood_too():
    panel = CommandPanel(session("first-turn"), language="de")
    say(panel, "warum nicht besetze Roadside Diner")
    assert panel.session.at == 0
    assert panel.store.state.answer
    say(panel, "?")
    assert "Police Station" in shown(panel)


def test_whoever_reads_german_may_type_english_words():
    panel = CommandPanel(session("first-turn"), language="de")
    say(panel, "why not occupy theirs")
    assert isinstance(panel.store.state.answer, Refusal)
    say(panel, "draw")
    say(panel, "undo")
    assert panel.session.at == 0


def test_what_is_not_clear_is_asked_and_can_be_clicked():
    tutor = by_hand(session("full-house"))
    say(tutor, "attach handgun")
    assert tutor.store.state.which
    offered = [do for do in doing(tutor, "move:") if do.startswith("move:[attach")]
    click(tutor, offered[0])
    assert len(tutor.session.steps) == 1


def test_nonsense_is_answered_with_examples():
    panel = CommandPanel(session("first-turn"))
    say(panel, "frobnicate the gizmo")
    assert "I don't understand" in shown(panel)
    assert "You could type" in shown(panel)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("help", "why not"),
        ("sum", "no totals"),
        ("table", "hand: 6 cards"),
        ("?", "occupy"),
        ("", "Type what you want to do"),
    ],
)
def test_a_question_is_answered(typed, expected):
    panel = CommandPanel(session("first-turn"))
    say(panel, typed)
    assert expected in shown(panel)
    assert panel.session.at == 0


def test_the_sums_of_a_combat_are_told():
    panel = CommandPanel(session("police-station"))
    say(panel, "sum")
    assert "Gang Warrior" in shown(panel)


def test_back_and_forward_by_words():
    panel = CommandPanel(session("first-turn"))
    say(panel, "occupy own")
    assert panel.session.steps[-1].move == Occupy(0)
    say(panel, "undo")
    assert panel.session.at == 0
    say(panel, "redo")
    assert panel.session.at == 1
    say(panel, "done")
    assert panel.session.steps[-1].move == Done()


def test_a_rule_and_a_card_are_looked_up():
    tutor = by_hand(session("first-turn"))
    say(tutor, "rule wounds")
    assert tutor.store.state.tab == "rules"
    assert doing(tutor, "open:index/")
    say(tutor, "card sentry")
    assert tutor.store.state.tab == "card"
    assert tutor.store.state.card is not None
    say(tutor, "card church")
    assert ui("en", "answers.not-in-game", card="Church") in shown(tutor)


def test_a_long_list_of_moves_says_how_many_more_there_are():
    first = apz.seat("Roadside Diner", raiders=["7 Gang Warrior"], deck=["9 Biker"])
    second = apz.seat("Military Base", survivors=["5 Soldier"], deck=["9 Soldier"])
    panel = CommandPanel(new_session(apz.build(first, second, whose="Ann", phase="combat", occupied="Ben")))
    say(panel, "?")
    told = str(panel.store.state.answer)
    assert told.count("; ") == MOST_COMPLETIONS
    assert told.endswith(ui("en", "answers.more", count=len(panel.scene.moves) - MOST_COMPLETIONS))


@pytest.mark.parametrize(("question", "language"), [("what is a trump?", "en"), ("was ist ein Trumpf?", "de")])
def test_a_question_leads_to_the_rules_that_speak_of_it(question, language):
    tutor = by_hand(session("first-turn"), language=language)
    say(tutor, question)
    assert tutor.store.state.tab == "rules"
    assert doing(tutor, "open:index/event.")
    assert tutor.scene.ui("answers.rules", words=tutor.store.state.query) in shown(tutor)


def test_a_hint_can_be_asked_for():
    tutor = by_hand(session("first-turn"))
    say(tutor, "hint")
    assert tutor.store.state.hint
    assert ui("en", "question.hinted") in shown(tutor)


def test_the_field_shows_what_could_be_typed_at_this_table():
    tutor = by_hand(session("police-station-groups"))
    (field,) = [each for each in elements(tutor.view["tree"]) if each[1].get("class") == "cmd"]
    assert field[1]["placeholder"].startswith(completions(tutor.scene)[0])


def test_words_are_no_use_while_a_bot_must_move():
    tutor = by_hand(session("first-turn"), seats=("regular", "you"))
    say(tutor, "occupy own")
    assert tutor.store.state.answer == tutor.scene.ui("answers.not-yours")
    assert tutor.session.at == 0


def test_completions_are_what_can_be_typed():
    panel = CommandPanel(session("full-house"))
    listed = [each[1]["value"] for each in elements(panel.view["tree"]) if each[0] == "option"]
    assert listed == completions(panel.scene)
    for text in listed:
        panel = CommandPanel(session("full-house"))
        say(panel, text)
        assert not isinstance(panel.store.state.answer, Refusal)
        assert panel.session.at == 1 or panel.store.state.which or "type it again" in str(panel.store.state.answer)


@pytest.mark.parametrize(("question", "language"), [("what is recycle", "en"), ("was ist Recycle?", "de")])
def test_a_question_that_the_rules_answer_is_not_called_unclear_as_well(question, language):
    tutor = by_hand(session("first-turn"), language=language)
    say(tutor, question)
    assert tutor.store.state.answer == tutor.scene.ui("answers.rules", words="recycle")
    assert doing(tutor, "open:index/pile.recycle")


@pytest.mark.parametrize("question", ["why can't I play sentry", "why can’t i play sentry?", "why not play sentry"])
def test_why_not_can_be_asked_in_several_ways(question):
    tutor = by_hand(session("first-turn"))
    say(tutor, question)
    assert isinstance(tutor.store.state.answer, Refusal)
    assert (tutor.store.state.answer.key, tutor.store.state.answer.rule) == ("wrong-moment", "event.trump")


def test_a_question_in_the_search_for_rules_finds_what_speaks_of_it():
    tutor = by_hand(session("first-turn"))
    click(tutor, "tab:rules")
    click(tutor, "find", text="how many cards can I play")
    assert "open:index/occupy.any-number" in doing(tutor, "open:index/")
    click(tutor, "find", text="what happens when my deck is empty")
    assert doing(tutor, "open:index/")[0] == "open:index/draw.empty"


@pytest.mark.parametrize("typed", ["card pop!", "what is pop!"])
def test_a_card_that_lies_hidden_is_told_as_it_is_printed(typed):
    tutor = by_hand(new_session(new_game("Church", "Police Station", seed=7, starts=0)), seats=("you", "regular"))
    hidden = {card.name for card in tutor.scene.visible.game.cards}
    assert "Pop!" not in hidden
    say(tutor, typed)
    assert isinstance(tutor.store.state.answer, Look)
    assert "Give one opposing character in the engagement" in shown(tutor)
    assert "isn't in this game" not in shown(tutor)
