"""Fresh number questions: playing them out another way gives the same answer, and every text can be written."""

from collections.abc import Callable
from functools import cache

import pytest

from apz.apocalypze.ids import CardId
from apz.apocalypze.model import DECK, Debt, Position
from apz.apocalypze.moves import Done, Draw, Send, Wound
from apz.apocalypze.play import play
from apz.apocalypze.rules import character_fate, combat
from apz.apocalypze.rules.find import find
from apz.apocalypze.rules.sums import access_sum
from apz.apocalypze.rules.table import Table
from apz.apocalypze.teaching.exercises import blocks, counts, payments, totals
from apz.apocalypze.teaching.exercises import wounds as wounds
from apz.apocalypze.teaching.words import teaching
from apz.core.learning.questions import HINTS, Generator, Question, Said
from apz.core.trace import Step
from tests.apocalypze.questions.playing import done, go_on, noted, where

MADE: dict[str, Generator] = {
    **totals.EXERCISES,
    **counts.EXERCISES,
    **payments.EXERCISES,
    **wounds.EXERCISES,
    **blocks.EXERCISES,
}
RULES = {**totals.RULES, **counts.RULES, **payments.RULES, **wounds.RULES, **blocks.RULES}
LUCKS = 60
SAID = 20  # how many of them are put into words in each language
KINDS = pytest.mark.parametrize("kind", MADE)
EACH = pytest.mark.parametrize(("kind", "level"), [(kind, level) for kind in MADE for level in (1, 2, 3)])


@cache
def questions(kind: str, level: int) -> list[Question]:
    made = (MADE[kind](luck * 7919, level) for luck in range(LUCKS))
    return [question for question in made if question]


def number(question: Question) -> int:
    (right,) = question.right
    return int(right)


# each answer, found in another way


def count_totals(question: Question) -> None:
    values = question.ask.values
    sums = combat.totals(question.position, values["point"])
    attacking = values["player"] == question.position.game.names[question.position.player]
    keys = ("attack", "defense") if attacking else ("counter", "guard")
    assert int(sums[keys[question.kind == "defense-total"]]) == number(question)


def count_wounds(question: Question) -> None:
    values = question.ask.values
    point, player = values["point"], question.position.game.names.index(values["player"])

    def counted(step: Step) -> bool:
        return bool(step.after.combat is None or point in step.after.combat.resolved) or owes(step, player)

    def owes(step: Step, player: int) -> bool:
        now = step.after.combat
        return any(w.kind == "wound" and w.player == player for w in step.after.agenda) and bool(
            now and now.now == point
        )

    last = go_on(question.position, counted, point)[-1]
    owed = [waiting.amount for waiting in last.after.agenda if waiting.kind == "wound" and waiting.player == player]
    lost = [n.values["amount"] for n in noted([last], "combat.excess") if n.values["player"] == values["player"]]
    wounds = owed[0] if owed and last.after.combat and last.after.combat.now == point else sum(lost)
    assert wounds == number(question)


def count_breach(question: Question) -> None:
    steps = go_on(question.position, lambda step: entered(step.after))
    waiting = steps[-1].after.waiting
    out = [note.values["owed"] for note in noted(steps[-1:], "consume.out")]
    owes = isinstance(waiting, Debt) and waiting.rule == "combat.breach"
    assert (waiting.amount if waiting and owes else sum(out)) == number(question)


def entered(position: Position) -> bool:
    return position.waiting is None or position.combat is None or position.combat.breached


def count_owed(question: Question) -> None:
    steps = go_on(question.position, lambda step: bool(noted([step], "feed.owed")))
    assert noted(steps, "feed.owed")[0].values["amount"] == number(question)


def count_draws(question: Question) -> None:
    position = question.position
    after = done(position, Draw()).after
    assert len(after.sides[position.player].hand) - len(position.sides[position.player].hand) == number(question)


def count_value(question: Question) -> None:
    card, put = question.cards[0], 0
    table = Table(question.position)
    while not any(note.key == "character.killed" for note in table.notes):
        character_fate.wound(table, CardId(card), 1, "combat.wounded")
        put += 1
    assert put == number(question)


