"""`apz sheet`: the printable page for the table."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from apz.apocalypze.kernel import KERNEL
from apz.apocalypze.language.rulebook import rules
from apz.apocalypze.show.sheet import sheet_html
from apz.cli.options import FINE
from apz.core.learning.progress import read_progress
from apz.core.writing import write_out


def sheet(arguments: Namespace) -> int:
    """`apz sheet`: the page, to a file or to the terminal."""
    mastery = read_progress(Path(arguments.progress), rules(), KERNEL.name) if arguments.progress else None
    text = sheet_html(arguments.lang, mastery)
    if arguments.out:
        write_out(arguments.out, text)
    else:
        sys.stdout.write(text)
    return FINE
