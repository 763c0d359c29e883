"""Reading files that people write: limits, faults with their lines, forgiving names."""

import errno
import os
import random

import pytest
import yaml

from apz.core import reading
from apz.core.reading import (
    MAX_BYTES,
    BadInput,
    Fault,
    Item,
    check_game,
    did_you_mean,
    hint,
    match,
    read_file,
    read_text,
    read_yaml,
    refuse,
)

NAMES = ["Lord Brawn", "Pop!", "Police Officer", "Police Station", "Python's Python", "Wilfred Python", "Hog"]


@pytest.fixture(params=["CSafeLoader", "SafeLoader"], autouse=True)
def parser(request, monkeypatch):
    """Run each test with the fast parser and with the plain one, which is all a browser has."""
    if not hasattr(yaml, request.param):
        pytest.skip("PyYAML was built without it")
    monkeypatch.setattr(reading, "LOADER", getattr(yaml, request.param))


def faults_of(text: str, name: str = "my.yaml") -> tuple[Fault, ...]:
    with pytest.raises(BadInput) as caught:
        read_text(text, name)
    return caught.value.faults


COLON = (
    "a colon doesn't fit here (text with a colon needs quotes, a field's colon needs a space after it, and lines must "
    "be indented alike)"
)
INDENTED = "a line isn't indented like the ones above it, or doesn't begin with - like them"
ON = "text goes on after a closing quotation mark or bracket"
NO_BRACKET, NO_BRACE = "a comma or ] is missing after the [ on line 1", "a comma or a closing brace is missing after"
QUOTED, OPEN = "a word begins with a character that needs quotes", "a quotation mark isn't closed"
DASH, BLOCK = "a list begins on a line of its own", "after | or >, text begins on the next line"
NO_VALUE, BACKSLASH = "a value is missing here, or text needs quotes", 'a backslash in "..." is followed by something'


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        ("a: b: c", 1, COLON),
        ("a:1\nb: 2", 2, COLON),
        ("a: 'it's'\nb: 2", 1, ON),
        ('- "b" c', 1, ON),
        ("a: [b] c\nd: 1", 1, ON),
        ('a: "b\nc: "d"\ne: f', 2, ON),
        ("a:\n  - 1\n - 2", 3, INDENTED),
        ("a:\n - 1\n b: 2", 3, INDENTED),
        ("  a: 1\nb: 2", 2, INDENTED),
        ("a: - b", 1, DASH),
        ("a: 1\nb\nc\nd: 2", 2, "a colon is missing"),
        ("a: |\n b\nc\n", 3, "a colon is missing"),
        ("a: [1,\n 2,\nb: 3\nc: 4", 4, NO_BRACKET),
        ("a: {b: 1,\n c: 2\nd: 3", 3, f"{NO_BRACE} the brace that opens on line 1"),
        ('x: 1\na: "b\nc: d\ne: f\ng: h\n', 2, OPEN),
        ("a: @b", 1, QUOTED),
        ("a: *b*", 1, QUOTED),
        ("a: > 3", 1, BLOCK),
        ("a: [1,,2]", 1, NO_VALUE),
        ('a: "\\q"', 1, BACKSLASH),
        ('a: "\\xZZ"', 1, BACKSLASH),
    ],
)
def test_what_is_wrong_with_yaml_is_told_alike_by_both_parsers_with_the_line_to_look_at(text, line, told):
    (fault,) = faults_of(text)
    assert fault.line == line
    assert fault.found.startswith(f"this isn't YAML: {told}")
    assert all(fault.said(language) != fault.said() for language in ("de", "es"))


def test_what_comes_after_the_end_of_a_document_is_a_second_one():
    for text in ("a: 1\n---\nb: 2", "a: 1\n...\nb: 2"):
        assert 'a second document begins here; take the "---" or "..." out' in str(*faults_of(text))


# ---- valid files


def test_plain_values_are_read_as_what_they_look_like():
    text = "a: 1\nb: -2\nc: 1.5\nd: true\ne: False\nf: null\ng: ~\nh:\ni: word\nj: '1'\nk: \"true\"\n"
    assert read_text(text).plain() == {
        **{"a": 1, "b": -2, "c": 1.5, "d": True, "e": False, "f": None, "g": None, "h": None},
        **{"i": "word", "j": "1", "k": "true"},
    }


