"""What each gesture makes of the editor's state: its one table of gestures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from apz.apocalypze import positions
from apz.apocalypze.model import PHASES, RAIDER, SURVIVOR, Position
from apz.apocalypze.positions import edits, named_item, read_position
from apz.apocalypze.positions.edits import PILES, ZONES, Change, Lost
from apz.core.reading import STRANGE, BadInput, Item, clean, did_you_mean
from apz.widgets.apocalypze.editor.state import PLAY, USUAL, EditorScene, EditorState, empty
from apz.widgets.base.gesture import Gesture
from apz.widgets.base.page import Effect
from apz.widgets.table.update import PAGE, routed

LONGEST = 60  # name of a player
LONGEST_SEARCH = 100
LONGEST_DRAFT = 20_000
MOST_MEANT = 12
NONE = "-"  # the value of a choice that is none
FACES = {"human": False, "zombie": True, "bitten": "bitten"}
Route = Callable[[EditorScene, Gesture], EditorScene]


def update(scene: EditorScene, gesture: Gesture) -> tuple[EditorState, tuple[Effect, ...]]:
    """Return what a gesture makes of the state, and its effects; a late or an unknown one changes nothing."""
    late = not gesture.scope and gesture.at not in (None, scene.at)
    lost = gesture.verb in ABOUT_CARD and not 0 <= gesture.number < len(scene.position.game.cards)
    after = scene if late or lost else routed(scene, gesture, ROUTES)
    return after.state, after.effects


def edit(scene: EditorScene, change: Change, keep: int | None = None) -> EditorScene:
    """Return the scene after a change; if no position can come of it, with its faults, and nothing is changed."""
    tried = scene.but(tries=scene.state.tries + 1)
    try:
        done = edits.edited(scene.position, change, scene.state.cards)
    except BadInput as bad:
        return tried.but(faults=bad.faults, in_text=False)
    except Lost:
        return tried
    if done.position == scene.position:
        return tried.but(faults=(), said="")
    keep = scene.state.chosen if keep is None else keep
    return tried.replaced(done.position, None if keep is None else done.numbers.get(keep))


def read(scene: EditorScene, source: Callable[[], Item | str], draft: str | None = None) -> EditorScene:
    """Return the scene with a position that is written somewhere; what can't be read is said, and a draft is kept."""
    try:
        return scene.replaced(read_position(source(), scene.state.cards))
    except BadInput as bad:
        kept = draft if draft and len(draft) <= LONGEST_DRAFT else ""
        return scene.but(faults=bad.faults, in_text=draft is not None, draft=kept)


def walk(scene: EditorScene, by: int) -> EditorScene:
    """Return the scene one edit earlier (-1) or later (1), if there's such an edit."""
    state = scene.state
    line, at = (*state.past, state.position, *state.future), len(state.past) + by
    if not 0 <= at < len(line):
        return scene
    return scene.but(past=line[:at], position=line[at], future=line[at + 1 :]).moved_on()


# ---- cards


def aim(scene: EditorScene, player: object, zone: object) -> EditorScene | None:
    """Return the scene in which the next card goes somewhere else; None if there's no such place."""
    known = player in ("0", "1") and zone in (USUAL, *ZONES)
    return scene.but(player=int(str(player)), zone=zone) if known else None


def aim_field(scene: EditorScene, gesture: Gesture) -> EditorScene:
    """Set one of the fields that say where the next card goes."""
    player, zone = str(scene.state.player), scene.state.zone
    places = {"player": (gesture.value, zone), "zone": (player, gesture.value)}
    return aim(scene, *places.get(gesture.about, (player, zone))) or scene


def put(scene: EditorScene, gesture: Gesture) -> EditorScene:
    """Put a card that was offered, or search the one that was typed."""
    if gesture.about:
        return put_named(scene, gesture.about, scene.state.many)
    aimed = aim(scene, gesture.values.get("player"), gesture.values.get("zone"))
    return search(aimed, gesture.text("card").strip()[:LONGEST_SEARCH]) if aimed else scene


