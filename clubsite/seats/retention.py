"""Retention for old sessions: scores, publications, boards and players stay, but calls and cards are deleted."""

from collections import Counter
from datetime import datetime

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.http import int_to_base36

from clubsite.accounts.retention import no_device
from clubsite.analysis.models import PlayAnalysis
from clubsite.clubs.models import Person
from clubsite.core.retention import Found, by_club, retention_rule
from clubsite.core.row_locks import deletion_lock
from clubsite.nights.models import Contestant, ContestantPerson, Session, SessionStatus, Table
from clubsite.play.log_erasure import logs_delete
from clubsite.play.models import Play, PlayEvent, SeatTicket
from clubsite.privacy.services.erasure import GUEST, name_drop
from clubsite.scores.models import ScoreEntry

VOID_PREFIX = "-"  # begins a code that nobody can type
BATCH_ROWS = 500


def old_sessions(before: datetime) -> QuerySet[Session]:
    """Return the sessions that ended before this time. Leave out sessions that nobody has ended yet."""
    return Session.objects.filter(status=SessionStatus.ENDED, ended_at__lt=before)


@retention_rule(20, "logs", "records of how a board was called and played deleted")
def logs_forget(before: datetime) -> Found:
    """Delete the calls, cards and analyses of old sessions. Return how many plays lost their log, by club."""
    sessions = old_sessions(before)
    plays = Play.objects.filter(room__table__section__session__in=sessions, acted_at__lt=before, events__seq=1)
    deletion_lock(plays)  # an analysis that is being made finds no log afterwards
    found = by_club(plays, "room__table__section__session__club")
    PlayAnalysis.objects.filter(play__in=plays.values("pk")).delete()
    logs_delete(plays)
    return found


@retention_rule(30, "seats", "seats unlinked from the device that had them")
def seats_forget(before: datetime) -> Found:
    """Delete the records of which device had which seat. If a score or an action refers to a record, keep the record
    but remove its device.
    """
    found: Found = Counter()
    nobody = no_device()
    for club in old_sessions(before).order_by().values_list("club", flat=True).distinct():
        tickets = _tickets_of(old_sessions(before).filter(club=club)).exclude(device=nobody)
        found[club] = tickets.count()
        speaks = Exists(ScoreEntry.objects.filter(by_ticket=OuterRef("pk")))
        acts = Exists(PlayEvent.objects.filter(ticket=OuterRef("pk")))
        tickets.filter(~speaks, ~acts).delete()
        tickets_unlink(tickets)
    return found


def tickets_unlink(tickets: QuerySet[SeatTicket]) -> None:
    """Unlink these tickets, which are no longer in force, from their devices."""
    gone = Coalesce(F("revoked_at"), Value(timezone.now()))
    tickets.update(device=no_device(), token_hash="", connected=False, revoked_at=gone)


def _tickets_of(sessions: QuerySet[Session]) -> QuerySet[SeatTicket]:
    """Return the tickets of these sessions' contestants and tables."""
    contestants, tables = (one.objects.filter(section__session__in=sessions) for one in (Contestant, Table))
    return SeatTicket.objects.filter(Q(seat__in=contestants.values("pk")) | Q(seat__in=tables.values("pk")))


@retention_rule(40, "guests", "guests without a name from now on")
def guests_forget(before: datetime) -> Found:
    """Forget guests who have not played since this time. Their results are kept without a name."""
    sessions = ContestantPerson.objects.filter(person=OuterRef("pk"))
    since = sessions.exclude(contestant__section__session__in=old_sessions(before))
    guests = Person.objects.select_for_update(no_key=True).filter(
        Exists(sessions), ~Exists(since), guest=True, user=None, forgotten_at=None
    )
    found: Found = Counter()
    for guest in guests:
        name_drop(guest, GUEST)
        found[guest.club_id] += 1
    return found


@retention_rule(50, "codes", "codes of tables made void")
def codes_void(before: datetime) -> Found:
    """Void the codes on the cards of old tables, so that a code can never belong to two tables."""
    tables = Table.objects.filter(section__session__in=old_sessions(before)).exclude(code__startswith=VOID_PREFIX)
    found = by_club(tables, "section__session__club")
    gone = list(tables)
    for table in gone:
        table.code = VOID_PREFIX + int_to_base36(table.pk)
    Table.objects.bulk_update(gone, ["code"], batch_size=BATCH_ROWS)
    return found
