"""A reader for files that people write: YAML within limits, with the file, line, field and remedy for every fault."""

from __future__ import annotations

import difflib
import os
import pickle
import re
import stat
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping
from errno import EACCES, EINVAL, ELOOP, ENAMETOOLONG, ENOENT, ENOTDIR, EPERM, errorcode
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn
from zlib import crc32

from apz.core.language.forms import Forms
from apz.core.language.messages import NO_VALUES, Catalog, Sections
from apz.core.trace import Refusal

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

MAX_BYTES, MAX_DEPTH, MAX_NODES = 1 << 20, 20, 100_000
GROWING = "apz: session "  # a text that begins like this grows with every step of a game, so any size is fine
LONGEST = 400  # characters of a fault's problem, and of its remedy
SHOWN = 40  # how many faults are spelled out; the rest are counted
# what would help if a file can't be read, by the system's number for the reason
REMEDIES = dict.fromkeys((ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP, EINVAL), "check-path") | dict.fromkeys(
    (EACCES, EPERM), "check-permissions"
)
LOADER: Any = None  # the parser to use instead of the fastest one installed
STRANGE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
INTEGER = re.compile(r"[-+]?[0-9]{1,18}")
LONG_INTEGER = re.compile(r"[-+]?[0-9]{19,}")  # it stays a text, because no number here is that large
FLOAT = re.compile(r"[-+]?([0-9]{1,18}\.[0-9]{0,18}|\.[0-9]{1,18})")
CONSTANTS = {"": None, "~": None, "null": None, "true": True, "True": True, "false": False, "False": False}
# what the two parsers say about a text that isn't YAML, and the keys of our texts for it
PROBLEMS = (
    (r"mapping values are not allowed .*", "colon"),
    (r"(block )?sequence entries are not allowed .*", "dash"),
    (r"could not find expected ':'", "no-colon"),
    (r"(did not find expected|expected) ',' or ']'.*", "no-bracket"),
    (r"(did not find expected|expected) ',' or '}'.*", "no-brace"),
    (r"did not find expected ('-' indicator|key)|expected <block end>.*", "indentation"),
    (r"(did not find )?expected '?<document start>.*", "indentation"),
    (r"(did not find expected|expected the) node content.*", "no-value"),
    (r"(did not find )?expected alphabetic or numeric character.*", "sign"),
    (r"found character .*that cannot start any token|found unknown directive name", "sign"),
    (r"did not find expected comment or line break|expected (a comment|chomping) .*", "block"),
    (r"found unexpected end of stream", "open-quote"),
    (r"found (unknown escape character|invalid Unicode character).*", "backslash"),
    (r"(did not find expected hexdecimal|expected escape sequence).*", "backslash"),
)
DEFAULT = "en"
# the sections of the fault texts
FOUND, FIXES, PLACES, FILES, WANTED, REASONS = "found", "fixes", "places", "files", "wanted", "reasons"


class Fault(NamedTuple):
    """One fault in a file or a text: its place, the problem, and a remedy.

    The wording is data: the keys and values of texts in `text/errors.<language>.yaml`. A key without a text is shown
    as it is. A value can also be a function that takes a language and returns the value in it.
    """

    file: str
    line: int  # 0 if it isn't known
    field: str
    key: str
    fix: str = ""
    rule: str = ""
    values: Mapping[str, Any] = NO_VALUES

    @property
    def found(self) -> str:
        """The problem, in English."""
        return clean(wording(FOUND, self.key, self.values), LONGEST)

    @property
    def remedy(self) -> str:
        """The remedy, in English, or "" if none is known."""
        return clean(wording(FIXES, self.fix, self.values), LONGEST)

    def said(self, language: str = DEFAULT) -> str:
        """Return the problem and the remedy in a language, without the place."""
        found, remedy = (wording(*each, self.values, language) for each in ((FOUND, self.key), (FIXES, self.fix)))
        return "; ".join(filter(None, (clean(found, LONGEST), clean(remedy, LONGEST))))

    def text(self, language: str = DEFAULT) -> str:
        """Return the whole fault in a language: the place, the problem, the remedy and the rule."""
        line = wording(PLACES, "line", {"line": self.line}, language) if self.line else ""
        file = wording(FILES, self.file, NO_VALUES, language)
        place = ", ".join(filter(None, (clean(file, 200), line, clean(self.field, 120))))
        return (f"{place}: " if place else "") + self.said(language) + (f" ({self.rule})" if self.rule else "")

    def __str__(self) -> str:
        return self.text()


