"""The coach: what to look at, which decisions there are, and which to make, all with reasons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Any, NamedTuple

from apz.apocalypze.bots import SensibleBot
from apz.apocalypze.hidden import check_sound, is_view
from apz.apocalypze.ids import OTHER, Player
from apz.apocalypze.lab.problem import in_question
from apz.apocalypze.lab.rollouts import OVER, TURNS, Weighed, weighed
from apz.apocalypze.lab.solution import Solution, lab_words
from apz.apocalypze.lab.solve import solve
from apz.apocalypze.language.words import words
from apz.apocalypze.model import Debt, Decision, Position, Wounds
from apz.apocalypze.moves import Move
from apz.apocalypze.play import expect_position, find_legal
from apz.apocalypze.rules.combat import totals, wounds_of
from apz.apocalypze.rules.consumption import resources_sum
from apz.apocalypze.rules.find import group
from apz.apocalypze.rules.sums import breach_sum, feed_sum, value_sum
from apz.core.lab.drawing import BOX
from apz.core.lab.reasons import reason
from apz.core.lab.rows import Rows, Tabled
from apz.core.reading import stop
from apz.core.trace import Note, Sum

SOLVER, SAMPLED, ROLLOUTS, FORCED = "solver", "sampled", "rollouts", "forced"
SHOWN = 5  # candidates
CLEAR = 0.05  # cards by which one decision must be ahead of another
LEVELS = (1, 2, 3)  # what to look at; plus the candidates; plus the recommendation


class Candidate(NamedTuple):
    """A decision worth considering: its moves, with arguments for and against."""

    moves: tuple[Move, ...]
    reasons: tuple[Note, ...]


@dataclass(frozen=True, eq=False)
class Advice(Tabled):
    """Help with a decision, in three levels, and its source: solver, sampled deals, rollouts, or a forced move."""

    position: Position
    source: str
    look: tuple[Note, ...]
    candidates: tuple[Candidate, ...]
    reasons: tuple[Note, ...]
    solution: Solution | None = None

    @property
    def recommendation(self) -> tuple[Move, ...]:
        """The recommended moves, which are those of the first candidate."""
        return self.candidates[0].moves

    @property
    def exact(self) -> bool:
        """True if the recommendation is proven or the only legal move."""
        return self.source == FORCED or (self.source == SOLVER and self.solution is not None and self.solution.exact)

    def said(self, note: Note, language: str = "en") -> str:
        """Return a reason as a sentence, with sums spelled out."""
        say, told = words(language), lab_words(language)
        if note.key.startswith("bot."):
            return say.note(note)
        values = {key: say.sum(each) if isinstance(each, Sum) else each for key, each in note.values.items()}
        if note.key == "comes-to" and self.solution is not None:
            values["value"] = self.solution.answers[note.values["number"]].value_text(language)
        return told.text("coach", note.key, values)

    def summary(self, candidate: Candidate, language: str = "en") -> str:
        """Return a candidate in one line."""
        if self.solution is not None:
            for answer in self.solution.answers:
                if answer.moves == candidate.moves:
                    return answer.summary(language)
        say = words(language)
        return "; ".join([say.move(self.position, move) for move in candidate.moves])

    def certainty(self, language: str = "en") -> str:
        """Return the source of the advice and how certain it is."""
        if self.source in (SOLVER, SAMPLED) and self.solution is not None:
            return self.solution.certainty(language)
        count = self.candidates[0].reasons[0].values.get("deals", 0) if self.source == ROLLOUTS else 0
        return lab_words(language).text("coach", f"from-{self.source}", {"count": count, "turns": TURNS, "over": OVER})

    def text(self, level: int = 3, language: str = "en") -> str:
        """Return the advice as text: level 1 says what to look at, 2 adds the candidates, 3 the recommendation."""
        if level not in LEVELS:
            raise TypeError(f"level={level!r}: write 1, 2 or 3")
        say = lab_words(language)
        lines = [say.text("coach", "look-title"), *[f"  {self.said(note, language)}" for note in self.look]]
        if level > 1:
            lines.append(say.text("coach", "candidates-title"))
            for candidate in self.candidates if level > 2 else sorted(self.candidates, key=str):
                told = " ".join([self.said(note, language) for note in candidate.reasons]) if level > 2 else ""
                lines.append(f"  {self.summary(candidate, language)}{f': {told}' if told else ''}")
        if level > 2:
            lines.append(say.text("coach", "recommended", {"moves": self.summary(self.candidates[0], language)}))
            lines += [f"  {self.said(note, language)}" for note in self.reasons]
            lines.append(self.certainty(language))
        return "\n".join(lines)

    def table(self, language: str = "en") -> Rows:
        """Return the candidates as rows: what to do, and the arguments for it."""
        say = lab_words(language)
        what, why = say.text("coach", "decision"), say.text("coach", "why")
        rows = []
        for candidate in self.candidates:
            told = " ".join([self.said(note, language) for note in candidate.reasons])
            rows.append({what: self.summary(candidate, language), why: told})
        return Rows(rows)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<Advice: {self.summary(self.candidates[0])} ({self.source})>"

    def _repr_html_(self) -> str:
        """Return the advice as HTML for a notebook cell."""
        say = lab_words("en")
        look = "".join([f"<li>{escape(self.said(note))}</li>" for note in self.look])
        why = "".join([f"<li>{escape(self.said(note))}</li>" for note in self.reasons])
        best = escape(say.text("coach", "recommended", {"moves": self.summary(self.candidates[0])}))
        return (
            f'<section style="{BOX}"><p><strong>{best}</strong></p><ul>{why}</ul><p>{escape(self.certainty())}</p>'
            f"<h4>{escape(say.text('coach', 'look-title'))}</h4><ul>{look}</ul>"
            f"<h4>{escape(say.text('coach', 'candidates-title'))}</h4>{self.table()._repr_html_()}</section>"
        )


def coach(position: Position, aim: Any = None, seconds: float = 2.0, open_cards: bool = False) -> Advice:
    """Return help with the current decision, from what its player sees, or from all cards with `open_cards`.

    It comes from the solver, or from rollouts for decisions the solver can't answer, unless only one move is legal.

    >>> import apz
    >>> advice = coach(apz.named_position("church-doors"))
    >>> advice.source, advice.exact
    ('solver', True)
    >>> advice.look[-1].values["have"].total
    18
    """
    expect_position(position)
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not seconds > 0:
        raise TypeError(f"seconds={seconds!r}: write a number above 0")
    waiting = position.waiting
    if waiting is None:
        stop("", 0, "game-over", "take-undecided")
    check_sound(position)
    player = waiting.player
    seen = position if open_cards or is_view(position) else position.seen_by(player)
    look = (*things_to_see(position, player),)
    moves = find_legal(position)
    if len(moves) == 1:
        return Advice(position, FORCED, look, (Candidate((moves[0],), (reason("only"),)),), (reason("only"),))
    if in_question(position):
        return solved(position, seen, aim, seconds, look)
    return rolled_out(position, seen, player, seconds, look)


def solved(position: Position, seen: Position, aim: Any, seconds: float, look: tuple[Note, ...]) -> Advice:
    """Return the solver's answers as advice."""
    found = solve(seen, aim, SHOWN, seconds)
    every = enumerate(found.answers)
    candidates = tuple([Candidate(answer.moves, (reason("comes-to", number=number),)) for number, answer in every])
    source = SAMPLED if found.worlds else SOLVER
    return Advice(position, source, look, candidates, (reason("comes-to", number=0),), found)