def count_access(question: Question) -> None:
    place = question.position.game.names.index(question.ask.values["player"])
    table = Table(question.position._replace(player=1 - place, agenda=(), combat=None))
    combat.start(table)
    assert not table.combat or len(table.combat.attack) == number(question)
    assert access_sum(question.position, place).total == number(question)


def count_pay(question: Question) -> None:
    waiting = question.position.waiting
    assert waiting
    last = question.steps[-1]
    paid = noted([last], "consume.paid", "consume.paid-over")
    still = last.after.waiting
    counted = waiting.amount + paid[0].values["lost"] if paid else noted([last], *OFFERED)[0].values["paid"]
    assert paid or (isinstance(still, Debt) and still.offered == tuple(step.move.card for step in question.steps))
    assert counted == number(question)


OFFERED = ("consume.offered", "consume.offered-deck", "consume.offered-hand")


def count_waste(question: Question) -> None:
    waiting = question.position.waiting
    assert waiting
    worth = sum(1 if step.move.card == DECK else worth_of(question.position, step.move.card) for step in question.steps)
    assert worth - waiting.amount == number(question)


def worth_of(position: Position, card: int) -> float:
    """Return a card's value as payment: one half for a hand card, the wounds needed to kill it for a survivor."""
    if find(position, card) is None:
        return 0.5
    table, put = Table(position), 0
    while not any(note.key == "character.killed" for note in table.notes):
        character_fate.wound(table, CardId(card), 1, "combat.wounded")
        put += 1
    return put


def count_cheapest(question: Question) -> None:
    costs = {answer: reasons[-1].values["count"] for answer, reasons in question.outcomes.items()}
    assert question.right == {answer for answer, cost in costs.items() if cost == min(costs.values())}
    for option in question.options:
        deck, hand, names = (option.means.values[name] for name in ("deck", "hand", "names"))
        eaten = len(names)
        worn = [note for note in question.outcomes[option.answer] if getattr(note, "key", "") == "attachment.removed"]
        table = question.ask.key == "cheapest-table"
        assert costs[option.answer] == (0 if table else deck + hand) + eaten + len(worn)


def try_takers(question: Question) -> None:
    legal = {option.answer for option in question.options if isinstance(play_wound(question, option.answer), Step)}
    assert legal == question.right


def play_wound(question: Question, answer: str) -> object:
    return play(question.position, Wound(int(answer)))


def put_wounds(question: Question) -> None:
    step = done(question.position, Wound(question.cards[0]))
    assert question.position.waiting
    player = question.position.waiting.player
    found = find(step.after, question.cards[0])
    before = find(question.position, question.cards[0])
    assert before
    if number(question) == 0:
        assert found is None or found.who.wounds > before.who.wounds or noted([step], "character.killed")
        return
    left = [waiting.amount for waiting in step.after.agenda if waiting.kind == "wound" and waiting.player == player]
    lost = [n.values["amount"] for n in noted([step], "combat.excess") if n.values["player"] == named(question, player)]
    assert number(question) in (*left, *lost)


def named(question: Question, player: int) -> str:
    name: str = question.position.game.names[player]
    return name


def find_fates(question: Question) -> None:
    ids = [int(option.answer) for option in question.options]
    names = {option.means: int(option.answer) for option in question.options}
    order = [names[name] for name in question.ask.values["names"]]
    assert question.position.waiting
    player = question.position.waiting.player

    def settled(step: Step) -> bool:
        return not any(w.kind == "remove" or (w.kind == "wound" and w.player == player) for w in step.after.agenda)

    steps = go_on(question.position, settled, order=order)
    killed = {note.cards[0] for note in noted(steps, "character.killed")} & {*ids}
    reached = {note.cards[0] for note in noted(steps, "combat.wounds-put")} & {*ids}
    sets = {"killed": killed, "wounded": reached - killed, "unhurt": {*ids} - reached}
    assert {int(answer) for answer in question.right} == sets[question.ask.key.removeprefix("fates-")]


