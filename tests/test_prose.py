"""The words of texts, documents and comments: agreed terms in three languages, contractions, short sentences."""

import argparse
import ast
import io
import json
import re
import tokenize
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from apz import games
from apz.cli.options import parser

ROOT = Path(__file__).parents[1]
CATALOGS = (
    "app",
    "errors",
    "lab",
    "learning",
    "messages",
    "panels",
    "positions",
    "rules",
    "sheet",
    "teaching",
    "views",
)
TEXTS = [
    *(f"apz/apocalypze/text/{name}" for name in CATALOGS),
    *(f"apz/core/text/{name}" for name in ("app", "errors", "learning", "messages", "panels", "teaching", "views")),
    *(f"apz/serving/text/{name}" for name in ("errors", "pages", "serve")),
    "apz/site/text/site",
]
TUTORIALS = ROOT / "tutorials"
LESSONS, GERMAN_LESSONS, SPANISH_LESSONS = (
    [str(path.relative_to(ROOT)) for path in sorted((TUTORIALS / "apocalypze").glob(pattern))]
    for pattern in ("lessons/*.yaml", "lessons/de/*.yaml", "lessons/es/*.yaml")
)
# `make lint` has codespell read the English files, too.
ENGLISH = [
    *(f"{name}.en.yaml" for name in TEXTS),
    *LESSONS,
    *(f"cards/apocalypze/{kind}.yaml" for kind in ("attachments", "raiders", "strongholds", "survivors", "trumps")),
    "cards/apocalypze/wildcards.yaml",
]
GERMAN = [*(f"{name}.de.yaml" for name in TEXTS), *GERMAN_LESSONS, "cards/apocalypze/texts.de.yaml"]
SPANISH = [*(f"{name}.es.yaml" for name in TEXTS), *SPANISH_LESSONS, "cards/apocalypze/texts.es.yaml"]
NOTEBOOKS = [str(path.relative_to(ROOT)) for path in sorted(TUTORIALS.glob("**/*.ipynb"))]
DOCUMENTS = ["CHANGELOG.md", "CONTRIBUTING.md", "README.md", "SECURITY.md", "apz/serving/README.md",
             "apz/site/README.md", "cards/apocalypze/BALANCE.md", "apz/site/lite/README.md",
             "widgets/base/js/README.md"]  # fmt: skip
TYPED = {"commands", "asides", "sayings", "verbs", "idle"}  # words that learners type
FACTS = {"kind", "where", "related", "because", "target", "attributes", "refuses", "faction"}
SAID = {"title", "chapter", "intro", "say", "after", "hints", "remember"}  # the texts of a lesson
QUESTIONS = (
    "/app.",
    "/errors.",
    "/lab.",
    "/learning.",
    "/panels.",
    "/teaching.",
    "/lessons/",
)  # answers, not responses
NOT_IMPERATIVE = re.compile(
    r"(An?|The|Its?|Whether|Wh(at|ich|en|ere|o|y)|How|If|Every|All|Somebody|Something|No|Nobody|Nothing|One)\b"
)
LONGEST = 26  # words of a sentence, a slot counting as one
LONGEST_IN_DOCUMENTS = 33

