"""The lab: the editor of positions, in which whatever is opened is one step more, so that undo brings back the last."""

from __future__ import annotations

from typing import Any

from apz.core.plain_data import Given, text_of
from apz.core.reading import BadInput
from apz.core.session import Session
from apz.core.sharing import position_link
from apz.widgets.app.place import LAB, MOST_ADDRESS, SHARED, Hall, Place, Table, Unopened, found_in
from apz.widgets.base.browser_store import MOST_TEXT
from apz.widgets.table.seats import YOU

MOST_BEFORE, MOST_KEPT = 5, 20_000  # of the positions that others took the place of, and of their characters


class LabPlace(Place):
    """The editor of positions; it stays the same one as long as the app, with all its steps."""

    def __init__(self, editor: Any) -> None:
        super().__init__(LAB, editor)
        self.before: list[str] = []  # the positions that others took the place of, the last one last
        self.empty: str = editor.yaml

    def lay(self, position: Any) -> None:
        """Lay another position instead; the one that stands there is a step back, and is kept too."""
        stood, laid = self.panel.yaml, self.panel.scene.game.kernel().write(position)
        self.replaced = stood not in (laid, self.empty)
        if self.replaced:
            self.before = [*self.before, stood][-MOST_BEFORE:]
        if stood != laid:
            built = self.replaced or bool(self.panel.state.past)  # nobody built the first
            self.panel.replace(position, step=built)

    def given(self) -> Given:
        """Return the position as it is, and those that stood there before it, as far as there is room for them."""
        kept = list[str]()
        for text in reversed(self.before):
            if len(text) + sum(map(len, kept)) <= MOST_KEPT:
                kept.insert(0, text)
        return {"lab": self.panel.yaml, **({"before": kept} if kept else {})}

    def address(self) -> dict[str, str]:
        """Return the position, if it isn't too big for an address."""
        link = position_link(self.panel.scene.game, self.panel.position)
        return {"lab": link} if len(link) <= MOST_ADDRESS else {"page": LAB}

    def table(self) -> Table:
        """Return the position."""
        return Table(None, self.panel.position, self.panel.position)


def open_lab(hall: Hall, given: Given) -> Place:
    """Open the lab with a position by its name, its text or its link, or as it stands there."""
    if hall.scene.view.editor is None:
        raise Unopened("address.no-page", LAB)
    text = text_of(given, "lab", MOST_TEXT)
    found = found_in(hall.scene.game, text, "address.no-position") if given.get("lab") else None
    place = hall.lab if isinstance(hall.lab, LabPlace) else left(hall)
    place.panel.let_go()
    place.replaced = False
    if found is not None:
        place.lay(found.position if isinstance(found, Session) else found)
    place.panel.store.set(language=hall.scene.language)
    place.panel.refresh()
    return place


def left(hall: Hall) -> LabPlace:
    """Open the lab as it was left: each position that another replaced is a step; what can't be read is none."""

    def play(session: Session[Any]) -> None:
        if wrong := editor.problems:
            told = editor.scene.words.refusal(wrong[0])
            editor.say(editor.scene.says("setup.problem", problem=told))
            return
        hall.go(SHARED, {"session": session.text(), "seats": "-".join([YOU] * hall.scene.game.seats)})

    editor = hall.scene.view.editor()(language=hall.scene.language, on_play=play)
    place = LabPlace(editor)
    before = hall.left.get("before")
    for text in [*(before[-MOST_BEFORE:] if isinstance(before, list) else ()), hall.left.get("lab")]:
        try:
            place.lay(hall.scene.game.kernel().read(text if isinstance(text, str) and len(text) <= MOST_TEXT else ""))
        except BadInput:
            continue
    return place