def search(scene: EditorScene, text: str) -> EditorScene:
    """Put the card that's meant; if that isn't clear, offer the cards that could be."""
    cards, (many, words) = scene.state.cards, edits.counted(text)
    scene = scene.but(search=text, many=many, meant=(), faults=(), said="")
    parts = words.casefold().split()
    near = [name for name in cards if parts and all(part in name.casefold() for part in parts)]
    near = [name for name in near if edits.fits(cards[name], scene.state.zone)] or near
    name = cards.named(words) or (near[0] if len(near) == 1 else None)
    if name is not None:
        return put_named(scene, name, many)
    if near or not words:
        return scene.but(meant=tuple(near[:MOST_MEANT]))
    guess = did_you_mean(words, cards)
    return scene.but(meant=(guess,) if guess else (), said=scene.ui("editor.no-such-card", words=clean(words)))


def put_named(scene: EditorScene, name: str, many: int) -> EditorScene:
    """Put new cards where the next card goes; the first is chosen then, and the pile it's in is shown."""
    state, known = scene.state, scene.state.cards.named(name)
    if known is None:
        return scene.but(said=scene.ui("editor.no-such-card", words=clean(name)))
    usual = {SURVIVOR: "survivors", RAIDER: "raiders"}.get(state.cards[known].kind, "hand")
    zone = usual if state.zone == USUAL else state.zone
    change = edits.put(known, state.player, zone, many=many)
    after = edit(look_at(scene, f"{zone}.{state.player}"), change, keep=len(scene.position.game.cards))
    if after.position is scene.position:
        return after
    card, player = known if many == 1 else f"{many} {known}", scene.visible.game.names[state.player]
    return after.but(said=scene.ui("editor.did-put", card=card, player=player, zone=scene.ui(f"zones.{zone}")))


def move(scene: EditorScene, gesture: Gesture) -> EditorScene:
    """Move the chosen card to another zone."""
    zone, card = gesture.text("zone"), scene.state.chosen
    aimed = aim(scene, gesture.values.get("player"), zone) if zone in ZONES and card is not None else None
    return edit(aimed, edits.move(card, aimed.state.player, zone)) if aimed and card is not None else scene


def attach(scene: EditorScene, gesture: Gesture) -> EditorScene:
    """Attach a card to another one; off its host it goes back to its owner's hand."""
    card, host = gesture.number, gesture.value
    if host == NONE:
        return edit(scene, edits.move(card, scene.position.game.owners[card], "hand"))
    return edit(scene, edits.attach(card, int(host))) if host.isdecimal() else scene


def look_at(scene: EditorScene, pile: str) -> EditorScene:
    """Show another pile."""
    zone, _, player = pile.partition(".")
    zone = "deck" if zone in ("top", "bottom") else zone
    return scene.but(pile=(zone, int(player))) if zone in PILES and player in ("0", "1") else scene


def choose(scene: EditorScene, gesture: Gesture) -> EditorScene:
    """Choose a card, or let go of it."""
    return scene.but(chosen=None if gesture.number == scene.state.chosen else gesture.number)


def mark(field: str, value: Callable[[str], Any]) -> Route:
    """Return the route to the wounds, the face or the owner of a card in play."""
    return lambda scene, gesture: edit(scene, edits.mark(gesture.number, field, value(gesture.value)))


def numeral(value: str) -> int:
    """Return a number that was typed; else one that no field takes, so that reading says what's wanted."""
    return int(value) if value.removeprefix("-").isdecimal() and len(value) < 9 else -1


# ---- players and the moment


def rename(scene: EditorScene, gesture: Gesture) -> EditorScene:
    """Give a player another name, without what no text file may hold."""
    player, name = gesture.number, STRANGE.sub("", gesture.value).strip()[:LONGEST]
    known = player in (0, 1) and name and name != scene.position.game.names[player]
    return edit(scene, edits.rename(player, name)) if known else scene


def rehome(scene: EditorScene, gesture: Gesture) -> EditorScene:
    """Give a player another stronghold."""
    known = gesture.number in (0, 1) and gesture.value in scene.state.cards
    return edit(scene, edits.stronghold(gesture.number, gesture.value)) if known else scene


def set_moment(scene: EditorScene, phase: str, /, **fields: Any) -> EditorScene:
    """Set the moment; where nobody decides anything in its phase, the game is further on, and that is said."""
    after = edit(scene, edits.set_moment(**fields))
    if after.state.faults or after.position.phase == phase:
        return after
    names = {each: scene.ui(f"phases.{each}") for each in PHASES}
    now = names.get(after.position.phase, scene.ui("editor.over"))
    return after.but(said=scene.ui("editor.goes-on", phase=names.get(phase, now), now=now))


def set_phase(scene: EditorScene, gesture: Gesture) -> EditorScene:
    """Begin another phase."""
    return set_moment(scene, gesture.value, phase=gesture.value) if gesture.value in PHASES else scene


