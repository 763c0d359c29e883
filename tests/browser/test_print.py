"""The printed sheet for the table: one A4 page in each language, whatever the learner missed, with nothing cut off."""

import re
from datetime import date

import pytest

from apz.apocalypze.kernel import KERNEL
from apz.apocalypze.language.rulebook import LANGUAGES, rules
from apz.apocalypze.show.sheet import MANY, sheet_html
from apz.core.learning.events import QuestionAnswered
from apz.core.learning.mastery import Mastery

SPILLS = "[...document.querySelectorAll('main *')].filter(e => e.scrollWidth > e.clientWidth + 1 && e.clientWidth)"


def longest(language):
    """Return the record of a learner who missed the rules with the longest texts."""
    book, mastery = rules(language), Mastery(tuple(rules()), KERNEL.name)
    for rule in sorted(book, key=lambda rule: len(book[rule].title + book[rule].text))[-MANY:]:
        mastery = mastery.after(QuestionAnswered((rule,), False), date(2030, 1, 1))
    return mastery


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("missed", [None, longest])
def test_the_sheet_is_one_page(chromium, language, missed):
    page = chromium.new_page()
    page.set_content(sheet_html(language, missed and missed(language)))
    pdf = page.pdf(prefer_css_page_size=True)
    page.close()
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1
    assert re.search(rb"/MediaBox\s*\[0 0 59[45](\.\d+)? 84[12](\.\d+)?\]", pdf)  # A4, in points


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_the_sheet_can_be_read_on_a_screen_of_any_width(chromium, language, width):
    page = chromium.new_page(viewport={"width": width, "height": 800})
    page.set_content(sheet_html(language))
    wide = page.evaluate("document.documentElement.scrollWidth")
    spilled = page.evaluate(f"{SPILLS}.map(e => e.outerHTML.slice(0, 80))")
    page.close()
    assert wide <= width
    assert spilled == []