class BadInput(Exception):
    """The error for input that can't be used; `faults` lists what's wrong with it.

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

    def text(self, language: str = DEFAULT) -> str:
        """Return the faults in a language, one per line; if there are many, the last line counts those left out."""
        lines = [fault.text(language) for fault in self.faults[:SHOWN]]
        if len(self.faults) > SHOWN:
            lines.append(wording(PLACES, "more", {"count": len(self.faults) - SHOWN}, language))
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.text()


class Item(NamedTuple):
    """A value and the place it was read from; its methods return it as a certain type, or add a fault to a list."""

    value: Any  # str, int, float, bool, None, list[Item] or dict[str, Item]
    line: int
    path: str
    file: str

    def fault(self, faults: list[Fault], key: str, fix: str = "", rule: str = "", **values: Any) -> None:
        """Add a fault at this place; its values always include `value`, this item's value."""
        values = {"value": quoted(self.value), **values}
        faults.append(Fault(self.file, self.line, self.path, key, fix, rule, values))

    def expected(self, faults: list[Fault], wanted: str, fix: str = "", **values: Any) -> None:
        """Add a fault that says what was expected here; `wanted` is the key of its name."""
        self.fault(faults, "expected", fix, wanted=wanted, **values)

    def mapping(
        self, faults: list[Fault], known: Collection[str] = (), needed: Collection[str] = ()
    ) -> dict[str, Item]:
        """Return the item's fields, only the `known` ones if given; add a fault for each unknown or missing field."""
        if not isinstance(self.value, dict | None):
            self.expected(faults, "fields", "write-fields")
            return {}
        fields: dict[str, Item] = self.value or {}
        for name in [name for name in fields if known and name not in known]:
            fields[name].fault(faults, "unknown-field", name=quoted(name), **hint(name, known, faults))
        for name in needed:
            if name not in fields:
                self.fault(faults, "missing-field", "add-field", name=name)
        return {name: item for name, item in fields.items() if name in known} if known else fields

    def sequence(self, faults: list[Fault]) -> list[Item]:
        """Return the item's entries, [] if it has no value; add a fault for any other value that isn't a list."""
        if not isinstance(self.value, list | None):
            self.expected(faults, "list", "write-list")
            return []
        return self.value or []

    def text(self, faults: list[Fault], default: str = "") -> str:
        """Return the item's text; if it isn't a text, add a fault and return `default`."""
        if isinstance(self.value, str):
            return self.value
        self.expected(faults, "text", "quote-it")
        return default

    def integer(self, faults: list[Fault], least: int = 0, most: int = 99, default: int = 0) -> int:
        """Return the item's whole number; if it isn't one within the bounds, add a fault and return `default`."""
        if type(self.value) is int and least <= self.value <= most:
            return self.value
        fix = "write-number" if least < most else "write-only-number"
        if type(self.value) is int or (isinstance(self.value, str) and LONG_INTEGER.fullmatch(self.value)):
            self.fault(faults, "out-of-range", fix, least=least, most=most)
        else:
            self.expected(faults, "number", fix, least=least, most=most)
        return default

    def flag(self, faults: list[Fault], default: bool = False) -> bool:
        """Return the item's bool; if it isn't one, add a fault and return `default`."""
        if isinstance(self.value, bool):
            return self.value
        self.expected(faults, "flag", "write-flag")
        return default

    def choice(self, faults: list[Fault], names: Collection[str], wanted: str, rule: str = "") -> str | None:
        """Return which of `names` the text means, or add a fault and return None; `wanted` is the key of their kind."""
        if not isinstance(self.value, str):
            self.expected(faults, wanted, **(listed(names) or {"fix": "write-name"}))
            return None
        found = match(self.value, names)
        if found is None:
            self.fault(faults, "unknown-name", rule=rule, wanted=wanted, **hint(self.value, names, faults))
        return found

    def plain(self) -> Any:
        """Return the item's value as plain Python data, without its place."""
        if isinstance(self.value, dict):
            return {name: item.plain() for name, item in self.value.items()}
        return [item.plain() for item in self.value] if isinstance(self.value, list) else self.value


def refuse(faults: list[Fault]) -> None:
    """Raise BadInput with all the faults, if there are any."""
    if faults:
        raise BadInput(faults)


def stop(file: str, line: int, key: str, fix: str = "", **values: Any) -> NoReturn:
    """Raise BadInput with a single fault, because reading can't go on."""
    raise BadInput([Fault(file, line, "", key, fix, values=values)])


def refused(words: Callable[[str], Any], refusal: Refusal, file: str = "", line: int = 0) -> Fault:
    """Return a fault for a broken rule, which the game's own words explain in any language."""
    return Fault(file, line, "", "refused", "", refusal.rule, {"told": partial(_told, words, refusal)})


