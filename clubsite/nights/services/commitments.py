"""Record what happens to the commitments of a night's boards. The proof of the night shows these records."""

from collections.abc import Iterable

from django.db.models import F, Q

from clubsite.nights.models import BoardSet, CommitmentLine, CommitmentStep


def commitments_note(sets: Iterable[int], step: CommitmentStep) -> None:
    """Add this step, in the caller's transaction, for each of these sets that has a commitment and not the step yet."""
    rows = BoardSet.objects.filter(pk__in=set(sets)).exclude(Q(commitment="") | Q(commitment_lines__step=step))
    facts = rows.values("session_id", "commitment", board_set_id=F("pk"))
    CommitmentLine.objects.bulk_create(CommitmentLine(step=step, **row) for row in facts)
