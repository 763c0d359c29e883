"""A learner's progress as a small YAML file: written in one piece, and read with every fault named."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path

from apz.core.learning.mastery import (
    FIRST,
    FORGOTTEN,
    KEPT,
    LAST,
    MASTERED,
    MET,
    MOST,
    STATES,
    Answer,
    Mastery,
    Progress,
    Record,
)
from apz.core.learning.spacing import EASIEST, HARDEST, LONGEST, RESULTS, SHORTEST, WRONG, Memory, reviewed
from apz.core.reading import BadInput, Fault, Item, quoted, read_file, read_text, refuse, stop
from apz.core.writing import rewrite

FORMAT = "progress 1"
MOST_ENTRIES = 999  # how many rules, and how many lessons
ID = re.compile(r"[a-z0-9][a-z0-9._-]{0,59}")
DAY = re.compile(r"\d{4}-\d\d-\d\d")
ANSWER = re.compile(rf"({'|'.join(RESULTS)}) ([0-9a-f]{{1,8}})")


def progress_text(mastery: Mastery) -> str:
    """Return the record as text, with the rules in the book's order."""
    lines = [f"apz: {FORMAT}", f"game: {mastery.game}"]
    lines += [f"night: {mastery.night}"] if mastery.night else []
    lines += [f"changed: {mastery.changed}"] if mastery.changed else []
    order = {rule: number for number, rule in enumerate(mastery.rules)}
    records = sorted(mastery.records.items(), key=lambda each: (order.get(each[0], len(order)), each[0]))
    lines += ["rules:", *(f"  {rule}: {_record_text(record)}" for rule, record in records), "lessons:"]
    for name, done in sorted(mastery.lessons.items()):
        flags = "".join(f", {flag}: true" for flag in ("done", "skipped") if getattr(done, flag))
        lines.append(f"  {name}: {{task: {done.task}{flags}}}")
    return "\n".join(lines) + "\n"


def read_progress(source: Path | str, rules: Iterable[str], game: str) -> Mastery:
    """Read the record in a file (a Path) or a text; raise BadInput with its faults and their lines if that fails."""
    item = read_file(source) if isinstance(source, Path) else read_text(source, "progress")
    return _read(item, tuple(rules), game)


def save_progress(mastery: Mastery, path: str | Path) -> Path | None:
    """Merge the record into its file and return None; replace an unreadable file, and return where it's kept."""
    place, kept = Path(os.path.realpath(path)), None

    def both() -> str:
        nonlocal kept
        if not place.is_file():
            return progress_text(mastery)
        try:
            return progress_text(mastery.merge(read_progress(place, mastery.rules, mastery.game)))
        except BadInput:
            kept = _free_name(place)
            place.rename(kept)
            return progress_text(mastery)

    try:
        rewrite(path, both)
    except BaseException:
        if kept and not place.exists():  # nothing has taken its place
            kept.rename(place)
        raise
    return kept


def _record_text(record: Record) -> str:
    """Return one rule's record on one line."""
    fields = {"state": record.state, "met": record.met, "day": record.day, "since": record.since}
    counts = {"right": record.right, "wrong": record.wrong}
    parts = [f"{name}: {value}" for name, value in {**fields, **counts}.items() if value]
    parts += [f"answers: [{', '.join(map(' '.join, record.answers))}]"] if record.answers else []
    parts += [f"memory: [{', '.join(map(str, record.memory))}]"] if record.memory else []
    return f"{{{', '.join(parts)}}}"


def _free_name(path: Path) -> Path:
    """Return a similar path that isn't taken yet."""
    number = 1
    while (found := path.with_name(f"{path.name}.kept-{number}")).exists():
        number += 1
    return found


