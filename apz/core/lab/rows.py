"""Rows of a result: printed as a table, drawn in a cell, written as CSV, or turned into a data frame."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from importlib import import_module
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from typing import Any, overload

from apz.core.reading import quoted, stop
from apz.core.writing import write_out

FRAMES = {"pandas": "DataFrame", "polars": "DataFrame"}  # packages with data frames; the first one found is used
CELL = "padding:3px 10px;text-align:left;vertical-align:top;border-top:1px solid currentColor"


class Rows(Sequence[Mapping[str, Any]]):
    """Rows of plain values, with a column for every name in them; a cell that a row lacks is empty.

    >>> rows = Rows([{"name": "one", "number": 1}, {"name": "two", "number": 2}])
    >>> print(rows)
    name  number
    one        1
    two        2
    >>> rows.to_rows()[1]["number"]
    2
    """

    def __init__(self, rows: Iterable[Mapping[str, Any]], titles: Mapping[str, str] | None = None) -> None:
        self._rows = tuple([dict(row) for row in rows])
        self.columns = tuple(dict.fromkeys([name for row in self._rows for name in row]))
        self.titles = dict(titles or {})

    @overload
    def __getitem__(self, index: int) -> Mapping[str, Any]: ...
    @overload
    def __getitem__(self, index: slice) -> Rows: ...
    def __getitem__(self, index: int | slice) -> Mapping[str, Any] | Rows:
        return Rows(self._rows[index], self.titles) if isinstance(index, slice) else dict(self._rows[index])

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Mapping[str, Any]]:
        return iter([dict(row) for row in self._rows])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rows) and self._rows == other._rows

    def __hash__(self) -> int:
        return hash(self.columns)

    def to_rows(self) -> list[dict[str, Any]]:
        """Return the rows as a list of plain dictionaries."""
        return [dict(row) for row in self._rows]

    def to_frame(self, package: str = "") -> Any:
        """Return a pandas frame, or a polars one if only that is installed; `package` can name one of them."""
        if package and package not in FRAMES:
            stop("", 0, "no-frames", "one-of", value=quoted(package), names=", ".join(FRAMES))
        for name in [package] if package else FRAMES:
            if is_there(name):
                return getattr(import_module(name), FRAMES[name])(self.to_rows())
        wanted = package or " or ".join(FRAMES)
        raise ImportError(f"a frame needs {wanted}: install it, or take .to_rows() or .to_csv()")

    def to_csv(self, path: str | Path | None = None) -> str:
        """Return the rows as CSV text, and also write them to a file if `path` is given."""
        text = StringIO()
        writer = csv.DictWriter(text, self.columns, restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(self._rows)
        if path is not None:
            write_out(path, text.getvalue())
        return text.getvalue()

    def to_parquet(self, path: str | Path) -> None:
        """Write the rows as a Parquet file; this needs polars, or pandas with pyarrow."""
        if is_there("polars"):
            self.to_frame("polars").write_parquet(Path(path))
        elif is_there("pandas") and is_there("pyarrow"):
            self.to_frame("pandas").to_parquet(Path(path))
        else:
            raise ImportError("Parquet needs polars, or pandas with pyarrow: install one, or take .to_csv()")

    def cells(self) -> list[list[str]]:
        """Return all cells as text, row by row; the first row has the column titles."""
        return [
            [self.titles.get(name, name) for name in self.columns],
            *([shown(row.get(name, "")) for name in self.columns] for row in self._rows),
        ]

    def __str__(self) -> str:
        cells = self.cells()
        widths = [max(len(row[index]) for row in cells) for index in range(len(self.columns))]
        right = [all([is_number(row.get(name, "")) for row in self._rows]) for name in self.columns]
        lines = []
        for row in cells:
            padded = [
                cell.rjust(width) if number else cell.ljust(width)
                for cell, width, number in zip(row, widths, right, strict=True)
            ]
            lines.append("  ".join(padded).rstrip())
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<{len(self)} {'row' if len(self) == 1 else 'rows'} of {', '.join(self.columns)}>"

    def _repr_html_(self) -> str:
        """Return the rows as HTML for a notebook cell."""
        head, *body = self.cells()
        top = "".join([f'<th scope="col" style="{CELL}">{escape(cell)}</th>' for cell in head])
        rest = "".join(
            ["<tr>" + "".join([f'<td style="{CELL}">{escape(cell)}</td>' for cell in row]) + "</tr>" for row in body]
        )
        return f'<table style="border-collapse:collapse"><thead><tr>{top}</tr></thead><tbody>{rest}</tbody></table>'


class Tabled:
    """The base of results that have a table, available as plain rows, a frame, CSV or a Parquet file."""

    def table(self) -> Rows:
        """Return the result as rows."""
        raise NotImplementedError

    def to_rows(self) -> list[dict[str, Any]]:
        """Return the table as a list of plain dictionaries."""
        return self.table().to_rows()

    def to_frame(self, package: str = "") -> Any:
        """Return the table as a frame: pandas, or polars if only that is installed; `package` can name one of them."""
        return self.table().to_frame(package)

    def to_csv(self, path: str | Path | None = None) -> str:
        """Return the table as CSV text, and also write it to a file if `path` is given."""
        return self.table().to_csv(path)

    def to_parquet(self, path: str | Path) -> None:
        """Write the table as a Parquet file; this needs polars, or pandas with pyarrow."""
        self.table().to_parquet(path)


def is_there(package: str) -> bool:
    """Return True if a package can be imported, without importing it."""
    try:
        return find_spec(package) is not None
    except ValueError:  # it's loaded, but without the spec that imported packages have
        return True


def is_number(value: Any) -> bool:
    """Return True if a value is an int or a float, but not a bool."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def shown(value: Any) -> str:
    """Return the text that a cell shows for a value."""
    if isinstance(value, float):
        return f"{value:.4g}"
    return "" if value is None else str(value)
