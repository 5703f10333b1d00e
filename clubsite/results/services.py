"""Services for the leaderboard, and for requests to get results by mail."""

from datetime import timedelta

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import Club, Person
from clubsite.core.refused import Refused
from clubsite.nights.models import Session
from clubsite.nights.services.session_audit import session_audit_add
from clubsite.nights.signals import session_tell
from clubsite.outbox.models import Letter
from clubsite.outbox.services import letters_add
from clubsite.rankings.models import Publication
from clubsite.results.letters import CONFIRMATION, DAYS, OLDEST_DAYS, RESULTS
from clubsite.results.models import Leaderboard, MailRequest


def leaderboard_set(*, session: Session, on: bool, user: User) -> bool:
    """Show or hide the ranking so far. Return True if anything changed. The caller has checked the permission."""
    with transaction.atomic():
        shown = Leaderboard.objects.filter(session=session)
        if on == shown.exists():
            return False
        if on:
            Leaderboard.objects.get_or_create(session=session, defaults={"by_user": user})
        else:
            shown.delete()
        action = AuditAction.LEADERBOARD_SHOWN if on else AuditAction.LEADERBOARD_HIDDEN
        session_audit_add(session, action, str(session), user=user)
        session_tell(Leaderboard, session.public_id)
    return True


def mail_ask(*, club: Club, user: User, site: str) -> MailRequest:
    """Request mail for an account at its own address. If a server once refused that address, sending starts again.

    Raise Refused if the account has no address.
    """
    if not user.email:
        raise Refused("Your account has no e-mail address.")
    now = timezone.now()
    facts = {"site": site, "address": "", "asked_at": now, "confirmed_at": now, "refused_at": None}
    facts["person"] = Person.objects.filter(club=club, user=user).first()
    with transaction.atomic():
        mail_request, _ = MailRequest.objects.update_or_create(club=club, user=user, defaults=facts)
    return mail_request


def address_ask(*, club: Club, address: str, user: User | None, site: str) -> None:
    """Send the link that confirms this address. If the address is already confirmed, nothing is sent, and the page
    does not reveal that.
    """
    mail_request = MailRequest.objects.filter(club=club, address__iexact=address).first()
    if mail_request is None:
        try:
            mail_request = _address_new(club, address, user, site)
        except IntegrityError:  # requested twice at the same moment
            return
    letters_add(Letter(kind=CONFIRMATION.code, mail_request=mail_request, site=site))


def _address_new(club: Club, address: str, user: User | None, site: str) -> MailRequest:
    person = Person.objects.filter(club=club, user=user).first() if user else None
    with transaction.atomic():
        if user is not None:
            MailRequest.objects.filter(club=club, user=user).delete()
        return MailRequest.objects.create(
            club=club, address=address, user=user, person=person, site=site, asked_at=timezone.now()
        )


def results_tell(session: Session) -> None:
    """Write to everyone who had requested mail before the first publication, in the transaction that publishes.

    A correction sends no second letter. If a withdrawal made a letter pointless, the letter is written again.
    """
    if (timezone.localdate() - session.date).days > OLDEST_DAYS:
        return
    first = Publication.objects.filter(session=session).earliest("version", "withdrawn")
    requests = MailRequest.objects.filter(club=session.club_id, confirmed_at__lte=first.at, refused_at=None)
    letters_add(*(Letter(kind=RESULTS.code, mail_request=row, session=session, site=row.site) for row in requests))


def address_confirm(request: MailRequest) -> None:
    """Record that the person who reads mail at this address wants it. Doing this again is harmless."""
    MailRequest.objects.filter(pk=request.pk, confirmed_at=None).update(confirmed_at=timezone.now())
    MailRequest.objects.filter(pk=request.pk).update(refused_at=None)


def mail_stop(requests: QuerySet[MailRequest]) -> None:
    """Stop mail for these requests, and delete them. Doing this again is harmless."""
    requests.delete()


def unconfirmed_drop() -> None:
    """Delete addresses whose confirmation link was never followed."""
    old = timezone.now() - timedelta(days=DAYS)
    requests = MailRequest.objects.filter(confirmed_at=None, asked_at__lt=old)
    if requests.exists():  # do not take SQLite's write lock for nothing every five seconds
        requests.delete()
