"""A game at the app's desk; once it is over: who won and why, what it cost, and what could be next."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any

from apz.apocalypze.kernel import new_session
from apz.apocalypze.model import Position
from apz.apocalypze.rules.consumption import resources_sum
from apz.apocalypze.setup import new_game
from apz.apocalypze.sharing import session_link
from apz.apocalypze.teaching import course
from apz.core.session import Session
from apz.core.trace import Note, Step
from apz.widgets.app.place import MOST_ADDRESS, PLAY, Hall
from apz.widgets.base.gesture import Gesture
from apz.widgets.base.tree import Tree, button, h
from apz.widgets.base.wording import says
from apz.widgets.learn.state import LESSON
from apz.widgets.table import explain, history_nav
from apz.widgets.table.panels import Tutor
from apz.widgets.table.unfold import number, terms

END = "end"
OUT = ("consume.out",)  # the note of who is out
OWED = ("feed.owed", "combat.breach", "event.obliges")  # the notes of what had to be consumed
GONE = ("character.removed", "character.persisted")
CONSUMED = {"consume.deck": 1, "consume.hand": 2, "consume.survivor": 1}  # notes, and how many cards each is about


class Game(Tutor):
    """A game; at its end there is more than the table."""

    def __init__(self, session: Session[Position], hall: Hall, kind: str, **settings: Any) -> None:
        self.hall, self.kind = hall, kind
        super().__init__(session, language=hall.language, **settings)

    def draw(self) -> Tree:
        """The desk; at the end of the game with what there is to say about it, above the table."""
        tree = super().draw()
        if self.session.position.waiting:
            return tree
        table = next(at for at, part in enumerate(tree) if at > 1 and part[1].get("class") == "board")
        return [*tree[:table], self.ending(), *tree[table:]]

    def says(self, place: str, **values: Any) -> str:
        """A text of the app."""
        return says(self.scene.language, place, **values)

    # ---- what there is to say

    def ending(self) -> Tree:
        """Why it ended so, in numbers, and the ways on."""
        name = self.says("end.title")
        return h(
            "section",
            h("h2", name),
            h("div", self.why()),
            self.numbers(),
            h("div", self.ways(), class_="buttons"),
            self.shared(),
            class_="pane app-end",
            aria_label=name,
            key=END,
        )

    def told(self, keys: tuple[str, ...], steps: list[Step]) -> Iterator[Note]:
        """What these steps tell under one of the keys, as it may be shown, the last first."""
        told = (note for step in reversed(steps) for note in reversed(explain.notes_of(self.scene, step)))
        return (note for note in told if note.key in keys)

    def reason(self) -> list[Note]:
        """What whoever is out had to consume and for what, and that he could not; nothing where no step led here."""
        steps = self.session.steps
        out = next(self.told(OUT, steps[-1:]), None)
        if out is None:
            return []
        owed = (note for note in self.told(OWED, steps) if note.values["player"] == out.values["player"])
        return [*islice(owed, 1), out]

    def why(self) -> list[Tree | None]:
        """What had to be consumed and why, that it could not be, and what there was, each with its rule."""
        scene, winner, reason = self.scene, self.session.position.winner, self.reason()
        lines: list[Tree | None] = [explain.line(scene, f"end{at}", note) for at, note in enumerate(reason)]
        if winner is None or not reason:
            return lines
        label = scene.ui("meal.could", player=scene.visible.game.names[1 - winner])
        have = resources_sum(self.session.position, 1 - winner)
        return [
            *lines,
            h("p", label, ": ", number(scene, "sum.end", have, label)),
            terms(scene, "sum.end", have, label),
        ]

    def numbers(self) -> Tree | None:
        """What the game took from both; only what there was."""
        counted = tally(self.session.steps)
        names = self.scene.visible.game.names
        if not counted:
            return None
        head = h("tr", h("td"), [h("th", name, scope="col") for name in names])
        rows = [
            h("tr", h("th", self.says(f"tally.{key}"), scope="row"), [h("td", str(each)) for each in both])
            for key, both in counted.items()
        ]
        start, end = self.session.start.turn, self.session.position.turn
        caption = self.says("end.turns", turns=end - start + 1)
        return h("table", h("caption", caption), h("thead", head), h("tbody", rows), class_="tally")

    # ---- what could be next

    def ways(self) -> list[Tree]:
        """Once more, on the other side, from the beginning with open eyes, what to learn, and sharing."""
        ways = ["again", *(["swap"] if len(set(self.store.state.seats)) > 1 else []), "walk"]
        first = "again" if self.kind == PLAY else "anew"
        found = [
            button(self.says(f"end.{first if way == 'again' else way}"), f"{END}:{way}",
                   class_="do" if way == "again" else "ghost")
            for way in ways
        ]  # fmt: skip
        if lesson := self.lesson():
            found.append(button(self.says("end.lesson", title=course.lesson(lesson, self.scene.language).title),
                                f"{END}:{LESSON}", class_="ghost"))  # fmt: skip
        opened = "true" if "end.share" in self.store.state.opened else "false"
        return [*found, button(self.says("end.share"), "open:end.share", class_="ghost", aria_expanded=opened)]

    def lesson(self) -> str:
        """The first lesson about what decided the game."""
        rules = [note.rule for note in self.reason()[:1]]
        return next((name for name in course.order() if set(rules) & set(course.lesson(name).teaches)), "")

    def shared(self) -> Tree | None:
        """The link that replays the game, to be copied."""
        if "end.share" not in self.store.state.opened:
            return None
        link, key = session_link(self.session), "app-end-link"
        if len(link) > MOST_ADDRESS:
            return h("p", self.says("end.long"), key=key)
        label = self.says("share.game")
        area = h("textarea", value=self.hall.linked({"game": link}), id=key, rows="2", readonly=True,
                 spellcheck="false", aria_label=label)  # fmt: skip
        copy = h("button", self.says("share.copy"), data_app_copy=key, class_="ghost")
        return h("div", h("div", h("b", label), copy, class_="app-field-head"), area, class_="app-field", key=key)

    def on_gesture(self, gesture: Gesture) -> None:
        """Do one of the ways on from the end of a game, or a gesture at the table."""
        if gesture.verb != END:
            super().on_gesture(gesture)
        elif gesture.about in WAYS and gesture.at == self.seen_at and self.scene.position.waiting is None:
            self.store.guarded(lambda: WAYS[gesture.about](self))


def again(game: Game, swapped: bool = False) -> None:
    """Another game with the same settings: other luck in one's own, the same start in one that was opened."""
    state, start = game.store.state, game.session.start
    if game.kind == PLAY:
        first, second = (start.game.cards[side.stronghold].name for side in start.sides)
        luck = secrets.randbelow(10**9)
        start = new_game(first, second, seed=luck, starts=start.player, names=start.game.names)
    seats = "-".join(reversed(state.seats) if swapped else state.seats)
    hands = "open" if state.open_hands else "hidden"
    given = {"game": new_session(start).text(), "seats": seats, "hands": hands, "quick": state.quick}
    game.hall.go(game.kind, given)


