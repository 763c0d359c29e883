"""Bad input: any typed answer, command or search gets a reply, without an error and without giving the answer away."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from apz.widgets import CommandPanel, Practice
from tests.texts import told
from tests.widgets.hands import click, session, shown
from tests.widgets.learning_hands import press

WORDS = ["why not", "what is", "send", "to", "play", "eat", "done", "mulligan", "#3", "brawn", "-1", "99999999999", "3"]
TYPED = st.one_of(
    st.text(max_size=30),
    st.text("0123456789+-. ,eE½²٣x\n\t<>&'\"\\{}|", max_size=12),
    st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join),
)


def asking() -> Practice:
    """Return practice with a question that asks for a number."""
    panel = Practice("combat.casualties", luck=2)
    while panel.asked.options:
        press(panel, "next")
    return panel


@settings(max_examples=40, deadline=None)
@given(text=TYPED)
def test_a_typed_answer_is_judged_or_explained_and_given_away_by_neither(text):
    panel = asking()
    before, question = panel.stream, panel.asked
    (right,) = question.right
    press(panel, "typed", text=text)
    assert not panel.store.state.trouble
    verdict = question.judge(text)
    if verdict is None:
        assert panel.stream == before
        assert told("en", "asking.no-answer") in shown(panel)
        assert right not in told("en", "asking.no-answer")
    elif not verdict.right:
        assert not panel.stream.answered


@pytest.mark.long
@settings(max_examples=80, deadline=None)
@given(text=TYPED)
@example(text="undo")
@example(text="r")
def test_a_typed_command_gets_a_reply(text):
    panel = CommandPanel(session("police-station-groups"))
    before = panel.session.at
    click(panel, "command", text=text)
    state = panel.store.state
    assert not state.trouble
    shows = state.answer or state.hint or state.which or state.query or state.card is not None
    assert shows or panel.session.at != before or not text.strip()
    assert shown(panel)


@settings(max_examples=40, deadline=None)
@given(text=TYPED)
def test_a_search_gets_a_reply(text):
    panel = CommandPanel(session("first-turn"))
    click(panel, "find", text=text)
    assert not panel.store.state.trouble
    assert shown(panel)
