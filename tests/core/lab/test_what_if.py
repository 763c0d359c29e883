"""Trees of branches, in the toy game: naming, comparing, pruning, keeping, and refusals."""

from typing import Any

import pytest

from apz.core.lab.what_if import MOST_TRIES, START, WhatIf, linked_tree, load_tree, read_tree
from apz.core.reading import BadInput, read_text
from apz.core.trace import IllegalMove
from tests.toy.game import GAME, Lay, Lead, Roll, Yard


def facts(position: Yard, language: str) -> dict[str, Any]:
    return {"field": position.hens[0], "path": position.hens[1], "barn": position.hens[2], "turn": position.turn}


@pytest.fixture
def tree() -> WhatIf[Yard]:
    made = WhatIf(GAME, Yard(), facts)
    made.add("a two", Lay((2,)), Roll(), [Lead("field"), Lead("field")])
    made.add("a four", Lay((4,)), Roll())
    made.add("hurry", Lead("field"), Lead("path"), after="a four")
    return made


def test_a_tree_knows_its_names_and_leaves(tree):
    assert [*tree] == [START, "a two", "a four", "hurry"]
    assert tree.leaves == ("a two", "hurry")
    assert [type(step.move) for step in tree.line("hurry")] == [Lay, Roll, Lead, Lead]
    assert tree["hurry"].position.hens == (2, 0, 1)


def test_two_leaves_are_compared_row_by_row(tree):
    rows = tree.compare("a two", "hurry").to_rows()
    assert {"what": "barn", "a two": 0, "hurry": 1} in rows
    assert "field" in [row["what"] for row in tree.compare("a two", "hurry", every=True)]
    assert len(tree.compare("hurry", "hurry")) == 0
    assert tree.compare("hurry", "hurry", every=True).columns == ("what", "hurry (1)", "hurry (2)")


def test_all_leaves_stand_side_by_side_where_they_differ(tree):
    tree.add("a six", Lay((6,)), Roll())
    assert {"what": "barn", "a two": 0, "hurry": 1, "a six": 0} in tree.to_rows()
    assert len(tree.to_rows()) == len([row for row in tree.to_rows() if len({*row.values()}) > 2])
    assert tree.to_csv().splitlines()[0] == "what,a two,hurry,a six"


def test_pruning_takes_what_goes_on_from_it_along(tree):
    assert tree.prune("a four") == ("a four", "hurry")
    assert [*tree] == [START, "a two"]


def test_a_renamed_try_keeps_what_goes_on_from_it(tree):
    tree.rename("a four", "luck")
    assert tree["hurry"].after == "luck"
    assert "a four" not in tree


def test_a_full_tree_takes_no_other_try_but_a_new_name(tree):
    for number in range(MOST_TRIES - 3):
        tree.add(f"roll {number}", Roll())
    with pytest.raises(BadInput, match="at most"):
        tree.add("one more", Roll())
    tree.rename("roll 0", "one more")
    assert "one more" in tree


def test_a_tree_is_saved_and_linked(tree, tmp_path):
    tree.save(tmp_path / "tree.yaml")
    for again in (load_tree(GAME, tmp_path / "tree.yaml", facts), linked_tree(GAME, tree.link(), facts)):
        assert again.text() == tree.text()
        assert again["hurry"] == tree["hurry"]


def test_a_name_with_strange_signs_is_kept(tree):
    name = 'a "quoted": one # \\ ä'
    tree.add(name, Roll())
    assert name in linked_tree(GAME, tree.link(), facts)
    assert "&quot;quoted&quot;" in tree._repr_html_()


def test_a_try_that_is_not_legal_changes_nothing(tree):
    before = tree.text()
    with pytest.raises(IllegalMove) as raised:
        tree.add("too early", Lead("field"))
    assert raised.value.refusal.rule == "toy.roll"
    assert tree.text() == before


WRONG = [
    (lambda tree: tree.add("hurry", Roll()), 'there\'s already a branch called "hurry"'),
    (lambda tree: tree.add("", Roll()), "can't be a branch's name"),
    (lambda tree: tree.add("two\nlines", Roll()), "can't be a branch's name"),
    (lambda tree: tree.add("x" * 61, Roll()), "can't be a branch's name"),
    (lambda tree: tree.add("empty"), "has no moves"),
    (lambda tree: tree.add("more", Roll(), after="hury"), 'did you mean "hurry"?'),
    (lambda tree: tree.add("typed", "fly to the moon"), "understand “fly”. You could type: roll"),
    (lambda tree: tree.add("  ", Roll()), "write one line of up to 60 visible characters"),
    (lambda tree: tree.add(START, Roll()), 'there\'s already a branch called "start"; choose another name'),
    (lambda tree: tree["nobody"], 'no branch is called "nobody"'),
    (lambda tree: tree.prune(START), "the start can't be pruned"),
    (lambda tree: tree.rename(START, "x"), "the start keeps its name"),
    (lambda tree: tree.rename("hurry", "a two"), "already"),
    (lambda tree: linked_tree(GAME, "nonsense", facts), "link"),
]


@pytest.mark.parametrize(("call", "said"), WRONG, ids=range(len(WRONG)))
def test_what_cannot_be_done_is_said_and_loses_nothing(tree, call, said):
    before = tree.text()
    with pytest.raises(BadInput) as raised:
        call(tree)
    assert said in str(raised.value)
    assert tree.text() == before


def test_what_a_command_may_mean_is_asked_only_once(tree):
    with pytest.raises(BadInput) as raised:
        tree.add("typed", "rol")
    assert str(raised.value).lower().count("did you mean") == 1


@pytest.mark.parametrize(("old", "new", "said"), [
    ("what-if 1", "session 1", "where a tree of branches is expected"),
    ("what-if 1\n", "position 1\nplayers: []\n", '"position 1" where a tree of branches is expected'),
    ("[\"roll\"]", "[\"lead\", \"field\"]", "isn't legal"),
    ("[\"roll\"]", "[\"fly\"]", "isn't a move"),
    ("after: \"a four\"", "after: \"a five\"", "no branch is called"),
    ("game: ", "game: not-", "this is from another game"),
    ("tries:", "tricks:", "isn't a field here"),
])  # fmt: skip
def test_an_edited_file_names_its_fault_and_its_line(tree, old, new, said):
    assert old in tree.text()
    with pytest.raises(BadInput) as raised:
        read_tree(GAME, read_text(tree.text().replace(old, new, 1), "tree"), facts)
    assert said in str(raised.value)
    assert raised.value.faults[0].line > 0


@pytest.mark.parametrize("field", ["start", "tries"])
def test_a_number_instead_of_the_start_or_the_branches_is_refused(tree, field):
    text = tree.text()
    begin = text.index(f"\n{field}:") + 1
    end = text.find("\ntries:", begin) + 1 or len(text)
    with pytest.raises(BadInput) as raised:
        read_tree(GAME, read_text(f"{text[:begin]}{field}: 5\n{text[end:]}", "tree"), facts)
    assert [fault.field for fault in raised.value.faults] == [field]
