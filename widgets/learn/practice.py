"""Practice as a panel, and as plain data for saving."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

from apz.core.game import Game
from apz.core.learning.practice import Practice as Stream
from apz.core.learning.questions import Question
from apz.core.learning.saved import read_practice, write_practice
from apz.core.plain_data import Given, part_of
from apz.widgets.learn import practice_view
from apz.widgets.learn.lesson import read_marked
from apz.widgets.learn.panel import AskingPanel
from apz.widgets.learn.practice_update import MET, asked, fitted, practising, table_of
from apz.widgets.learn.progress_store import ProgressState, ProgressStore
from apz.widgets.learn.scene import PracticeScene
from apz.widgets.learn.state import Go, PracticeState
from apz.widgets.learn.store import PracticeStore
from apz.widgets.table.given import check_given


class Practice(AskingPanel):
    """Sessions of fresh questions; `about` is a rule id, a chapter ("combat"), "all", or "" for rules already met.

    Several rule ids are separated by commas.
    """

    view_of, said_of = practice_view.draw, practice_view.said
    store: PracticeStore

    def __init__(
        self,
        about: str = "",
        *,
        language: str = "en",
        keep: str | Path | ProgressStore | None = None,
        luck: int = 0,
        game: Game[Any] | None = None,
        kept: Given | None = None,
        go: Go | None = None,
        **settings: Any,
    ) -> None:
        check_given(self, language, settings)
        self.keeper = keep if isinstance(keep, ProgressStore) else ProgressStore(keep, game)
        state = open_practice(about or MET, language, self.keeper.state, luck, kept or {})
        super().__init__(PracticeStore(state, self.keeper, go), **settings)

    @property
    def stream(self) -> Stream:
        """The stream of questions."""
        found: Stream = self.scene.practice
        return found

    @property
    def asked(self) -> Question:
        """The current question."""
        assert self.stream.question is not None
        return self.stream.question


# ---- saving


def write_stream(state: PracticeState) -> dict[str, Any]:
    """Return the state of practice as plain data."""
    return {"practise": state.about, "stream": write_practice(state.practice), "marked": sorted(state.marked)}


def open_practice(about: str, language: str, progress: ProgressState, luck: int, kept: Given) -> PracticeState:
    """Return the state of practice with a new or the saved question; raise KeyError if the topic has no questions."""
    today = date.today()
    practice = read_practice(part_of(kept, "stream"), asked(practising(progress.game, about, luck), progress, today))
    marked = read_marked(kept, practice.question)
    state = PracticeState(
        language=language, progress=progress, today=today, about=about, practice=practice,
        table=table_of(progress.game, practice), marked=marked,
    )  # fmt: skip
    return fitted(PracticeScene(state)).state
