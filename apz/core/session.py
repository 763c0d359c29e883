"""The session: a game in progress with every move tried in it; positions are immutable, and the session changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from apz.core.reading import BadInput, Fault, Item, check_game, read_file, read_text, refuse, stop
from apz.core.trace import Refusal, Step
from apz.core.writing import write_whole

FORMAT = 1
MOST = 10**9  # steps of a session: as many as memory holds
STALE = Refusal("stale", "play.waiting")  # every rule index has this rule
P = TypeVar("P")
Listener = Callable[["Session[Any]"], None]
Chance = Sequence[Sequence[int]]


def no_chance(step: Step) -> Chance:
    """Return an empty tuple of random results, for games without chance."""
    return ()


@dataclass(frozen=True)
class Kernel(Generic[P]):
    """A game as a session needs it: functions that play moves, and that read and write positions and moves.

    `chance` returns the random results in a step, each shuffle, roll or draw as some numbers: sessions record them, and
    check that they come out the same when they're read.
    """

    name: str
    play: Callable[[P, Any], Step | Refusal]
    write: Callable[[P], str]
    read: Callable[[Any], P]  # from its text or from an Item
    write_move: Callable[[Any], list[Any]]
    read_move: Callable[[Item, list[Fault]], Any]
    chance: Callable[[Step], Chance] = no_chance
    position: type = object  # of its positions


@dataclass(slots=True)
class Node:
    """A moment in the session: the step that led to it, the moment before it, and those tried from it, latest last."""

    step: Step | None
    parent: int
    tries: list[int]


class Session(Generic[P]):
    """A start and every step tried from it, as a tree; going back loses nothing.

    >>> import apz
    >>> session = apz.new_session(apz.named_position("first-turn"))
    >>> step = session.do(session.position.legal_moves[0])
    >>> session.at, session.undo(), session.at
    (1, True, 0)
    """

    def __init__(self, start: P, kernel: Kernel[P]) -> None:
        self.start = start
        self.kernel = kernel
        self.nodes: list[Node] = [Node(None, -1, [])]
        self.at = 0
        self.listeners: list[Listener] = []
        self.store: Any = None  # what the panels of this session share; the session itself never looks at it

    def __repr__(self) -> str:
        tried = len(self.nodes) - 1
        return f"<Session of {self.kernel.name}, at {self.at} of {tried} tried: {self.position!r}>"

    def __getstate__(self) -> dict[str, Any]:
        """Return the state for a copy, which has its own tree but no listeners or panels."""
        nodes = [Node(node.step, node.parent, [*node.tries]) for node in self.nodes]
        return {**self.__dict__, "nodes": nodes, "listeners": [], "store": None}

    @property
    def position(self) -> P:
        """The position at the current moment."""
        return self.position_at(self.at)

    def position_at(self, number: int) -> P:
        """Return the position at a moment."""
        step = self.nodes[number].step
        return self.start if step is None else step.after

    @property
    def steps(self) -> list[Step]:
        """The steps from the start to the current moment."""
        return [step for step in (self.nodes[n].step for n in self.line()) if step is not None]

    def line(self, to: int | None = None) -> list[int]:
        """Return the numbers of the moments from the start to the current moment, or to the moment `to`."""
        numbers = [self.at if to is None else to]
        while numbers[-1]:
            numbers.append(self.nodes[numbers[-1]].parent)
        return numbers[::-1]

    def do(self, move: Any, at: int | None = None) -> Step | Refusal:
        """Play a move and return its step or refusal; refuse it if `at`, the moment the player saw, is out of date."""
        if at is not None and at != self.at:
            return STALE
        result = self.kernel.play(self.position, move)
        if isinstance(result, Step):
            self.add(result)
            self.tell()
        return result

    def add(self, step: Step) -> None:
        """Add a step at the current moment, and go to the moment it leads to."""
        self.at = self.remember(self.at, step)

    def remember(self, at: int, step: Step) -> int:
        """Add a step at `at`, unless its move was tried there, and return its moment; stay at the current moment."""
        tries = self.nodes[at].tries
        for number in tries:
            known = self.nodes[number].step
            if known is not None and known.move == step.move:
                self._prefer(number)
                return number
        self.nodes.append(Node(step, at, []))
        tries.append(len(self.nodes) - 1)
        return len(self.nodes) - 1

    def undo(self) -> bool:
        """Go back one step without losing anything; return False at the start, where there's no step to undo."""
        return self.go_to(self.nodes[self.at].parent) if self.at else False

    def redo(self) -> bool:
        """Go forward to the moment tried last; return False if there's none."""
        tries = self.nodes[self.at].tries
        return self.go_to(tries[-1]) if tries else False

    def go_to(self, number: int) -> bool:
        """Go to any moment in the session by number; return False if it doesn't exist."""
        if type(number) is not int:
            raise TypeError(f"{number!r}: a moment is given by its number, from 0 to {len(self.nodes) - 1}")
        if not 0 <= number < len(self.nodes):
            return False
        self.at = number
        self.tell()
        return True

    def branch(self) -> Session[P]:
        """Return a new session with only the line up to now, so that moves tried there don't change this session."""
        other = Session(self.start, self.kernel)
        for step in self.steps:
            other.add(step)
        return other

    def ends(self) -> Iterator[int]:
        """Yield the number of the last moment of every line tried."""
        return (number for number, node in enumerate(self.nodes) if not node.tries)

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call a function with the session on every `tell`; return a function that removes it."""
        if not callable(listener):
            raise TypeError(f"{listener!r} can't listen: give a function of the session")
        self.listeners.append(listener)
        return lambda: self.listeners.remove(listener) if listener in self.listeners else None

    def tell(self) -> None:
        """Notify all listeners of a change; `do` and `go_to` call this, `add` and `remember` don't."""
        for listener in tuple(self.listeners):
            listener(self)

    def text(self) -> str:
        """Return the whole session as text: the start, every step tried, the random results, and the current moment."""
        lines = [
            f"apz: session {FORMAT}",
            f"game: {self.kernel.name}",
            f"steps: {len(self.nodes) - 1}",
            f"at: {self.at}",
        ]
        if again := [node.tries[-1] for node in self.nodes if node.tries and node.tries[-1] != max(node.tries)]:
            lines.append(f"redo: {again}")
        lines += ["start: |", *(f"  {line}" for line in self.kernel.write(self.start).splitlines()), "tree:"]
        for node in self.nodes[1:]:
            assert node.step is not None
            move = ", ".join(_plain(part) for part in self.kernel.write_move(node.step.move))
            given = [list(numbers) for numbers in self.kernel.chance(node.step)]
            chance = f", chance: {given}" if given else ""
            lines.append(f"- {{after: {node.parent}, move: [{move}]{chance}}}")
        return "\n".join(lines) + "\n"

    def save(self, path: str | Path) -> None:
        """Write the session to a file in one piece, or not at all."""
        if not isinstance(path, str | Path):
            raise TypeError(f"{path!r}: give the path of a file to write")
        write_whole(Path(path), self.text())

    @classmethod
    def load(cls, path: str | Path, kernel: Kernel[P]) -> Session[P]:
        """Read a session from a file and replay it step by step; raise BadInput if that fails."""
        return cls.from_item(read_file(Path(path)), kernel)

    @classmethod
    def from_text(cls, text: str, kernel: Kernel[P]) -> Session[P]:
        """Read a session from its text and replay it; raise BadInput if that fails."""
        return cls.from_item(read_text(text, "session"), kernel)

    @classmethod
    def from_item(cls, item: Item, kernel: Kernel[P]) -> Session[P]:
        """Replay and return a session from a file or a text; raise BadInput with the line of each fault if it fails."""
        faults: list[Fault] = []
        needed = ("apz", "game", "steps", "at", "start", "tree")
        parts = item.mapping(faults, (*needed, "redo"), needed)
        refuse(faults)
        marker = parts["apz"].text(faults)
        if marker != f"session {FORMAT}":
            parts["apz"].fault(faults, "other-save", "reads-session", format=FORMAT)
        else:
            check_game(parts, kernel.name, faults)
        refuse(faults)
        session = cls(_start(parts["start"], kernel), kernel)
        tree = parts["tree"].sequence(faults)
        steps = parts["steps"].integer(faults, 0, MOST)
        if not faults and steps != len(tree):
            parts["steps"].fault(faults, "other-steps", "cut-or-edited", steps=steps, count=len(tree))
        refuse(faults)
        for number, entry in enumerate(tree, 1):
            session._again(number, entry)
        for entry in parts["redo"].sequence(faults) if "redo" in parts and tree else ():
            session._prefer(entry.integer(faults, 1, len(tree), 1))
        session.at = parts["at"].integer(faults, 0, len(tree))
        refuse(faults)
        return session

    def _prefer(self, number: int) -> None:
        """Make redo go to this moment from its parent."""
        tries = self.nodes[self.nodes[number].parent].tries
        tries.remove(number)
        tries.append(number)

    def _again(self, number: int, entry: Item) -> None:
        """Replay one saved step and add it; raise BadInput unless it's legal and has the same random results."""
        faults: list[Fault] = []
        parts = entry.mapping(faults, ("after", "move", "chance", "shuffles"), ("after", "move"))
        refuse(faults)
        self.at = parts["after"].integer(faults, 0, number - 1)
        move = self.kernel.read_move(parts["move"], faults)
        refuse(faults)
        result = self.kernel.play(self.position, move)
        if isinstance(result, Refusal):
            stop(entry.file, entry.line, "step-not-legal", "undo-edit", number=number, broken=result.rule)
        recorded = parts.get("chance", parts.get("shuffles"))  # older sessions say shuffles
        saved = recorded.plain() if recorded else []
        if saved != [list(numbers) for numbers in self.kernel.chance(result)]:
            stop(entry.file, entry.line, "step-other-chance", "undo-edit", number=number)
        self.nodes.append(Node(result, self.at, []))
        self.nodes[self.at].tries.append(number)


def _start(item: Item, kernel: Kernel[P]) -> P:
    """Read the start of a session; if that fails, raise BadInput with the lines counted in the whole file."""
    faults: list[Fault] = []
    text = item.text(faults)
    refuse(faults)
    try:
        return kernel.read(text)
    except BadInput as bad:
        places = [(fault, ".".join(filter(None, (item.path, fault.field)))) for fault in bad.faults]
        moved = [fault._replace(file=item.file, line=item.line + fault.line, field=place) for fault, place in places]
        raise BadInput(moved) from None


def _plain(part: Any) -> str:
    """Return a number, word, flag or list of numbers in one-line YAML."""
    return str(part).lower() if isinstance(part, bool) else str(part)
