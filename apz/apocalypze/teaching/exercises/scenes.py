"""All scenes, by the rule that decides them."""

from __future__ import annotations

from apz.apocalypze.teaching.exercises import card_scenes, combat_scenes, pile_scenes
from apz.apocalypze.teaching.exercises.stage import SceneMaker

SCENES: dict[str, SceneMaker] = {**card_scenes.SCENES, **pile_scenes.SCENES, **combat_scenes.SCENES}
