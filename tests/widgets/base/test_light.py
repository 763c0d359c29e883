"""The small base that replaces Jupyter's widgets: it behaves as theirs does."""

import subprocess
import sys
from typing import Any

import pytest

from apz.widgets.base import light

WITHOUT = """
import sys
sys.modules.update(dict.fromkeys(("anywidget", "ipywidgets", "traitlets", "IPython", "comm")))
from apz.widgets import App
from apz.widgets.base import light
said = []
light.connect(said.append)
app = App("")
light.hear({"id": app.browser.model_id, "content": {"hello": {"address": "?lesson=table", "keeps": True}}})
assert [each.model_id for each in app.children] == [app.browser.model_id, app.bar.model_id, app.place.panel.model_id]
print(app.place.kind, sorted({each["type"] for each in said}))
"""


class Lamp(light.AnyWidget):
    """A widget with two values that are sent to the page, a value that isn't, and another widget."""

    _esm = "./lamp.js"
    bright = light.Int(1).tag(sync=True)
    color = light.Unicode("white").tag(sync=True, to_json=lambda value, _: value.upper())
    secret = light.List()
    other = light.WidgetTrait().tag(sync=True)

    def __init__(self, **values: Any) -> None:
        self.seen: list[Any] = []
        super().__init__(**values)

    @light.observe("bright")
    def brighter(self, change: Any) -> None:
        self.seen.append((change["old"], change["new"]))


@pytest.fixture
def said():
    found: list[dict[str, Any]] = []
    light.connect(found.append)
    yield found
    light.connect(lambda _: None)


def test_a_widget_opens_with_what_the_page_may_know(said):
    lamp = Lamp(bright=3)
    (opened,) = said
    assert (opened["type"], opened["id"], lamp.comm) == ("open", lamp.model_id, lamp.model_id)
    state = {"_esm": "./lamp.js", "bright": 3, "color": "WHITE", "other": None, "_view_count": None, "_dom_classes": []}
    assert opened["state"] == state
    lamp.close()


def test_only_what_changes_is_told_and_what_is_held_is_told_at_once(said):
    lamp = Lamp()
    said.clear()
    lamp.bright = 1
    lamp.secret = ["x"]
    assert said == []
    with lamp.hold_sync():
        lamp.bright = 2
        with lamp.hold_sync():
            lamp.color = "red"
        assert said == []
    assert said == [{"type": "update", "id": lamp.model_id, "state": {"bright": 2, "color": "RED"}}]
    assert lamp.seen == [(1, 2)]
    lamp.close()


def test_what_the_page_says_is_heard_and_what_it_may_not_set_stays(said):
    lamp, heard = Lamp(), []
    lamp.on_msg(lambda *given: heard.append(given))
    light.hear({"id": lamp.model_id, "content": {"do": "it"}})
    light.hear({"id": lamp.model_id, "state": {"bright": 9, "secret": ["stolen"], "nothing": 1}})
    light.hear({"id": "somebody else's", "content": {}})
    assert heard == [(lamp, {"do": "it"}, [])]
    assert (lamp.bright, lamp.secret) == (9, [])
    lamp.close()


def test_a_closed_widget_says_nothing_more_and_is_forgotten(said):
    lamp = Lamp()
    said.clear()
    lamp.close()
    lamp.close()
    lamp.bright = 5
    lamp.send({"late": True})
    assert said == [{"type": "close", "id": lamp.model_id}]
    assert lamp.model_id not in light.widgets


def test_no_two_widgets_share_a_default_and_each_is_watched_alone(said):
    one, two = Lamp(), Lamp()
    one.secret.append("mine")
    assert two.secret == []
    two.bright = 4
    assert (one.seen, two.seen) == ([], [(1, 4)])
    one.close()
    two.close()


def test_a_box_names_its_widgets_and_a_widget_another_one(said):
    lamp = Lamp()
    box, other = light.VBox([lamp]), Lamp(other=lamp)
    assert box.get_state("children") == {"children": [f"IPY_MODEL_{lamp.model_id}"]}
    assert other.get_state("other") == {"other": f"anywidget:{lamp.model_id}"}
    for each in (box, other, lamp):
        each.close()


def test_a_value_that_a_widget_does_not_have_is_refused():
    with pytest.raises(TypeError, match="Lamp has no trait brigth"):
        Lamp(brigth=3)


def test_without_jupyter_the_app_runs_on_it():
    ran = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=True)
    assert ran.stdout == "lesson ['open', 'update']\n"
