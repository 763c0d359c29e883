"""A toy game for testing shared code: three hens, a die and a fox, for one player, in three areas."""

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from apz.core.bots import RandomBot
from apz.core.game import Game
from apz.core.language.commands import Commands, Described, Grammar, Reading
from apz.core.language.texts import Texts
from apz.core.language.words import Words
from apz.core.learning.course import Course
from apz.core.learning.lessons import Subject
from apz.core.learning.questions import Question, Said
from apz.core.learning.rule_questions import RuleQuestions
from apz.core.learning.teaching import Teaching
from apz.core.luck import MASK, die
from apz.core.move_lists import MoveReader, write_move
from apz.core.named_positions import NamedPositions
from apz.core.reading import Fault, Item, check_game, read_yaml, refuse
from apz.core.session import Kernel
from apz.core.trace import Note, Refusal, Step, Sum, Term

HERE = Path(__file__).parent
AREAS = ("field", "path", "barn")
HENS, TURNS, PATH, BARN = 3, 5, 1, 2


@dataclass(frozen=True)
class Yard:
    """A position: how many hens are in each area, the steps left, and the rolls set in advance."""

    hens: tuple[int, ...] = (HENS, 0, 0)
    turn: int = 1
    left: int = 0
    dice: tuple[int, ...] = ()
    luck: int = 0

    @property
    def over(self) -> bool:
        return self.hens[BARN] == HENS or self.turn > TURNS


@dataclass(frozen=True)
class Roll:
    """A move that rolls the die, or takes the next roll set in advance."""


@dataclass(frozen=True)
class Lead:
    """A move that leads a hen from an area to the next."""

    area: str


@dataclass(frozen=True)
class Lay:
    """A move that sets the next rolls in advance."""

    faces: tuple[int, ...]


MOVES = (Roll, Lead, Lay)


def steps_sum(at: Yard, face: int) -> Sum:
    slow = [Term(-1, "a hen on the path", "toy.steps", PATH)] * at.hens[PATH]
    return Sum((Term(face, "", "toy.steps"), *slow), least=1)


def why_not(at: Yard, move: Any) -> Refusal | None:
    if isinstance(move, Lay):
        wrong = [face for face in move.faces if not 1 <= face <= 6]
        return Refusal("no-die", "play.dice", {"face": wrong[0]}) if wrong else None
    if at.over:
        return Refusal("over", "play.over")
    if isinstance(move, Roll):
        return Refusal("rolled-already", "toy.roll", {"left": at.left}, fix="lead") if at.left else None
    if not at.left:
        return Refusal("not-rolled", "toy.roll", fix="roll")
    if move.area not in AREAS[:BARN]:
        return Refusal("not-there", "toy.lead")
    return None if at.hens[AREAS.index(move.area)] else Refusal("nobody", "toy.lead", {"area": move.area})


def play(at: Yard, move: Any) -> Step | Refusal:
    if refusal := why_not(at, move):
        return refusal
    if isinstance(move, Lay):
        laid = Note("laid", "play.dice", {"faces": ", ".join(map(str, move.faces))})
        return Step(at, move, replace(at, dice=move.faces), (laid,))
    after, notes = rolled(at) if isinstance(move, Roll) else led(at, move)
    if after.hens[BARN] == HENS:
        notes.append(Note("won", "toy.goal"))
    elif not after.left:
        after = replace(after, turn=after.turn + 1)
        turn = Note("turn.begins", "toy.roll", {"turn": after.turn})
        notes.append(Note("lost", "toy.goal") if after.over else turn)
    return Step(at, move, after, tuple(notes))


def rolled(at: Yard) -> tuple[Yard, list[Note]]:
    face, luck = (at.dice[0], at.luck) if at.dice else die(at.luck)
    steps = steps_sum(at, face)
    notes = [Note("rolled", "toy.steps", {"face": face, "steps": steps}, (PATH,))]
    after = replace(at, left=int(steps), dice=at.dice[1:], luck=luck)
    if face == 1:
        chased = after.hens[PATH]
        after = replace(after, hens=(after.hens[0] + chased, 0, after.hens[BARN]))
        notes.append(Note("fox", "toy.fox", {"count": chased}))
    return after, notes


def led(at: Yard, move: Lead) -> tuple[Yard, list[Note]]:
    where, hens = AREAS.index(move.area), list(at.hens)
    hens[where] -= 1
    hens[where + 1] += 1
    said = Note("led", "toy.lead", {"area": move.area, "next": AREAS[where + 1]}, (where, where + 1))
    return replace(at, hens=tuple(hens), left=at.left - 1), [said]


def legal_moves(at: Yard) -> list[Any]:
    moves = [Roll(), *(Lead(area) for area in AREAS)]
    return [move for move in moves if why_not(at, move) is None]


def problems(at: Yard) -> list[Refusal]:
    return [] if sum(at.hens) == HENS else [Refusal("problem-hens", "toy.goal", {"count": sum(at.hens)})]


def write(at: Yard) -> str:
    hens = "".join(f"{area}: {count}\n" for area, count in zip(AREAS, at.hens, strict=True))
    rest = f"turn: {at.turn}\nleft: {at.left}\ndice: {list(at.dice)}\nluck: {at.luck}\n"
    return f"apz: position 1\ngame: toy\n{hens}{rest}"


