"""The end of a game in the app: who won and why, what it cost both, and what could be next."""

from typing import Any

import pytest

from apz.apocalypze.language.words import words
from apz.apocalypze.rules.consumption import resources_sum
from apz.apocalypze.teaching import course
from apz.core.trace import Note
from apz.widgets import App
from apz.widgets.apocalypze.ending import CONSUMED, GONE, tally
from tests.texts import says
from tests.widgets.app.visits import again, come, ended, seen, visit
from tests.widgets.hands import click, doing, elements, session, shown

BREACH, FEED = 0, 6  # seeds of games that end by raiders who get in, and by hunger


def over(seed: int = BREACH, kind: str = "play", **more: Any) -> Any:
    """Somebody has played a game to its end."""
    app = visit()
    given = {"session": ended(seed).text(), "seats": "you-sensible", "hands": "hidden", "quick": True}
    app.go(kind, {**given, **more})
    return app


def notes(app: Any) -> list[Note]:
    """All that the steps of the game tell."""
    return [note for step in app.place.panel.session.steps for note in step.notes]


@pytest.mark.parametrize(("seed", "owed"), [(BREACH, "combat.breach"), (FEED, "feed.owed")])
@pytest.mark.parametrize("language", ["en", "de"])
def test_it_is_said_who_won_and_why_with_the_rules_and_the_numbers_of_the_kernel(seed, owed, language):
    app = over(seed)
    app.speak(language)
    panel, said = app.place.panel, seen(app)
    end, say = panel.session.position, words(language)
    assert say.waiting(end) in said
    found = {note.key: note for note in notes(app)}
    assert found["consume.out"].values["player"] == found[owed].values["player"] == end.game.names[1 - end.winner]
    for at, key in enumerate((owed, "consume.out")):
        assert say.note(found[key]) in said
        assert f"open:end{at}/{found[key].rule}" in doing(panel)
    have = resources_sum(end, 1 - end.winner)
    assert have == found["consume.out"].values["have"]
    click(panel, "open:sum.end")
    for term in have.terms:
        assert say.rules[term.rule].title in shown(panel)


@pytest.mark.parametrize("seed", range(8))
def test_the_tally_counts_what_the_steps_tell(seed):
    game = ended(seed)
    told, counted = [note for step in game.steps for note in step.notes], tally(game.steps)
    for key, cards in CONSUMED.items():
        for player, name in enumerate(game.start.game.names):
            paid = [note for note in told if note.key == key and note.values["player"] == name]
            assert counted.get(key.partition(".")[2], [0, 0])[player] == cards * len(paid)
    gone = sum(sum(counted.get(key, ())) for key in ("survivors", "raiders"))
    assert gone == len([note for note in told if note.key in GONE])
    breaches = [note.values for note in told if note.key == "combat.breach"]
    for player, name in enumerate(game.start.game.names):
        inside = sum(values["count"] for values in breaches if values["player"] == name)
        assert counted.get("breach", [0, 0])[1 - player] == inside


def test_the_tally_is_shown_and_nothing_in_it_that_was_not_there():
    app = over()
    panel = app.place.panel
    rows = {row[2][2]: [cell[2] for cell in row[3:]] for row in elements(panel.view["tree"])
            if row[0] == "tr" and row[2][2:]}  # fmt: skip
    assert rows == {says("en", f"tally.{key}"): [str(each) for each in both]
                    for key, both in tally(panel.session.steps).items()}  # fmt: skip
    assert says("en", "end.turns", turns=panel.session.position.turn) in seen(app)


@pytest.mark.parametrize("way", ["again", "swap"])
def test_another_game_has_the_same_settings_and_other_luck(way):
    app = over()
    old = app.place.panel.session.start
    click(app.place.panel, f"end:{way}")
    panel = app.place.panel
    assert app.place.kind == "play"
    assert panel.store.state.seats == (("you", "sensible") if way == "again" else ("sensible", "you"))
    assert (panel.store.state.open_hands, panel.store.state.quick, panel.scene.yours) == (False, True, True)
    new = panel.session.start
    assert [new.card(side.stronghold).name for side in new.sides] == [
        old.card(side.stronghold).name for side in old.sides
    ]
    assert (new.player, new.game.names, new.luck == old.luck) == (old.player, old.game.names, False)
    assert "end:again" not in doing(panel)
    assert again(app).place.panel.session.text() == panel.session.text()


@pytest.mark.parametrize("by_hand", [True, False])
def test_another_game_asks_for_as_many_clicks_as_this_one(by_hand):
    app = over()
    app.place.panel.store.set(by_hand=by_hand)
    click(app.place.panel, "end:again")
    assert app.place.panel.store.state.by_hand is by_hand


def test_a_game_that_was_opened_begins_again_from_the_same_start_and_ones_own_stays():
    app = over(FEED)
    own = app.last["play"]["session"]
    app.go("shared", {"session": ended(BREACH).text(), "seats": "you-you"})
    assert says("en", "end.anew") in seen(app)
    assert "end:swap" not in doing(app.place.panel)
    start = app.place.panel.session.start
    click(app.place.panel, "end:again")
    assert (app.place.kind, app.place.panel.session.text().count("after:")) == ("shared", 0)
    assert app.place.panel.session.start == start
    assert app.last["play"]["session"] == own


def test_the_game_can_be_walked_through_from_its_start_and_back_to_its_end():
    app = over()
    panel = app.place.panel
    last = panel.session.at
    click(panel, "end:walk")
    assert (panel.session.at, panel.store.state.tab) == (0, "history")
    assert not doing(panel, "end:")
    click(panel, f"go:{last}")
    assert "end:walk" in doing(panel)


@pytest.mark.parametrize(("seed", "rule"), [(BREACH, "combat.breach"), (FEED, "feed.survivors")])
def test_a_lesson_on_what_decided_it_is_offered(seed, rule):
    app = over(seed)
    name = next(each for each in course.order() if rule in course.lesson(each).teaches)
    assert says("en", "end.lesson", title=course.lesson(name).title) in seen(app)
    click(app.place.panel, "end:lesson")
    assert (app.place.kind, app.place.panel.lesson.id) == ("lesson", name)


def test_the_game_is_shared_where_one_is():
    app = over()
    panel = app.place.panel
    click(panel, "open:end.share")
    (area,) = [each[1] for each in elements(panel.view["tree"]) if each[1].get("id") == "app-end-link"]
    assert area["value"].startswith("http://127.0.0.1/voila/render/app.ipynb?session=")
    link = "?" + area["value"].partition("?")[2]
    there = come(App(link), address=link)
    assert there.place.panel.session.text() == panel.session.text()
    click(there.place.panel, "open:end.share")
    assert area["value"] in str(there.place.panel.view["tree"])


def test_before_the_end_and_at_a_stale_click_nothing_of_it_happens():
    app = over()
    panel = app.place.panel
    click(panel, "end:again", at=3)
    click(panel, "end:nowhere")
    assert app.place.panel is panel
    click(panel, "go:undo")
    assert "app-end" not in str(panel.view["tree"])
    click(panel, "end:again")
    assert app.place.panel is panel
    assert not panel.store.state.trouble


def test_a_position_that_is_over_from_the_beginning_says_who_won():
    app = visit()
    start = ended(FEED).position
    found = session("starving")
    found.start = start
    app.go("shared", {"session": found.text()})
    assert app.place.kind == "shared"
    assert words("en").waiting(start) in seen(app)
    assert "end:again" in doing(app.place.panel)
    assert "end:lesson" not in doing(app.place.panel)
