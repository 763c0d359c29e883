"""Rows of a result: as text, in a cell, as CSV, and as a frame of whichever package is installed."""

import sys
from types import ModuleType
from typing import Any

import pytest

from apz.core.lab import rows as module
from apz.core.lab.rows import Rows
from apz.core.reading import BadInput

ROWS = Rows([{"name": "<one>", "number": 1}, {"name": "two, three", "number": 2.5, "more": None}])


class Frame:
    """A stand-in for a package's frame, which remembers its arguments."""

    def __init__(self, rows: list[dict[str, Any]]) -> None:
        self.rows = rows

    def write_parquet(self, path: Any) -> None:
        path.write_text("polars")

    def to_parquet(self, path: Any) -> None:
        path.write_text("pandas")


@pytest.fixture
def installed(monkeypatch):
    """Return a function that makes packages seem installed, and all others missing."""

    def install(*names: str) -> None:
        monkeypatch.setattr(module, "is_there", lambda name: name in names)
        for name in names:
            fake: Any = ModuleType(name)
            fake.DataFrame = Frame
            monkeypatch.setitem(sys.modules, name, fake)

    return install


def test_a_table_lines_its_columns_up():
    assert str(ROWS).splitlines() == ["name        number  more", "<one>            1", "two, three     2.5"]


def test_a_cell_escapes_what_it_shows():
    assert "&lt;one&gt;" in ROWS._repr_html_()
    assert "<one>" not in ROWS._repr_html_()


def test_csv_quotes_and_is_written_where_it_is_wanted(tmp_path):
    text = ROWS.to_csv(tmp_path / "rows.csv")
    assert text == 'name,number,more\n<one>,1,\n"two, three",2.5,\n'
    assert (tmp_path / "rows.csv").read_text() == text


def test_a_frame_is_of_the_package_that_is_there(installed):
    installed("polars")
    assert ROWS.to_frame().rows == ROWS.to_rows()
    with pytest.raises(ImportError, match="a frame needs pandas"):
        ROWS.to_frame("pandas")


def test_without_a_package_the_error_says_what_else_there_is(installed, tmp_path):
    installed()
    with pytest.raises(ImportError, match="pandas or polars"):
        ROWS.to_frame()
    with pytest.raises(ImportError, match="to_csv"):
        ROWS.to_parquet(tmp_path / "rows.parquet")
    with pytest.raises(BadInput, match="make data frames here"):
        ROWS.to_frame("excel")


@pytest.mark.parametrize(("names", "written"), [(("polars",), "polars"), (("pandas", "pyarrow"), "pandas")])
def test_parquet_is_written_by_the_package_that_is_there(installed, tmp_path, names, written):
    installed(*names)
    ROWS.to_parquet(tmp_path / "rows.parquet")
    assert (tmp_path / "rows.parquet").read_text() == written


def test_pandas_without_pyarrow_writes_no_parquet(installed, tmp_path):
    installed("pandas")
    with pytest.raises(ImportError, match="pyarrow"):
        ROWS.to_parquet(tmp_path / "rows.parquet")


def test_rows_are_values():
    assert Rows(ROWS.to_rows()) == ROWS
    assert ROWS[1]["number"] == 2.5
    assert len(ROWS[:1]) == 1
    ROWS.to_rows()[0]["name"] = "changed"
    assert ROWS[0]["name"] == "<one>"