def rolled_out(position: Position, seen: Position, player: Player, seconds: float, look: tuple[Note, ...]) -> Advice:
    """Return advice made of the decisions that did best when bots played on."""
    found = weighed(seen, player, seconds)
    best = found[0]
    candidates = tuple([Candidate((each.move,), (margin_of(each, best),)) for each in found[:SHOWN]])
    reasons = []
    if len(found) > 1 and len(found[1].margins) == len(best.margins):
        more = best.margin - found[1].margin
        reasons.append(reason("ahead", more=f"{more:.1f}") if more >= CLEAR else reason("even"))
    choice = SensibleBot().choose(position.seen_by(player) if not is_view(position) else position)
    if choice.move == best.move:
        reasons.append(choice.why)
    return Advice(position, ROLLOUTS, look, candidates, tuple(reasons))


def margin_of(each: Weighed, best: Weighed) -> Note:
    """Return a decision's result when bots played on, or a note that it was dropped along the way."""
    if len(each.margins) < len(best.margins):
        return reason("behind", deals=len(each.margins))
    key = "margin" if each.margin >= 0 else "margin-behind"
    return reason(key, amount=f"{abs(each.margin):.1f}", deals=len(each.margins), turns=TURNS)


# what to look at


def things_to_see(position: Position, player: Player) -> Iterator[Note]:
    """Yield notes with the numbers this decision turns on, straight from the kernel."""
    waiting = position.waiting
    assert waiting
    name = position.game.names[player]
    if isinstance(waiting, Debt):
        yield reason("owed", waiting.rule, owed=waiting.amount, player=name)
        yield reason("means", "consume.mix", have=resources_sum(position, player), player=name)
    elif isinstance(waiting, Wounds):
        yield from wounds_to_see(position, waiting)
    elif waiting.kind in (Decision.ATTACK, Decision.DEFEND):
        yield from groups_to_see(position, waiting.kind is Decision.DEFEND)
    elif position.combat and (position.combat.met or position.combat.now):
        yield from engagements_to_see(position)
    else:
        yield reason("feed", "feed.survivors", owed=feed_sum(position, player), player=name)
        yield reason("means", "consume.mix", have=resources_sum(position, player), player=name)
        count = len(position.sides[OTHER[player]].raiders)
        if count:
            raiders = position.sides[OTHER[player]].raiders
            yield reason("threat", "combat.breach", cost=breach_sum(position, player, raiders), count=count)