@pytest.mark.parametrize("word", ["2020-01-01", "yes", "no", "on", "0x10", "1_000", "12:30", "1e5", ".inf", "<<", "="])
def test_everything_else_stays_text(word):
    assert read_text(f"a: {word}").plain() == {"a": word}


def test_a_number_too_long_to_be_one_stays_text():
    assert read_text("a: " + "9" * 5000).plain() == {"a": "9" * 5000}


def test_names_of_fields_are_text():
    assert read_text("1: a\ntrue: b\nnull: c\n2020-01-01: d").plain() == {
        **{"1": "a", "true": "b", "null": "c", "2020-01-01": "d"}
    }


def test_lists_and_mappings_keep_their_order_and_nest():
    assert read_text("- {b: [1, [2]], a: {}}\n- []\n").plain() == [{"b": [1, [2]], "a": {}}, []]


@pytest.mark.parametrize("text", ["", "# only a comment\n", "---\n", "\ufeff"])
def test_an_empty_text_is_nothing(text):
    assert read_text(text).value is None


def test_items_know_their_file_line_and_path():
    root = read_text("players:\n  - name: Ann\n    hand: [Pop!, Hog]\n  - name: Ben\n", "my.yaml")
    ben = root.value["players"].value[1].value["name"]
    assert ben == Item("Ben", 4, "players[1].name", "my.yaml")
    assert root.value["players"].value[0].value["hand"].value[1].path == "players[0].hand[1]"
    assert root.line == 1
    assert root.path == ""


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path):
    path = tmp_path / "bom.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: \xc3\xbc\n")
    assert read_file(path).plain() == {"a": "ü"}


def test_read_yaml_takes_a_path_or_a_text(tmp_path):
    path = tmp_path / "a.yaml"
    path.write_text("a: 1\n")
    assert read_yaml(path).plain() == read_yaml("a: 1").plain() == {"a": 1}
    assert read_yaml("a: 1", name="here").file == "here"


# ---- refused files


def test_text_that_is_not_yaml_names_its_line():
    (fault,) = faults_of("a: 1\nb: [1, 2\nc: 3\n")
    assert (fault.file, fault.line > 1) == ("my.yaml", True)
    assert "isn't YAML" in fault.found


def test_tabs_are_named_as_the_cause():
    (fault,) = faults_of("a:\n  b: 1\n\tc: 2\n")
    assert fault.line == 3
    assert "tabs" in fault.remedy


@pytest.mark.parametrize(
    "text", ["a:\tb", "a: b\t# c", "a: b\tc", "a: b\t\n", "a: [1,\t2]", "a: |\n \tb\n", "a: 'b\tc'"]
)
def test_a_tab_is_refused_by_both_parsers_in_the_same_words_wherever_it_is(text):
    (fault,) = faults_of(f"b: 1\n{text}")
    line = 2 + text.count("\n", 0, text.index("\t"))
    assert str(fault) == f"my.yaml, line {line}: there's a tab here; write spaces, not tabs"


@pytest.mark.parametrize(
    "text", ["[what?, b]", "{b: what? yes}", "[a ?]", "[a?b]", "{a?: b}", "[é,\n [b?]]", "[a\n b?]"]
)
def test_an_unquoted_question_mark_in_brackets_is_refused_by_both_parsers_in_the_same_words(text):
    (fault,) = faults_of(f"b: [1]\nc: {text}")
    line = 2 + text.count("\n", 0, text.index("?"))
    assert str(fault) == f'my.yaml, line {line}: a "?" here needs quotes; write "what?" in quotes'


