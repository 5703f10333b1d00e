"""How long data from old sessions are kept, and a person's own devices, calls and cards.

Scores, publications, boards and players stay, but calls and cards are deleted.
"""

from datetime import datetime
from itertools import groupby

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.http import int_to_base36

from clubsite.accounts.kept import no_device
from clubsite.analysis.models import PlayAnalysis
from clubsite.clubs.models import Person
from clubsite.core.data_map import LostRows, Row, Subject, by_club, on_account_end, own_data_part, retention_rule, when
from clubsite.core.row_locks import deletion_lock
from clubsite.nights.models import Contestant, ContestantPerson, Session, SessionStatus, Table
from clubsite.play.log_erasure import logs_delete
from clubsite.play.models import Play, PlayEvent, PlayStatus, SeatTicket
from clubsite.privacy.services import GUEST, name_drop
from clubsite.scores.models import ScoreEntry

VOID_PREFIX = "-"  # begins a code that nobody can type
BATCH_ROWS = 500


def old_sessions(before: datetime) -> QuerySet[Session]:
    """Return the sessions that ended before this time. Leave out sessions that nobody has ended yet."""
    return Session.objects.filter(status=SessionStatus.ENDED, ended_at__lt=before)


@retention_rule(20, "logs", "records of how a board was called and played deleted")
def logs_forget(before: datetime) -> LostRows:
    """Delete the calls, cards and analyses of old sessions. Return how many plays lost their log, by club."""
    sessions = old_sessions(before)
    plays = Play.objects.filter(room__table__section__session__in=sessions, acted_at__lt=before, events__seq=1)
    deletion_lock(plays)  # an analysis that is being made finds no log afterwards
    counts = by_club(plays, "room__table__section__session__club")
    PlayAnalysis.objects.filter(play__in=plays.values("pk")).delete()
    logs_delete(plays)
    return counts


@retention_rule(30, "seats", "seats unlinked from the device that had them")
def seats_forget(before: datetime) -> LostRows:
    """Delete the records of which device had which seat. If a score or an action refers to a record, keep the record
    but remove its device.
    """
    counts: LostRows = LostRows()
    nobody = no_device()
    for club in old_sessions(before).order_by().values_list("club", flat=True).distinct():
        tickets = _tickets_of(old_sessions(before).filter(club=club)).exclude(device=nobody)
        counts[club] = tickets.count()
        speaks = Exists(ScoreEntry.objects.filter(by_ticket=OuterRef("pk")))
        acts = Exists(PlayEvent.objects.filter(ticket=OuterRef("pk")))
        tickets.filter(~speaks, ~acts).delete()
        tickets_unlink(tickets)
    return counts


def tickets_unlink(tickets: QuerySet[SeatTicket]) -> None:
    """Unlink these tickets, which are no longer in force, from their devices."""
    gone = Coalesce(F("revoked_at"), Value(timezone.now()))
    tickets.update(device=no_device(), token_hash="", connected=False, revoked_at=gone)


def _tickets_of(sessions: QuerySet[Session]) -> QuerySet[SeatTicket]:
    """Return the tickets of these sessions' contestants and tables."""
    contestants, tables = (model.objects.filter(section__session__in=sessions) for model in (Contestant, Table))
    return SeatTicket.objects.filter(Q(seat__in=contestants.values("pk")) | Q(seat__in=tables.values("pk")))


@retention_rule(40, "guests", "guests without a name from now on")
def guests_forget(before: datetime) -> LostRows:
    """Forget guests who have not played since this time. Their results are kept without a name."""
    sessions = ContestantPerson.objects.filter(person=OuterRef("pk"))
    since = sessions.exclude(contestant__section__session__in=old_sessions(before))
    guests = Person.objects.select_for_update(no_key=True).filter(
        Exists(sessions), ~Exists(since), guest=True, user=None, forgotten_at=None
    )
    counts: LostRows = LostRows()
    for guest in guests:
        name_drop(guest, GUEST)
        counts[guest.club_id] += 1
    return counts


@retention_rule(50, "codes", "codes of tables made void")
def codes_void(before: datetime) -> LostRows:
    """Void the codes on the cards of old tables, so that a code can never belong to two tables."""
    tables = Table.objects.filter(section__session__in=old_sessions(before)).exclude(code__startswith=VOID_PREFIX)
    counts = by_club(tables, "section__session__club")
    gone = list(tables)
    for table in gone:
        table.code = VOID_PREFIX + int_to_base36(table.pk)
    Table.objects.bulk_update(gone, ["code"], batch_size=BATCH_ROWS)
    return counts


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
