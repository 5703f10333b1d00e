"""The lobby: who may open an invitation to anybody, and which invitations a visitor sees."""

from typing import Any

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet

from clubsite.accounts.decorators import AnyUser
from clubsite.accounts.models import Device
from clubsite.home.models import Against, HomeMatch, MatchState
from clubsite.home.questions import GAMES, USUAL_STRENGTH, clock_words, home_default, options_in_words
from clubsite.home.selectors.matches import seats_of
from clubsite.home.selectors.meetings import is_excluded, not_blocked
from clubsite.play.models import SeatTicket
from clubsite.readers.visitor import Visitor

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


def open_tables() -> list[dict[str, Any]]:
    """Return all open invitations on the site, oldest first, also of hosts who have no table on the screen."""
    here = set(with_host_here().values_list("pk", flat=True))
    waiting = HomeMatch.objects.filter(against=Against.ANYBODY, state=MatchState.WAITING).order_by("pk")
    found = []
    for match in waiting.prefetch_related("seats__user", "clubs")[:MOST_SHOWN]:
        host = next(seat for seat in match.seats.all() if seat.player == "S")
        account = host.user.username if host.user else ""
        clubs = [club.name for club in match.clubs.all()]
        found.append({**_invitation(match), "account": account, "here": match.pk in here, "clubs": clubs})
    return found


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
    told = {name: at for name, at in chosen.items() if name == of_match or at != home_default(game, name)}
    return [*options_in_words(game, told), *filter(None, [clock_words(match.clock)])]


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
