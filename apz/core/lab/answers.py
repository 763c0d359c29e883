"""Answers by name: a table of questions, an answer for each row, and name completion in notebooks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Generic, TypeVar

from apz.core.lab.rows import Rows, Tabled

Answer = TypeVar("Answer")


class Answers(Tabled, Mapping[str, Answer], Generic[Answer]):
    """A table of questions, with an answer for each name in its first column.

    The table and the answers are computed on demand.

    >>> words = Answers(lambda: Rows([{"word": "two", "letters": 3}, {"word": "three", "letters": 5}]), str.upper)
    >>> words["two"]
    'TWO'
    >>> print(words)
    word   letters
    two          3
    three        5
    """

    def __init__(self, made: Callable[[], Rows], answer: Callable[[str], Answer]) -> None:
        self._made, self._answer = made, answer

    @cached_property
    def rows(self) -> Rows:
        """The table's rows, computed once."""
        return self._made()

    def table(self) -> Rows:
        """Return the questions as rows."""
        return self.rows

    def __getitem__(self, name: str) -> Answer:
        return self._answer(name)

    def __iter__(self) -> Iterator[str]:
        return iter([row[self.rows.columns[0]] for row in self.rows])

    def __len__(self) -> int:
        return len(self.rows)

    def _ipython_key_completions_(self) -> list[str]:
        """Return the names, so that a notebook can complete them between brackets."""
        return [*self]

    def __str__(self) -> str:
        return str(self.rows)

    def __repr__(self) -> str:
        return f"<Answers: {len(self)}>"

    def _repr_html_(self) -> str:
        """Return the table as HTML for a notebook cell."""
        return self.rows._repr_html_()
