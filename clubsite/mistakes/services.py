"""Services for puzzles: store an answer, and forget a person."""

from datetime import date

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from clubsite.accounts.models import Device
from clubsite.accounts.requests import AnyUser
from clubsite.clubs.models import Person
from clubsite.mistakes.intervals import next_time
from clubsite.mistakes.models import Repetition
from clubsite.mistakes.selectors import Puzzle


def puzzle_answer(
    *, puzzle: Puzzle, answer: str, right: bool, user: AnyUser, device: Device | None, today: date
) -> None:
    """Store an answer for the account if it is joined to the person, or else for the device.

    This changes nothing before the puzzle is due again or after it is solved.
    """
    owner, one = puzzle.owner, puzzle.decision
    act = {"person_id": owner.person, "play_id": one.play, "seq": one.seq}
    with transaction.atomic():
        # Two taps at once wait for one another here, as the answer may have no row yet.
        Person.objects.select_for_update(no_key=True).get(pk=owner.person)
        kept = _kept(act, owner.proved, user, device)
        if kept.pk is not None and (kept.due is None or kept.due > today):
            return
        kept.answer, kept.right = answer, right
        kept.in_row = kept.in_row + 1 if right else 0
        kept.tries += 1
        kept.due = next_time(today, kept.in_row)
        kept.answered_at = timezone.now()
        kept.save()


def _kept(act: dict[str, int], proved: bool, user: AnyUser, device: Device | None) -> Repetition:
    """Return the row for an answer, new or existing. An account that has no row takes over its device's row."""
    of_device = Q(device=device, device__isnull=False)
    own = Q(user=user) | of_device if proved and user.is_authenticated else of_device
    rows = Repetition.objects.filter(own, **act).order_by("device")
    kept = min(rows, key=lambda row: row.user_id is None, default=None)
    kept = kept or Repetition(**act, in_row=0, tries=0)
    if proved and user.is_authenticated:
        kept.user, kept.device = user, None
    else:
        kept.device = device
    return kept


def puzzles_forget(*, person: Person) -> None:
    """Delete every answer given in the name of this person, in the caller's transaction."""
    Repetition.objects.filter(person=person).delete()
