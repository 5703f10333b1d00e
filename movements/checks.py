"""What our own movements and repairs must keep, as sentences: an empty list is a sound plan.

Whether a plan of somebody else's can be played is asked of `movements.faults`, what to know of it of `movements.notes`.
"""

from movements.check_words import fault_text, note_text
from movements.faults import faults
from movements.notes import DECLARED_AS, allowances
from movements.plan import Plan

# Howells that have to share, as they were stored before plans declared it.
MAY_SHARE = frozenset({("howell", 2), ("howell", 3)})


def problems(plan: Plan) -> list[str]:
    """The faults of a plan, and what it does (see `DECLARABLE`) without declaring it."""
    meant = {*plan.declares, *(("shares",) if (plan.name, plan.tables) in MAY_SHARE else ())}
    undeclared = [note for note in allowances(plan) if DECLARED_AS[note.code] not in meant]
    return [*map(fault_text, faults(plan)), *map(note_text, undeclared)]
