"""Deleting old matches at home that belong to no account, and what players said, blocked and reported. An account's
matches are kept as its history.
"""

from collections import Counter
from datetime import datetime

from django.db.models import Exists, OuterRef, Q

from clubsite.analysis.models import PlayAnalysis
from clubsite.core.retention import Found, retention_rule, rows_delete
from clubsite.core.row_locks import deletion_lock
from clubsite.home.models import Challenge, HomeMatch, HomeSeat, PlayerBlock, PlayerReport, ReportDecision, TableWord
from clubsite.play.log_erasure import logs_delete
from clubsite.play.models import Play, PlaySeat, Room
from clubsite.play.seat_tickets import seats_delete

BATCH_ROWS = 200


@retention_rule(60, "matches", "matches at home of no account deleted")
def matches_forget(before: datetime) -> Found:
    """Delete matches without an account in which nobody has acted since `before`, together with all their plays."""
    gone = _old(before)
    for at in range(0, len(gone), BATCH_ROWS):
        _matches_delete(gone[at : at + BATCH_ROWS])
    return Counter({None: len(gone)})


@retention_rule(58, "reports", "closed reports of players at home deleted")
def reports_forget(before: datetime) -> Found:
    """Delete reports that were closed before this day. Those that exclude a player stay in force."""
    closed = PlayerReport.objects.filter(decided_at__lt=before)
    return rows_delete(closed.exclude(decision=ReportDecision.EXCLUDED))


@retention_rule(59, "words", "phrases of players at home deleted")
def words_forget(before: datetime) -> Found:
    """Delete what was said before this day, except at tables with a report."""
    reported = PlayerReport.objects.filter(of__match=OuterRef("seat__match"))
    return rows_delete(TableWord.objects.filter(~Exists(reported), at__lt=before))


@retention_rule(61, "blocks", "blocks of players without an account deleted")
def blocks_forget(before: datetime) -> Found:
    """Delete blocks that a device without an account made before this day. An account's blocks stay."""
    return rows_delete(PlayerBlock.objects.filter(at__lt=before, by_user=None))


def _old(before: datetime) -> list[int]:
    """Return the ids of the matches to delete. A match is kept if it has a report, if another kept match replays one
    of its deals, or if the other match of its challenge is kept.
    """
    lately = Play.objects.filter(room=OuterRef("room"), acted_at__gte=before)
    account = HomeSeat.objects.filter(match=OuterRef("pk"), user__isnull=False)
    report = PlayerReport.objects.filter(of__match=OuterRef("pk"))
    rows = HomeMatch.objects.filter(~Exists(lately), ~Exists(account), ~Exists(report), created_at__lt=before)
    old = set(rows.values_list("pk", flat=True))
    repeats = HomeMatch.objects.filter(repeats__isnull=False).values_list("pk", "repeats__room__home_match")
    halves = Challenge.objects.filter(guest__isnull=False).values_list("host", "guest")
    again = [*repeats, *halves, *((guest, host) for host, guest in halves)]
    while kept := {of for by, of in again if of in old and by not in old}:
        old -= kept
    return sorted(old)


def _matches_delete(pks: list[int]) -> None:
    matches = HomeMatch.objects.filter(pk__in=pks)
    rooms = list(matches.values_list("room", flat=True))
    plays = Play.objects.filter(room__in=rooms)
    deletion_lock(Room.objects.filter(pk__in=rooms))
    deletion_lock(plays)
    dealt = list(plays.values_list("north", flat=True))
    PlayAnalysis.objects.filter(play__in=plays.values("pk")).delete()
    Challenge.objects.filter(Q(host__in=pks) | Q(guest__in=pks)).delete()
    logs_delete(plays)
    matches.update(repeats=None)  # for deals that are deleted too
    Room.objects.filter(pk__in=rooms).update(play=None)
    plays.delete()
    seats_delete(HomeSeat.objects.filter(match__in=pks))
    PlaySeat.objects.filter(pk__in=dealt, homeseat=None).delete()  # of robots that made room for a person
    matches.delete()
    Room.objects.filter(pk__in=rooms).delete()
