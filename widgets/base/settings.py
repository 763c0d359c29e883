"""Settings: each has a few values, drawn as a row with its name, its meaning and the values side by side."""

from __future__ import annotations

from collections.abc import Mapping

from apz.widgets.base.tree import Tree, h

MOST_ABREAST = 4  # values side by side; more of them are a list


def setting(do: str, label: str, about: str, now: str, values: Mapping[str, str], group: str) -> Tree:
    """Draw a setting whose values send `do`; `group` tells its values apart from others on the page."""
    told = h("span", h("b", label), h("small", f" {about}") if about else None)
    if len(values) > MOST_ABREAST:
        items = [h("option", text, value=value, selected=value == now) for value, text in values.items()]
        return h("label", told, h("select", items, value=now, data_do=do), class_="setting", key=do)
    radios = [
        h("label", h("input", type="radio", name=group, value=value, checked=value == now, data_do=do), h("span", text))
        for value, text in values.items()
    ]
    return h("div", told, h("div", radios, class_="segments", role="radiogroup", aria_label=label), class_="setting",
             key=do)  # fmt: skip
