"""Reading what people write: YAML within limits, with every fault's file, line, field and remedy."""

from __future__ import annotations

import difflib
import os
import pickle
import re
import stat
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, NoReturn
from zlib import crc32

import yaml

MAX_BYTES, MAX_DEPTH, MAX_NODES = 1 << 20, 20, 100_000
GROWING = "apz: session "  # what begins so grows with every step of a game: it may be of any size
SHOWN = 40  # how many faults are spelled out; the rest are counted
LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
STRANGE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
INTEGER = re.compile(r"[-+]?[0-9]{1,18}")
FLOAT = re.compile(r"[-+]?([0-9]{1,18}\.[0-9]{0,18}|\.[0-9]{1,18})")
# what one of PyYAML's parsers reads and the other doesn't: found, remedy
UNQUOTED = ('a "?" inside brackets needs quotes', 'write "what?" in quotes')
CONSTANTS = {"": None, "~": None, "null": None, "true": True, "True": True, "false": False, "False": False}


class Fault(NamedTuple):
    """One fault in what was read: where it is, what was found, and what would help."""

    file: str
    line: int  # 0 where it isn't known
    field: str
    found: str
    remedy: str = ""
    rule: str = ""

    def __str__(self) -> str:
        places = clean(self.file, 200), f"line {self.line}" if self.line else "", clean(self.field, 120)
        place = ", ".join(filter(None, places))
        said = "; ".join(filter(None, (clean(self.found, 240), clean(self.remedy, 400))))
        return (f"{place}: " if place else "") + said + (f" ({self.rule})" if self.rule else "")


class BadInput(Exception):
    """Input that can't be used; `faults` lists everything that's wrong with it.

    >>> import apz
    >>> try:
    ...     apz.named_position("frist-turn")
    ... except BadInput as bad:
    ...     print(bad.faults[0].remedy)
    did you mean "first-turn"?
    """

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        more = len(self.faults) - SHOWN
        lines = [str(fault) for fault in self.faults[:SHOWN]]
        return "\n".join(lines + [f"... and {more} more"] * (more > 0))


class Item(NamedTuple):
    """A value and where it was read; each question about it adds its faults to the given list."""

    value: Any  # str, int, float, bool, None, list[Item] or dict[str, Item]
    line: int
    path: str
    file: str

    def fault(self, faults: list[Fault], found: str, remedy: str = "", rule: str = "") -> None:
        """Add a fault at this place."""
        faults.append(Fault(self.file, self.line, self.path, found, remedy, rule))

    def expected(self, faults: list[Fault], what: str, remedy: str) -> None:
        """Add a fault saying that this isn't what's expected here."""
        self.fault(faults, f"{quoted(self.value)} where {what} is expected", remedy)

    def mapping(
        self, faults: list[Fault], known: Collection[str] = (), needed: Collection[str] = ()
    ) -> dict[str, Item]:
        """Return its fields (none if it's empty), without unknown ones if `known` is given."""
        if not isinstance(self.value, dict | None):
            self.expected(faults, "a group of fields", 'write lines of "name: value"')
            return {}
        fields: dict[str, Item] = self.value or {}
        for name in [name for name in fields if known and name not in known]:
            fields[name].fault(faults, f"{quoted(name)} isn't a field here", hint(name, known, faults))
        for name in needed:
            if name not in fields:
                self.fault(faults, f'the field "{name}" is missing', f'add "{name}: ..."')
        return {name: item for name, item in fields.items() if name in known} if known else fields

    def sequence(self, faults: list[Fault]) -> list[Item]:
        """Return its entries (none if it's empty)."""
        if not isinstance(self.value, list | None):
            self.expected(faults, "a list", "write [one, two]")
            return []
        return self.value or []

    def text(self, faults: list[Fault], default: str = "") -> str:
        """Return its text."""
        if isinstance(self.value, str):
            return self.value
        self.expected(faults, "text", "put a number, true or false in quotes")
        return default

    def integer(self, faults: list[Fault], least: int = 0, most: int = 99, default: int = 0) -> int:
        """Return its whole number, within bounds."""
        if type(self.value) is int and least <= self.value <= most:
            return self.value
        self.expected(faults, "a number", f"write a whole number from {least} to {most}")
        return default

    def flag(self, faults: list[Fault], default: bool = False) -> bool:
        """Return its value as True or False."""
        if isinstance(self.value, bool):
            return self.value
        self.expected(faults, "true or false", "write true or false")
        return default

    def choice(self, faults: list[Fault], names: Collection[str], what: str, rule: str = "") -> str | None:
        """Return the one of `names` it stands for, in any spelling; `what` says what they are: "a card"."""
        if not isinstance(self.value, str):
            self.expected(faults, what, "write its name")
            return None
        found = match(self.value, names)
        if found is None:
            self.fault(faults, f"{quoted(self.value)} isn't {what}", hint(self.value, names, faults), rule)
        return found

    def plain(self) -> Any:
        """Return its value as plain Python data, without its place."""
        if isinstance(self.value, dict):
            return {name: item.plain() for name, item in self.value.items()}
        return [item.plain() for item in self.value] if isinstance(self.value, list) else self.value


