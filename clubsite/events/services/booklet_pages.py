"""Making the pages of an event's booklet, one at a time. Making one twice, late or in parallel changes nothing."""

import logging
from typing import Any

from django.db import transaction
from django.utils import timezone

from clubsite.booklet.pages import booklet_page, page_json
from clubsite.core import jobs
from clubsite.events.models import BOOKLET_PAGE_FORMAT, Event, EventBookletPage
from clubsite.events.selectors.event_booklets import booklet_making, pages_to_make, published_version

BOOKLET_JOB = "events.make_booklet_page"
log = logging.getLogger(__name__)


def booklet_ask(*, event_id: int) -> None:
    """Request the next page of an event's booklet. This is only a hint: the sweep finds the pages to be made."""
    jobs.enqueue(BOOKLET_JOB, event_id, once=True, slow=True)


def booklet_page_make(*, event_id: int) -> bool:
    """Make the next page of an event's booklet, if one has to be made. Return True if others remain. The solver runs
    for some seconds, outside any transaction. A page whose board has the same lines as before is kept. Nothing is
    stored if the event has been deleted meanwhile, or if its page has to be made from a newer publication.
    """
    event = Event.objects.filter(pk=event_id).first()
    numbers = pages_to_make(event) if event is not None else []
    if event is None or not numbers:
        return False
    version, board, made_from = booklet_making(event, number := numbers[0])
    columns: dict[str, Any] = {"version": version}
    same = event.booklet_pages.filter(number=number, format=BOOKLET_PAGE_FORMAT, made_from=made_from)
    if not same.exclude(page=None).exists():
        columns |= {"made_from": made_from, "page": None, "format": BOOKLET_PAGE_FORMAT, "made_at": timezone.now()}
        try:
            columns["page"] = page_json(booklet_page(board))
        except Exception:  # the same lines would lead to the same defect every time
            log.exception("The booklet of event %s has no page of board %d", event.public_id, board.number)
    with transaction.atomic():
        locked = Event.objects.select_for_update(no_key=True).filter(pk=event_id).first()
        left = pages_to_make(locked) if locked is not None else []
        if locked is None or number not in left:
            return bool(left)
        if published_version(locked) != version:
            return True
        EventBookletPage.objects.update_or_create(event=locked, number=number, defaults=columns)
    return len(numbers) > 1
