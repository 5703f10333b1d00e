"""Movements in several formats: our JSON, round lines (`.asc`), rows with headings (`.csv`, text) and `.mvt`.

docs/movements.md describes each format. `movements.faults` says whether a movement can be played.
"""

from movements.files.reading import ReadPlan, read_plan
from movements.files.round_lines import write_rounds

__all__ = ["ReadPlan", "read_plan", "write_rounds"]
