"""The devices with which a person took seats, and the calls and cards that the person played on the site."""

from itertools import groupby

from django.db.models import Q, QuerySet

from clubsite.core.own_data import Row, Subject, on_account_end, own_data_part, when
from clubsite.nights.models import ContestantPerson, SessionStatus
from clubsite.play.models import PlayEvent, PlayStatus, SeatTicket
from clubsite.seats.retention import tickets_unlink


def _tickets(subject: Subject, *among: Q) -> QuerySet[SeatTicket]:
    rows = ContestantPerson.objects.filter(*among, person__in=subject.people)
    return SeatTicket.objects.filter(seat__in=rows.values("contestant"))


@own_data_part(35, "seats", "Devices with which you took a seat", "So that only your device plays your cards.")
def seat_rows(subject: Subject) -> list[Row]:
    return [
        {
            "seat taken": when(ticket.created_at),
            "last seen": when(ticket.seen_at),
            "device": ticket.device.label,
        }
        for ticket in _tickets(subject).select_related("device").order_by("-created_at", "-pk")
    ]


@own_data_part(
    36,
    "plays",
    "Calls and cards that you played on the site",
    "So that a board can be looked at again, and a dispute settled.",
)
def play_rows(subject: Subject) -> list[Row]:
    """Return the person's own calls and cards on finished boards in sessions that have ended."""
    session = "play__room__table__section__session"
    events = PlayEvent.objects.filter(
        ticket__in=_tickets(subject),
        play__status=PlayStatus.OVER,
        **{f"{session}__status": SessionStatus.ENDED},
    )
    facts = events.order_by("-play", "seq").values_list(
        "play", f"{session}__name", f"{session}__date", "play__table_board__board__number", "actor", "action"
    )
    rows = []
    for _, acts in groupby(facts, key=lambda fact: fact[0]):
        own = list(acts)
        _, name, date, board, seat, _ = own[0]
        rows.append(
            {
                "night": name,
                "date": date.isoformat(),
                "board": board,
                "sat": seat,
                "calls and cards": " ".join(fact[-1] for fact in own),
            }
        )
    return rows


@on_account_end
def seats_end(subject: Subject) -> None:
    """Unlink the devices from seats in ended sessions. Seats in a session that is in play must stay linked."""
    over = Q(contestant__section__session__status=SessionStatus.ENDED)
    tickets_unlink(_tickets(subject, over))
