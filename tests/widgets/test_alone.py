"""The decision panel when no other panel has cards to click: it offers their moves in words."""

from apz.apocalypze.moves import Send
from apz.widgets import CombatPanel, DecisionPanel, ExplainPanel
from tests.texts import ui
from tests.widgets.hands import card, click, doing, session, shown

HOW = ui("en", "how.attack")


def test_who_has_nothing_to_click_chooses_among_all_moves():
    panel = DecisionPanel(session("police-station-groups"))
    ExplainPanel(panel.session)
    brawn = card(panel, "Lord Brawn")
    assert HOW not in shown(panel)
    click(panel, f"move:[send, {brawn}, 3]")
    assert panel.session.steps[-1].move == Send(brawn, 3)
    assert len(doing(panel, "move:")) <= 50


def test_who_has_cards_to_click_is_told_so_as_soon_as_they_are_there():
    panel = DecisionPanel(session("police-station-groups"))
    listed = len(doing(panel, "move:"))
    lanes = CombatPanel(panel.session)
    assert HOW in shown(panel)
    assert len(doing(panel, "move:")) < listed
    lanes.close()
    click(panel, "hint")
    assert HOW not in shown(panel)
