"""A tree of named branches from one position, to compare, save and link."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any, Generic, TypeVar

from apz.core.game import Game
from apz.core.lab.compare import WHAT, Facts, compared
from apz.core.lab.rows import Rows, Tabled
from apz.core.language.commands import Misread
from apz.core.link import from_link, to_link
from apz.core.reading import (
    BadInput,
    Fault,
    Item,
    check_game,
    clean,
    hint,
    quoted,
    read_file,
    read_text,
    refuse,
    refused,
    stop,
)
from apz.core.trace import IllegalMove, Refusal, Step
from apz.core.writing import write_whole

FORMAT = 1
START = "start"  # the name of the position that all branches start from
MOST_NAME, MOST_TRIES, MOST_MOVES = 60, 500, 2500
SHOWN = 4  # moves that a command may mean
P = TypeVar("P")


@dataclass(frozen=True)
class Try(Generic[P]):
    """One branch: its name, the branch it continues, its steps, and the position they lead to."""

    name: str
    after: str  # "" for the start
    steps: tuple[Step, ...]
    position: P


class WhatIf(Tabled, Generic[P]):
    """A position and a tree of named branches tried from it; an illegal try changes nothing."""

    def __init__(self, game: Game[P], start: P, facts: Callable[[P, str], Facts]) -> None:
        self.game, self.start, self.facts = game, start, facts
        self._tries: dict[str, Try[P]] = {START: Try(START, "", (), start)}

    def copy(self) -> WhatIf[P]:
        """Return an independent copy of the tree."""
        found = WhatIf(self.game, self.start, self.facts)
        found._tries = dict(self._tries)
        return found

    # looking at it

    def __getitem__(self, name: str) -> Try[P]:
        if name not in self._tries:
            stop("", 0, "unknown-try", value=quoted(name), **hint(str(name), self._tries))
        return self._tries[name]

    def __contains__(self, name: object) -> bool:
        return name in self._tries

    def __iter__(self) -> Iterator[str]:
        return iter(self._tries)

    def __len__(self) -> int:
        return len(self._tries)

    @property
    def leaves(self) -> tuple[str, ...]:
        """The names of the branches that no other branch continues, or only the start's if there are no branches."""
        parents = {each.after for each in self._tries.values()}
        return tuple([name for name in self._tries if name not in parents])

    def line(self, name: str) -> tuple[Step, ...]:
        """Return all steps from the start to the end of a branch."""
        each = self[name]
        return (*(self.line(each.after) if each.after else ()), *each.steps)

    # changing it

    def add(self, name: str, *moves: Any, after: str = START, language: str = "en") -> Try[P]:
        """Add a branch with these moves and return it; each can be a move, a typed command, or a list of either.

        Raise IllegalMove with the refusal if a move isn't legal, and BadInput if a name or a command can't be used,
        there are no moves, or the tree has too many branches; in all these cases the tree doesn't change.
        """
        self._check_name(name)
        if len(self._tries) > MOST_TRIES:
            stop("", 0, "too-many-tries", "prune-some", most=MOST_TRIES)
        before = self[after]
        steps: list[Step] = []
        position = before.position
        for move in flat(moves):
            for each in self._read(position, move, language):
                done = self.game.kernel().play(position, each)
                if isinstance(done, Refusal):
                    raise IllegalMove(done)
                steps.append(done)
                position = done.after
        if not steps:
            stop("", 0, "try-without-moves", "give-a-move", value=quoted(name))
        made = self._tries[name] = Try(name, after, tuple(steps), position)
        return made

    def _read(self, position: P, move: Any, language: str) -> Sequence[Any]:
        """Return `move` in a tuple, parsed first if it's a typed command; raise BadInput unless it means one move."""
        if not isinstance(move, str):
            return (move,)
        meant = self.game.parse(position, move, language)
        if isinstance(meant, Misread):
            stop("", 0, str(meant))  # it says by itself what may be meant
        if isinstance(meant, Sequence):
            told = "; ".join(
                [*self.game.words(language).moves(position, meant[:SHOWN]), *["..."] * (len(meant) > SHOWN)]
            )
            stop("", 0, "any-of-moves", "write-one-of", value=quoted(move), count=len(meant), names=told)
        return (meant,)

    def _check_name(self, name: object, fix: str = "other-try-name") -> None:
        """Raise BadInput if a branch can't get this name; `fix` is the remedy if another branch has it."""
        if not isinstance(name, str) or not name.strip() or len(name) > MOST_NAME or not name.isprintable():
            stop("", 0, "bad-try-name", "write-try-name", value=quoted(name), most=MOST_NAME)
        if name in self._tries:
            stop("", 0, "try-name-taken", "other-name" if name == START else fix, value=quoted(name))

    def rename(self, name: str, to: str) -> None:
        """Rename a branch; raise BadInput if it's the start or can't have the new name."""
        self[name]
        if name == START:
            stop("", 0, "start-keeps-name", "rename-a-try")
        self._check_name(to, "other-name")
        old = self._tries
        self._tries = {}
        for each in old.values():
            now, after = (to if each.name == name else each.name), (to if each.after == name else each.after)
            self._tries[now] = Try(now, after, each.steps, each.position)

    def prune(self, name: str) -> tuple[str, ...]:
        """Remove a branch and all that continue it, and return the removed names; raise BadInput if it's the start."""
        self[name]
        if name == START:
            stop("", 0, "start-stays", "prune-a-try")
        gone = [name]
        for each in self._tries.values():  # a branch comes after the one it continues
            if each.after in gone:
                gone.append(each.name)
        for each_name in gone:
            del self._tries[each_name]
        return tuple(gone)

    # comparing

    def compare(self, first: str, second: str, language: str = "en", every: bool = False) -> Rows:
        """Return a row for each fact that differs between two branches; with `every`, for every fact."""
        facts = [self.facts(self[name].position, language) for name in (first, second)]
        return compared(facts[0], facts[1], (first, second), every)

    def table(self, language: str = "en") -> Rows:
        """Return rows of the facts that differ between leaves (all facts for a single leaf), with a column per leaf."""
        facts = {name: self.facts(self[name].position, language) for name in self.leaves}
        rows = []
        for what in dict.fromkeys([what for each in facts.values() for what in each]):
            told = {name: each.get(what, "") for name, each in facts.items()}
            if len(facts) < 2 or any([fact != told[self.leaves[0]] for fact in told.values()]):
                rows.append({WHAT: what, **told})
        return Rows(rows)

    # keeping

    def text(self) -> str:
        """Return the tree as YAML text, in the format that `read_tree` reads."""
        kernel = self.game.kernel()
        lines = [f"apz: what-if {FORMAT}", f"game: {kernel.name}", "start: |"]
        lines += [f"  {line}" for line in kernel.write(self.start).splitlines()]
        tries = [each for each in self._tries.values() if each.after]
        lines.append("tries:" if tries else "tries: []")
        for each in tries:
            lines += [f"- name: {json.dumps(each.name)}", f"  after: {json.dumps(each.after)}", "  moves:"]
            lines += [f"  - {json.dumps(kernel.write_move(step.move))}" for step in each.steps]
        return "\n".join(lines) + "\n"

    def save(self, path: str | Path) -> None:
        """Write the tree to a file in one piece, or not at all."""
        if not isinstance(path, str | Path):
            raise TypeError(f"{path!r}: give the path of a file to write")
        write_whole(path, self.text())

    def link(self) -> str:
        """Return the tree packed for a link, in the format that `linked_tree` reads."""
        return to_link(self.text())

    # showing

    def _rows(self, name: str = START, depth: int = 0) -> Iterator[tuple[int, Try[P]]]:
        yield depth, self._tries[name]
        for each in self._tries.values():
            if each.after == name:
                yield from self._rows(each.name, depth + 1)

    def told(self, name: str, language: str = "en") -> str:
        """Return one branch as a line of text: its name, its moves, and who must decide what at its end."""
        each, say = self[name], self.game.words(language)
        moves = "; ".join([say.move(step.before, step.move) for step in each.steps])
        return f"{name}: {moves}. {say.waiting(each.position)}" if moves else f"{name}: {say.waiting(each.position)}"

    def __str__(self) -> str:
        return "\n".join([f"{'  ' * depth}{self.told(each.name)}" for depth, each in self._rows()])

    def __repr__(self) -> str:
        return f"<WhatIf of {self.game.name}: {', '.join(clean(name) for name in self._tries)}>"

    def _repr_html_(self) -> str:
        """Return the tree as HTML for a notebook cell."""

        def branch(name: str) -> str:
            inner = "".join([branch(each.name) for each in self._tries.values() if each.after == name])
            title, _, rest = self.told(name).partition(":")
            return f"<li><strong>{escape(title)}</strong>:{escape(rest)}{f'<ul>{inner}</ul>' if inner else ''}</li>"

        return f"<ul>{branch(START)}</ul>"