def set_player(scene: EditorScene, gesture: Gesture) -> EditorScene:
    """Set whose turn it is, or whose stronghold is occupied."""
    nobody = {NONE: None} if gesture.verb == "occupied" else {}
    players: dict[str, int | None] = {"0": 0, "1": 1, **nobody}
    if gesture.value not in players:
        return scene
    return set_moment(scene, scene.position.phase, **{gesture.verb: players[gesture.value]})


def at_moment(scene: EditorScene, make: Callable[..., Position], *values: Any) -> EditorScene:
    """Return the scene with the same cards at another moment, made of the position and these values."""
    return edit(scene, edits.at_moment(lambda position: make(position, *values)))


def wait_for(scene: EditorScene, gesture: Gesture) -> EditorScene:
    """Wait for another decision: whose it is, and about how much, is as in a game."""
    known = gesture.value in positions.askable(scene.position)
    return at_moment(scene, positions.asked, gesture.value) if known else scene


def decides(scene: EditorScene, gesture: Gesture) -> EditorScene:
    """Make it another player's decision."""
    known = gesture.value in ("0", "1") and scene.position.waiting
    return at_moment(scene, positions.asked_of, int(gesture.value)) if known else scene


def owe(scene: EditorScene, gesture: Gesture) -> EditorScene:
    """Set how many wounds there are to assign, or how much to consume."""
    waiting = scene.position.waiting
    known = waiting and waiting.kind in positions.COUNTED
    return at_moment(scene, positions.owing, numeral(gesture.value)) if known else scene


def resolve(scene: EditorScene, gesture: Gesture) -> EditorScene:
    """Mark an engagement as resolved, or not."""
    return at_moment(scene, positions.settled, numeral(gesture.about), gesture.values.get("value") is True)


def point_of(gesture: Gesture) -> int:
    """Return the access point that was chosen; 0 is none."""
    return 0 if gesture.value == NONE else numeral(gesture.value)


def read_yaml(scene: EditorScene, gesture: Gesture) -> EditorScene:
    """Read the position that was typed."""
    text = str(gesture.values.get("text", ""))
    return read(scene, lambda: text, draft=text)


ABOUT_CARD = ("card", "up", "down", "remove", "wounds", "face", "owner", "attach", "group")
ROUTES: Mapping[str, Route] = {
    **{verb: PAGE[verb] for verb in ("open", "example", "calm")},
    "card": choose,
    "escape": lambda scene, gesture: scene.cleared(),
    "put": put,
    "aim": aim_field,
    "move": move,
    "attach": attach,
    "remove": lambda scene, gesture: edit(scene, edits.remove(gesture.number)),
    "up": lambda scene, gesture: edit(scene, edits.shift(gesture.number, -1)),
    "down": lambda scene, gesture: edit(scene, edits.shift(gesture.number, 1)),
    "wounds": mark("wounds", numeral),
    "face": mark("zombie", lambda value: FACES.get(value, False)),
    "owner": mark("owner", numeral),
    "pile": lambda scene, gesture: look_at(scene, gesture.value),
    "deck": lambda scene, gesture: look_at(scene, f"deck.{gesture.about}"),
    "look": lambda scene, gesture: look_at(scene, gesture.about),
    "turn": lambda scene, gesture: edit(scene, edits.set_moment(turn=numeral(gesture.value))),
    "whose": set_player,
    "occupied": set_player,
    "phase": set_phase,
    "wait": wait_for,
    "decides": decides,
    "amount": owe,
    "group": lambda scene, gesture: at_moment(scene, positions.grouped, gesture.number, point_of(gesture)),
    "now": lambda scene, gesture: at_moment(scene, positions.engaged, point_of(gesture)),
    "resolved": resolve,
    "begin": lambda scene, gesture: edit(scene, edits.begin()),
    "name": rename,
    "home": rehome,
    "yaml": read_yaml,
    "reset": lambda scene, gesture: scene.moved_on(scene.state.chosen),
    "load": lambda scene, gesture: read(scene, lambda: named_item(gesture.value)),
    "empty": lambda scene, gesture: scene.replaced(empty(scene.state.cards)),
    "undo": lambda scene, gesture: walk(scene, -1),
    "redo": lambda scene, gesture: walk(scene, 1),
    "go": lambda scene, gesture: walk(scene, -1),
    "play": lambda scene, gesture: scene.but(Effect(PLAY)),
}
