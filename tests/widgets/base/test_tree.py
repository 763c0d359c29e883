"""The trees that panels draw: what happens to their attributes."""

from apz.widgets.base.tree import h


def test_an_attribute_that_does_not_apply_is_left_out():
    assert h("input", checked=False, value=None, class_="x", data_do="y") == ["input", {"class": "x", "data-do": "y"}]


def test_a_yes_or_no_for_screen_readers_is_said_both_ways():
    pressed, folded = h("button", aria_pressed=True), h("button", aria_expanded=False, aria_label=None)
    assert (pressed, folded) == (["button", {"aria-pressed": "true"}], ["button", {"aria-expanded": "false"}])
