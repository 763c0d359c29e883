"""The lab: the position editor, where undo also takes back opening a position."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from apz.core.game import Game
from apz.core.lab.what_if import WhatIf, read_tree
from apz.core.link import NAME, from_link
from apz.core.plain_data import Given, text_of
from apz.core.reading import BadInput, read_text
from apz.core.session import Session
from apz.core.sharing import position_link
from apz.widgets.app.place import LAB, MOST_ADDRESS, SHARED, AppContext, Place, Table, Unopened, found_in
from apz.widgets.base.browser_store import MOST_TEXT
from apz.widgets.lab.state import SAVE
from apz.widgets.table.seats import YOU

TREE = "apz: what-if "  # how the text of saved branches begins
MOST_BEFORE, MOST_KEPT = 5, 20_000  # replaced positions to keep, and characters of all of them


class LabPlace(Place):
    """The lab's place: one position editor, which keeps its undo steps while the learner is elsewhere in the app."""

    def __init__(self, editor: Any) -> None:
        super().__init__(LAB, editor)
        self.before: list[str] = []  # the positions that were replaced, newest last
        self.empty: str = editor.yaml

    def lay(self, position: Any) -> None:
        """Replace the position; the previous one becomes an undo step unless it's the untouched empty start."""
        stood, laid = self.panel.yaml, self.panel.scene.game.kernel().write(position)
        self.replaced = stood not in (laid, self.empty)
        if self.replaced:
            self.before = [*self.before, stood][-MOST_BEFORE:]
        if stood != laid:
            built = self.replaced or bool(self.panel.state.past)  # the first position isn't the learner's work
            self.panel.replace(position, step=built)

    def take(self, tree: WhatIf[Any]) -> None:
        """Show a position with its branches."""
        self.lay(tree.start)
        self.panel.own.set(tree=tree, picked=tuple(tree.leaves[-2:]))

    def branches(self) -> WhatIf[Any] | None:
        """Return the tree of branches, or None if there are no branches."""
        found: WhatIf[Any] = self.panel.tree
        return found if len(found) > 1 else None

    def given(self) -> Given:
        """Return the position, solved puzzles and, if there's room, branches and earlier positions, as data to save."""
        kept, tree = list[str](), self.branches()
        before = self.before
        if tree and tree.start != self.panel.position:  # so that undo leads back to where the branches start
            start = self.panel.scene.game.kernel().write(tree.start)
            before = [*(text for text in before if text != start), start][-MOST_BEFORE:]
        for text in reversed(before):
            if len(text) + sum(map(len, kept)) > MOST_KEPT:
                break  # a line of undo without a gap
            kept.insert(0, text)
        written = tree.text() if tree else ""
        branches = {"tree": written} if 0 < len(written) <= MOST_KEPT else {}
        solved = {"solved": sorted(self.panel.state.found)} if self.panel.state.found else {}
        return {"lab": self.panel.yaml, **branches, **solved, **({"before": kept} if kept else {})}

    def address(self) -> dict[str, str]:
        """Return the address of the position with its branches, or else of the position, or else of the lab."""
        tree = self.branches()
        if tree and tree.start == self.panel.position and len(tree.link()) <= MOST_ADDRESS:
            return {"lab": tree.link()}
        link = position_link(self.panel.scene.game, self.panel.position)
        return {"lab": link} if len(link) <= MOST_ADDRESS else {"page": LAB}

    def table(self) -> Table:
        """Return the position as a table to share."""
        return Table(None, self.panel.position, self.panel.position)


def open_lab(context: AppContext, given: Given) -> Place:
    """Return the lab with a position by name, text or link, or else its current one; raise Unopened if that fails."""
    if context.scene.view.editor is None:
        raise Unopened("address.no-page", LAB)
    text = text_of(given, "lab", MOST_TEXT)
    tree = tree_in(context.scene.game, text) if given.get("lab") else None
    found = found_in(context.scene.game, text, "address.no-position") if given.get("lab") and tree is None else None
    place = context.lab if isinstance(context.lab, LabPlace) else left(context)
    place.panel.clear()
    place.replaced = False
    if tree is not None:
        place.take(tree)
    if found is not None:
        place.lay(found.position if isinstance(found, Session) else found)
    if isinstance(given.get("branch"), tuple):
        place.panel.keep(*given["branch"])
    place.panel.store.set(language=context.scene.language, base=context.scene.state.base)
    place.panel.refresh()
    return place


def left(context: AppContext) -> LabPlace:
    """Return the lab as the learner left it, with its earlier positions as undo steps; skip unreadable positions."""

    def play(session: Session[Any]) -> None:
        if wrong := editor.problems:
            told = editor.scene.words.refusal(wrong[0])
            editor.say(editor.scene.says("setup.problem", problem=told))
            return
        context.go(SHARED, {"session": session.text(), "seats": "-".join([YOU] * context.scene.game.seats)})

    editor = context.scene.view.editor()(language=context.scene.language, on_play=play)
    editor.own.offer(SAVE, lambda file: context.save(*file))
    place = LabPlace(editor)
    before = context.left.get("before")
    for text in [*(before[-MOST_BEFORE:] if isinstance(before, list) else ()), context.left.get("lab")]:
        try:
            place.lay(
                context.scene.game.kernel().read(text if isinstance(text, str) and len(text) <= MOST_TEXT else "")
            )
        except BadInput:
            continue
    solved, puzzles = context.left.get("solved"), context.scene.game.puzzles
    if isinstance(solved, list):
        known = frozenset(each.name for each in puzzles())
        editor.own.set(found=known & {each for each in solved if isinstance(each, str)})
    with suppress(Unopened):
        if tree := tree_in(context.scene.game, text_of(context.left, "tree", MOST_TEXT)):
            editor.own.set(tree=tree, picked=tuple(tree.leaves[-2:]))
    return place


def tree_in(game: Game[Any], text: str) -> WhatIf[Any] | None:
    """Return the branches in a text or a link, or None if it has none; raise Unopened if they can't be read."""
    try:
        written = text if "\n" in text else from_link(text)
    except BadInput:
        return None
    lab = game.lab()
    if not written.startswith(TREE) or lab is None:
        return None
    try:
        return read_tree(game, read_text(written, NAME), lab.facts)
    except BadInput:
        raise Unopened("address.no-position", text) from None


def begins_in_lab(context: AppContext, start: str) -> bool:
    """Return True if a position, given as text, is the one in the lab."""
    lab = context.lab
    return start == (lab.panel.yaml if isinstance(lab, LabPlace) else context.left.get("lab"))