def flat(moves: Sequence[Any]) -> Iterator[Any]:
    """Yield the moves one by one, including those inside nested lists."""
    for move in moves:
        if isinstance(move, list | tuple):
            yield from flat(move)
        else:
            yield move


def read_tree(game: Game[P], item: Item, facts: Callable[[P, str], Facts]) -> WhatIf[P]:
    """Return the tree in a file or a link, with every branch replayed; raise BadInput if it can't be used."""
    faults: list[Fault] = []
    needed = ("apz", "game", "start", "tries")
    marker = item.value.get("apz") if isinstance(item.value, dict) else None
    if marker and marker.value != f"what-if {FORMAT}":
        marker.expected(faults, "tree", "give-saved-tree")
        refuse(faults)
    parts = item.mapping(faults, needed, needed)
    refuse(faults)
    check_game(parts, game.name, faults)
    refuse(faults)
    kernel, start_text, entries = game.kernel(), parts["start"].text(faults), parts["tries"].sequence(faults)
    refuse(faults)
    try:
        start = kernel.read(start_text)
    except BadInput as bad:
        moved = [each._replace(file=item.file, line=parts["start"].line + each.line) for each in bad.faults]
        raise BadInput(moved) from None
    tree = WhatIf(game, start, facts)
    count = 0
    for entry in entries:
        fields = entry.mapping(faults, ("name", "after", "moves"), ("name", "after", "moves"))
        refuse(faults)
        name, after = fields["name"].text(faults), fields["after"].text(faults)
        written = fields["moves"].sequence(faults)
        count += len(written)
        if count > MOST_MOVES:
            stop(item.file, entry.line, "too-many-moves", "prune-the-tree", most=MOST_MOVES)
        moves = [kernel.read_move(each, faults) for each in written]
        refuse(faults)
        try:
            tree.add(name, moves, after=after)
        except IllegalMove as illegal:
            told = refused(game.words, illegal.refusal).values["told"]
            stop(item.file, entry.line, "try-not-legal", value=quoted(name), told=told)
        except BadInput as bad:
            raise BadInput([each._replace(file=item.file, line=entry.line) for each in bad.faults]) from None
    return tree


def load_tree(game: Game[P], path: str | Path, facts: Callable[[P, str], Facts]) -> WhatIf[P]:
    """Return the tree saved in a file; raise BadInput if the file can't be used."""
    return read_tree(game, read_file(path), facts)


def linked_tree(game: Game[P], link: str, facts: Callable[[P, str], Facts]) -> WhatIf[P]:
    """Return the tree in a link; raise BadInput if the link can't be used."""
    return read_tree(game, read_text(from_link(link), "link"), facts)


__all__ = ["START", "Try", "WhatIf", "linked_tree", "load_tree", "read_tree"]
