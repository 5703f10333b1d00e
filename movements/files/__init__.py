"""Movements as others write them: our JSON, lines of rounds (`.asc`), rows with headings (`.csv`, text).

What each format is stands in docs/movements.md. Whether the movement can be played is asked of `movements.faults`.
"""

from movements.files.reading import ReadPlan, read_plan
from movements.files.round_lines import write_rounds

__all__ = ["ReadPlan", "read_plan", "write_rounds"]