def test_a_question_mark_in_quotes_or_outside_brackets_is_text():
    read = read_text("a: what?\nb: ['what?', \"why?\"]\nc: why? because\n", "my.yaml").plain()
    assert read == {"a": "what?", "b": ["what?", "why?"], "c": "why? because"}


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("a: &x 1\n", [1]),
        ("a: 1\nb: *x\n", [2]),
        ("- &a []\n- *a\n", [1, 2]),
        ("a: !!python/object/apply:os.system ['true']\n", [1]),
        ("a: 1\nb: !!timestamp 2020-01-01\n", [2]),
        ("!custom {a: 1}\n", [1]),
        ("&k a: 1\n", [1]),
    ],
)
def test_anchors_aliases_and_tags_are_refused(text, lines):
    faults = faults_of(text)
    assert [fault.line for fault in faults] == lines
    assert all("write it out" in fault.remedy for fault in faults)


def test_a_yaml_bomb_does_not_go_off():
    rows = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    rows += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 30)]
    assert "write it out" in str(faults_of("\n".join(rows))[0])


def test_a_name_that_stands_twice_is_refused_with_both_lines():
    (fault,) = faults_of("a: 1\nb:\n  c: 1\n  c: 2\n")
    assert str(fault) == 'my.yaml, line 4, b.c: "c" is here twice; see line 3'


@pytest.mark.parametrize("text", ["? [a]\n: 1\n", "? {a: 1}\n: 1\n", "{[a]: 1}", "? *x\n: 1"])
def test_a_name_must_be_plain(text):
    assert "plain text" in faults_of(text)[0].found


def test_a_second_document_is_refused():
    (fault,) = faults_of("a: 1\n---\nb: 2\n")
    assert fault.line == 2


@pytest.mark.parametrize("text", ["[" * 100_000, "{a: " * 50_000, "- " * 100_000, "? " * 50_000, "[" * 25 + "]" * 25])
def test_too_deep_is_a_fault_and_no_recursion_error(text):
    assert faults_of(text)


def test_twenty_levels_are_read():
    assert read_text("[" * 20 + "]" * 20).value is not None


@pytest.mark.long
def test_too_many_values_are_refused():
    (fault,) = faults_of("[" + "1," * 130_000 + "]")
    assert "100,000" in fault.remedy


@pytest.mark.parametrize("text", ["a: \x00", "a: b\x07", "\ud800", "a: \x1b[31m", "\ufffe"])
def test_control_characters_are_refused_and_shown_escaped(text):
    (fault,) = faults_of("x: 1\n" + text)
    assert fault.line == 2
    assert str(fault).isprintable()


@pytest.mark.parametrize("text", [r'"\ud800"', r'"\Uffffffff"', r'"\U00110000"', r'"\x00"', r'"\q"'])
def test_escapes_of_what_is_no_character_are_refused(text):
    assert str(faults_of(text)[0]).isprintable()


def test_a_large_text_is_refused():
    assert faults_of("#" * (MAX_BYTES + 1))[0].remedy.startswith("at most")


def test_a_large_file_is_refused_before_it_is_read(tmp_path):
    path = tmp_path / "large.yaml"
    with open(path, "wb") as file:
        file.truncate(10 << 30)  # ten gigabytes that take up no space
    with pytest.raises(BadInput, match="too many"):
        read_file(path)


@pytest.mark.parametrize("data", [b"\x89PNG\r\n\x1a\n\x00\x00", b"a: 1\n\xff\xfe", "a: ü".encode("latin-1")])
def test_a_binary_file_is_a_fault(tmp_path, data):
    path = tmp_path / "picture.yaml"
    path.write_bytes(data)
    with pytest.raises(BadInput) as caught:
        read_file(str(path))
    assert str(path) in str(caught.value)
    assert str(caught.value).isprintable()


def test_what_cannot_be_opened_is_a_fault(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "none.yaml", tmp_path, tmp_path / "pipe", "/dev/zero", "nul\0byte", "x" * 5000):
        with pytest.raises(BadInput) as caught:
            read_file(path)
        assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("error", "remedy"),
    [
        (PermissionError(errno.EACCES, "no"), "check its permissions and those of its folder"),
        (FileNotFoundError(errno.ENOENT, "no"), "check the path"),
        (OSError(errno.EIO, "the disk is broken"), ""),
    ],
)
def test_a_file_that_cannot_be_read_is_told_with_what_would_help(error, remedy, tmp_path, monkeypatch):
    def stat(path):
        raise error

    monkeypatch.setattr(os, "stat", stat)
    with pytest.raises(BadInput) as caught:
        read_file(tmp_path / "a.yaml")
    assert caught.value.faults[0].remedy == remedy