def walk(game: Game) -> None:
    """Back to the beginning, with the history beside the table."""
    with game.store.change():
        game.store.take(history_nav.go(game.scene, "0").but(tab="history").state)


def learn(game: Game) -> None:
    """The lesson about what decided the game."""
    if lesson := game.lesson():
        game.hall.go(LESSON, {"lesson": lesson})


WAYS: Mapping[str, Callable[[Game], object]] = {
    "again": again,
    "swap": lambda game: again(game, swapped=True),
    "walk": walk,
    LESSON: learn,
}


def tally(steps: list[Step]) -> dict[str, list[int]]:
    """What became of both players' cards, as the steps tell it: survivors and raiders lost, and what was consumed."""
    found: dict[str, list[int]] = {}

    def count(key: str, player: int, amount: int = 1) -> None:
        found.setdefault(key, [0, 0])[player] += amount

    for step in steps:
        before: Position = step.before
        for note in step.notes:
            if note.key in CONSUMED and before.waiting:
                count(note.key.partition(".")[2], before.waiting.player, CONSUMED[note.key])
            elif note.key == "combat.breach":
                count("breach", before.player, note.values["count"])
            elif note.key in GONE:
                for player, side in enumerate(before.sides):
                    for key, row in (("survivors", side.survivors), ("raiders", side.raiders)):
                        count(key, player, sum(who.id in note.cards for who in row))
    return {key: found[key] for key in TALLY if any(found.get(key, ()))}


TALLY = ("survivors", "raiders", "breach", "deck", "hand", "survivor")  # in the order in which they are told
