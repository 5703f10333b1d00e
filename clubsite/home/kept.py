"""How long matches at home of no account are kept. An account's matches are kept as its history."""

from datetime import datetime

from django.db.models import Exists, OuterRef, Q

from clubsite.analysis.models import PlayAnalysis
from clubsite.core.data_map import LostRows, Subject, on_account_end, retention_rule
from clubsite.core.row_locks import deletion_lock
from clubsite.home.models import FORMER_PLAYER, Challenge, HomeMatch, HomeSeat, PlayerBlock, PlayerReport
from clubsite.play.log_erasure import logs_delete
from clubsite.play.models import Play, PlaySeat, Room
from clubsite.play.seat_tickets import seats_delete

BATCH_ROWS = 200


@retention_rule(60, "matches", "matches at home of no account deleted")
def matches_forget(before: datetime) -> LostRows:
    """Delete matches without an account in which nobody has acted since `before`, together with all their plays."""
    gone = _old(before)
    for at in range(0, len(gone), BATCH_ROWS):
        _matches_delete(gone[at : at + BATCH_ROWS])
    return LostRows({None: len(gone)})


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


@on_account_end
def blocks_unname(subject: Subject) -> None:
    """Remove the account and its name from others' blocks of it."""
    PlayerBlock.objects.filter(of_user=subject.user).update(of_user=None, name=FORMER_PLAYER)
