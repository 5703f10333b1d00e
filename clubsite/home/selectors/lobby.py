"""The lobby: who may invite anybody, and which invitations a visitor sees; blocks, exclusions and reports."""

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet

from clubsite.accounts.decorators import AnyUser
from clubsite.accounts.models import Device
from clubsite.home.models import (
    Against,
    HomeMatch,
    HomeSeat,
    MatchState,
    PlayerBlock,
    PlayerReport,
    ReportDecision,
    TableWord,
)
from clubsite.home.questions import GAMES, USUAL_STRENGTH, clock_words, home_default, options_in_words
from clubsite.home.selectors.matches import seats_of
from clubsite.play.models import SeatTicket
from clubsite.readers.visitor import Visitor
from games.wording import plain, seat_name

MAX_REPORTS_SHOWN = 100


def _known(device: str, user: str, of_device: Device | int | None, of_user: AnyUser | int | None) -> Q:
    """Return the condition that the columns `device` and `user` of a row name this person."""
    condition = Q(**{device: of_device}) if of_device is not None else Q(pk__in=[])
    signed_in = of_user is not None and (isinstance(of_user, int) or of_user.is_authenticated)
    return condition | Q(**{user: of_user}) if signed_in else condition


def other_person(seat: HomeSeat) -> HomeSeat | None:
    """Return the seat of the person opposite, or None if nobody or a robot sits there."""
    return seat.match.seats.filter(robot=False).exclude(pk=seat.pk).first()


def is_blocked(seat: HomeSeat, device: Device, user: AnyUser | None) -> bool:
    """True if the holder of this seat has blocked the holder of the device or account, or the other way round."""
    met = _known("of_device", "of_user", device, user) & _known("by_device", "by_user", seat.device_id, seat.user_id)
    back = _known("by_device", "by_user", device, user) & _known("of_device", "of_user", seat.device_id, seat.user_id)
    return PlayerBlock.objects.filter(met | back).exists()


def has_blocked(seat: HomeSeat, other: HomeSeat) -> bool:
    """True if the first has blocked the second."""
    by = _known("by_device", "by_user", seat.device_id, seat.user_id)
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


MOST_SHOWN = 30  # invitations on a page, the oldest first
OPEN_GAMES = tuple(game for game in GAMES.values() if not game.alone)


def may_invite(visitor: Visitor) -> bool:
    """True if this visitor may wait for whoever comes."""
    known = settings.LOBBY_FOR_EVERYBODY or bool(visitor.clubs)
    return known and not is_excluded(visitor.device, visitor.user)


def lobby_for(visitor: Visitor) -> dict[str, Any]:
    """Return the lobby as this visitor sees it: the invitations that they may take, oldest first, and whether they may
    wait for somebody themselves. `everybody` is true if the lobby is open to visitors who belong to no club.
    """
    rows = invitations_for(visitor).prefetch_related("seats").order_by("pk")[:MOST_SHOWN]
    shown = [_invitation(match) for match in rows]
    return {
        "invitations": shown,
        "may_invite": may_invite(visitor),
        "everybody": settings.LOBBY_FOR_EVERYBODY,
        "games": OPEN_GAMES,
    }


def tables_waiting() -> list[dict[str, Any]]:
    """Return all open invitations on the site, oldest first, also of hosts who have no table on the screen."""
    here = set(with_host_here().values_list("pk", flat=True))
    waiting = HomeMatch.objects.filter(against=Against.ANYBODY, state=MatchState.WAITING).order_by("pk")
    tables = []
    for match in waiting.prefetch_related("seats__user", "clubs")[:MOST_SHOWN]:
        host = next(seat for seat in match.seats.all() if seat.player == "S")
        account = host.user.username if host.user else ""
        clubs = [club.name for club in match.clubs.all()]
        tables.append({**_invitation(match), "account": account, "here": match.pk in here, "clubs": clubs})
    return tables


