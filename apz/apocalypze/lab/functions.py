"""LAB: the lab's functions for shared screens, in stages, so that a first answer appears right away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from time import monotonic
from typing import Any

from apz.apocalypze.bots import SensibleBot
from apz.apocalypze.cards import library
from apz.apocalypze.files import faults_of
from apz.apocalypze.hidden import is_view
from apz.apocalypze.ids import OTHER
from apz.apocalypze.lab.aims import KEEP, LEAST, NAMES, Aim
from apz.apocalypze.lab.coach import Advice, coach, things_to_see
from apz.apocalypze.lab.facts import facts
from apz.apocalypze.lab.problem import in_question
from apz.apocalypze.lab.simulate import Simulation, play_one, read_setting
from apz.apocalypze.lab.solution import Solution, lab_words, value_text
from apz.apocalypze.lab.solve import solve
from apz.apocalypze.language.words import words
from apz.apocalypze.model import COMBAT, Position
from apz.apocalypze.play import find_legal
from apz.apocalypze.rules.consumption import resources
from apz.core.lab.functions import Coaching, LabFunctions
from apz.core.lab.simulation import Runner
from apz.core.reading import quoted, stop

STAGES = (0.25, 2.0, 8.0)  # seconds for each answer of the solver; a proven one is the last
COACHED = 1.3  # seconds for the coach's last answer; each decision gets a few rollouts even if that takes longer
EVERY = 0.4  # seconds between two results of a simulation
MOST_GAMES = 100_000
TOP = 5


def aims(position: Position, language: str = "en") -> Mapping[str, str]:
    """Return the deciding player's possible aims, as a mapping from the keys that `solve` reads to their labels.

    >>> import apz
    >>> list(aims(apz.named_position("church-doors")).values())[:2]
    ['lose as little as possible', 'lose no character']
    """
    say, waiting = lab_words(language), position.waiting
    found = {name: say.text("aims", key) for name, key in NAMES.items()}
    side = position.sides[waiting.player] if waiting else None
    for who in (*side.survivors, *side.raiders) if side else ():
        found[f"{KEEP} {who.card.name}"] = say.text("aims", KEEP, {"card": who.card.name})
    return found


def usual_aim_first(position: Position, language: str = "en") -> Mapping[str, str]:
    """Return the aims, the usual one first: damage when attack groups are formed, otherwise losing the least."""
    found = aims(position, language)
    attacks = position.waiting is not None and position.waiting.kind == "attack"
    first = "do most damage" if attacks else "fewest resources lost"
    return {first: found[first], **found}


def solved_in_stages(position: Position, aim: str) -> Iterator[Solution]:
    """Yield a solution for each stage, with more and more time, until one is exact."""
    for seconds in STAGES:
        found = solve(position, aim or None, TOP, seconds)
        yield found
        if found.exact:
            return


def look(position: Position, language: str = "en") -> list[str]:
    """Return the numbers a decision turns on, one sentence each."""
    if position.waiting is None:
        return []
    notes = (*things_to_see(position, position.waiting.player),)
    advice = Advice(position, "", notes, (), ())
    return [advice.said(note, language) for note in notes]


def coached(position: Position, language: str = "en", open_cards: bool = False) -> Iterator[Coaching]:
    """Yield a bot's choice right away, unless only one move is legal, then the coach's advice.

    >>> import apz
    >>> first, last = coached(apz.named_position("church-doors"))
    >>> first.done, last.done, len(last.options) > 1
    (False, True, True)
    """
    if position.waiting is None:
        stop("", 0, "game-over", "take-undecided")
    say, player = words(language), position.waiting.player
    if len(find_legal(position)) > 1:
        choice = SensibleBot().choose(position if is_view(position) else position.seen_by(player))
        guess, why = say.move(position, choice.move), say.note(choice.why)
        yield Coaching(((guess, why),), (choice.move,), (why,), lab_words(language).text("coach", "from-bot"))
    found = coach(position, None, COACHED, open_cards)
    options = [
        (found.summary(each, language), " ".join([found.said(note, language) for note in each.reasons]))
        for each in found.candidates
    ]
    reasons = tuple([found.said(note, language) for note in found.reasons])
    yield Coaching(tuple(options), found.recommendation, reasons, found.certainty(language), done=True)


def outcome(start: Position, after: Position, language: str = "en") -> str:
    """Return a text on how much the player who decides at the start, and their opponent, have lost since then."""
    aim = Aim(LEAST, start.waiting.player if start.waiting else start.player)
    return value_text(aim.measured(start, after), start, aim, language)


def supply(start: Position, after: Position) -> tuple[str, int]:
    """Return the name of the player whose supplies are at stake (the defender in combat), and their total `after`."""
    decides = start.waiting.player if start.waiting else start.player
    player = OTHER[start.player] if start.phase == COMBAT else decides
    return start.game.names[player], resources(after, player)


def decks() -> Sequence[str]:
    """Return the names of the decks in the box."""
    return [*library().decks]


def simulated(first: Any, second: Any, games: int, bots: tuple[str, str]) -> Iterator[Simulation]:
    """Yield the results so far, at most two or three times per second, and the final results at the end.

    >>> [*simulated("Church", "Police Station", 4, ("regular", "regular"))][-1].games
    4
    """
    if type(games) is not int or not 0 < games <= MOST_GAMES:
        stop("", 0, "bad-number-of-games", "choose-games", value=quoted(games), most=MOST_GAMES)
    setting, names = read_setting(first, second, bots, "")
    runner, told = Runner(partial(play_one, setting), games), monotonic()
    for played in runner.each_chunk():
        if monotonic() - told > EVERY and played < games:
            told = monotonic()
            yield Simulation(names, runner.result(), 0)
    yield Simulation(names, runner.result(), 0)


def solvable(position: Position) -> bool:
    """Return True if the solver can answer the current decision, and the position breaks no rule."""
    return in_question(position) and not faults_of(position, "")


LAB: LabFunctions[Position] = LabFunctions(
    aims=usual_aim_first,
    solvable=solvable,
    solve=solved_in_stages,
    look=look,
    coach=coached,
    facts=facts,
    outcome=outcome,
    supply=supply,
    decks=decks,
    simulate=simulated,
)