def _told(words: Callable[[str], Any], refusal: Refusal, language: str) -> str:
    """Return a refusal in words, in a language."""
    said: str = words(language).refusal(refusal)
    return said


# ---- the wording of faults

_homes = ["apz.core"]  # the packages that have texts for faults


def errors_in(package: str) -> None:
    """Add the fault texts in a package's own `text/errors.<language>.yaml`; no key may be in two packages."""
    if package not in _homes:
        _homes.append(package)


def wording(section: str, key: str, values: Mapping[str, Any] = NO_VALUES, language: str = DEFAULT) -> str:
    """Return a fault text in a language, or in English if it isn't translated; return `key` if it has no text."""
    texts = _errors(language, tuple(_homes))
    if (section, key) not in texts:
        return key
    return texts.text(section, key, {name: each(language) if callable(each) else each for name, each in values.items()})


def worded(section: str, key: str) -> Callable[[str], str]:
    """Return a function from a language to a fault text, for use as a value in other texts."""
    return partial(wording, section, key, NO_VALUES)


def reason(error: Exception, language: str = DEFAULT) -> str:
    """Return why a file couldn't be used: common errors in the given language, others as the system words them."""
    key = errorcode.get(getattr(error, "errno", None) or 0, "")
    if (REASONS, key) in _errors(language, tuple(_homes)):
        return wording(REASONS, key, language=language)
    return str(getattr(error, "strerror", None) or error)


@cache
def _errors(language: str, homes: tuple[str, ...]) -> Catalog:
    """Return the catalog of these packages' fault texts, read on first use."""
    from importlib.resources import files

    forms = files(homes[0]) / "text" / f"forms.{language}.yaml"
    if not forms.is_file():
        return _errors(DEFAULT, homes)
    told = [files(home) / "text" / f"errors.{language}.yaml" for home in homes]
    sections = sections_of(*(each for each in told if each.is_file()))
    found = Catalog(language, sections, {WANTED: WANTED}, Forms.of(sections_of(forms)))
    if language != DEFAULT:
        found.fallback = lambda: _errors(DEFAULT, homes)
    return found


def sections_of(*given: Traversable) -> Sections:
    """Return the sections of a catalog's files, merged; later files override earlier ones."""
    sections: dict[str, dict[str, str]] = {}
    for file in given:
        for section, texts in _sections(file.read_text(encoding="utf-8"), file.name).items():
            sections.setdefault(section, {}).update(texts)
    return sections


@lru_cache(maxsize=8)
def _sections(text: str, name: str) -> Sections:
    """Return the sections of a catalog's text; recently read texts are cached."""
    sections: Sections = read_text(text, name).plain() or {}
    return sections


def clean(text: str, most: int = 60) -> str:
    """Return the text with unprintable characters escaped, shortened to at most `most` characters."""
    if len(text) <= most and text.isprintable():
        return text
    head = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text[: most + 1])
    return head if len(head) <= most else head[: most - 3] + "..."


def quoted(value: Any) -> Any:
    """Return a value in the form a fault quotes: strings shortened, lists and dicts emptied."""
    if isinstance(value, str):
        return clean(value)
    return type(value)() if isinstance(value, dict | list) else value


def hint(name: str, names: Collection[str], faults: Collection[Fault] = ()) -> dict[str, str]:
    """Return a fix that suggests a similar name, or else lists the names; {} if there are none, or too many to list."""
    if len(faults) < SHOWN and (meant := did_you_mean(name, names)):
        return {"fix": "did-you-mean", "meant": meant}
    return listed(names)


def listed(names: Collection[str]) -> dict[str, str]:
    """Return a fix that lists the names; {} if there are none, or too many to list."""
    known = sorted({*names})
    fix = "one-of" if len(known) > 1 else "only-one"
    return {"fix": fix, "names": ", ".join(known)} if 0 < len(known) <= 20 else {}


def check_game(fields: Mapping[str, Item], game: str, faults: list[Fault]) -> None:
    """Add a fault that names both games, if a file says it belongs to another game."""
    named = fields.get("game")
    if named and not isinstance(named.value, str):
        named.expected(faults, "text", "this-game", game=game)
    elif named and named.value != game:
        named.fault(faults, "other-game", "this-game", game=game)


def read_yaml(source: str | Path, *, name: str | None = None) -> Item:
    """Read YAML from a file (given as a Path) or a text, and return its item."""
    return read_file(source) if isinstance(source, Path) else read_text(source, name or "text")


