"""Trees as HTML: no buttons, no scripts, and only the style rules that match an element."""

import re

import pytest

from apz.widgets.base import markup
from apz.widgets.base.markup import Place, pruned, write
from apz.widgets.base.tree import button, h, named


def body(*trees: list[object]) -> str:
    """Return the HTML of some trees, without its style and the boxes around it."""
    return re.sub(r"<style>.*?</style>|\n<div class=\"apz-\w+\">|</div>$", "", write(*trees), flags=re.DOTALL)


def test_a_button_is_a_plain_element_and_sends_nothing():
    made = button("4", "open:sum", class_="number", aria_label="Attack: 4; show how", aria_expanded="false", key="k")
    assert body(made) == '<span class="number button">4</span>'


def test_text_stays_text():
    made = h("p", '<b>"&', title="x", onclick="act()", class_='"><i>', aria_label="'\"")
    assert body(made) == '<p class="&quot;&gt;&lt;i&gt;" aria-label="&#x27;&quot;">&lt;b&gt;&quot;&amp;</p>'


def test_what_is_only_seen_is_no_text():
    assert body(h("p", named("one die", "⚀"))) == (
        '<p><span class="aloud">one die</span> <span class="seen" aria-hidden="true">'
        '<bdi data-seen="⚀"></bdi></span></p>'
    )


def test_what_describes_something_can_be_read_beside_it_and_hovered():
    assert body(button("Hen", "look", aria_description="It lays.")) == (
        '<span class="button" title="It lays.">Hen <span class="aloud">· It lays.</span></span>'
    )


def test_headings_are_lower_than_those_of_the_page_and_fields_are_left_out():
    made = h("main", h("h1", "A"), h("h2", "B"), h("form", h("input")), h("select", h("option", "x")))
    assert body(made) == "<div><h3>A</h3> <h4>B</h4></div>"


def test_what_is_on_now_is_strong():
    assert (
        body(button("Dusk", "look", aria_current="step")) == '<strong class="button" aria-current="step">Dusk</strong>'
    )


def test_the_style_finds_nothing_outside_of_its_box():
    style, _, scope = re.findall(
        r"<style>(.*)</style>\n<div( )class=\"(apz-\w+)\">", write(h("p", class_="icon pic-undo"))
    )[0]
    assert re.sub(r"@font-face\{[^}]*\}", "", style).startswith(f".{scope}:not(#_){{")
    assert ".apz " not in style
    assert "@keyframes" not in style
    assert "font/woff2" not in style


def test_two_pictures_with_different_styles_are_in_different_boxes():
    boxes = {
        name for each in ("soft", "warn") for name in re.findall(r'<div class="(apz-\w+)"', write(h("p", class_=each)))
    }
    assert len(boxes) == 2
    assert write(h("p", class_="soft")) == write(h("p", class_="soft"))


def inside(*tags: str) -> frozenset[Place]:
    """Return nested places, each given by its names, outermost first."""
    own = [frozenset(each.split()) for each in tags]
    return frozenset(Place(each, frozenset().union(*own[:at])) for at, each in enumerate(own))


@pytest.mark.parametrize(("rule", "tags", "kept"), [
    (".apz .a { x: y; }", (".a .c",), True),
    (".apz .a { x: y; }", (".ab",), False),
    (".apz .a.b { x: y; }", (".a", ".b"), False),
    (".apz .a .b { x: y; }", (".a", "p", ".b"), True),
    (".apz .a > .b { x: y; }", (".b", ".a"), False),
    (".apz .a .b { x: y; }", (".a .b",), False),
    (".apz .a + .b { x: y; }", (".b",), True),
    (".apz .a:not(.b) { x: y; }", (".a",), True),
    (".apz .a:has(> .b) { x: y; }", (".a",), False),
    (".apz .a:has(> .b .c) { x: y; }", (".a", ".b", ".c"), True),
    (".apz :is(.a, .b) { x: y; }", (".b",), True),
    (".apz :is(.a:not(.c), .b > .d) { x: y; }", (".b",), False),
    (".apz .a:hover { x: y; }", (".a",), False),
    (".apz .a:first-child::before { x: y; }", (".a",), True),
    (".apz .a:nth-child(2) { x: y; }", (".a",), True),
    (".apz p { x: y; }", ("p",), True),
    (".apz p { x: y; }", ("q",), False),
    (".apz h2 { x: y; }", ("h4",), True),
    (".apz .a button { x: y; }", (".a", ".button"), True),
    ('.apz [aria-current="step"] { x: y; }', ("[aria-current",), True),
    ('.apz [data-theme="dark"] { x: y; }', (".a",), False),
    (".apz-live { x: y; }", (".a",), False),
    ("body .a { x: y; }", ("body", ".a"), False),
    ("@media print { .apz .a { x: y; } }", (".a",), True),
    ("@media print { .apz .b { x: y; } }", (".a",), False),
    ("@keyframes a { to { x: y; } }", ("to .a",), False),
])  # fmt: skip
def test_a_rule_is_kept_if_it_can_find_something(monkeypatch, rule, tags, kept):
    monkeypatch.setattr(markup, "drawing", lambda: rule)
    assert ("x:y" in pruned.__wrapped__(inside(*tags))) is kept


def test_a_value_that_nobody_uses_is_dropped_and_then_what_it_used(monkeypatch):
    style = '.apz { --one: url("data:;{}"); --two: var(--one); --three: 3; } .apz p { x: var(--three); }'
    monkeypatch.setattr(markup, "drawing", lambda: style)
    monkeypatch.setattr(markup, "ADDED", "")
    assert pruned.__wrapped__(inside("p")) == "&{--three:3}& p{x:var(--three)}"


@pytest.mark.parametrize("page", ['[data-jp-theme-light="false"]', '[data-vscode-theme-kind$="dark"]'])
def test_it_follows_the_theme_of_the_page(page):
    dark = next(rule for rule in pruned(inside("p")).split("}") if rule.endswith("color-scheme:dark"))
    assert page in dark
