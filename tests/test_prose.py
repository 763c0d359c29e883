"""The kernel's texts speak the project's English: its own terms, contractions, and slots that always fit."""

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

ROOT = Path(__file__).parents[1]
# The files that are held to it so far; `make lint` has codespell read the English ones, too.
ENGLISH = [
    *(f"apz/apocalypze/text/{name}.en.yaml" for name in ("messages", "rules", "sheet", "teaching", "views")),
    *(f"apz/core/text/{name}.en.yaml" for name in ("messages", "teaching", "views")),
    *(f"cards/apocalypze/{kind}.yaml" for kind in ("attachments", "raiders", "strongholds", "survivors", "trumps")),
    "cards/apocalypze/wildcards.yaml",
]
GERMAN = [
    *(f"apz/apocalypze/text/{name}.de.yaml" for name in ("messages", "rules", "sheet", "views")),
    *(f"apz/core/text/{name}.de.yaml" for name in ("messages", "views")),
    "cards/apocalypze/texts.de.yaml",
]
TYPED = {"commands", "asides", "sayings", "verbs"}  # what learners may type is theirs
FACTS = {"kind", "where", "related", "because", "target", "attributes", "refuses", "faction"}
ANSWERS = "teaching"  # where questions have answers
LONGEST = 26  # words of a sentence, a slot counting as one

# a pattern we stopped using, and what we say instead
ENGLISH_WORDS = {
    r"who(m?)ever\b|\bone who\b": "the player who, or you",
    r"anew\b": "again, or over",
    r"of (yours|his|hers|theirs|#'s)\b(?! [\w#])": "one of your",
    r"(?<!there )(is|are) no (?!longer\b)\w+": "isn't a",
    r"so (many|much)\b": "how many, or that many",
    r"doors?\b": "access point",
    r"(un)?met\b|\bmeets?\b|\bmeeting\b": "block",
    r"puts? (the |all )?(\S+ )?wounds?\b|\bwounds? on (?!your side)": "assign wounds to",
    r"newest\b|\blowest\b": "top card, bottom card",
    r"bear(s|er|ers)?\b|\bwears?\b|\bsits? on\b": "carry, be attached to, this character",
    r"(an?|one|another|the) police\b(?! (characters?|station|officer))": "police character",
    r"us(e|es|ing) (the )?texts?\b|\btexts? of\b": "ability",
    r"(lays?|laid) down\b": "offer",
    r"enem(y|ies)\b|\bthe other one\b": "opponent",
    r"hurts?\b(?! least)|\bbeaten\b": "wounded or killed",
    r"stands? (at|beside|before|with|next)\b|\bbeside\b": "is at, next to",
    r"once an? (turn|game|phase)\b": "once per",
    r"in (your|their|his|another|either player's)( own)? turn\b": "on your turn",
    r"(can|could|do|does|did|is|are|was|were|has|have|had|would|should|will)( ?)not\b": "a contraction",
    r"(?<!as )(?<!of )(?<!turn )(?<!than )((it|that|there) is|(you|they|we) are)\b(?= [\w#])": "a contraction",
    r"cancelled\b|\bcancelling\b": "canceled",
    r"straight away\b": "right away",
    r"reckon": "work out, do the math",
}
KERNEL_WORDS = {r"answer(s|ed|ing)?\b": "respond, response"}
GERMAN_WORDS = {
    r"man\b": "du",
    r"Türen?\b": "Zugang",
    r"(den|diese|einen|dem) Texte?n? (benutz|von)": "Fähigkeit",
    r"Figur(en)?\b": "Charakter",
    r"Träger": "dieser Charakter",
}


class Text(NamedTuple):
    """One text with its place, slots and all."""

    place: str
    text: str


def texts(file: str) -> list[Text]:
    """Return every text of a file but what is typed, what is a fact and what is a name."""
    return [Text(f"{file}: {place}", text) for place, text in walked(yaml.safe_load((ROOT / file).read_text("utf-8")))]


def walked(data: Any, place: str = "", depth: int = 0) -> Iterator[tuple[str, str]]:
    if isinstance(data, str):
        yield place, data
    elif isinstance(data, list):
        for each in data:
            yield from walked(each, place, depth + 1)
    elif isinstance(data, dict):
        for key, value in data.items():
            if not (depth == 0 and key in TYPED) and not (depth == 1 and key in FACTS and "." in f"{place}."):
                yield from walked(value, f"{place} {key}".strip(), depth + 1)


def said(text: str) -> list[str]:
    """Return what a template can say: each of its forms, with "#" for every value."""
    forms = re.findall(r"\{\w+((?:\|[^{}|]*)+)\}", text)
    plain = re.sub(r"\{\w+(?::[^}|]*)?\}", "#", text)
    most = max((each.count("|") for each in forms), default=1)
    return [re.sub(r"\{\w+\|([^{}]*)\}", partial(chosen, number), plain) for number in range(most)]


def chosen(number: int, found: re.Match[str]) -> str:
    forms = found[1].split("|")
    return forms[min(number, len(forms) - 1)]


def faults(file: str, words: dict[str, str]) -> list[str]:
    """Return every use of a word we stopped using, with what we say instead."""
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
    words = ENGLISH_WORDS if ANSWERS in file else ENGLISH_WORDS | KERNEL_WORDS
    assert faults(file, words) == []


@pytest.mark.parametrize("file", GERMAN)
def test_german_texts_use_the_words_we_agreed_on(file: str) -> None:
    assert faults(file, GERMAN_WORDS) == []


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
        for sentence in re.split(r"(?<=[.?!:;]) ", form)
        if len(sentence.split()) > LONGEST and "\n" not in sentence
    ]
    assert long == []


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


if __name__ == "__main__":  # the files in which codespell looks for misspelt and British words
    print(*ENGLISH)