def read_file(path: str | Path) -> Item:
    """Read a YAML file and return its item; raise BadInput if it can't be read, or is too large and not a session."""
    name = str(path)
    try:
        status = os.stat(path)
        if not stat.S_ISREG(status.st_mode):
            stop(name, 0, "not-a-file", "give-yaml-file")
        with open(path, "rb") as file:
            growing = file.read(len(GROWING)) == GROWING.encode()
            if status.st_size > MAX_BYTES and not growing:
                stop(name, 0, "too-many-bytes", "most-bytes-of-file", bytes=status.st_size, most=MAX_BYTES)
            file.seek(0)
            text = file.read(-1 if growing else MAX_BYTES + 1).decode("utf-8")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        stop(name, line, "not-utf8", "save-as-utf8")
    except (OSError, ValueError) as error:
        fix = REMEDIES.get(getattr(error, "errno", None) or EINVAL, "")
        stop(name, 0, "unreadable", fix, reason=partial(reason, error))
    return read_text(text, name)


Prepared = Mapping[tuple[str, int], bytes]  # by a file's name without its folder, and the checksum of its text
_prepared: Prepared = {}


def _known_by(text: str, name: str) -> tuple[str, int]:
    return name.rpartition("/")[2], crc32(text.encode())


def stand_in(text: str) -> str:
    """Return a short text that can replace `text` in its file once `text` has been read ahead of time."""
    return f"# {crc32(text.encode()):08x}"


def prepared(texts: Mapping[str, str]) -> Prepared:
    """Read files ahead of time, given as a mapping from path to text, and return the data for `prepare`.

    Each file is known by its text and by its `stand_in`.
    """
    read = {path: pickle.dumps(read_text(text, path), 5) for path, text in texts.items()}
    return {_known_by(known, path): read[path] for path, text in texts.items() for known in (text, stand_in(text))}


def prepare(known: Prepared) -> None:
    """Use the data from `prepared` for our own files; a file that has changed since then is read as usual.

    Use this only for data built together with this program: pickled data can do anything.
    """
    global _prepared
    _prepared = known


def read_text(text: str, name: str = "text") -> Item:
    """Read YAML from a text and return its item; raise BadInput if that fails, or it's too long and not a session."""
    if _prepared and (known := _prepared.get(_known_by(text, name))):
        ready: Item = pickle.loads(known)
        return ready
    import yaml  # only here, because a start with all files prepared is faster without it

    if len(text) > MAX_BYTES and not text.startswith(GROWING):
        stop(name, 0, "text-too-long", "most-characters", most=MAX_BYTES)
    text = text.removeprefix("\ufeff")
    if found := STRANGE.search(text):
        line = text.count("\n", 0, found.start()) + 1
        stop(name, line, "no-text-character", "plain-text-only", value=quoted(found[0]))
    if "\t" in text:  # the parsers disagree about where tabs are allowed
        stop(name, text.count("\n", 0, text.index("\t")) + 1, "tab", "spaces-not-tabs")
    try:
        return _Reading(text, name).document()
    except yaml.MarkedYAMLError as error:
        _not_yaml(text, name, error)
    except (yaml.YAMLError, ValueError, OverflowError):  # an escape stands for no character
        stop(name, 0, "not-yaml", "look-at-backslashes", reason=worded(REASONS, "backslash"))


def _not_yaml(text: str, name: str, error: Any) -> NoReturn:
    """Raise BadInput with what the parser found, in our words, and the line to look at."""
    mark, start = error.problem_mark, error.context_mark or error.problem_mark
    if mark is None:
        stop(name, 0, "not-yaml", reason=str(error))
    if text[mark.index : mark.index + 1] == "?":
        stop(name, mark.line + 1, "unquoted-question-mark", "quote-question-mark")
    before = text[: mark.index]
    problem, line = error.problem or error.context or "", mark.line
    key = next((key for pattern, key in PROBLEMS if re.fullmatch(pattern, problem)), problem)
    if key == "indentation" and before.rpartition("\n")[2].strip(" -"):
        key = "more-text"  # the line was complete: it goes on after a quotation mark or a bracket
    elif key == "indentation" and re.search(r"^\.\.\.", before, re.MULTILINE):
        stop(name, mark.line + 1, "second-document", "no-dashes")
    if key in ("open-quote", "no-colon"):
        line = start.line  # the parser sees it only later, perhaps at the end of the file
    said = partial(wording, REASONS, key, {"start": start.line + 1})
    stop(name, line + 1, "not-yaml", "look-at-line", reason=said)


