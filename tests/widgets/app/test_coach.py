"""The coach in a first game: a comment on each kind of decision, the first time only, and in no other game."""

from typing import Any

from apz.apocalypze.bots import RegularBot
from apz.core.learning.events import LessonDone
from apz.widgets.learn import coach
from tests.widgets.app.visits import again, seen, visit
from tests.widgets.hands import click, elements, play
from tests.widgets.learning_hands import press


def first_game() -> Any:
    """Return the app with a first game started."""
    app = visit()
    for name in app.place.panel.scene.game.course().first:
        app.keeper.record(LessonDone(name))
    press(app.place.panel, "way", ":")
    assert app.place.kind == "play"
    return app


def asides(panel: Any) -> list[Any]:
    """Return the coach's comments on the page."""
    return [each for each in elements(panel.view["tree"]) if each[1].get("class") == "tip"]


def test_the_coach_speaks_of_each_thing_once():
    app = first_game()
    panel, bot, heard = app.place.panel, RegularBot(1), []
    assert panel.store.state.seats == ("you", "rookie")
    for _ in range(400):
        if panel.scene.over:
            break
        note = coach.new(panel.scene)
        if note is not None:
            heard.append(note.key)
            assert panel.scene.words.note(note) in seen(app)
            assert note.rule in panel.scene.words.rules
        play(panel, bot.choose(panel.scene.game.seen_by(panel.scene.position, panel.scene.deciding)).move)
    assert panel.scene.over
    assert len(heard) == len(set(heard))
    assert {"coach.occupy", "coach.block", "coach.consume", "coach.attack"} <= {*heard}
    assert not asides(panel)


def test_what_the_coach_says_can_be_put_away_and_stays_away():
    app = first_game()
    panel = app.place.panel
    assert len(asides(panel)) == 1
    note = coach.new(panel.scene)
    assert note
    click(panel, f"open:{note.key}")
    assert not asides(panel)
    assert not asides(again(app).place.panel)


def test_no_coach_sits_at_any_other_table():
    app = visit("?page=play")
    press(app.place.panel, "begin", against="rookie", hands="open", starts="first")
    assert coach.new(app.place.panel.scene) is None
    assert not asides(app.place.panel)


def test_rules_put_to_work_or_broken_in_a_game_count():
    app = first_game()
    panel = app.place.panel
    move = panel.scene.moves[0]
    play(panel, move)
    rules = {note.rule for step in panel.session.steps for note in step.notes}
    assert any(app.keeper.mastery.state(rule) == "practised" for rule in rules)
    before = {rule: app.keeper.mastery.records[rule].wrong for rule in app.keeper.mastery.records}
    click(panel, "command", text="play cult fanatic")
    refusal = panel.store.state.answer
    assert refusal is not None
    assert app.keeper.mastery.records[refusal.rule].wrong == before.get(refusal.rule, 0) + 1
    click(panel, "command", text="play cult fanatic")
    assert app.keeper.mastery.records[refusal.rule].wrong == before.get(refusal.rule, 0) + 1
