"""The data for two pages: a person's own data, and the directors' page of names, with answers and open requests."""

from typing import Any

from django.db.models import QuerySet
from django.http import Http404

from clubsite.accounts.models import User
from clubsite.clubs.models import CONSENT_QUESTIONS, WORDS_VERSION, Club, CorrectionRequest, Person
from clubsite.clubs.selectors import people_of
from clubsite.core.data_map import PartRows, Subject, gathered
from clubsite.core.responses import found_or_404
from clubsite.privacy.names import person_to_strangers


def people_of_user(user: User) -> list[Person]:
    return list(Person.objects.filter(user=user).select_related("club").order_by("club__name_order"))


def subject_of(user: User) -> Subject:
    """Return an account with the people linked to it."""
    return Subject(user.pk, tuple(Person.objects.filter(user=user).values_list("pk", flat=True)))


def own_part(user: User, key: str) -> PartRows:
    """Return one part of a user's data. Raise Http404 if there is no such part."""
    rows = gathered(subject_of(user), key) if key else []
    if not rows:
        raise Http404("No such part")
    return rows[0]


def person_parts(person: Person) -> list[PartRows]:
    """Return the data stored about a person without an account, so that a director can hand it over."""
    return [part for part in gathered(Subject(None, (person.pk,))) if part.rows]


def own_person(person: Person) -> dict[str, Any]:
    """Return a person in a club, with their answers and requests, for their own page."""
    requests = list(corrections_of(person))
    shown = {"to_strangers": person_to_strangers(person), "consents": list(person.consents.all()), "requests": requests}
    return {"person": person, "club": person.club, **shown}


def names_page(club: Club) -> dict[str, Any]:
    """Return everyone on a club's list, grouped by their answers about their names, for the directors."""
    people = list(people_of(club))
    unasked, agreed, refused = (
        [person for person in people if person.agreed is answer] for answer in (None, True, False)
    )
    titled = [("Not asked yet", unasked), ("Agreed", agreed), ("Said no", refused)]
    groups = [(title, people) for title, people in titled if people]
    words = CONSENT_QUESTIONS[WORDS_VERSION]
    return {"unasked": unasked, "agreed": agreed, "refused": refused, "groups": groups, "words": words}


def corrections_of(person: Person, session_id: int | None = None) -> QuerySet[CorrectionRequest]:
    """Return a person's correction requests, newest first. With `session_id`, return only those about that session."""
    rows = person.correction_requests.all()
    return rows if session_id is None else rows.filter(session=session_id)


def correction_for(club: Club, pk: int) -> CorrectionRequest:
    """Return the club's correction request with this key. Raise Http404 if there is no such request."""
    return found_or_404(club.correction_requests.select_related("person").filter(pk=pk).first(), "No such request")
