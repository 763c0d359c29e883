"""A tiny game for testing game-independent code: a number that grows by 1 to 3, never beyond ten."""

from typing import Any

from apz.core.learning.lessons import Subject
from apz.core.learning.questions import Option, Question, Said
from apz.core.reading import Item, stop
from apz.core.session import Kernel
from apz.core.trace import Note, Refusal, Step

RULES = ("toy.add", "toy.limit", "toy.end")
TEN = 10


def play(position: int, move: int) -> Step | Refusal:
    if position + move > TEN:
        return Refusal("too-much", "toy.limit", {"sum": position + move})
    if not 1 <= move <= 3:
        return Refusal("no-step", "toy.add", {"step": move})
    notes = [Note("added", "toy.add", {"step": move, "sum": position + move})]
    if position + move == TEN:
        notes.append(Note("ended", "toy.end"))
    return Step(position, move, position + move, tuple(notes))


def after(position: int, add: int) -> Question:
    return Question(
        kind="after",
        position=position,
        ask=Said("after", {"add": add}),
        right=frozenset([str(position + add)]),
        rules=("toy.add",),
        because=(Note("added", "toy.add", {"step": add, "sum": position + add}),),
        mistakes={str(add): Said("forgot-the-start")},
    )


def legal(position: int, add: int) -> Question:
    result = play(position, add)
    refused = isinstance(result, Refusal)
    because = (result,) if isinstance(result, Refusal) else result.notes
    return Question(
        kind="legal",
        position=position,
        ask=Said("legal", {"add": add}),
        right=frozenset(["no" if refused else "yes"]),
        rules=("toy.limit",),
        because=because,
        options=(Option("yes", Said("yes")), Option("no", Said("no"))),
        outcomes={"yes": because},
    )


def some(luck: int, level: int) -> Question | None:
    return None if luck % 3 == 0 else after(1 + luck % 5, 1 + luck % level)


def about(kind: str, rule: str, luck: int, level: int) -> Question | None:
    question = some(luck, level)
    return question if question and rule in question.rules else None


def position(item: Item) -> int:
    if type(item.value) is not int:
        stop(item.file, item.line, "no number", "write a number")
    number: int = item.value
    return number


def move(at: int, text: str) -> int:
    if not text.startswith("add "):
        raise ValueError(f'"{text}" is no command')
    return int(text[4:])


def facts(at: int) -> dict[str, Any]:
    return {"sum": at, "over": at == TEN}


KERNEL: Kernel[int] = Kernel(
    "toy", play, str, int, lambda move: ["add", move], lambda item, faults: item.value[1].value
)
SUBJECT: Subject[int] = Subject(
    KERNEL,
    RULES,
    position,
    move,
    facts,
    lambda at: (at,),
    {"after": after, "legal": legal},
    {"some": some},
    about,
    {"one": lambda at: 1},
)
LESSON = """\
apz: lesson 1
title: Growing
minutes: 5
teaches: [toy.add, toy.limit]
intro: A number grows.
tasks:
  - id: guess
    stage: try
    position: 2
    say: What will it be?
    ask: {question: after, add: 3}
    play: [add 3]
    after: It grew.
  - id: goes-on
    stage: see
    say: Where the last one ended.
    play: [add 1, add 1]
  - id: fresh
    stage: fresh
    fresh: {question: some, level: 2, count: 2}
  - id: forbidden
    stage: illegal
    position: 9
    try: add 2
    rule: toy.limit
  - id: reach
    stage: do
    position: 6
    goal:
      - noted: ended
      - {never: added, step: 1}
    until:
      - is: {over: true}
    solution: [add 2, add 2]
  - id: quick
    stage: do
    position: 8
    goal: [{rule: toy.end}]
    solution: [one]
  - id: end
    stage: see
    say: That was it.
remember: [One, Two, Three]
check: [{question: some}, {question: some, level: 2}]
"""
