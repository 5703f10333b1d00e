"""Meetings at home: the blocks of players, exclusions by the keeper, and the reports that players made."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from clubsite.accounts.decorators import AnyUser
from clubsite.accounts.models import Device
from clubsite.home.models import HomeMatch, HomeSeat, PlayerBlock, PlayerReport, ReportDecision, TableWord
from clubsite.home.questions import GAMES
from games.wording import plain, seat_name

MAX_REPORTS_SHOWN = 100


def _known(device: str, user: str, of_device: Device | int | None, of_user: AnyUser | int | None) -> Q:
    """Return the condition that the columns `device` and `user` of a row name this person."""
    found = Q(**{device: of_device}) if of_device is not None else Q(pk__in=[])
    signed_in = of_user is not None and (isinstance(of_user, int) or of_user.is_authenticated)
    return found | Q(**{user: of_user}) if signed_in else found


def other_person(seat: HomeSeat) -> HomeSeat | None:
    """Return the seat of the person opposite, or None if nobody or a robot sits there."""
    return seat.match.seats.filter(robot=False).exclude(pk=seat.pk).first()


def is_blocked(one: HomeSeat, device: Device, user: AnyUser | None) -> bool:
    """True if the holder of this seat has blocked the holder of the device or account, or the other way round."""
    met = _known("of_device", "of_user", device, user) & _known("by_device", "by_user", one.device_id, one.user_id)
    back = _known("by_device", "by_user", device, user) & _known("of_device", "of_user", one.device_id, one.user_id)
    return PlayerBlock.objects.filter(met | back).exists()


def has_blocked(one: HomeSeat, other: HomeSeat) -> bool:
    """True if the first has blocked the second."""
    by = _known("by_device", "by_user", one.device_id, one.user_id)
    return PlayerBlock.objects.filter(by & _known("of_device", "of_user", other.device_id, other.user_id)).exists()


def not_blocked(device: Device | None, user: AnyUser | None) -> Q:
    """Return the condition that the host of a match neither is blocked by this person nor has blocked them."""
    made = PlayerBlock.objects.filter(_known("by_device", "by_user", device, user))
    met = PlayerBlock.objects.filter(_known("of_device", "of_user", device, user))
    shut = (
        Q(device__in=made.values("of_device"))
        | Q(user__in=made.filter(of_user__isnull=False).values("of_user"))
        | Q(device__in=met.values("by_device"))
        | Q(user__in=met.filter(by_user__isnull=False).values("by_user"))
    )
    return ~Q(Exists(HomeSeat.objects.filter(shut, match=OuterRef("pk"), player="S")))


def is_excluded(device: Device | None, user: AnyUser | None) -> bool:
    """True if the keeper of the site decided that this person may no longer meet strangers here."""
    decided = PlayerReport.objects.filter(decision=ReportDecision.EXCLUDED)
    return decided.filter(_known("of__device", "of__user", device, user)).exists()


def blocks_of(device: Device | None, user: AnyUser | None) -> QuerySet[PlayerBlock]:
    """Return the blocks that this person made, latest first."""
    return PlayerBlock.objects.filter(_known("by_device", "by_user", device, user))


def reports_shown() -> list[dict[str, Any]]:
    """Return the reports as the keeper reads them, open ones first, and of each kind the latest first.

    A report has the words and deals of its table, and how many `others` there are of the same person.
    """
    rows = PlayerReport.objects.select_related("of__match", "decided_by").prefetch_related("of__match__seats")
    open_first = sorted(rows[:MAX_REPORTS_SHOWN], key=lambda report: bool(report.decision))
    return [_shown(report) for report in open_first]


def _shown(report: PlayerReport) -> dict[str, Any]:
    match, about = report.of.match, report.of
    by = next((seat.name for seat in match.seats.all() if seat.pk != about.pk), "")
    same = PlayerReport.objects.filter(_known("of__device", "of__user", about.device_id, about.user_id))
    words = list(TableWord.objects.filter(seat__match=match).select_related("seat"))
    title = GAMES[match.game].rules.title
    return {
        "report": report,
        "match": match,
        "title": title,
        "by": by,
        "words": words,
        "deals": list(_deals(match)),
        "others": same.exclude(pk=report.pk).count(),
    }


def _deals(match: HomeMatch) -> Iterable[str]:
    """Yield each line of the score sheet in words. No line tells a card."""
    for line in match.standing["sheet"]["lines"]:
        points = ", ".join(f"{seat_name(player)} {line[player]}" for player in ("S", "N") if line.get(player))
        yield f"Deal {line['board']}: {plain(line['text'])}{f' ({points})' if points else ''}"