def wounds_to_see(position: Position, waiting: Wounds) -> Iterator[Note]:
    """Yield notes on how many wounds there are, and what each character could take."""
    assert position.combat
    yield reason("wounds", "combat.wounds", amount=waiting.amount)
    for who in group(position, waiting.player, position.combat.now):
        yield reason("taker", "combat.wounds", (who.id,), card=who.card.name, value=value_sum(position, who))


def groups_to_see(position: Position, defending: bool) -> Iterator[Note]:
    """Yield notes on each attack group and on what the defender can pay, or on the raiders the attacker has to send."""
    fight, place = position.combat, OTHER[position.player]
    assert fight
    if not defending:
        raiders = position.sides[position.player].raiders
        damage = position.game.cards[position.sides[place].stronghold].damage
        count = len(position.sides[place].survivors)
        yield reason(
            "spread", "combat.groups", raiders=len(raiders), access=len(fight.attack), damage=damage, count=count
        )
        return
    for point, ids in enumerate(fight.attack, 1):
        if ids:
            sums = totals(position, point)
            cost = breach_sum(position, place, group(position, position.player, point)).total
            yield reason(
                "group", "combat.breach", ids, point=point, attack=sums["attack"], defense=sums["defense"], cost=cost
            )
    yield reason("means", "consume.mix", have=resources_sum(position, place), player=position.game.names[place])


def engagements_to_see(position: Position) -> Iterator[Note]:
    """Yield a note with the totals of each engagement that isn't resolved yet."""
    fight = position.combat
    assert fight
    for point in fight.met:
        if point not in fight.resolved:
            sums = totals(position, point)
            yield reason(
                "engagement", "combat.casualties", point=point, attack=sums["attack"], guard=sums["guard"],
                counter=sums["counter"], defense=sums["defense"],
                attackers=wounds_of(sums["counter"], sums["defense"]),
                defenders=wounds_of(sums["attack"], sums["guard"]),
            )  # fmt: skip