# a pattern we stopped using, and what we say instead
PLAIN_WORDS = {
    r"who(m?)ever\b|\bone who\b": "the player who, or you",
    r"anew\b": "again, or over",
    r"of (yours|his|hers|#'s)\b(?! [\w#])": "one of your",
    r"(?<!there )(is|are) no (?!longer\b)\w+": "isn't a",
    r"so (many|much)\b": "how many, or that many",
    r"stands? (at|beside|before|with|next)\b|\bbeside\b": "is at, next to",
    r"(can|could|do|does|did|is|are|was|were|has|have|had|would|should|will)( ?)not\b": "a contraction",
    r"(?<!as )(?<!of )(?<!turn )(?<!than )((it|that|there) is|(you|they|we) are)\b(?= [\w#])": "a contraction",
    r"cancelled\b|\bcancelling\b": "canceled",
    r"practis(e|ed|es|ing)\b": "practice",
    r"straight away\b": "right away",
    r"reckon": "work out, do the math",
    r"(is|are|was|were) waited for\b": "the current decision",
    r"bec[ao]mes? of\b": "what happens to",
    r"what speaks for\b": "the case for",
    r"by chance\b": "at random",
    r"for ever\b": "forever",
    r"(un)?less told\b|\bas ever\b": "by default, as usual",
    r"(way|turn(s|ed)?) round\b": "around",
    r"(is|are) told in\b": "is in",
    r"once more\b": "again",
    r"afterwards\b": "afterward",
}
# and in comments and docstrings
COMMENT_WORDS = {
    r"need (not )?be\b": "have to be, or say who does it",
    r"once more\b": "again",
    r"at hand\b": "current, or ready",
    r"afterwards\b": "afterward",
}
ENGLISH_WORDS = PLAIN_WORDS | {
    r"costs? (\w+ )?(the|your|their) stronghold's damage\b": "you consume the stronghold's damage",
    r"of theirs\b(?! [\w#])": "one of their",
    r"locations?\b": "stronghold",
    r"a combat\b(?! phase)": "combat, or an engagement",
    r"(an?|the|these|those|each|every|one|no|big|whole|next|first|last) fights?\b": "combat, or an engagement",
    r"(this|that) fight\b": "combat, or an engagement",
    r"(your|their|his|her|its|#'s|opponent's) houses?\b(?! (rule|number|mark))": "stronghold, or at home",
    r"(?<!the )(?<!your )ways? in\b": "access point",
    r"open (access points?|groups?)\b": "unblocked",
    r"counts \d": "counts as, pays",
    r"(cards?|one) of (the|your|their) hand\b": "from your hand",
    r"(?<!top )(?<!bottom )cards? of (the|your|their|#'s) deck\b": "in your deck",
    r"(go|goes|went|put|puts) (you |them |# )?out\b(?! of)": "be out",
    r"go(es)? on (an?|the|your|this) (character|human|raider|stronghold|survivor)s?\b(?!')": "attach to",
    r"debts? to consume\b": "owe, pay",
    r"shuts?\b": "blocked, closed",
    r"doors?\b": "access point",
    r"(un)?met\b|\bmeets?\b|\bmeeting\b": "block",
    r"puts? (the |all )?(\S+ )?wounds?\b|\bwounds? on (?!your side)": "assign wounds to",
    r"newest\b|\blowest\b": "top card, bottom card",
    r"(bear|carri)(s|er|ers)?\b|\bwears?\b|\bsits? on\b": "carry, be attached to, this character",
    r"(an?|one|another|the) police\b(?! (characters?|station|officer))": "police character",
    r"us(e|es|ing) (the )?texts?\b|\btexts? of\b": "ability",
    r"(lays?|laid) down\b": "offer",
    r"enem(y|ies)\b|\bthe other one\b": "opponent",
    r"hurts?\b(?! least)|\bbeaten\b": "wounded or killed",
    r"once an? (turn|game|phase)\b": "once per",
    r"in (your|their|his|another|either player's)( own)? turn\b": "on your turn",
}
KERNEL_WORDS = {r"answer(s|ed|ing)?\b": "respond, response"}
GERMAN_WORDS = {
    r"man\b": "du",
    r"Türen?\b": "Zugang",
    r"(den|diese|einen|dem) Texte?n? (benutz|von)": "Fähigkeit",
    r"Figur(en)?\b": "Charakter",
    r"Träger": "dieser Charakter",
    r"Man (?!Army)": "du",
    r"(Das|[Kk]arten?|\w+karten?|[Zz]wei|[Ss]ie|Er|Überlebender) zahl(t|en) (zusammen )?(\d|#|nichts|seinen)": "zählt",
    r"violett": "lila",
    r"[Ff]eindlich": "gegnerisch",
}
SPANISH_WORDS = {
    r"(la|las|una|unas|esta|esa) peleas?\b": "combate, enfrentamiento",
    r"puertas?\b": "acceso",
    r"fortalezas?\b": "refugio",
    r"supervivientes?\b": "sobreviviente",
    r"adversari[oa]s?\b|\brival(es)?\b|\benemig[oa]s?\b": "oponente",
}


class Text(NamedTuple):
    """One text, with its slots, and its place in a file."""

    place: str
    text: str


def texts(file: str) -> list[Text]:
    """Return every text in a file, except what learners type, facts and names."""
    content = (ROOT / file).read_text("utf-8")
    found = told(yaml.safe_load(content)) if "/lessons/" in file else walked(yaml.safe_load(content))
    return [Text(f"{file}: {place}", text) for place, text in found]


