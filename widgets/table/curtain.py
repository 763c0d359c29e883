"""The curtain: the screen shown while two people who share a device and have hidden hands trade places."""

from __future__ import annotations

from apz.widgets.base.fields import icon
from apz.widgets.base.tree import Tree, button, h
from apz.widgets.table.scene import Scene


def draw(scene: Scene) -> Tree:
    """Draw who is to look next, and the button to press once nobody else can see the table."""
    name = who(scene)
    return h(
        "main",
        h(
            "section",
            icon("logo"),
            h("h2", scene.ui("curtain.pass", player=name), tabindex="-1", data_home="1"),
            h("p", scene.ui("curtain.why", player=name)),
            h("div", button(scene.ui("curtain.ready", player=name), "ready", class_="do main", key="ready"),
              class_="buttons"),
            class_="curtain",
            aria_label=scene.ui("curtain.name"),
        ),
        class_="desk",
        data_frame="screen",
    )  # fmt: skip


def who(scene: Scene) -> str:
    """Return the name of the person who is to look next."""
    assert scene.deciding is not None
    return scene.game.names(scene.visible)[scene.deciding]


def said(scene: Scene) -> str:
    """Return the announcement when the curtain falls."""
    return scene.ui("curtain.pass", player=who(scene))