# ---- questions about items


def test_every_fault_is_collected():
    root = read_text("a: x\nb: [1]\nc: 3\nd: 7\ne: {f: 100}\n", "my.yaml").value
    faults: list[Fault] = []
    assert root["a"].integer(faults) == 0
    assert root["b"].text(faults, "none") == "none"
    assert root["c"].sequence(faults) == []
    assert root["d"].mapping(faults) == {}
    assert root["d"].flag(faults) is False
    assert root["e"].mapping(faults)["f"].integer(faults, default=5) == 5
    assert root["d"].choice(faults, NAMES, "rule") is None
    with pytest.raises(BadInput) as caught:
        refuse(faults)
    assert str(caught.value).splitlines() == [
        'my.yaml, line 1, a: "x" where a whole number is expected; write a whole number from 0 to 99',
        "my.yaml, line 2, b: a list where text is expected; put it in quotes if it's a number, true or false",
        "my.yaml, line 3, c: 3 where a list is expected; write a list, such as [one, two]",
        'my.yaml, line 4, d: 7 where a group of fields is expected; write lines of "name: value"',
        "my.yaml, line 4, d: 7 where true or false is expected; write true or false",
        "my.yaml, line 5, e.f: 100 is too small or too large; write a whole number from 0 to 99",
        f"my.yaml, line 4, d: 7 where a rule is expected; it's one of: {', '.join(sorted(NAMES))}",
    ]


def test_a_number_that_can_only_be_one_is_told():
    faults: list[Fault] = []
    Item(4, 1, "a", "").integer(faults, 0, 0)
    Item("9" * 30, 1, "b", "").integer(faults, 0, 5)
    assert [fault.said() for fault in faults] == [
        "4 is too small or too large; write 0",
        f'"{"9" * 30}" is too small or too large; write a whole number from 0 to 5',
    ]


def test_a_list_of_names_fits_how_many_there_are():
    assert hint("x", ["far"]) == {"fix": "only-one", "names": "far"}
    assert hint("x", ["far", "away", "far"]) == {"fix": "one-of", "names": "away, far"}
    assert hint("x", []) == hint("x", list(map(str, range(100, 130)))) == {}


def test_a_file_that_leaves_its_game_empty_is_not_said_to_be_of_another_game():
    faults: list[Fault] = []
    check_game(read_text("game:").value, "toy", faults)
    assert faults[0].said() == "nothing where text is expected; here the game is toy"


def test_no_faults_are_no_exception():
    refuse([])


def test_nothing_is_an_empty_list_and_has_no_fields():
    faults: list[Fault] = []
    item = read_text("a:").value["a"]
    assert (item.sequence(faults), item.mapping(faults), faults) == ([], {}, [])


@pytest.mark.parametrize("text", ["true", "1.0", "'1'", "-1", "100"])
def test_numbers_are_whole_and_within_bounds(text):
    faults: list[Fault] = []
    read_text(text).integer(faults)
    assert len(faults) == 1


def test_unknown_and_missing_fields_are_named():
    faults: list[Fault] = []
    fields = read_text("hnad: 1\ndeck: 2\n").mapping(faults, ("hand", "deck"), ("hand",))
    assert list(fields) == ["deck"]
    assert [str(fault) for fault in faults] == [
        'text, line 1, hnad: "hnad" isn\'t a field here; did you mean "hand"?',
        'text, line 1: the field "hand" is missing; add "hand: ..."',
    ]


def test_a_choice_is_forgiving_and_suggests():
    faults: list[Fault] = []
    items = read_text("[pop, brawn, Popp]", "my.yaml").sequence(faults)
    found = [item.choice(faults, NAMES, "rule", "setup.deck") for item in items]
    assert found == ["Pop!", "Lord Brawn", None]
    assert [str(fault) for fault in faults] == [
        'my.yaml, line 1, [2]: "Popp" isn\'t a rule; did you mean "Pop!"? (setup.deck)'
    ]


# ---- the look of faults