def refuse(faults: list[Fault]) -> None:
    """Raise all the faults together, if there are any."""
    if faults:
        raise BadInput(faults)


def stop(file: str, line: int, found: str, remedy: str = "") -> NoReturn:
    """Raise one fault that makes further reading impossible."""
    raise BadInput([Fault(file, line, "", found, remedy)])


def clean(text: str, most: int = 60) -> str:
    """Return the text on one line, with control characters escaped, cut if it's too long."""
    if len(text) <= most and text.isprintable():
        return text
    head = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text[: most + 1])
    return head if len(head) <= most else head[: most - 3] + "..."


def quoted(value: Any) -> str:
    """Return a value as faults quote it."""
    if isinstance(value, str):
        return f'"{clean(value)}"'
    kinds = {dict: "a group of fields", list: "a list", type(None): "nothing"}
    return kinds.get(type(value)) or str(value).lower()


def hint(name: str, names: Collection[str], faults: Collection[Fault] = ()) -> str:
    """Return a suggestion; "" once there are many faults, because suggestions take time."""
    if len(faults) < SHOWN and (meant := did_you_mean(name, names)):
        return f'did you mean "{meant}"?'
    return f"it's one of: {', '.join(sorted(names))}" if len(names) <= 20 else ""


def check_game(fields: Mapping[str, Item], game: str, faults: list[Fault]) -> None:
    """Add a fault if a file says it belongs to another game, and name both."""
    if "game" in fields and fields["game"].value != game:
        fields["game"].fault(faults, f"of another game, {quoted(fields['game'].value)}", f"this is {game}")


def read_yaml(source: str | Path, *, name: str | None = None) -> Item:
    """Read a file (given as a Path) or a text."""
    return read_file(source) if isinstance(source, Path) else read_text(source, name or "text")


def read_file(path: str | Path) -> Item:
    """Read a YAML file; its size is limited unless it's a session."""
    name = str(path)
    try:
        status = os.stat(path)
        if not stat.S_ISREG(status.st_mode):
            stop(name, 0, "this isn't a file", "give the path of a YAML file")
        with open(path, "rb") as file:
            growing = file.read(len(GROWING)) == GROWING.encode()
            if status.st_size > MAX_BYTES and not growing:
                stop(name, 0, f"{status.st_size:,} bytes are too many", f"a file has at most {MAX_BYTES:,}")
            file.seek(0)
            text = file.read(-1 if growing else MAX_BYTES + 1).decode("utf-8")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        stop(name, line, "this isn't UTF-8 text", "YAML is plain text; save it as UTF-8")
    except (OSError, ValueError) as error:
        stop(name, 0, f"can't be read: {getattr(error, 'strerror', None) or error}", "check the path")
    return read_text(text, name)


Prepared = Mapping[tuple[str, int], bytes]  # by a file's name without its folder, and the checksum of its text
_prepared: Prepared = {}


def _known_by(text: str, name: str) -> tuple[str, int]:
    return name.rpartition("/")[2], crc32(text.encode())


def prepared(texts: Mapping[str, str]) -> Prepared:
    """Read files ahead of time, given by path with their texts; return what `prepare` takes."""
    return {_known_by(text, path): pickle.dumps(read_text(text, path), 5) for path, text in texts.items()}


def prepare(known: Prepared) -> None:
    """Read our own files from what `prepared` returned; one that has changed since is read as usual.

    Use this only for data built together with this program: pickled data can do anything.
    """
    global _prepared
    _prepared = known


def read_text(text: str, name: str = "text") -> Item:
    """Read YAML from a text; its size is limited unless it's a session."""
    if _prepared and (known := _prepared.get(_known_by(text, name))):
        ready: Item = pickle.loads(known)
        return ready
    if len(text) > MAX_BYTES and not text.startswith(GROWING):
        stop(name, 0, "the text is too long", f"at most {MAX_BYTES:,} characters")
    text = text.removeprefix("\ufeff")
    if found := STRANGE.search(text):
        line = text.count("\n", 0, found.start()) + 1
        stop(name, line, f"{quoted(found[0])} doesn't belong in a text", "YAML is plain text; take it out")
    if "\t" in text:  # the parsers don't agree where one may be
        stop(name, text.count("\n", 0, text.index("\t")) + 1, "there's a tab here", "write spaces, not tabs")
    try:
        return _Reading(text, name).document()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        if mark and text[mark.index : mark.index + 1] == "?":
            stop(name, mark.line + 1, *UNQUOTED)
        line, remedy = mark.line if mark else 0, "look at this line and the one before it"
        stop(name, line + 1, f"this isn't YAML: {error.problem or error.context}", remedy)
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        stop(name, 0, f"this isn't YAML: {error}", "look at the characters after each backslash")


