"""The session: a tree of steps that loses nothing, tells its listeners, and reads back what it wrote."""

import copy
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from apz.core.luck import shuffled
from apz.core.reading import MAX_BYTES, BadInput, Fault, Item, read_text, refuse
from apz.core.session import Kernel, Session
from apz.core.trace import Note, Refusal, Step


class Pile(NamedTuple):
    """A small game: cards in a row; take the first few, or shuffle."""

    cards: tuple[int, ...]
    luck: int = 1


class Counting:
    """A kernel that plays the game and counts its calls."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, pile: Pile, move: Any) -> Step | Refusal:
        self.calls += 1
        verb, *numbers = move
        if verb == "shuffle":
            cards, luck = shuffled(pile.cards, pile.luck)
            return Step(pile, move, Pile(cards, luck), (Note("pile.shuffled-deck", "a.rule", {}, cards),))
        if numbers[0] > len(pile.cards):
            return Refusal("too-many", "another.rule", {"number": numbers[0]})
        return Step(pile, move, pile._replace(cards=pile.cards[numbers[0] :]), (Note("taken", "a.rule"),))


def write(pile: Pile) -> str:
    return f"cards: {list(pile.cards)}\nluck: {pile.luck}\n"


def read(text: str) -> Pile:
    faults: list[Fault] = []
    fields = read_text(text, "pile").mapping(faults, ("cards", "luck"), ("cards", "luck"))
    refuse(faults)
    cards = tuple(each.integer(faults) for each in fields["cards"].sequence(faults))
    luck = fields["luck"].integer(faults, 0, 10**18)
    refuse(faults)
    return Pile(cards, luck)


def read_move(item: Item, faults: list[Fault]) -> Any:
    parts = item.sequence(faults)
    verb = parts[0].choice(faults, ("take", "shuffle"), "move") if parts else None
    return (verb, *(each.integer(faults) for each in parts[1:]))


def shuffles(step: Step) -> list[tuple[int, ...]]:
    return [note.cards for note in step.notes if note.key == "pile.shuffled-deck"]


def kernel() -> Kernel[Pile]:
    return Kernel("piles", Counting(), write, read, list, read_move, shuffles)


SHUFFLE = ("shuffle",)


def take(number: int) -> tuple[str, int]:
    return ("take", number)


@pytest.fixture
def session() -> Session[Pile]:
    return Session(Pile(tuple(range(8))), kernel())


@pytest.fixture
def tried(session: Session[Pile]) -> Session[Pile]:
    """Return a session with the two lines 0 -> 1 -> 2 -> 3 and 1 -> 4 -> 5, now at step 2."""
    for move in (take(1), SHUFFLE, take(2)):
        session.do(move)
    session.go_to(1)
    for move in (take(2), SHUFFLE):
        session.do(move)
    session.go_to(2)
    return session


def positions(session: Session[Pile]) -> list[Pile]:
    return [session.start, *(node.step.after for node in session.nodes if node.step)]


def test_a_move_makes_a_step_and_a_wrong_one_changes_nothing(session: Session[Pile]) -> None:
    step = session.do(take(3))
    assert isinstance(step, Step)
    assert session.position == Pile((3, 4, 5, 6, 7)) == step.after
    refusal = session.do(take(9))
    assert isinstance(refusal, Refusal)
    assert refusal.rule == "another.rule"
    assert (session.at, len(session.nodes)) == (1, 2)


def test_undo_and_redo_walk_the_line_and_stop_at_its_ends(session: Session[Pile]) -> None:
    session.do(take(1))
    session.do(take(2))
    assert [session.undo(), session.undo(), session.undo()] == [True, True, False]
    assert session.position == session.start
    assert [session.redo(), session.redo(), session.redo()] == [True, True, False]
    assert session.position.cards == (3, 4, 5, 6, 7)
    assert [step.move for step in session.steps] == [take(1), take(2)]


def test_going_back_and_forth_plays_nothing_again(tried: Session[Pile]) -> None:
    play = tried.kernel.play
    assert isinstance(play, Counting)
    before = play.calls
    while tried.undo():
        pass
    while tried.redo():
        pass
    for number in range(len(tried.nodes)):
        assert tried.go_to(number)
    tried.branch()
    assert play.calls == before


def test_another_try_keeps_the_first_and_redo_follows_the_last_one(tried: Session[Pile]) -> None:
    assert list(tried.ends()) == [3, 5]
    tried.go_to(1)
    tried.redo()
    assert tried.at == 4
    tried.go_to(1)
    tried.do(SHUFFLE)  # tried before: it's the same moment, and redo goes there from now on
    assert (tried.at, len(tried.nodes)) == (2, 6)
    tried.undo()
    tried.redo()
    assert tried.at == 2


@pytest.mark.parametrize("number", [-1, 6, 99])
def test_there_is_no_going_to_a_moment_that_is_not_there(tried: Session[Pile], number: int) -> None:
    assert not tried.go_to(number)
    assert tried.at == 2


def test_a_branch_knows_the_line_to_here_and_touches_nothing(tried: Session[Pile]) -> None:
    branch = tried.branch()
    assert branch.steps == tried.steps
    assert branch.position == tried.position
    branch.do(take(1))
    assert (len(branch.nodes), len(tried.nodes), tried.at) == (4, 6, 2)


def test_a_stale_click_does_nothing(session: Session[Pile]) -> None:
    seen = session.at
    assert isinstance(session.do(take(1), at=seen), Step)
    refusal = session.do(take(1), at=seen)
    assert isinstance(refusal, Refusal)
    assert refusal.key == "stale"
    assert len(session.nodes) == 2
    assert isinstance(session.do(take(1), at=session.at), Step)


def test_listeners_hear_of_every_change_and_of_nothing_else(session: Session[Pile]) -> None:
    heard: list[int] = []
    stop = session.listen(lambda told: heard.append(told.at))
    session.do(take(1))
    session.do(take(99))
    session.do(take(1), at=0)
    session.undo()
    session.undo()
    session.redo()
    session.go_to(77)
    session.branch().do(take(2))
    assert heard == [1, 0, 1]
    stop()
    stop()
    session.undo()
    assert heard == [1, 0, 1]


def test_a_listener_may_stop_listening_while_it_is_told(session: Session[Pile]) -> None:
    heard: list[str] = []

    def once(told: Session[Pile]) -> None:
        heard.append("first")
        stop()

    stop = session.listen(once)
    session.listen(lambda told: heard.append("second"))
    session.do(take(1))
    session.do(take(1))
    assert heard == ["first", "second", "second"]


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda session: pickle.loads(pickle.dumps(session))])
def test_a_copy_has_the_whole_tree_as_its_own_and_no_listeners(
    tried: Session[Pile], copied: Callable[[Session[Pile]], Session[Pile]]
) -> None:
    heard: list[int] = []
    tried.listen(lambda told: heard.append(told.at))
    text = tried.text()
    again = copied(tried)
    assert again.text() == text
    again.do(take(1))
    assert again.text() != text
    assert (tried.text(), heard) == (text, [])


def test_only_what_can_be_called_can_listen(session: Session[Pile]) -> None:
    nobody: Any = 3
    with pytest.raises(TypeError, match="3 can't listen"):
        session.listen(nobody)
    assert session.do(take(1))


def test_a_session_says_where_it_is(tried: Session[Pile]) -> None:
    assert repr(tried) == f"<Session of piles, at 2 of 5 tried: {tried.position!r}>"


def test_what_was_saved_is_read_again_moment_for_moment(tried: Session[Pile], tmp_path: Path) -> None:
    tried.go_to(5)
    tried.save(tmp_path / "game.yaml")
    again = Session.load(tmp_path / "game.yaml", kernel())
    assert positions(again) == positions(tried)
    assert [node.parent for node in again.nodes] == [node.parent for node in tried.nodes]
    assert [node.step.notes for node in again.nodes if node.step] == [n.step.notes for n in tried.nodes if n.step]
    assert (again.at, again.position) == (5, tried.position)
    assert again.text() == tried.text()
    assert not list(tmp_path.glob("*.tmp"))


def test_after_loading_redo_goes_where_it_went_before(tried: Session[Pile]) -> None:
    tried.go_to(1)
    tried.do(SHUFFLE)  # now the older of two lines is the last one tried
    tried.undo()
    again = Session.from_text(tried.text(), kernel())
    again.redo()
    tried.redo()
    assert again.at == tried.at == 2


def test_an_empty_session_is_saved_and_read(session: Session[Pile]) -> None:
    again = Session.from_text(session.text(), kernel())
    assert (again.position, again.at, len(again.nodes)) == (session.position, 0, 1)


def test_a_save_that_is_cut_off_anywhere_is_refused_or_whole(tried: Session[Pile]) -> None:
    text = tried.text()
    whole = 0
    for end in range(len(text)):
        try:
            again = Session.from_text(text[:end], kernel())
        except BadInput:
            continue
        assert again.text() == text
        whole += 1
    assert whole == 1  # only the last line's end is missing


def test_a_save_that_is_cut_off_in_a_letter_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "cut.yaml"
    path.write_bytes("apz: session 1\ngame: é".encode()[:-1])
    with pytest.raises(BadInput, match=r"cut\.yaml, line 2: this isn't UTF-8"):
        Session.load(path, kernel())


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("session 1", "session 2", "line 1, apz: this save is of another kind or version"),
        ("session 1", "position 1", "line 1, apz: this save is of another kind or version"),
        ("game: piles", "game: chess", 'line 2, game: this is from another game, "chess"; here the game is piles'),
        ("steps: 5", "steps: 6", "the file should have 6 steps but has 5"),
        ("at: 2", "at: 6", "line 4, at: 6 is too small or too large"),
        ("luck: 1", "luck: x", 'line 7, start.luck: "x" where a whole number is expected'),
        ("cards: [0", "cards: [x", 'line 6, start.cards[0]: "x" where a whole number is expected'),
        ("after: 1, move: [shuffle]", "after: 1, move: [shufle]", 'line 10, tree[1].move[0]: "shufle" isn\'t a move'),
        ("after: 1, move: [take, 2]", "after: 1, move: [take, 9]", "line 12: step 4 isn't legal here (another.rule)"),
        ("after: 4", "after: 5", "line 13, tree[4].after: 5 is too small or too large"),
        ("chance: [[", "chance: [[9, ", "line 10: step 2 turns out differently now"),
        (", chance: [[", ", hands: [[", '"hands" isn\'t a field here'),
        ("tree:", "trees:", '"trees" isn\'t a field here; did you mean "tree"?'),
        ("at: 2\n", "at: 2\nredo: [7]\n", "line 5, redo[0]: 7 is too small or too large"),
    ],
)  # fmt: skip
def test_an_edited_save_is_refused_with_its_line(tried: Session[Pile], old: str, new: str, said: str) -> None:
    text = tried.text()
    assert old in text
    with pytest.raises(BadInput) as bad:
        Session.from_text(text.replace(old, new, 1), kernel())
    assert said in str(bad.value)


@pytest.mark.parametrize("text", ["", "[]", "7", "apz: session 1", "apz: [session]", "start: {}", "\0", "a: b: c"])
def test_what_is_no_session_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        Session.from_text(text, kernel())


def test_a_save_that_fails_leaves_the_old_file_as_it_was(
    tried: Session[Pile], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.yaml"
    path.write_text("what was there")

    def full(file: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        tried.save(path)
    assert path.read_text() == "what was there"
    assert os.listdir(tmp_path) == ["game.yaml"]


@pytest.mark.long
def test_a_session_of_a_hundred_thousand_steps_is_loaded_again(tmp_path: Path) -> None:
    long = Session(Pile((1, 2, 3)), kernel())
    for _ in range(100_000):
        long.add(Step(long.position, ("take", 0), long.position, ()))
    long.save(tmp_path / "long.yaml")
    again = Session.load(tmp_path / "long.yaml", kernel())
    assert (len(again.nodes), again.at, again.position) == (100_001, 100_000, long.position)


@pytest.mark.parametrize(
    "text",
    [
        "apz: session 1\ngame: piles\nsteps: 999999999\nat: 0\nstart: ''\ntree: []\n",
        "apz: session 1\ngame: piles\nsteps: 1\nat: 0\nstart: ''\ntree: " + "[" * 3000,
        "apz: session 1\ngame: piles\nsteps: 1\nat: 0\nstart: ''\ntree: [&a {after: 0, move: [take]}, *a]\n",
    ],
)
def test_a_small_file_that_promises_much_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        Session.from_text(text, kernel())


def test_only_a_session_may_be_of_any_size() -> None:
    with pytest.raises(BadInput, match="too long"):
        read_text("apz: position 1\n" + "# \n" * MAX_BYTES)


def test_a_step_is_remembered_at_any_moment_while_the_session_stays_where_it_is(session: Session[Pile]) -> None:
    session.do(take(1))
    session.do(take(1))
    told: list[int] = []
    session.listen(lambda each: told.append(each.at))
    step = session.kernel.play(session.position_at(1), take(2))
    assert isinstance(step, Step)
    number = session.remember(1, step)
    assert (number, session.at, told) == (3, 2, [])
    assert session.line(number) == [0, 1, 3]
    assert session.position_at(number).cards == session.start.cards[3:]
    assert session.remember(1, step) == number
    assert len(session.nodes) == 4


def test_a_session_that_says_shuffles_as_they_once_did_is_read() -> None:
    session = Session(Pile(tuple(range(8))), kernel())
    session.do(SHUFFLE)
    old = session.text().replace("chance: ", "shuffles: ")
    assert old != session.text()
    assert Session.from_text(old, kernel()).text() == session.text()
    with pytest.raises(BadInput, match="step 1 turns out differently"):
        Session.from_text(old.replace("shuffles: [[", "shuffles: [[9, "), kernel())
