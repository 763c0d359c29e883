"""The part of a style sheet that a page can use: which rules stay, and which are left out."""

import pytest

from apz.site.sheets import classes, needed
from apz.widgets.base.styles import compact


def test_classes_are_read_from_the_markup():
    assert classes('<p class="one two"><b class="two">class="three"</b><i class="">') >= {"one", "two"}
    assert "x" not in classes("<p>class=x</p>")


@pytest.mark.parametrize(
    "rule",
    [
        ".one{a:b}",
        "p>b:hover{a:b}",
        ".one .two::before{content:'}{'}",
        ".other,.two{a:b}",
        ".one:not(.other){a:b}",
        ".one:is(.other,.two:not(.more)) b{a:b}",
        ".one:has(>:where(.other,.two)){a:b}",
        '.one[href$=".html"]{a:b}',
        "@media (width < 10px){.one{a:b}}",
        "@container apz (width < 10px){@media print{.one{a:b}}}",
        "@keyframes other{from{a:b}to{a:c}}",
        '@font-face{font-family:"Other"}',
        '.one{--pic:url("data:,{;}")}.two{mask:var(--pic)}',
        '.one{--pic:url("data:,")}.two{mask:var(--pic,none)}',
    ],
)
def test_a_rule_that_can_apply_stays_as_it_is(rule):
    assert needed(f".other{{a:b}}{rule}.other{{a:c}}", {"one", "two"}) == rule


@pytest.mark.parametrize(
    "rule",
    [
        ".other{a:b}",
        ".one.other{a:b}",
        ".one .other b{a:b}",
        ".other,.one .more{a:b}",
        ".one:is(.other,.more){a:b}",
        ".one:has(.other){a:b}",
        ".one:is(.two:is(.other)){a:b}",
        "@media print{.other{a:b}}",
        '.one{--sign-x:url("data:,")}',
    ],
)
def test_a_rule_that_cannot_apply_is_left_out(rule):
    assert needed(f".one{{a:b}}{rule}.two{{a:c}}", {"one", "two"}) == ".one{a:b}.two{a:c}"


def test_an_open_bracket_is_told():
    with pytest.raises(ValueError, match="bracket"):
        needed(".one:is(.two{a:b}", {"one", "two"})


def test_comments_and_gaps_are_left_out():
    assert compact("/* one. {two} */\n.one , .two { a: b; }\n") == ".one ,.two{a:b}"
