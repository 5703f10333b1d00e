"""The page of what is known about oneself, and what directors see of names: who was asked, and who waits."""

from dataclasses import dataclass, field

from django.http import Http404

from clubsite.accounts.models import User
from clubsite.clubs.consent import CONSENT_QUESTIONS, WORDS_VERSION
from clubsite.clubs.corrections import corrections_of
from clubsite.clubs.models import Club, Consent, CorrectionRequest, Person
from clubsite.clubs.name_choices import ShownAs
from clubsite.clubs.selectors import people_of
from clubsite.clubs.shown_names import person_to_strangers
from clubsite.core.own_data import OwnDataPart, PartRows, Subject, gathered, parts


@dataclass(frozen=True, slots=True)
class ShowingChoice:
    """A way to be shown; `example`: what strangers would read."""

    value: str
    label: str
    example: str
    chosen: bool


@dataclass(slots=True)
class OwnPerson:
    """Somebody as a person of a club. `faults`: by field, what was refused."""

    person: Person
    to_strangers: str
    choices: list[ShowingChoice]
    consents: list[Consent]
    requests: list[CorrectionRequest]
    faults: dict[str, str] = field(default_factory=dict)
    typed: str = ""

    @property
    def club(self) -> Club:
        return self.person.club


@dataclass(slots=True)
class OwnDataPage:
    """`words`: the question that is asked now. `parts`: what may be kept, each with a page of its own."""

    people: list[OwnPerson]
    parts: list[OwnDataPart]
    words: str = CONSENT_QUESTIONS[WORDS_VERSION]


@dataclass(slots=True)
class NamesPage:
    """What a club's people said of their names, by what they said."""

    club: Club
    unasked: list[Person]
    agreed: list[Person]
    refused: list[Person]
    words: str = CONSENT_QUESTIONS[WORDS_VERSION]


def people_of_user(user: User) -> list[Person]:
    """Who this user is in which clubs, by the club's name."""
    return list(Person.objects.filter(user=user).select_related("club").order_by("club__name_order"))


def own_page(user: User) -> OwnDataPage:
    """What is known about the user who is signed in."""
    return OwnDataPage([own_person(person) for person in people_of_user(user)], parts())


def subject_of(user: User) -> Subject:
    """An account with its people."""
    return Subject(user.pk, tuple(Person.objects.filter(user=user).values_list("pk", flat=True)))


def own_part(user: User, key: str) -> PartRows:
    """One part of what is kept of a user. Raises Http404."""
    found = gathered(subject_of(user), key) if key else []
    if not found:
        raise Http404("No such part")
    return found[0]


def person_parts(person: Person) -> list[PartRows]:
    """What is kept of a person without their account: for a director to hand to who has none."""
    return [one for one in gathered(Subject(None, (person.pk,))) if one.rows]


def own_person(person: Person) -> OwnPerson:
    """A person with what they chose and asked for."""
    return OwnPerson(
        person,
        person_to_strangers(person),
        [_choice(person, ShownAs(value)) for value in ShownAs.values],
        list(person.consents.all()),
        list(corrections_of(person)),
    )


def _choice(person: Person, shown_as: ShownAs) -> ShowingChoice:
    example = "" if shown_as == ShownAs.NICKNAME else person_to_strangers(person, shown_as=shown_as)
    return ShowingChoice(shown_as.value, str(shown_as.label), example, person.shown_as == shown_as)


def names_page(club: Club) -> NamesPage:
    """Everybody on the list of a club, by what they said of their name; for its directors."""
    people = list(people_of(club))
    by = {said: [person for person in people if person.agreed is said] for said in (None, True, False)}
    return NamesPage(club, by[None], by[True], by[False])
