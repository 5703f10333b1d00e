"""Requesting mail, confirming an address, stopping."""

import logging
from datetime import timedelta
from threading import Thread

from django.core.mail import EmailMessage
from django.db import IntegrityError, transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.models import Club, Person
from clubsite.mailing.links import CONFIRM, DAYS, link_token
from clubsite.mailing.models import MailRequest

log = logging.getLogger(__name__)


def mail_ask(*, club: Club, user: User, site: str) -> MailRequest:
    """Request mail for an account at its own address. After a refusal it starts again. Raise ValueError."""
    if not user.email:
        raise ValueError("Your account has no e-mail address.")
    now = timezone.now()
    facts = {"site": site, "address": "", "asked_at": now, "confirmed_at": now, "refused_at": None}
    facts["person"] = Person.objects.filter(club=club, user=user).first()
    with transaction.atomic():
        found, _ = MailRequest.objects.update_or_create(club=club, user=user, defaults=facts)
    return found


def address_ask(*, club: Club, address: str, user: User | None, site: str) -> None:
    """Send the link that confirms this address. If it is confirmed already, nothing is said or sent."""
    found = MailRequest.objects.filter(club=club, address__iexact=address).first()
    if found is None:
        try:
            found = _address_new(club, address, user, site)
        except IntegrityError:  # requested twice at the same moment
            return
    if found.confirmed_at is None or found.refused_at is not None:
        Thread(target=_link_send, args=(_link_mail(found, club),), name="mail").start()


def _address_new(club: Club, address: str, user: User | None, site: str) -> MailRequest:
    person = Person.objects.filter(club=club, user=user).first() if user else None
    with transaction.atomic():
        if user is not None:
            MailRequest.objects.filter(club=club, user=user).delete()
        return MailRequest.objects.create(
            club=club, address=address, user=user, person=person, site=site, asked_at=timezone.now()
        )


def _link_mail(request: MailRequest, club: Club) -> EmailMessage:
    path = reverse("mailing:confirm", args=[link_token(CONFIRM, request.pk)])
    context = {"club": club, "link": request.site + path, "days": DAYS}
    text = render_to_string("mailing/confirm.txt", context)
    return EmailMessage(f"Results of {club.name} by mail?", text, to=[request.address])


def _link_send(mail: EmailMessage) -> None:
    """Send a link in the background, so that the time taken tells nothing about the address."""
    try:
        mail.send()
    except Exception:
        log.warning("A link that confirms an address was not sent", exc_info=True)


def address_confirm(request: MailRequest) -> None:
    """Confirm that the reader of this address wants mail. Doing it again is harmless."""
    MailRequest.objects.filter(pk=request.pk, confirmed_at=None).update(confirmed_at=timezone.now())
    MailRequest.objects.filter(pk=request.pk).update(refused_at=None)


def mail_stop(pk: int) -> None:
    """Stop mail for this request and delete it. Doing it again is harmless."""
    MailRequest.objects.filter(pk=pk).delete()


def mail_stop_account(*, club: Club, user: User) -> None:
    """Stop a club's mail for this account."""
    MailRequest.objects.filter(club=club, user=user).delete()


def mail_stop_person(person: Person) -> None:
    """Stop mail for a person, whichever account requested it."""
    MailRequest.objects.filter(person=person).delete()


def unconfirmed_drop() -> None:
    """Delete addresses whose link nobody followed."""
    old = timezone.now() - timedelta(days=DAYS)
    found = MailRequest.objects.filter(confirmed_at=None, asked_at__lt=old)
    if found.exists():  # do not take SQLite's write lock for nothing every five seconds
        found.delete()
