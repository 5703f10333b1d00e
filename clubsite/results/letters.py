"""The links in mails. Each link is signed, does one thing to one request, and grants no other rights."""

from datetime import timedelta
from urllib.parse import urlsplit

from django.core import signing
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from clubsite.clubs.models import Person
from clubsite.nights.models import SessionStatus
from clubsite.outbox.models import Letter
from clubsite.outbox.services import LetterKind
from clubsite.rankings.models import PublishedResult, PublishedSession
from clubsite.rankings.selectors.published import published_or_404
from clubsite.readers.visitor import ClubVisitor, Visitor
from clubsite.results.models import MailRequest
from clubsite.season.selectors.records import figure_of, honours
from games.wording import group_name, place_name

CONFIRM, STOP = "results.confirm", "results.stop"
DAYS = 3
"""The number of days for which a link confirms an address."""


def link_token(what: str, request: int) -> str:
    """Return a CONFIRM or STOP token for the request with this id."""
    return signing.dumps(request, salt=what)


def request_of(what: str, token: str) -> int | None:
    """Return the request's id, or None if the token is forged or is too old to confirm anything."""
    try:
        pk = signing.loads(token, salt=what, max_age=DAYS * 24 * 3600 if what == CONFIRM else None)
    except signing.BadSignature:
        return None
    return pk if isinstance(pk, int) else None


MAX_LIST_ROWS = 3
"""Places of each list that are named."""
OLDEST_DAYS = 14
"""A session that was played longer ago than this is no news."""


def confirmation_write(letter: Letter) -> EmailMessage | None:
    """Return the mail with the link that confirms an address, or None if the address is already confirmed."""
    request = _request_of(letter)
    if request.confirmed_at is not None and request.refused_at is None:
        return None
    path = reverse("results:mail-confirm", args=[link_token(CONFIRM, request.pk)])
    context = {"club": request.club, "link": letter.base + path, "days": DAYS}
    text = render_to_string("results/mail/confirm.txt", context)
    return EmailMessage(f"Results of {request.club.name} by mail?", text, to=[request.address])


def results_write(letter: Letter) -> EmailMessage | None:
    """Return the mail about a session's results, or None if the reader may not see them or wants no more mail."""
    request = _request_of(letter)
    published = _published(letter)
    if request.person and request.person.user_id != request.user_id:
        request.delete()  # who was forgotten, or unlinked from the account, gets no mail
        return None
    if published is None or request.refused_at is not None:
        return None
    club, session = published.club, published.session
    person = Person.objects.filter(club=club, user=request.user).first() if request.user else None
    visitor = Visitor(request.user).at(club, session)
    if not visitor.may_read or not request.to or not (request.user is None or request.user.is_active):
        return None
    return _results_mail(request, letter.base, published, person, visitor)


def results_refused(letter: Letter) -> None:
    """Record in the request that its address does not exist. No more mail is sent to that address."""
    MailRequest.objects.filter(letters=letter).update(refused_at=timezone.now())


CONFIRMATION = LetterKind("results.confirmation", confirmation_write)
RESULTS = LetterKind("results.results", results_write, results_refused)


def _request_of(letter: Letter) -> MailRequest:
    assert letter.mail_request is not None
    return letter.mail_request


def _published(letter: Letter) -> PublishedSession | None:
    """Return the session as currently published, or None if its results have been withdrawn or are no longer news."""
    since = timezone.localdate() - timedelta(days=OLDEST_DAYS)
    sessions = PublishedSession.objects.select_related("session", "club").filter(session=letter.session_id)
    return sessions.filter(session__status=SessionStatus.ENDED, date__gte=since).first()


def _results_mail(
    request: MailRequest, site: str, published: PublishedSession, person: Person | None, visitor: ClubVisitor
) -> EmailMultiAlternatives:
    club, session = published.club, published.session
    own = _own(published, person) if person else None
    stop = site + reverse("results:mail-stop", args=[link_token(STOP, request.pk)])
    day = published.date
    context = {
        "club": club,
        "night": f"{session.name}, {day:%A} {day.day} {day:%B %Y}",
        "own": own,
        "own_address": site + own["path"] if own else "",
        "lists": [
            (ranking.title, ranking.rows[:MAX_LIST_ROWS]) for ranking in honours([published.pk], visitor)[published.pk]
        ],
        "address": site + reverse("results:ranking", args=[session.public_id]),
        "digest": published.publication.short,
        "stop": stop,
    }
    mail = EmailMultiAlternatives(
        subject=_subject(session.name, f"{day.day} {day:%B}", own),
        body=render_to_string("results/mail/results.txt", context),
        to=[request.to],
        headers={
            "List-Id": f"<results.{club.slug}.{urlsplit(site).hostname}>",
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
    )
    mail.attach_alternative(render_to_string("results/mail/results.html", context), "text/html")
    return mail


def _own(published: PublishedSession, person: Person) -> dict[str, str] | None:
    """Return the person's own result, or None if they did not play.

    It has a `place` ("3rd equal", or "" without a place), a `figure` ("55.56 %"), and `of` ("9 South players").
    """
    row = PublishedResult.objects.filter(published=published, person=person, counts=True).first()
    if row is None:
        return None
    session = published.session
    read = published_or_404(session.public_id, Visitor.as_member())
    label = read.labels.get(row.contestant_id)
    if label is None:
        return None
    return {
        "place": place_name(row.place, row.tied) if row.place else "",
        "of": f"{row.of} {group_name(row.direction, row.four_handed)}",
        "figure": figure_of(row).replace("\N{NO-BREAK SPACE}", " "),
        "path": reverse("results:player-card", args=[session.public_id, label]),
    }


def _subject(name: str, day: str, own: dict[str, str] | None) -> str:
    night = " ".join(f"{name}, {day}".split())
    if own is None or not own["place"]:
        return f"{night}: the results are out"
    return f"{night}: you came {own['place']} with {own['figure']}"
