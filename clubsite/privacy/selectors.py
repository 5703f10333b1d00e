"""The data for two pages: a person's own data, and the directors' page of names, with answers and open requests."""

from dataclasses import dataclass

from django.db.models import QuerySet
from django.http import Http404

from clubsite.accounts.models import User
from clubsite.clubs.models import CONSENT_QUESTIONS, WORDS_VERSION, Club, Consent, CorrectionRequest, Person
from clubsite.clubs.selectors import people_of
from clubsite.core.data_map import OwnDataPart, PartRows, Subject, gathered, parts
from clubsite.core.not_found import found_or_404
from clubsite.privacy.names import person_to_strangers


@dataclass(frozen=True, slots=True)
class OwnPerson:
    """A person in a club, with their answers and requests."""

    person: Person
    to_strangers: str
    consents: list[Consent]
    requests: list[CorrectionRequest]

    @property
    def club(self) -> Club:
        return self.person.club


@dataclass(slots=True)
class OwnDataPage:
    """The page that shows a user's own data. `parts` has the kinds of data. Each kind has its own page."""

    people: list[OwnPerson]
    parts: list[OwnDataPart]


@dataclass(slots=True)
class NamesPage:
    """A club's people, grouped by their answers about their names."""

    club: Club
    unasked: list[Person]
    agreed: list[Person]
    refused: list[Person]
    words: str = CONSENT_QUESTIONS[WORDS_VERSION]

    @property
    def groups(self) -> list[tuple[str, list[Person]]]:
        """The groups of people, each with a title for the answer."""
        titled = [("Not asked yet", self.unasked), ("Agreed", self.agreed), ("Said no", self.refused)]
        return [(title, people) for title, people in titled if people]


def people_of_user(user: User) -> list[Person]:
    """Return the people linked to this user, sorted by club name."""
    return list(Person.objects.filter(user=user).select_related("club").order_by("club__name_order"))


def own_page(user: User) -> OwnDataPage:
    """Return the page that shows what is known about the signed-in user."""
    return OwnDataPage([own_person(person) for person in people_of_user(user)], parts())


def subject_of(user: User) -> Subject:
    """Return an account with the people linked to it."""
    return Subject(user.pk, tuple(Person.objects.filter(user=user).values_list("pk", flat=True)))


def own_part(user: User, key: str) -> PartRows:
    """Return one part of a user's data. Raise Http404 if there is no such part."""
    found = gathered(subject_of(user), key) if key else []
    if not found:
        raise Http404("No such part")
    return found[0]


def person_parts(person: Person) -> list[PartRows]:
    """Return the data stored about a person without an account, so that a director can hand it over."""
    return [one for one in gathered(Subject(None, (person.pk,))) if one.rows]


def own_person(person: Person) -> OwnPerson:
    """Return a person with their answers and requests."""
    return OwnPerson(person, person_to_strangers(person), list(person.consents.all()), list(corrections_of(person)))


def names_page(club: Club) -> NamesPage:
    """Return everyone on a club's list, grouped by their answers about their names, for the directors."""
    people = list(people_of(club))
    by = {said: [person for person in people if person.agreed is said] for said in (None, True, False)}
    return NamesPage(club, by[None], by[True], by[False])


def corrections_of(person: Person, session_id: int | None = None) -> QuerySet[CorrectionRequest]:
    """Return a person's correction requests, newest first. With `session_id`, return only those about it."""
    rows = person.correction_requests.all()
    return rows if session_id is None else rows.filter(session=session_id)


def correction_for(club: Club, pk: int) -> CorrectionRequest:
    """Return the club's correction request with this key. Raise Http404 if there is no such request."""
    return found_or_404(club.correction_requests.select_related("person").filter(pk=pk).first(), "No such request")
