"""Strange messages to the app: anything a page might send, or a browser might have saved."""

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apz.widgets.app.address import read_kept
from apz.widgets.base.scripts import script
from tests.texts import says
from tests.widgets.app.visits import seen, visit

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
KEYS = ("lesson", "check", "walk", "task", "passed", "luck", "chance", "round", "given", "hints", "shown", "refused",
        "played", "session", "stream", "kind", "rule", "level", "levels", "game", "seats", "hands", "quick", "lab",
        "practise", "card")  # fmt: skip
LIKELY = st.dictionaries(st.sampled_from(KEYS), VALUES | st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=8))


@settings(deadline=None)  # a busy machine isn't a failure
@given(VALUES)
def test_any_message_is_survived(app_here, value):
    more = {"records": {"progress": value, "again": value}}
    for message in (value, {"hello": value}, {"progress": value}, {"ping": value}, {"hello": {"desks": value}}, more,
                    {"records": value}, {"keeping": value}):  # fmt: skip
        app_here.browser._handle_custom_msg(message, [])
    seen(app_here)


@pytest.fixture(scope="module")
def app_here():
    return visit()


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(["lesson", "practise", "play", "lab", "look", "home", "x"]), LIKELY)
def test_whatever_is_kept_is_opened_or_left(kind, given):
    if kind == "lesson":
        given = {"lesson": "combat", **given}
    text = json.dumps({"apz": "visit 1", "game": "apocalypze", "place": kind, "address": "", "last": {kind: given}})
    app = visit(desks=[("tab1", text)])
    seen(app)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '{"apz": "visit 2"}',
        "[" * 100_000,
        '{"apz": "visit 1", "last": 3, "place": 7}',
        "x" * 300_000,
    ],
)
def test_a_text_that_is_not_ours_is_as_good_as_none(text):
    app = visit(desks=[("tab1", text)], progress=[("tab1", text)])
    assert app.place.kind == "home"
    assert says("en", "home.back") not in seen(app)


def test_a_language_or_theme_that_is_none_is_not_believed():
    kept = read_kept(json.dumps({"apz": "visit 1", "language": "xx", "theme": "url()"}))
    assert kept
    assert (kept.language, kept.theme) == ("", "")


# ---- the script


def test_the_script_keeps_plain_text_and_knows_no_word_of_the_game():
    text = script("browser_store.js")
    for word in ("innerHTML", "outerHTML", "insertAdjacent", "eval(", "new Function", "import(", "XMLHttpRequest",
                 "document.write", "document.cookie"):  # fmt: skip
        assert word not in text
    assert set(re.findall(r"https?://[^\s\"'`)]+", text)) == {"http://www.w3.org/2000/svg"}
    for word in ("stronghold", "survivor", "raider", "wound", "combat", "lesson", "position", "zombie", "card"):
        assert word not in re.sub(r"position:absolute", "", text.lower())
