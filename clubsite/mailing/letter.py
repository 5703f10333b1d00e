"""The letter about published results, with what its reader may read. About the reader it says only
what is published.
"""

from dataclasses import dataclass, field
from functools import cached_property
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse

from clubsite.clubs.models import Person
from clubsite.clubs.shown_names import Reader, stranger
from clubsite.duplicate.selectors.readers import reader_of
from clubsite.mailing.links import STOP, link_token
from clubsite.mailing.models import MailRequest
from clubsite.rankings.models import PublishedResult, PublishedSession
from clubsite.rankings.selectors.published import Published, published_or_404
from clubsite.season.selectors.honours import HonourList, figure_of, honours
from games.wording import group_name, place_name

FIRST = 3
"""The number of places of each list that are named."""


@dataclass(slots=True)
class Own:
    """The reader's own result: `place` "3rd equal", `figure` "55.56 %", `of` "9 South players", or empty without a
    place.
    """

    place: str
    of: str
    figure: str
    path: str


@dataclass
class LetterSession:
    """A published session, read once for all recipients."""

    published: PublishedSession
    _lists: dict[bool, list[HonourList]] = field(default_factory=dict)

    def lists(self, reader: Reader) -> list[HonourList]:
        """Return the first places of each list, with names as this reader may see them."""
        if reader.inside not in self._lists:
            self._lists[reader.inside] = honours([self.published.pk], reader)[self.published.pk]
        return self._lists[reader.inside]

    @cached_property
    def read(self) -> Published:
        return published_or_404(
            self.published.session.public_id, lambda club, session=None: Reader(club, inside=True)
        )

    def own(self, person: Person) -> Own | None:
        """Return the result of a person, or None if they did not play."""
        row = PublishedResult.objects.filter(published=self.published, person=person, counts=True).first()
        label = self.read.labels.get(row.contestant_id) if row else None
        if row is None or label is None:
            return None
        return Own(
            place=place_name(row.place, row.tied) if row.place else "",
            of=f"{row.of} {group_name(row.direction, row.four_handed)}",
            figure=figure_of(row).replace("\N{NO-BREAK SPACE}", " "),
            path=reverse("results:player-card", args=[self.published.session.public_id, label]),
        )


def letter_of(night: LetterSession, request: MailRequest) -> EmailMultiAlternatives | None:
    """Return the mail for this request, or None if its reader may read nothing of the session."""
    club, session = night.published.club, night.published.session
    person = Person.objects.filter(club=club, user=request.user).first() if request.user else None
    reader = reader_of(club, request.user, None, session) if request.user else stranger(club)
    if not reader.may_read or not request.to or not (request.user is None or request.user.is_active):
        return None
    site = settings.PUBLIC_URL or request.site
    own = night.own(person) if person else None
    stop = site + reverse("mailing:stop", args=[link_token(STOP, request.pk)])
    day = night.published.date
    context = {
        "club": club,
        "night": f"{session.name}, {day:%A} {day.day} {day:%B %Y}",
        "own": own,
        "own_address": site + own.path if own else "",
        "lists": [(found.title, found.rows[:FIRST]) for found in night.lists(reader)],
        "address": site + reverse("results:ranking", args=[session.public_id]),
        "stop": stop,
    }
    mail = EmailMultiAlternatives(
        subject=_subject(session.name, f"{day.day} {day:%B}", own),
        body=render_to_string("mailing/results.txt", context),
        to=[request.to],
        headers={
            "List-Id": f"<results.{club.slug}.{urlsplit(site).hostname}>",
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
    )
    mail.attach_alternative(render_to_string("mailing/results.html", context), "text/html")
    return mail


def _subject(name: str, day: str, own: Own | None) -> str:
    night = " ".join(f"{name}, {day}".split())
    if own is None or not own.place:
        return f"{night}: the results are out"
    return f"{night}: you came {own.place} with {own.figure}"
