"""Questions about a position, answered as tables: legal moves, reasons for refusals, and numbers with their terms."""

from typing import Any

import pytest
from IPython.core.completer import IPCompleter, provisionalcompleter

import apz
from apz.core.reading import BadInput

NAMES = ("police-station", "half-time", "church-table", "first-turn", "juggernaut")


@pytest.mark.parametrize("name", NAMES)
def test_the_tables_say_what_the_kernel_says(name: str) -> None:
    position = apz.named_position(name)
    questions = position.ask()
    assert len(questions.moves) == len(position.legal_moves)
    for text in questions.moves:
        assert questions.moves[text].before is position
        assert questions.why_not[text] is None
    for text in questions.why_not:
        assert isinstance(questions.why_not[text], apz.Refusal)
    for row in questions.numbers.to_rows():
        terms = sum(term["amount"] for term in questions.numbers[row["number"]].to_rows())
        assert row["total"] == terms or row["total"] == 1 > terms  # some numbers are at least 1


def test_a_move_that_no_table_lists_can_be_asked_for_as_you_would_type_it() -> None:
    questions = apz.named_position("police-station").ask()
    assert questions.moves["engage 2"].move == apz.moves.Engage(2)
    assert questions.why_not["engage 4"].rule == "combat.order"
    with pytest.raises(apz.IllegalMove):
        questions.moves["engage 4"]


def test_a_number_that_is_not_there_is_answered_with_the_one_that_is_meant() -> None:
    with pytest.raises(BadInput, match="Patsy McNally, defense"):
        apz.named_position("police-station").ask().numbers["Patsy McNally defence"]


def test_a_cell_shows_the_tables_in_the_language_asked_for() -> None:
    position = apz.named_position("police-station")
    assert "<h4>Why not?</h4><table" in position.ask()._repr_html_()
    assert "Woher die Zahlen kommen" in str(position.ask("de"))


def test_a_notebook_completes_names_between_the_brackets() -> None:
    made: Any = IPCompleter
    completer = made(namespace={"questions": apz.named_position("police-station").ask()})
    for typed, wanted in (("numbers", "Patsy McNally, defense"), ("moves", "resolve the engagement at access point 2")):
        line = f'questions.{typed}["{wanted[:3]}'
        with provisionalcompleter():
            assert wanted in [each.text.strip('"]') for each in completer.completions(line, len(line))]


def test_a_change_of_what_is_awaited_reads_as_two_sentences() -> None:
    position = apz.named_position("police-station")
    (said,) = position.diff(position.must_play(apz.moves.Engage(1)).after).words()
    assert said.startswith("The current decision, before: Ben must choose")
    assert " is next. And after: Ben must assign 3 wounds" in said


def test_every_result_turns_into_rows_and_csv() -> None:
    position = apz.named_position("church-doors")
    session = apz.new_session(position)
    session.do(apz.moves.Done())
    tree = apz.what_if(position)
    tree.add("nobody", apz.moves.Done())
    games = apz.simulate("Church", "Police Station", games=2)
    difference = position.diff(session.position)
    for result in (position.solve(), position.coach(), position.ask().numbers, difference, tree, games):
        columns = result.to_csv().splitlines()[0].split(",")
        assert columns == [*result.to_rows()[0]]
    assert apz.review(session).to_csv().startswith("moment,kind,cost,what")
