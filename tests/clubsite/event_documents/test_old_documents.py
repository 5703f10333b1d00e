"""What is kept of documents between servers once their event is long over."""

import datetime

from django.core.management import call_command
from django.utils import timezone

from clubsite.event_documents.models import EventMessage, MessageDirection, MessageState
from clubsite.events.models import Event
from clubsite.privacy.services.retention import retention_run
from tests.kit.events import make_event


def message(event: Event, number: int, state: MessageState) -> EventMessage:
    return EventMessage.objects.create(
        event=event, direction=MessageDirection.OUT, sender="k", type="lines", number=number, body="Bo", digest="d",
        state=state, answer="Bo is unknown.", due_at=timezone.now() if state == MessageState.WAITS else None,
    )  # fmt: skip


def test_old_documents_are_emptied_and_given_up(club, dee, capsys):
    event = make_event(club, dee)
    message(event, 1, MessageState.WAITS)
    message(event, 2, MessageState.REFUSED)

    def lost() -> int:
        return next(one.count for one in retention_run(months=3, apply=True) if one.rule.key == "event_documents")

    assert lost() == 0
    closed = timezone.now() - datetime.timedelta(days=100)
    opened = closed - datetime.timedelta(days=1)
    Event.objects.update(window_opens=opened, window_closes=closed)
    assert lost() == 2
    assert lost() == 0
    rows = EventMessage.objects.order_by("number").values_list("number", "body", "answer", "state", "due_at")
    assert list(rows) == [(number, "", "Given up: the event is long over.", "refused", None) for number in (1, 2)]
    call_command("retention")
    assert "documents of events emptied" in capsys.readouterr().out
