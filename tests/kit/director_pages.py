"""The director's pages, as used by a browser without scripts."""

import re

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from clubsite.director.urls import urlpatterns
from clubsite.files import urls as exchange_urls
from clubsite.nights.models import ContestantPerson, Section, Session, TableBoard
from clubsite.nights.selectors.movements import plan_of
from clubsite.play.models import SeatTicket


class Desk:
    """The director's page for changes, used over HTTP as a browser without JavaScript would use it."""

    def __init__(self, client: Client, night):
        self.client, self.night = client, night
        self.base = f"/director/{night.session.public_id}/repair/"

    def index(self) -> str:
        return self.client.get(self.base).text

    def ask(self, kind: str, **answers) -> str:
        """Submit these answers to the questions. Return the next page."""
        return self.client.get(f"{self.base}{kind}/", {**answers, "go": "1"}).text

    def make(self, kind: str, page: str = "", **answers) -> str:
        """Press the button on `page`. Return the next page."""
        page = page or self.ask(kind, **answers)
        form = page[page.index('class="makeit"') :]
        sent = dict(re.findall(r'<input\s+type="hidden"\s+name="([^"]+)"\s+value="([^"]*)">', form.split("</form>")[0]))
        sent.pop("csrfmiddlewaretoken", None)
        return self.client.post(f"{self.base}{kind}/", sent, follow=True).text

    def plan(self):
        return plan_of(Section.objects.get(pk=self.night.section.pk))


NO_SESSION = ("index", "new")


def every_url(session) -> dict[str, str]:
    values = {
        "number": 1, "key": "1", "letter": "A", "kind": "late", "player": "S", "act": "pause", "public_id": "nothing",
        "pk": TableBoard.objects.first().pk, "ticket_id": SeatTicket.objects.first().public_id,
    }  # fmt: skip
    urls = {}
    of_sessions = [("director", pattern) for pattern in urlpatterns if pattern.name not in NO_SESSION]
    of_sessions += [("files", p) for p in exchange_urls.urlpatterns if p.name.startswith("director-")]
    for app, pattern in of_sessions:
        wanted = {key: values[key] for key in pattern.pattern.converters if key != "session_id"}
        urls[pattern.name] = reverse(f"{app}:{pattern.name}", kwargs={"session_id": session.public_id, **wanted})
    return urls


# A new night, as the form is filled in.
TUESDAY = {
    "club": "lantern", "name": "Tuesday", "date": "2026-11-17", "players": 5, "boards_per_round": 2,
    "minutes_per_board": 8,
}  # fmt: skip


def file_sent(text: str | bytes, name: str = "plan.json") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, text if isinstance(text, bytes) else text.encode())


def new_session(page: Client, *, boards: int = 2, **facts) -> Session:
    answer = page.post("/director/new/", {**TUESDAY, "boards_per_round": boards, **facts})
    assert answer.status_code == 302, answer.context["form"].errors
    return Session.objects.latest("pk")


def url(session: Session, path: str = "") -> str:
    return f"/director/{session.public_id}/{path}"


def take_recommended(page: Client, session: Session):
    shown = page.get(url(session, "setup/movement/")).context["choices"]
    best = next(choice for choice in shown if choice.recommended)
    page.post(url(session, "setup/movement/"), {"option": best.key})


def set_player(page: Client, session: Session, number: int, typed: str, **extra: str):
    return page.post(
        url(session, f"setup/players/{number}/"), {f"p-{number}": typed, **extra}, headers={"HX-Request": "true"}
    )


def named(session: Session) -> dict[int, str]:
    rows = ContestantPerson.objects.filter(contestant__section__session=session)
    return dict(rows.values_list("contestant__number", "person__name"))


def setup_url(session: Session, step: str, query: str = "") -> str:
    return f"/director/{session.public_id}/setup/{step}/{query}"