def told(lesson: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the texts of a lesson, without the marks for bold words and rules."""
    tasks = lesson["tasks"]
    parts = {"": lesson} | (tasks if isinstance(tasks, dict) else {each["id"]: each for each in tasks})
    for place, part in parts.items():
        for _, text in walked({name: part[name] for name in part if name in SAID}):
            yield place, re.sub(r"\*\*|\[[\w.-]+\]", "", text)


def walked(data: Any, place: str = "", depth: int = 0) -> Iterator[tuple[str, str]]:
    if isinstance(data, str):
        yield place, data
    elif isinstance(data, list):
        for each in data:
            yield from walked(each, place, depth + 1)
    elif isinstance(data, dict):
        for key, value in data.items():
            if key not in TYPED and not (depth == 1 and key in FACTS and "." in f"{place}."):
                yield from walked(value, f"{place} {key}".strip(), depth + 1)


def said(text: str) -> list[str]:
    """Return a template's texts: one with each slot's first form, one with the second, and so on; "#" is a value."""
    forms = re.findall(r"\{\w+((?:\|[^{}|]*)+)\}", text)
    plain = re.sub(r"\{\w+(?::[^}|]*)?\}", "#", text)
    most = max((each.count("|") for each in forms), default=1)
    return [re.sub(r"\{\w+\|([^{}]*)\}", partial(chosen, number), plain) for number in range(most)]


def chosen(number: int, found: re.Match[str]) -> str:
    forms = found[1].split("|")
    return forms[min(number, len(forms) - 1)]


def faults(file: str, words: dict[str, str]) -> list[str]:
    """Return the first use of each word we stopped using in each form of a file's texts, with what we say instead.

    Texts under `moves` aren't looked at.
    """
    found = dict.fromkeys(
        f"{place}: “{hit[0]}” in “{form}”: say {instead}"
        for place, text in texts(file)
        if not place.startswith(f"{file}: moves ")
        for form in said(text)
        for pattern, instead in words.items()
        if (hit := re.search(rf"(?<![\w-])(?:{pattern})", form, 0 if words is GERMAN_WORDS else re.IGNORECASE))
    )
    return list(found)


@pytest.mark.parametrize("file", ENGLISH)
def test_english_texts_use_the_words_we_agreed_on(file: str) -> None:
    asks = any(name in file for name in QUESTIONS)
    words = ENGLISH_WORDS if asks else ENGLISH_WORDS | KERNEL_WORDS
    assert faults(file, words) == []


@pytest.mark.parametrize("file", GERMAN)
def test_german_texts_use_the_words_we_agreed_on(file: str) -> None:
    assert faults(file, GERMAN_WORDS) == []


@pytest.mark.parametrize("file", SPANISH)
def test_spanish_texts_use_the_words_we_agreed_on(file: str) -> None:
    assert faults(file, SPANISH_WORDS) == []


@pytest.mark.parametrize("file", ENGLISH + GERMAN)
def test_no_article_depends_on_what_goes_into_a_slot(file: str) -> None:
    articles = "a|an" if file in ENGLISH else "ein|eine|einen|einem|einer"
    article = re.compile(rf"\b({articles}) [#{{]", re.IGNORECASE)
    assert [place for place, text in texts(file) if article.search(text)] == []


@pytest.mark.parametrize("file", ENGLISH)
def test_sentences_are_short(file: str) -> None:
    long = [
        (place, sentence)
        for place, text in texts(file)
        for form in said(text)
        for sentence in re.split(r"(?<=[.?!:;])\s|\n+- |\n\n" if file in LESSONS else r"(?<=[.?!:;]) ", form)
        if len(sentence.split()) > LONGEST and ("\n" not in sentence or file in LESSONS)
    ]
    assert long == []


def paragraphs(text: str) -> list[str]:
    """Return the paragraphs, list items and table cells of a Markdown text: no code blocks, and "#" for inline code."""
    prose = re.sub(r"`[^`]+`", "#", re.sub(r"```.*?```", "", text, flags=re.DOTALL))
    prose = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", prose)
    blocks = re.split(r"\n\s*\n|\n *(?=[|#]|[-*] |\d+\. )", prose)
    parts = [part for block in blocks for part in (block.split("|") if block.startswith("|") else [block])]
    return [" ".join(part.split()) for part in parts if part.strip()]


def unwanted_words(prose: list[str], words: dict[str, str]) -> list[str]:
    """Return the first use of each word we stopped using in each paragraph, with what we say instead."""
    return [
        f"“{hit[0]}” in “{each}”: say {instead}"
        for each in prose
        for pattern, instead in words.items()
        if (hit := re.search(rf"(?<![\w-])(?:{pattern})", each, re.IGNORECASE))
    ]


@pytest.mark.parametrize("file", [*DOCUMENTS, *NOTEBOOKS])
def test_documents_use_plain_words_and_short_sentences(file: str) -> None:
    content = (ROOT / file).read_text("utf-8")
    if file in NOTEBOOKS:
        cells = [cell["source"] for cell in json.loads(content)["cells"] if cell["cell_type"] == "markdown"]
        content = "\n\n".join("".join(source) for source in cells)
    found = paragraphs(content)
    sentences = [sentence for each in found for sentence in re.split(r"(?<=[.?!:;]) ", each)]
    assert unwanted_words(found, ENGLISH_WORDS if file in NOTEBOOKS else PLAIN_WORDS) == []
    assert [each for each in sentences if len(each.split()) > LONGEST_IN_DOCUMENTS] == []


def test_the_help_of_the_command_uses_plain_words() -> None:
    commands = [parser(games.game("apocalypze"))]
    commands += [each for action in commands[0]._actions if isinstance(action.choices, dict)
                 for each in action.choices.values() if isinstance(each, argparse.ArgumentParser)]  # fmt: skip
    help_lines = [each.format_help() for each in commands]
    assert len(help_lines) > 8
    assert unwanted_words(help_lines, PLAIN_WORDS) == []


@pytest.mark.parametrize("package", ["apz", "widgets"])
def test_a_function_says_what_it_does_not_what_it_is(package: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {text}"
        for path in (ROOT / package).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if not {"property", "cached_property"} & {each.id for each in node.decorator_list if isinstance(each, ast.Name)}
        if (text := ast.get_docstring(node) or "") and NOT_IMPERATIVE.match(text)
    ]
    assert found == []


def comments(path: Path) -> list[str]:
    """Return the comments and docstrings of a Python or JavaScript file."""
    text = path.read_text("utf-8")
    if path.suffix == ".js":
        return re.findall(r"/\*[\s\S]*?\*/|(?<![:\"'])//.*", text)
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    found = [each.string for each in tokens if each.type == tokenize.COMMENT]
    owners = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return found + [ast.get_docstring(node) or "" for node in ast.walk(ast.parse(text)) if isinstance(node, owners)]


@pytest.mark.parametrize("package", ["apz", "widgets"])
def test_comments_and_docstrings_use_plain_words(package: str) -> None:
    files = [path for suffix in ("py", "js") for path in sorted((ROOT / package).rglob(f"*.{suffix}"))]
    assert len(files) > 100
    found = {str(path.relative_to(ROOT)): unwanted_words(comments(path), COMMENT_WORDS) for path in files}
    assert {path: said for path, said in found.items() if said} == {}


def test_a_document_is_read_without_its_code_and_links() -> None:
    text = "# Head\n\nSee [this\npage](there.md) and `that is`.\n- One\n- two\n\n| a | b |\n\n```text\nis not\n```\n"
    assert paragraphs(text) == ["# Head", "See this page and #.", "- One", "- two", "a", "b"]


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("plain", ["plain"]),
        (
            "{player|You draw|# draws} {count|none|# card|# cards}",
            ["You draw none", "# draws # card", "# draws # cards"],
        ),
        ("{names:or} or {amount:+}", ["# or #"]),
    ],
)
def test_each_form_of_a_text_is_looked_at(text: str, forms: list[str]) -> None:
    assert said(text) == forms


def test_a_word_we_stopped_using_is_found_in_any_form(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    (tmp_path / "a.yaml").write_text(
        'notes: {one: "{player|You meet|# meets} it.", two: "Fine."}\nverbs: {met: "met"}\n'
    )
    found = faults("a.yaml", ENGLISH_WORDS)
    assert len(found) == 2
    assert all("notes one" in each and each.endswith("say block") for each in found)


if __name__ == "__main__":  # the files that codespell checks for misspelled and British words
    print(*ENGLISH, *DOCUMENTS)
