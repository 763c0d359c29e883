"""Lists what's missing and what's wrong in a language's texts: `python -m tests.languages es`.

English is the reference. Anything missing is shown in English, so a language can be added bit by bit; anything present
has to fit: known keys, the same values, the language's plural forms, lessons that can be read.
"""

import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from snowballstemmer import algorithms

from apz.apocalypze.cards import library
from apz.apocalypze.language.rulebook import LINKS
from apz.apocalypze.teaching import course
from apz.core.language.forms import Forms
from apz.core.language.messages import SLOT, Catalog, MessageError
from apz.core.language.texts import LANGUAGES
from apz.core.reading import BadInput, read_text

ROOT = Path(__file__).parents[1]
FOLDERS = [ROOT / "apz" / part / "text" for part in ("core", "apocalypze", "serving", "site")]
CARDS = ROOT / "cards" / "apocalypze"
LESSONS = ROOT / "tutorials" / "apocalypze" / "lessons"
REFERENCE, SHOWN = "en", 10  # most places of a file to list

Texts = Mapping[str, Mapping[str, str]]


class Gap(NamedTuple):
    """A text that's missing or wrong in a language: the file and the place in it."""

    file: str
    place: str

    def __str__(self) -> str:
        return f"{self.file}: {self.place}"


def read(path: Path) -> Texts:
    """Return the content of a file, {} if it isn't there; raise BadInput for a duplicate key."""
    found: Texts = read_text(path.read_text(encoding="utf-8"), path.name).plain() if path.is_file() else {}
    return found or {}


def named(path: Path) -> str:
    """Return a file's name relative to the repository's root."""
    return path.relative_to(ROOT).as_posix()


def catalogs() -> Iterator[Path]:
    """Yield the English files with texts by section and key."""
    for folder in FOLDERS:
        yield from (path for path in sorted(folder.glob("*.en.yaml")) if path.name[:-8] not in ("forms", "rules"))


def sibling(path: Path, language: str) -> Path:
    """Return the file next to an English one with the same texts in another language."""
    return path.with_name(path.name.replace(f".{REFERENCE}.", f".{language}."))


@cache
def missing(language: str) -> tuple[Gap, ...]:
    """Return every text that's still in English."""
    return tuple(_missing(language))


def _missing(language: str) -> Iterator[Gap]:
    for path in catalogs():
        other = sibling(path, language)
        have = read(other)
        for section, texts in read(path).items():
            yield from (Gap(named(other), f"{section}.{key}") for key in texts if key not in have.get(section, {}))
    rules = FOLDERS[1] / f"rules.{language}.yaml"
    have = read(rules)
    for rule, entry in read(FOLDERS[1] / "rules.en.yaml").items():
        told = [field for field in ("title", "text", "reason") if entry.get(field)]
        yield from (Gap(named(rules), f"{rule}.{field}") for field in told if not have.get(rule, {}).get(field))
    if language != REFERENCE:
        cards = CARDS / f"texts.{language}.yaml"
        have = read(cards)
        yield from (Gap(named(cards), card.name) for card in library().values() if card.texts and card.name not in have)
        for path in sorted(LESSONS.glob("*.yaml")):
            if not (LESSONS / language / path.name).is_file():
                yield Gap(named(LESSONS / language / path.name), "the whole lesson")


@cache
def wrong(language: str) -> tuple[Gap, ...]:
    """Return everything that's wrong in a language's files, such as a text that doesn't fit its English one."""
    return tuple(_wrong(language))


def _wrong(language: str) -> Iterator[Gap]:
    file = FOLDERS[0] / f"forms.{language}.yaml"
    told, forms = read(file), Forms.of(read(file))
    for section, key in (("language", "name"), ("language", "stemmer"), ("lists", "and"), ("lists", "or")):
        if not told.get(section, {}).get(key):
            yield Gap(named(file), f"{section}.{key} is missing")
    if forms.stemmer not in algorithms():
        yield Gap(named(file), f"language.stemmer: {forms.stemmer!r} is none of {', '.join(algorithms())}")
    for path in catalogs():
        yield from _misfits(read(path), sibling(path, language), forms, language)
    for folder in FOLDERS:
        for path in sorted(folder.glob(f"*.{language}.yaml")):
            if not path.with_name(path.name.replace(f".{language}.", f".{REFERENCE}.")).is_file():
                yield Gap(named(path), "there's no English file of that name")
    rules = FOLDERS[1] / f"rules.{language}.yaml"
    known_rules = read(FOLDERS[1] / "rules.en.yaml")
    yield from (Gap(named(rules), f"{rule}: no such rule") for rule in read(rules) if rule not in known_rules)
    cards, known = CARDS / f"texts.{language}.yaml", library()
    for name, texts in read(cards).items():
        if name not in known or len(texts) != len(known[name].texts):
            yield Gap(named(cards), f"{name}: no such card, or not as many texts")
    for path in sorted((LESSONS / language).glob("*.yaml")) if language != REFERENCE else ():
        lesson = path.name.removesuffix(".yaml").partition("-")[2]
        try:
            course.lesson(lesson, language)
        except (BadInput, KeyError) as error:
            yield Gap(named(path), str(error))


def _misfits(english: Texts, path: Path, forms: Forms, language: str) -> Iterator[Gap]:
    """Yield the faults in a file compared with its English one: unknown keys, other values, broken templates."""
    for section, texts in read(path).items():
        base = section if section in english else section.partition("-")[0]
        linked = base == section or base in LINKS.values()
        for key, text in texts.items():
            place = f"{section}.{key}"
            if not linked or key not in english.get(base, {}):
                yield Gap(named(path), f"{place}: English has no such text")
                continue
            if {found[1] for found in SLOT.finditer(text)} != {found[1] for found in SLOT.finditer(english[base][key])}:
                yield Gap(named(path), f"{place}: not the values of the English text")
    try:
        Catalog(language, {**read(FOLDERS[1] / f"messages.{language}.yaml"), **read(path)}, LINKS, forms)
    except MessageError as error:
        yield Gap(named(path), str(error))


def main(languages: list[str]) -> int:
    """Print the wrong and the missing texts; return 1 if any are wrong."""
    for language in languages or LANGUAGES[1:]:
        lacking = missing(language)
        print(f"{language}: {len(wrong(language))} wrong, {len(lacking)} still in English")
        for gap in wrong(language):
            print(f"  wrong: {gap}")
        files: dict[str, list[str]] = {}
        for gap in lacking:
            files.setdefault(gap.file, []).append(gap.place)
        for file, places in files.items():
            more = f" and {len(places) - SHOWN} more" if len(places) > SHOWN else ""
            print(f"  missing in {file}: {', '.join(places[:SHOWN])}{more}")
    return 1 if any(wrong(language) for language in languages or LANGUAGES[1:]) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