class _Reading:
    """The reader of one text, which turns the parser's events into items."""

    def __init__(self, text: str, name: str) -> None:
        self.name, self.nodes, self.faults = name, 0, list[Fault]()
        self.most = max(MAX_NODES, len(text)) if text.startswith(GROWING) else MAX_NODES
        self.next = LOADER(text).get_event
        self.text = text
        self.lists = 0  # the lists and groups in brackets that are open

    def document(self) -> Item:
        """Read the only document in the text."""
        self.next()  # the stream's start
        event, item = self.next(), Item(None, 1, "", self.name)
        if isinstance(event, yaml.DocumentStartEvent):
            item = self.item(self.next(), "", 1, 0)
            self.next()  # the document's end
            event = self.next()
        if not isinstance(event, yaml.StreamEndEvent):
            stop(self.name, event.start_mark.line + 1, "a second document begins here", 'take the "---" out')
        refuse(self.faults)
        return item

    def item(self, event: Any, path: str, line: int, depth: int) -> Item:
        """Read the item that starts with this event."""
        self.nodes += 1
        if self.nodes > self.most or depth > MAX_DEPTH:
            limit = f"at most {MAX_DEPTH} levels and {MAX_NODES:,} values"
            stop(self.name, line, "too much, or too deep, for a file of this kind", limit)
        value: Any = None
        if event.anchor is not None or event.tag is not None:
            place = Item(None, line, path, self.name)
            place.fault(self.faults, "anchors, aliases and tags (&, *, !) aren't read", "write it out")
        if isinstance(event, yaml.ScalarEvent):
            value = _scalar(event.value) if event.implicit[0] else event.value
            if self.lists and not event.style and "?" in event.value:
                mark = self.text.index("?", event.start_mark.index)  # type: ignore[union-attr]  # a file's events have one
                stop(self.name, self.text.count("\n", 0, mark) + 1, *UNQUOTED)
            if event.style == '"' and STRANGE.search(value):
                stop(self.name, line, f"{quoted(value)} has a character that can't be shown", "take it out")
        elif isinstance(event, yaml.MappingStartEvent):
            self.lists += bool(event.flow_style)
            value = self.fields(path, depth)
            self.lists -= bool(event.flow_style)
        elif isinstance(event, yaml.SequenceStartEvent):
            value, flow = [], bool(event.flow_style)
            self.lists += flow
            while not isinstance(event := self.next(), yaml.SequenceEndEvent):
                start = event.start_mark.line + 1
                value.append(self.item(event, f"{path}[{len(value)}]", start, depth + 1))
            self.lists -= flow
        return Item(value, line, path, self.name)

    def fields(self, path: str, depth: int) -> dict[str, Item]:
        """Return the fields of a mapping; their names must be text, each used once."""
        fields: dict[str, Item] = {}
        while not isinstance(event := self.next(), yaml.MappingEndEvent):
            line = event.start_mark.line + 1
            if not isinstance(event, yaml.ScalarEvent):
                stop(self.name, line, "a field's name must be plain text", 'write "name: value"')
            name = event.value
            place = f"{path}.{name}" if path else name
            key = self.item(event, place, line, depth)
            if name in fields:
                key.fault(self.faults, f"{quoted(name)} is here twice", f"see line {fields[name].line}")
            fields[name] = self.item(self.next(), place, line, depth + 1)
        return fields


def _scalar(text: str) -> str | int | float | bool | None:
    if text in CONSTANTS:
        return CONSTANTS[text]
    if INTEGER.fullmatch(text):
        return int(text)
    return float(text) if FLOAT.fullmatch(text) else text


@lru_cache(10_000)
def fold(name: str) -> str:
    """Return the letters and digits of a name, without case and accents."""
    return "".join(c for c in unicodedata.normalize("NFKD", name.casefold()) if c.isalnum())


@lru_cache(1_000)
def starts(name: str) -> list[str]:
    """Return the folded name starting from each of its words."""
    words = name.split()
    return [fold("".join(words[i:])) for i in range(len(words))]


def match(name: str, names: Iterable[str]) -> str | None:
    """Return the one name that `name` stands for, ignoring case and punctuation, or has a word starting with it."""
    wanted, names = fold(name[:100]), list(names)
    alike = [each for each in names if each == name] or [each for each in names if fold(each) == wanted]
    if not alike and len(wanted) >= 3:
        alike = [each for each in names if any(start.startswith(wanted) for start in starts(each))]
    return alike[0] if wanted and len(alike) == 1 else None


def did_you_mean(name: str, names: Iterable[str]) -> str | None:
    """Return the most likely name, as a suggestion."""
    folded = {fold(each): each for each in names}
    close = difflib.get_close_matches(fold(name[:100]), folded, 1, 0.6)
    return match(name, folded.values()) or (folded[close[0]] if close else None)