def read(source: Any) -> Yard:
    faults: list[Fault] = []
    item = source if isinstance(source, Item) else read_yaml(source, name="position")
    fields = item.mapping(faults, ("apz", "game", "turn", "left", "dice", "luck", *AREAS), ("apz", "game"))
    check_game(fields, "toy", faults)
    number = {name: fields[name].integer(faults, 0) for name in ("turn", "left", *AREAS) if name in fields}
    luck = fields["luck"].integer(faults, 0, MASK) if "luck" in fields else 0
    dice = tuple(one.integer(faults, 1, 6, 1) for one in (fields["dice"].sequence(faults) if "dice" in fields else ()))
    refuse(faults)
    hens = tuple(number.get(area, 0) for area in AREAS)
    return Yard(hens, number.get("turn", 1), number.get("left", 0), dice, luck)


def chance(step: Step) -> list[tuple[int, ...]]:
    return [(note.values["face"],) for note in step.notes if note.key == "rolled"]


KERNEL: Kernel[Yard] = Kernel("toy", play, write, read, write_move, MoveReader(MOVES), chance, Yard)
TEXTS = Texts(lambda: HERE / "text", {"area": "areas", "next": "areas"})


class ToyWords(Words[Yard]):
    """The words of the toy game."""

    def waiting(self, position: Yard) -> str:
        key = "over" if position.over else "lead" if position.left else "roll"
        return self.catalog.text("waiting", key, {"turn": position.turn, "left": position.left})

    def name(self, position: Yard, piece: int) -> str:
        return AREAS[piece]

    def move(self, position: Yard, move: Any) -> str:
        said = described(position, move)
        return self.catalog.text("moves", said.key, said.values)


@cache
def words(language: str = "en") -> Words[Yard]:
    return ToyWords(TEXTS, TEXTS.spoken(language))


def described(at: Yard, move: Any) -> Described:
    values = {"faces": " ".join(map(str, move.faces))} if isinstance(move, Lay) else dict(vars(move))
    return Described(type(move).__name__.lower(), values)


def made(at: Yard, reading: Reading) -> Any:
    """Return the move a reading describes, even if it isn't legal; None if there's no such move."""
    if reading.key == "lay":
        faces = reading.slots["faces"].split()
        return Lay(tuple(map(int, faces))) if all(face.isdecimal() and len(face) < 3 for face in faces) else None
    if reading.key == "lead":
        return Lead(reading.slots["area"]) if reading.slots["area"] in AREAS else None
    return Roll()


COMMANDS: Commands[Yard] = Commands(Grammar(TEXTS), words, legal_moves, described, lambda at: AREAS, made=made)


def show(at: Yard, language: str = "en", texts: bool = False) -> str:
    return f"{words(language).waiting(at)}\n" + ", ".join(f"{area} {at.hens[n]}" for n, area in enumerate(AREAS))


def show_step(step: Step | Refusal, language: str = "en") -> str:
    say = words(language)
    if isinstance(step, Refusal):
        return say.step(step)[0]
    return "\n".join([say.move(step.before, step.move), *(f"  {line}" for line in say.step(step))])


def steps(at: Yard, face: int) -> Question:
    """Return the question of how many steps a face of the die gives."""
    total = steps_sum(at, face)
    return Question(
        kind="steps",
        position=at,
        ask=Said("steps", {"face": face}),
        right=frozenset([str(int(total))]),
        rules=("toy.steps",),
        because=(Said("steps", {"total": total}),),
        cards=(PATH,),
        mistakes={str(face): Said("path")} if face != int(total) else {},
    )


def fresh_steps(luck: int, level: int) -> Question | None:
    face, luck = die(luck)
    hens, luck = die(luck, min(level + 1, HENS))
    return steps(Yard((HENS - hens, hens, 0)), face)


def practise(kind: str, rule: str, luck: int, level: int) -> Question | None:
    return fresh_steps(luck, level) if rule == "toy.steps" else None


ABOUT_RULES: RuleQuestions[Yard] = RuleQuestions(
    play=play,
    move=COMMANDS.one_move,
    player=lambda at: "The farmer",
    pieces=lambda at, move: (AREAS.index(move.area),) if isinstance(move, Lead) and move.area in AREAS else (),
    otherwise=lambda at: (0,),
    luck=lambda at: at.luck,
    rules=TEXTS.rules,
)
POSITIONS = NamedPositions(lambda: HERE / "positions")
SUBJECT: Subject[Yard] = Subject(
    KERNEL,
    tuple(TEXTS.rules()),
    lambda item: read(POSITIONS.given(item)),
    COMMANDS.one_move,
    lambda at: {**dict(zip(AREAS, at.hens, strict=True)), "over": at.over},
    lambda at: (at.turn, at.left),
    {"steps": steps, **ABOUT_RULES.makers},
    {"steps": fresh_steps},
    practise,
    {"first": lambda at: legal_moves(at)[0]},
)
COURSE: Course[Yard] = Course(lambda: HERE / "lessons", SUBJECT, ("lead",))
GAME: Game[Yard] = Game(
    name="toy",
    title="Three Hens",
    seats=1,
    kernel=lambda: KERNEL,
    new_game=lambda seed=0: Yard(luck=seed),
    legal_moves=legal_moves,
    why_not=why_not,
    problems=problems,
    decides=lambda at: None if at.over else 0,
    moment=lambda at: (at.turn,),
    names=lambda at: ("You",),
    seen_by=lambda at, seat: replace(at, luck=0),
    texts=TEXTS,
    words=words,
    teaching=lambda language: Teaching(TEXTS, words(language), Yard, MOVES, words(language).name),
    parse=COMMANDS.parse,
    show=show,
    show_step=show_step,
    course=lambda: COURSE,
    positions=lambda: POSITIONS,
    practises=lambda: {"toy.steps": ("steps",)},
    bots={"random": lambda seed: RandomBot(legal_moves, seed)},
)