def find_place(question: Question) -> None:
    bearer = question.cards[-1]
    steps = go_on(question.position, lambda step: step.after.combat is None, order=[bearer])
    assert where(steps[-1].after, question.cards[0]) in question.right


def play_blocks(question: Question) -> None:
    position = question.position
    player = position.waiting.player
    for option in question.options:
        reason = question.outcomes[option.answer][-1]
        now, left = position, list(position.sides[player].survivors)
        for part in option.means.values.get("groups", "").split("; ") if option.means.values else ():
            point, _, names = part.partition(": ")
            for name in names.split(", "):
                who = next(each for each in left if name in (each.card.name, f"{each.card.name} #{each.id}"))
                left.remove(who)
                now = done(now, Send(who.id, int(point))).after
        order = sorted(position.sides[player].survivors, key=lambda each: -worth_of(position, each.id))
        steps = [done(now, Done())]
        if not entered(steps[-1].after):
            steps += go_on(steps[-1].after, lambda step: entered(step.after), order=[each.id for each in order])
        breach = noted(steps, "combat.breach")
        assert (breach[0].values["amount"] if breach else 0) == reason.values["consumed"]
        end = steps[-1].after
        alive = [each.id for each in end.sides[player].survivors if not each.wounds]
        assert breach == [] or len(order) - len(alive) == reason.values["count"]


CHECKS: dict[str, Callable[[Question], None]] = {
    "attack-total": count_totals, "defense-total": count_totals, "casualties": count_wounds, "breach": count_breach,
    "owed": count_owed, "draws": count_draws, "value": count_value, "access": count_access, "pay": count_pay,
    "waste": count_waste, "cheapest": count_cheapest, "takers": try_takers, "wounds": put_wounds, "fates": find_fates,
    "ends-up": find_place, "block": play_blocks,
}  # fmt: skip


@EACH
def test_the_answer_is_what_happens_when_it_is_played(kind, level):
    for question in questions(kind, level):
        CHECKS[kind](question)


@EACH
def test_most_chances_give_a_question_and_answers_differ(kind, level):
    made = questions(kind, level)
    assert len(made) >= LUCKS * 0.6
    assert all(question.kind == kind and question.mistakes for question in made)
    assert len({(question.right, str(question.ask)) for question in made}) > LUCKS / 10
    assert max(map([question.right for question in made].count, {question.right for question in made})) < len(made)


@EACH
def test_a_question_is_sound(kind, level):
    for question in questions(kind, level):
        options = [option.answer for option in question.options]
        assert question.because
        assert question.position.problems() == []
        assert len(set(options)) == len(options)
        assert len({str(option.means) for option in question.options}) == len(options)
        assert question.right <= set(options) or not options
        assert question.right != set(options)
        assert question.several or not set(question.mistakes) & question.right
        assert all(0 <= card < len(question.position.game.cards) for card in question.cards)


@EACH
@pytest.mark.parametrize("language", ["en", "de"])
def test_everything_about_a_question_can_be_said(kind, level, language):
    say = teaching(language)
    for question in questions(kind, level)[:SAID]:
        told = [say.ask(question), *(say.option(question, option) for option in question.options)]
        told += [*say.hints(question), *say.explained(question)]
        told += [say.say("mistakes", said, question.position) for said in question.mistakes.values()]
        told += [say.reason(question, each) for reasons in question.outcomes.values() for each in reasons]
        assert len(say.hints(question)) == HINTS
        assert not [text for text in told if not text or "{" in text or "None" in text or "  " in text]
        labels = [say.option(question, option) for option in question.options]
        assert len(set(labels)) == len(labels)


@KINDS
def test_the_same_luck_gives_the_same_question(kind):
    first, second = MADE[kind](7919 * 3, 2), MADE[kind](7919 * 3, 2)
    assert first == second


@KINDS
def test_a_kind_asks_about_rules_that_it_practises(kind):
    asked = {question.rules[0] for level in (1, 2, 3) for question in questions(kind, level)}
    assert asked & {*RULES[kind]}
    assert all(isinstance(question.ask, Said) for question in questions(kind, 1))
