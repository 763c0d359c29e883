"""All scenes by the rule that decides in them."""

from __future__ import annotations

from apz.apocalypze.exercises import scenes_of_combat, scenes_of_piles, scenes_of_play
from apz.apocalypze.exercises.stage import SceneMaker

SCENES: dict[str, SceneMaker] = {**scenes_of_play.SCENES, **scenes_of_piles.SCENES, **scenes_of_combat.SCENES}