class _Reading:
    """The reader of one text, which turns the parser's events into items."""

    def __init__(self, text: str, name: str) -> None:
        import yaml

        self.yaml: Any = yaml
        self.name, self.nodes, self.faults = name, 0, list[Fault]()
        self.most = max(MAX_NODES, len(text)) if text.startswith(GROWING) else MAX_NODES
        self.next = (LOADER or getattr(yaml, "CSafeLoader", yaml.SafeLoader))(text).get_event
        self.text = text
        self.lists = 0  # how many lists and groups in brackets are open

    def document(self) -> Item:
        """Read the only document in the text; raise BadInput if there are faults."""
        self.next()  # the stream's start
        event, item = self.next(), Item(None, 1, "", self.name)
        if isinstance(event, self.yaml.DocumentStartEvent):
            item = self.item(self.next(), "", 1, 0)
            self.next()  # the document's end
            event = self.next()
        if not isinstance(event, self.yaml.StreamEndEvent):
            stop(self.name, event.start_mark.line + 1, "second-document", "no-dashes")
        refuse(self.faults)
        return item

    def item(self, event: Any, path: str, line: int, depth: int) -> Item:
        """Read the item that starts with this event."""
        self.nodes += 1
        if self.nodes > self.most or depth > MAX_DEPTH:
            stop(self.name, line, "too-deep", "most-levels", levels=MAX_DEPTH, most=MAX_NODES)
        value: Any = None
        if event.anchor is not None or event.tag is not None:
            place = Item(None, line, path, self.name)
            place.fault(self.faults, "anchors", "write-out")
        if isinstance(event, self.yaml.ScalarEvent):
            value = _scalar(event.value) if event.implicit[0] else event.value
            if self.lists and not event.style and "?" in event.value:
                mark = self.text.index("?", event.start_mark.index)
                stop(self.name, self.text.count("\n", 0, mark) + 1, "unquoted-question-mark", "quote-question-mark")
            if event.style == '"' and STRANGE.search(value):
                stop(self.name, line, "unshown-character", "take-out", value=quoted(value))
        elif isinstance(event, self.yaml.MappingStartEvent):
            self.lists += bool(event.flow_style)
            value = self.fields(path, depth)
            self.lists -= bool(event.flow_style)
        elif isinstance(event, self.yaml.SequenceStartEvent):
            value, flow = [], bool(event.flow_style)
            self.lists += flow
            while not isinstance(event := self.next(), self.yaml.SequenceEndEvent):
                start = event.start_mark.line + 1
                value.append(self.item(event, f"{path}[{len(value)}]", start, depth + 1))
            self.lists -= flow
        return Item(value, line, path, self.name)

    def fields(self, path: str, depth: int) -> dict[str, Item]:
        """Read the fields of a mapping, whose names must be plain text and unique."""
        fields: dict[str, Item] = {}
        while not isinstance(event := self.next(), self.yaml.MappingEndEvent):
            line = event.start_mark.line + 1
            if not isinstance(event, self.yaml.ScalarEvent):
                stop(self.name, line, "name-not-plain", "write-field")
            name = event.value
            place = f"{path}.{name}" if path else name
            key = self.item(event, place, line, depth)
            if name in fields:
                key.fault(self.faults, "twice", "see-line", name=quoted(name), line=fields[name].line)
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
    """Return only the letters and digits of a name, in lower case and without accents."""
    return "".join(c for c in unicodedata.normalize("NFKD", name.casefold()) if c.isalnum())


@lru_cache(1_000)
def starts(name: str) -> list[str]:
    """Return the folded text from each word of a name to the name's end."""
    words = name.split()
    return [fold("".join(words[i:])) for i in range(len(words))]


def match(name: str, names: Iterable[str]) -> str | None:
    """Return the one name that `name` stands for, or None if none or several fit.

    An exact match counts first, then a name that differs only in case, accents or punctuation, and then, if `name` has
    three letters or more, one that has it at the start of a word.
    """
    wanted, names = fold(name[:100]), list(names)
    alike = [each for each in names if each == name] or [each for each in names if fold(each) == wanted]
    if not alike and len(wanted) >= 3:
        alike = [each for each in names if any(start.startswith(wanted) for start in starts(each))]
    return alike[0] if wanted and len(alike) == 1 else None


def did_you_mean(name: str, names: Iterable[str]) -> str | None:
    """Return the name that was most likely meant, or None if nothing is close."""
    folded = {fold(each): each for each in names}
    close = difflib.get_close_matches(fold(name[:100]), folded, 1, 0.6)
    return match(name, folded.values()) or (folded[close[0]] if close else None)
