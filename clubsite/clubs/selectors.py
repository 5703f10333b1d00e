"""Queries about clubs. They raise Http404 for strangers, so that no view has to."""

from django.db.models import Case, QuerySet, When
from django.http import Http404

from clubsite.accounts.decorators import AnyUser
from clubsite.accounts.models import User
from clubsite.clubs.models import ApiToken, AuditEntry, Club, CorrectionRequest, Membership, Person, Role
from clubsite.core.names import fold
from clubsite.core.responses import found_or_404
from clubsite.core.tokens import hash_token

DIRECTING = [Role.DIRECTOR, Role.OWNER]


def directs(user: AnyUser, club: Club) -> bool:
    """True if this user may run the club's sessions."""
    if not user.is_authenticated:
        return False
    return Membership.objects.filter(club=club, user=user, role__in=DIRECTING).exists()


def other_directors(club: Club, user: User) -> list[User]:
    """Return everyone else who may run the club's sessions, sorted by name."""
    rows = Membership.objects.filter(club=club, role__in=DIRECTING, user__is_active=True).exclude(user=user)
    return [row.user for row in rows.select_related("user").order_by("user__username")]


def names_told(users: list[User]) -> str:
    """Return the users' names as text such as "dee" or "dee or eve"."""
    return " or ".join(user.get_username() for user in users)


def clubs_directed_by(user: User) -> QuerySet[Club]:
    """Return the clubs whose sessions this user may run."""
    if not user.is_authenticated:
        return Club.objects.none()
    return Club.objects.filter(memberships__user=user, memberships__role__in=DIRECTING).order_by("name_order")


def club_for_director(user: User, slug: str) -> Club:
    """Return the club for one of its directors. Raise Http404 for everybody else."""
    return found_or_404(clubs_directed_by(user).filter(slug=slug).first(), "No such club")


def club_by_slug(slug: str) -> Club:
    """Return a club for any reader. Raise Http404 if there is no such club."""
    return found_or_404(Club.objects.filter(slug=slug).first(), "No such club")


def zone_of_slug(slug: str) -> str | None:
    """Return the time zone of the club with this slug, "" if it uses the site's, or None if there is no such club."""
    return Club.objects.filter(slug=slug).values_list("time_zone", flat=True).first()


def all_clubs() -> QuerySet[Club]:
    """Return every club on the site, by name."""
    return Club.objects.order_by("name_order")


def clubs_named(name: str = "") -> QuerySet[Club]:
    """Return the clubs whose name contains this text, sorted by name, or all clubs if the text is ""."""
    return all_clubs().filter(name_key__contains=fold(name))


def club_for_owner(user: User, slug: str) -> Club:
    """Return the club for one of its owners. Raise Http404 for everybody else."""
    club = club_for_director(user, slug)
    if not owns(user, club):
        raise Http404("No such club")
    return club


def owns(user: User, club: Club) -> bool:
    return Membership.objects.filter(club=club, user=user, role=Role.OWNER).exists()


def people_of(club: Club) -> QuerySet[Person]:
    """Return the club's members and past guests, but no forgotten people, sorted by name."""
    return club.people.filter(forgotten_at=None).order_by("guest", "name_order", "pk")


def person_of(club: Club, pk: int) -> Person:
    """Return a person on the club's list. Raise Http404 if there is no such person."""
    return found_or_404(people_of(club).select_related("club", "user").filter(pk=pk).first(), "No such person")


def memberships_of(club: Club) -> QuerySet[Membership]:
    """Return the accounts with a role in the club: owners first, then directors, then members, by name."""
    rank = Case(When(role=Role.OWNER, then=0), When(role=Role.DIRECTOR, then=1), default=2)
    return club.memberships.select_related("user").order_by(rank, "user__username")


def audit_of(session_id: int) -> QuerySet[AuditEntry]:
    """Return the audit log of one session, newest first."""
    return AuditEntry.objects.filter(session=session_id).select_related("user")


def audit_of_club(club: Club) -> QuerySet[AuditEntry]:
    """Return the newest lines in the club's audit log that belong to no session."""
    return club.audit.filter(session=None)[:30]


def token_of(secret: str) -> ApiToken | None:
    """Return the valid token with this secret, or None if it was revoked or its maker no longer directs the club."""
    token = ApiToken.objects.select_related("club", "user").filter(token_hash=hash_token(secret)).first()
    if token is None or token.revoked_at is not None:
        return None
    return token if token.user.is_active and directs(token.user, token.club) else None


def tokens_of(club: Club) -> QuerySet[ApiToken]:
    """Return a club's tokens that have not been revoked, newest first."""
    return club.api_tokens.filter(revoked_at=None).select_related("user")


def token_for(club: Club, pk: int) -> ApiToken:
    """Return a token of this club. Raise Http404 if there is no such token."""
    return found_or_404(tokens_of(club).filter(pk=pk).first(), "No such token")


def corrections_waiting(club: Club) -> QuerySet[CorrectionRequest]:
    """Return a club's unanswered requests, oldest first."""
    return club.correction_requests.filter(answered_at=None).select_related("person").order_by("at", "pk")
