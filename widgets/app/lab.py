"""The lab: the editor of positions, in which whatever is opened is one step more, so that undo brings back the last."""

from __future__ import annotations

from typing import Any

from apz import games
from apz.apocalypze.model import Position
from apz.apocalypze.positions import read_position, write_position
from apz.apocalypze.sharing import position_link
from apz.core.plain_data import Given, text_of
from apz.core.reading import BadInput
from apz.core.session import Session
from apz.widgets.app.place import LAB, MOST_ADDRESS, SHARED, Hall, Place, found_in
from apz.widgets.base.browser_store import MOST_TEXT
from apz.widgets.base.wording import says
from apz.widgets.table.seats import YOU

MOST_BEFORE, MOST_KEPT = 5, 20_000  # of the positions that others took the place of, and of their characters


class LabPlace(Place):
    """The editor of positions; it stays the same one as long as the app, with all its steps."""

    kind = LAB
    panel: Any  # the game's own editor

    def __init__(self, panel: Any) -> None:
        self.before: list[str] = []  # the positions that others took the place of, the last one last
        self.replaced = False  # whether what was opened last took the place of one
        self.empty: str = panel.yaml
        super().__init__(panel)

    def lay(self, position: Position) -> None:
        """Another position instead; the one that stands there is a step back, and is kept too."""
        stood = self.panel.yaml
        self.replaced = stood not in (write_position(position), self.empty)
        if self.replaced:
            self.before = [*self.before, stood][-MOST_BEFORE:]
        if stood != write_position(position):
            built = self.replaced or bool(self.panel.state.past)  # nobody built the first
            self.panel.replace(position, step=built)

    def given(self) -> Given:
        """The position as it is, and those that stood there before it, as far as there is room for them."""
        kept = list[str]()
        for text in reversed(self.before):
            if len(text) + sum(map(len, kept)) <= MOST_KEPT:
                kept.insert(0, text)
        return {"lab": self.panel.yaml, **({"before": kept} if kept else {})}

    def address(self) -> dict[str, str]:
        """The position, if it is not too big for an address."""
        link = position_link(self.panel.position)
        return {"lab": link} if len(link) <= MOST_ADDRESS else {"page": LAB}


def open_lab(hall: Hall, given: Given) -> LabPlace:
    """The lab with a position by its name, its text or its link, or as it stands there."""
    found = found_in(text_of(given, "lab", MOST_TEXT), "address.no-position") if given.get("lab") else None
    place = hall.lab or left(hall)
    place.panel.let_go()
    place.replaced = False
    if found is not None:
        place.lay(found.position if isinstance(found, Session) else found)
    place.panel.store.set(language=hall.language)
    place.panel.refresh()
    return place


def left(hall: Hall) -> LabPlace:
    """The lab as it was left: each position that another took the place of is a step; what cannot be read is none."""

    def play(session: Session[Position]) -> None:
        if wrong := editor.problems:
            told = editor.scene.words.refusal(wrong[0])
            editor.say(says(editor.scene.language, "setup.problem", problem=told))
            return
        hall.go(SHARED, {"game": session.text(), "seats": f"{YOU}-{YOU}"})

    editor = games.view().editor()(language=hall.language, on_play=play)
    place = LabPlace(editor)
    before = hall.left.get("before")
    for text in [*(before[-MOST_BEFORE:] if isinstance(before, list) else ()), hall.left.get("lab")]:
        try:
            place.lay(read_position(text if isinstance(text, str) and len(text) <= MOST_TEXT else ""))
        except BadInput:
            continue
    return place