def _read(item: Item, rules: tuple[str, ...], game: str) -> Mastery:
    """Return the record in a progress file; raise BadInput with its faults if it has any."""
    faults: list[Fault] = []
    marker = item.value.get("apz") if isinstance(item.value, dict) else None
    if marker and marker.value != FORMAT:
        stop(item.file, marker.line, "not-progress", "give-progress", format=FORMAT)
    fields = item.mapping(faults, ("apz", "game", "night", "changed", "rules", "lessons"), ("apz", "game"))
    refuse(faults)
    named = fields["game"].text(faults)
    if named != game:
        line = fields["game"].line
        stop(item.file, line, "progress-in-other-game", "learned-here", value=quoted(named), game=game)
    night = _day(fields["night"], faults) if "night" in fields else None
    changed = fields["changed"].integer(faults, 0, MOST) if "changed" in fields else 0
    records = {name: _read_record(entry, faults) for name, entry in _entries(fields, "rules", faults)}
    lessons = {name: _read_lesson(entry, faults) for name, entry in _entries(fields, "lessons", faults)}
    refuse(faults)
    return Mastery(rules, game, records, lessons, night, changed)


def _entries(fields: Mapping[str, Item], name: str, faults: list[Fault]) -> list[tuple[str, Item]]:
    """Return the named entries in a section of the file; add a fault for each bad name, or for too many entries."""
    entries = fields[name].mapping(faults) if name in fields else {}
    if len(entries) > MOST_ENTRIES:
        fields[name].fault(faults, "too-many-entries", "at-most", count=len(entries), most=MOST_ENTRIES)
        return []
    for key, entry in entries.items():
        if not ID.fullmatch(key):
            entry.fault(faults, "bad-id", "write-id")
    return list(entries.items())


def _read_record(entry: Item, faults: list[Fault]) -> Record:
    """Read one rule's record."""
    parts = entry.mapping(faults, Record._fields, ("met", "day", "state"))
    days = {name: _day(parts[name], faults) for name in ("met", "day", "since") if name in parts}
    counts = {name: parts[name].integer(faults, 0, MOST) for name in ("right", "wrong") if name in parts}
    state = parts["state"].choice(faults, STATES[1:], "state") if "state" in parts else None
    answers = parts["answers"].sequence(faults) if "answers" in parts else []
    read = tuple(_answer(each, faults) for each in answers[-KEPT:])
    if state in (MASTERED, FORGOTTEN) and "since" not in days:
        entry.fault(faults, "no-since", "add-field", state=state, name="since")
    met = days.get("met", date.min)
    day = days.get("day", met)
    memory = _memory(parts["memory"], faults) if "memory" in parts else None
    if "memory" not in parts and not faults:  # a file from before memory was recorded
        for each in read:
            memory = reviewed(memory, day, each.result, day)
    return Record(met, day, state or MET, days.get("since"), read, **counts, memory=memory)


def _memory(item: Item, faults: list[Fault]) -> Memory | None:
    """Read how well a rule is remembered; add a fault and return None if that isn't valid."""
    found = [each.value for each in item.value] if isinstance(item.value, list) else []
    if len(found) == 2 and all(type(each) in (int, float) for each in found):
        memory = Memory(*found)
        if SHORTEST <= memory.stability <= LONGEST and EASIEST <= memory.difficulty <= HARDEST:
            return memory
    bounds = {"shortest": SHORTEST, "longest": LONGEST, "easiest": EASIEST, "hardest": HARDEST}
    item.expected(faults, "memory", "write-memory", **{name: f"{bound:g}" for name, bound in bounds.items()})
    return None


def _read_lesson(entry: Item, faults: list[Fault]) -> Progress:
    """Read the progress in one lesson."""
    parts = entry.mapping(faults, Progress._fields)
    task = parts["task"].integer(faults, 0, MOST) if "task" in parts else 0
    done, skipped = (parts[flag].flag(faults) if flag in parts else False for flag in ("done", "skipped"))
    return Progress(task, done, skipped)


def _answer(item: Item, faults: list[Fault]) -> Answer:
    """Read one remembered answer; add a fault if it isn't valid."""
    found = ANSWER.fullmatch(item.value) if isinstance(item.value, str) else None
    if not found:
        item.expected(faults, "answer", "write-answer", names=", ".join(RESULTS))
        return Answer(WRONG)
    return Answer(found[1], found[2])


def _day(item: Item, faults: list[Fault]) -> date:
    """Read a date; add a fault if it isn't valid or is out of range."""
    try:
        if isinstance(item.value, str) and DAY.fullmatch(item.value):
            day = date.fromisoformat(item.value)
            if FIRST <= day <= LAST:
                return day
    except ValueError:
        pass
    item.expected(faults, "day", "write-day", first=FIRST.year, last=LAST.year)
    return date.min