def test_a_fault_says_only_what_it_knows():
    assert str(Fault("", 0, "", "nothing works")) == "nothing works"
    assert str(Fault("a.yaml", 0, "", "no", "help")) == "a.yaml: no; help"
    assert str(Fault("a.yaml", 3, "b", "no", "", "setup.deck")) == "a.yaml, line 3, b: no (setup.deck)"


def test_long_and_strange_values_are_shortened_and_escaped():
    faults: list[Fault] = []
    read_text("'" + "x" * 10_000 + "'").integer(faults)
    faults.append(Fault("f\n", 1, "k\x1b", "\ud800" * 5000, "\u202e"))
    for fault in faults:
        assert len(str(fault)) < 3000
        assert str(fault).isprintable()
    assert len(str(faults[0])) < 200


def test_many_faults_are_counted_not_listed():
    error = BadInput(Fault("f", i, "", "wrong") for i in range(1000))
    assert len(error.faults) == 1000
    assert str(error).endswith("\n... and 960 more")


# ---- names


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("Pop!", "Pop!"),
        ("pop", "Pop!"),
        ("LORD  brawn", "Lord Brawn"),
        ("lord-brawn", "Lord Brawn"),
        ("Lórd Bräwn", "Lord Brawn"),
        ("brawn", "Lord Brawn"),
        ("lord", "Lord Brawn"),
        ("officer", "Police Officer"),
        ("police off", "Police Officer"),
        ("pythons python", "Python's Python"),
        ("hog", "Hog"),
        ("police", None),  # two names begin with it
        ("python", None),  # two names contain it
        ("popp", None),
        ("ho", None),  # too short to guess
        ("rawn", None),  # no word begins with it
        ("", None),
        ("!!!", None),
    ],
)
def test_names_are_matched_forgivingly(name, meant):
    assert match(name, NAMES) == meant


def test_an_exact_name_wins_over_one_that_only_begins_so():
    assert match("Hand", ["Handgun", "Hand"]) == "Hand"
    assert match("hand", ["Handgun", "Hand"]) == "Hand"


@pytest.mark.parametrize(
    ("name", "meant"),
    [("popp", "Pop!"), ("Lord Bran", "Lord Brawn"), ("brawn", "Lord Brawn"), ("qqqqqq", None)],
)
def test_a_near_miss_is_suggested(name, meant):
    assert did_you_mean(name, NAMES) == meant


def test_a_suggestion_for_a_very_long_name_takes_no_time():
    assert did_you_mean("x" * 1_000_000, NAMES) is None


# ---- anything at all


def test_no_text_made_of_yaml_pieces_gives_anything_but_items_or_bad_input():
    pieces = [*"a\n[]{},'\"\\|>\t#1~@`é\r\u2028\x85", "<<", ": ", "  ", "- ", "? ", "&x ", "*x", "!!int "]
    pieces += ["---", "...", "%YAML 1.1\n", "\n---\n", "&a [*a]", "!<tag> "]
    rng = random.Random(7)
    for _ in range(3000):
        text = "".join(rng.choices(pieces, k=rng.randint(1, 25)))
        try:
            read_text(text).plain()
        except BadInput as error:
            assert str(error)  # noqa: PT017


def test_what_was_read_ahead_is_taken_as_long_as_the_file_is_the_same(monkeypatch, tmp_path):
    path = tmp_path / "one.yaml"
    path.write_text("a: [1, two]\n")
    known = reading.prepared({str(path): path.read_text()})
    whole = read_file(path)
    monkeypatch.setattr(reading, "_prepared", {})  # restored afterward
    reading.prepare(known)
    monkeypatch.setattr(reading, "_Reading", None)  # now any parsing would fail
    assert read_file(path) == whole
    assert read_text("a: [1, two]\n", path.name) == whole  # some readers pass only the name
    path.write_text(reading.stand_in("a: [1, two]\n"))
    assert read_file(path) == whole
    monkeypatch.undo()
    monkeypatch.setattr(reading, "_prepared", known)
    path.write_text("a: [1, three]\n")
    assert read_file(path).plain() == {"a": [1, "three"]}
    assert read_text("a: [1, two]\n", "another").file == "another"