def _invitation(match: HomeMatch) -> dict[str, Any]:
    """Return a host who waits for whoever comes, as others see it. `robot` is true if a robot plays there meanwhile."""
    seats = {seat.player: seat for seat in match.seats.all()}
    return {
        "match": match,
        "host": seats["S"].name,
        "game": GAMES[match.game],
        "terms": _terms(match),
        "robot": "N" in seats,
    }


def _terms(match: HomeMatch) -> list[str]:
    """Return what a match is at this table, and its unusual options, in words."""
    game, chosen = match.game, {**match.options, **match.match_options}
    of_match = next(iter(GAMES[game].questions))
    options = {name: at for name, at in chosen.items() if name == of_match or at != home_default(game, name)}
    return [*options_in_words(game, options), *filter(None, [clock_words(match.clock)])]


def invitations_for(visitor: Visitor) -> QuerySet[HomeMatch]:
    """Return the open invitations of others that this visitor may see, whose hosts have their table on the screen."""
    own = own_invitations(visitor.device, visitor.user)
    return with_host_here().filter(_shown_to(visitor)).exclude(pk__in=own.values("pk"))


def invitation_seen_by(visitor: Visitor, public_id: str) -> HomeMatch | None:
    """Return an open match that this visitor may come to, in any state, or None for a stranger to it."""
    if not public_id.isalnum():
        return None
    return HomeMatch.objects.filter(_shown_to(visitor), public_id=public_id, against=Against.ANYBODY).first()


def _shown_to(visitor: Visitor) -> Q:
    if is_excluded(visitor.device, visitor.user):
        return Q(pk__in=[])
    together = not_blocked(visitor.device, visitor.user)
    if settings.LOBBY_FOR_EVERYBODY:
        return together
    return together & Q(
        Exists(HomeMatch.clubs.through.objects.filter(homematch=OuterRef("pk"), club__in=visitor.clubs))
    )


def with_host_here() -> QuerySet[HomeMatch]:
    """Return the open invitations whose host has the table on the screen."""
    waiting = HomeMatch.objects.filter(against=Against.ANYBODY, state=MatchState.WAITING)
    return waiting.filter(Exists(_host_tickets(Q(seat__homeseat__match=OuterRef("pk")))))


def host_is_here(match: HomeMatch) -> bool:
    """True if the host of this match has its table on the screen."""
    return _host_tickets(Q(seat__homeseat__match=match)).exists()


def _host_tickets(of_match: Q) -> QuerySet[SeatTicket]:
    host = Q(seat__homeseat__player="S", connected=True, revoked_at__isnull=True)
    return SeatTicket.objects.filter(of_match, host)


def own_invitations(device: Device | None, user: AnyUser | None) -> QuerySet[HomeMatch]:
    """Return the open invitations of the holder of this device or account that nobody has taken yet."""
    mine = seats_of(device, user).order_by().filter(player="S")
    waiting = HomeMatch.objects.filter(against=Against.ANYBODY, state=MatchState.WAITING)
    return waiting.filter(pk__in=mine.values("match"))


def strength_here(game: str, device: Device | None, user: AnyUser | None = None) -> str:
    """Return about the reader's own strength at a game: that of the robot they met last, one step up if they won that
    match and one down if they lost it. Return the usual strength before any match, or "" at a game without an opponent.
    """
    strengths = GAMES[game].strengths
    if GAMES[game].alone:
        return ""
    met = seats_of(device, user).filter(match__game=game, match__state=MatchState.OVER, match__seats__robot=True)
    last = met.filter(
        match__strength__in=strengths, match__ended=False, match__repeats__isnull=True, match__position__isnull=True
    ).first()
    if last is None:
        return USUAL_STRENGTH
    winner = last.match.standing["winner"]
    step = 0 if winner is None else 1 if winner == last.player else -1
    return strengths[min(max(strengths.index(last.match.strength) + step, 0), len(strengths) - 1)]
