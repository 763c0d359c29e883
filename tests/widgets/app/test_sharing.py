"""Sharing in the app: positions, games and lessons as links, texts, files and pictures."""

from collections.abc import Iterator

import pytest

from apz.apocalypze.game import GAME
from apz.apocalypze.kernel import new_session
from apz.apocalypze.positions import named_position, named_positions
from apz.apocalypze.setup import new_game
from apz.core.link import to_link
from apz.core.reading import BadInput
from apz.core.sharing import MOST_STEPS, position_link, read_link, session_link
from apz.widgets import App
from apz.widgets.app.place import MOST_ADDRESS
from apz.widgets.base.tree import Tree
from tests.texts import says
from tests.widgets.app.visits import again, visit
from tests.widgets.hands import click, elements, play, position, session, shown
from tests.widgets.learning_hands import press


def fields(app: App) -> dict[str, str]:
    press(app.bar, "share")
    found = dict(_areas(app.bar.view["tree"]))
    press(app.bar, "share")
    return found


def _areas(tree: Tree) -> Iterator[tuple[str, str]]:
    if isinstance(tree, list):
        if tree[0] == "textarea":
            yield tree[1]["id"].removeprefix("app-share-"), tree[1]["value"]
        for child in tree[2:]:
            yield from _areas(child)


def test_a_position_is_shared_in_every_form_and_each_leads_back_to_it():
    app = visit("?position=police-station")
    found = fields(app)
    assert list(found) == ["position", "python", "yaml", "text"]
    assert found["position"].startswith("http://127.0.0.1/voila/render/app.ipynb?position=")
    there = visit("?" + found["position"].partition("?")[2])
    assert there.place.panel.session.position == position("police-station")
    names: dict[str, object] = {}
    exec(found["python"], names)
    assert position("police-station") in names.values()


def test_a_game_is_shared_as_a_link_that_replays_it():
    app = visit("?position=police-station")
    play(app.place.panel, app.place.panel.scene.moves[0])
    play(app.place.panel, app.place.panel.scene.moves[0])
    link = fields(app)["session"]
    there = visit("?" + link.partition("?")[2])
    assert there.place.panel.session.text() == app.place.panel.session.text()
    click(there.place.panel, "go:undo")
    assert there.place.panel.session.at == 1
    pasted = visit("?page=play")
    press(pasted.place.panel, "paste", text=link)
    assert pasted.place.panel.session.text() == app.place.panel.session.text()
    press(pasted.bar, "go", ":setup")
    press(pasted.place.panel, "paste", text=app.place.panel.session.text())
    assert pasted.place.panel.session.text() == app.place.panel.session.text()


def test_what_cannot_be_opened_is_said_at_the_field_where_it_was_pasted():
    app = visit("?page=play")
    panel = app.place.panel
    press(panel, "paste", text="nothing of the kind")
    assert app.place.panel is panel
    fields = [each[1] for each in elements(panel.view["tree"]) if each[0] == "textarea"]
    (said,) = [each for each in elements(panel.view["tree"]) if each[1].get("id") == fields[0]["aria-describedby"]]
    assert said[2:] == [says("en", "setup.bad")]
    assert fields[0]["aria-invalid"] == "true"
    assert "data-clear" not in fields[0]
    press(panel, "paste", text=session("starving").text())
    assert app.place.kind == "shared"


def test_where_hands_are_hidden_sharing_says_that_a_link_shows_them():
    app = visit("?page=play")
    press(app.place.panel, "begin", hands="hidden", against="regular")
    press(app.bar, "share")
    assert says("en", "share.hands") in shown(app.bar)
    click(app.place.panel, "set:hands", value="open")
    assert says("en", "share.hands") not in shown(app.bar)


def test_a_game_that_is_too_long_for_an_address_is_offered_as_a_file():
    app = visit("?position=police-station")
    panel = app.place.panel
    with panel.store.change():  # so that it's drawn once, at the end
        while panel.scene.moves and len(session_link(panel.session)) <= MOST_ADDRESS:
            for move in panel.scene.moves[:4]:
                panel.session.do(move)
                panel.session.undo()
            panel.session.do(panel.scene.moves[-1])
    assert len(session_link(panel.session)) > MOST_ADDRESS
    assert app.browser.address.startswith("?page=play")
    assert "session" not in fields(app)
    press(app.bar, "share")
    assert says("en", "share.long") in shown(app.bar)
    sent = []
    app.browser.send = lambda message, *_: sent.append(message)
    press(app.bar, "file")
    assert sent == [{"save": panel.session.text(), "name": "apocalypze-game.yaml"}]
    assert again(app).place.panel.session.text() == panel.session.text()


def test_a_picture_shows_what_may_be_seen_and_no_more():
    app = visit("?page=play")
    # two different decks, so that each player always has cards that the other doesn't
    press(app.place.panel, "begin", yours="Church", other="Police Station", against="regular", hands="hidden",
          starts="first")  # fmt: skip
    sent = []
    app.browser.send = lambda message, *_: sent.append(message)
    press(app.bar, "share")
    press(app.bar, "picture")
    (message,) = sent
    assert "Church" in message["picture"]
    assert "<script" not in message["picture"]
    game = app.place.panel.session.position
    hidden = {game.game.cards[card].name for card in game.sides[1].hand} - {
        game.game.cards[card].name for card in game.sides[0].hand
    }
    assert hidden
    assert not [name for name in hidden if name in message["picture"]]


def test_a_lesson_is_shared_by_its_address():
    assert fields(visit("?lesson=combat")) == {"link": "http://127.0.0.1/voila/render/app.ipynb?lesson=combat&lang=en"}


def test_a_link_to_a_position_that_breaks_the_rules_is_looked_at_in_the_lab():
    app = visit("?page=lab")
    yaml = app.place.panel.yaml
    broken = yaml.replace("stronghold: Police Station", "stronghold: Police Station\n    survivors: [9 Patsy McNally]")
    assert broken != yaml
    there = visit(f"?position={to_link(broken)}")
    assert there.place.kind == "lab"
    assert there.place.panel.problems


def test_a_link_that_would_play_for_ever_is_refused():
    session = new_session(new_game(seed=3))
    head = session.text().replace("steps: 0", f"steps: {MOST_STEPS + 1}")
    lines = "\n".join(f"- {{after: {number}, move: [draw]}}" for number in range(MOST_STEPS + 1))
    with pytest.raises(BadInput, match="too many"):
        read_link(GAME, to_link(head + lines + "\n"))


def test_every_named_position_goes_through_a_link():
    for name in named_positions():
        assert read_link(GAME, position_link(GAME, named_position(name))) == named_position(name)
