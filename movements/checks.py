"""Checks for our own movements and repairs. Each problem is a sentence, and a sound plan has no problems.

`movements.faults` says whether any given plan can be played, and `movements.notes` lists what is unusual about it.
"""

from movements.check_words import fault_text, note_text
from movements.faults import faults
from movements.notes import DECLARED_AS, allowances
from movements.plan import Plan

# Howells that must share board sets, stored before plans declared it.
MAY_SHARE = frozenset({("howell", 2), ("howell", 3)})


def problems(plan: Plan) -> list[str]:
    """Return a plan's faults, and everything that the plan does without declaring it (see `DECLARABLE`)."""
    meant = {*plan.declares, *(("shares",) if (plan.name, plan.tables) in MAY_SHARE else ())}
    undeclared = [note for note in allowances(plan) if DECLARED_AS[note.code] not in meant]
    return [*map(fault_text, faults(plan)), *map(note_text, undeclared)]
