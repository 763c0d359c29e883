"""Links: every text comes back exactly, and a hostile, damaged or outdated one is refused with a remedy."""

import base64
import re
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apz.core.link import CHECKED, MOST, from_link, to_link
from apz.core.reading import FIXES, MAX_BYTES, BadInput, wording

wording(FIXES, "whole-link")  # loads the texts of faults first, so that a property's time limit doesn't include it
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=400)


def packed(data: bytes, check: str = "") -> str:
    """Return a link with any content, and a valid checksum unless `check` is given."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    body = base64.urlsafe_b64encode(packer.compress(data) + packer.flush()).decode().rstrip("=")
    return f"1{check or f'{zlib.crc32(data) & 0xFFFFFF:06x}'}{body}"


def refused(link: str) -> str:
    with pytest.raises(BadInput) as bad:
        from_link(link)
    (fault,) = bad.value.faults
    assert fault.remedy
    return fault.found


def test_what_is_no_link_of_this_version_is_told_for_what_it_is():
    assert (
        refused("hello") == refused(f"{to_link('text')})") == refused("") == "this doesn't look like one of our links"
    )
    cut = refused(f"7{to_link('text')[2:]}")
    assert cut == 'this link begins with "7": it\'s from another version, or its beginning is missing'


def read(link: str) -> str | None:
    """Return the text in a link; None if it's refused."""
    try:
        return from_link(link)
    except BadInput:
        return None


@settings(deadline=None)
@given(TEXTS)
def test_every_text_comes_back_exactly_and_needs_no_escaping_in_an_address(text):
    link = to_link(text)
    assert from_link(link) == text
    assert re.fullmatch(r"[A-Za-z0-9_-]+", link)


@settings(deadline=None)
@given(TEXTS, st.data())
def test_a_link_that_was_cut_off_anywhere_is_refused(text, data):
    link = to_link(text)
    assert refused(link[: data.draw(st.integers(0, len(link) - 1))])


@settings(deadline=None)
@given(TEXTS.filter(bool), st.data())
def test_a_link_with_another_sign_in_it_never_gives_another_text(text, data):
    link = to_link(text)
    place = data.draw(st.integers(0, len(link) - 1))
    sign = data.draw(st.sampled_from("Aa0_-zZ9f"))
    assert read(link[:place] + sign + link[place + 1 :]) in (text, None)


@settings(deadline=None)
@given(st.text(max_size=80))
def test_anything_at_all_is_refused_politely(text):
    assert read(text) is None or to_link(from_link(text))[:7] == text.strip()[:7]


def test_a_text_with_much_that_repeats_becomes_short():
    text = "one line like the other\n" * 300
    assert len(to_link(text)) < len(text) / 50


def test_a_small_link_that_would_unpack_to_very_much_is_not_unpacked():
    bomb = packed(b"\0" * (40 * MAX_BYTES), "000000")
    assert len(bomb) < MOST
    assert refused(bomb) == "there's too much in the link"


def test_what_is_too_long_is_not_even_looked_at():
    assert refused("1" * (MOST + 1)) == "the link is too long"
    assert refused("1" * 10_000_000) == "the link is too long"


def test_another_version_says_so():
    assert "another version" in refused("2" + to_link("text")[1:])


def test_a_wrong_checksum_is_a_changed_link():
    link = to_link("text")
    other = "0" * CHECKED if link[1 : 1 + CHECKED] != "0" * CHECKED else "1" * CHECKED
    assert refused(link[0] + other + link[1 + CHECKED :]) == "the link was changed or cut off"


def test_what_follows_the_text_is_no_part_of_a_link():
    link = to_link("text")
    body = base64.urlsafe_b64decode(link[7:] + "=" * (-len(link[7:]) % 4)) + b"more"
    assert refused(link[:7] + base64.urlsafe_b64encode(body).decode().rstrip("="))


def test_bytes_that_are_no_text_are_refused():
    assert refused(packed(b"\xff\xfe")) == "there's no text in the link"


@pytest.mark.parametrize("link", ["", " ", "1", "1 2", "../../etc/passwd", "<script>", "1\x00", "é" * 20])
def test_what_is_no_link_is_refused(link):
    assert refused(link)


def test_blanks_around_a_link_do_no_harm():
    assert from_link(f"  {to_link('text')}\n") == "text"
