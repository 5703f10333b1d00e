"""Queries for announced nights."""

import datetime
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from clubsite.clubs.models import Club
from clubsite.clubs.time_zones import zone_of
from clubsite.core.not_found import found_or_404
from clubsite.nights.models import Session
from clubsite.signups.models import ComingNight, ReplyState
from games.wording import counted

FEED_DAYS, FEED_MOST = 31, 200
"""A calendar gets nights of the last days too, so that a cancelled one does not remain in it unchanged."""
PAST_SHOWN = 8


@dataclass(frozen=True, slots=True)
class NightRow:
    """A night with the number of players who are coming and the number waiting for a place."""

    night: ComingNight
    players: int
    waiting: int
    open: bool

    @property
    def free(self) -> int | None:
        """The number of free places, or None if there is no limit."""
        return None if self.night.places is None else max(0, self.night.places - self.players)

    @property
    def full(self) -> bool:
        return self.free == 0

    @property
    def room(self) -> str:
        """The text after the number of players: `, full, 2 wait`, `, 3 places left`, or "" if places are unlimited."""
        if self.free is None:
            return ""
        if self.free:
            return f", {counted(self.free, 'place')} left"
        return ", full" + (f", {self.waiting} {'waits' if self.waiting == 1 else 'wait'}" if self.waiting else "")


def dealt_for(night: ComingNight) -> list[str]:
    """Return the public ids of the club's sessions on the date of this night for which boards have been dealt."""
    sessions = Session.objects.filter(club=night.club_id, date=night.date, sections__board_set__commitment__gt="")
    return list(sessions.order_by("pk").values_list("public_id", flat=True).distinct())


def _with_counts(nights: QuerySet[ComingNight]) -> QuerySet[ComingNight]:
    found = nights.select_related("club").annotate(
        n_players=Count("replies__players", filter=Q(replies__state=ReplyState.IN)),
        n_waiting=Count("replies__players", filter=Q(replies__state=ReplyState.WAITING)),
    )
    return found.order_by("date", "start", "pk")


def _row(night: ComingNight) -> NightRow:
    counts: dict[str, int] = vars(night)
    return NightRow(night, counts["n_players"], counts["n_waiting"], night.open(timezone.now()))


def coming_nights(club: Club, most: int | None = None) -> list[NightRow]:
    """Return a club's nights that are not over, soonest first."""
    now = timezone.now()
    yesterday = now.astimezone(zone_of(club)).date() - datetime.timedelta(days=1)
    found = _with_counts(club.coming_nights.filter(date__gte=yesterday))
    found = found if most is None else found[: most + 4]  # some of those may be over
    return [_row(night) for night in found if not night.over(now)][:most]


def past_nights(club: Club) -> list[NightRow]:
    """Return the most recent nights that are over, newest first."""
    now = timezone.now()
    today = now.astimezone(zone_of(club)).date()
    found = _with_counts(club.coming_nights.filter(date__lte=today)).order_by("-date", "-start", "-pk")
    return [_row(night) for night in found[: PAST_SHOWN + 4] if night.over(now)][:PAST_SHOWN]


def night_row(night: ComingNight) -> NightRow:
    """Return a night with its current counts."""
    return _row(_with_counts(ComingNight.objects.filter(pk=night.pk)).get())


def night_of(club: Club, public_id: str) -> ComingNight:
    """Return a night of this club. Raise Http404 if the club has no such night."""
    return found_or_404(club.coming_nights.select_related("club").filter(public_id=public_id).first(), "No such night")


def night_for(clubs: QuerySet[Club], public_id: str) -> NightRow | None:
    """Return a night of one of these clubs with its counts, or None if there is no such night."""
    night = _with_counts(ComingNight.objects.filter(club__in=clubs, public_id=public_id)).first()
    return _row(night) if night is not None else None


def nights_on(club: Club, date: datetime.date) -> list[NightRow]:
    """Return the nights on this date that are not cancelled and to which somebody is coming."""
    found = _with_counts(club.coming_nights.filter(date=date, cancelled_at=None))
    return [row for row in map(_row, found) if row.players]


def feed_nights(club: Club) -> list[ComingNight]:
    """Return the nights for a calendar feed."""
    since = timezone.now().astimezone(zone_of(club)).date() - datetime.timedelta(days=FEED_DAYS)
    return list(club.coming_nights.filter(date__gte=since).select_related("club")[:FEED_MOST])
