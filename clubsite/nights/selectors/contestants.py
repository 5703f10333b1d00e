"""Contestants and their names."""

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from typing import Any

from django.db.models import Prefetch, Q

from clubsite.clubs.models import Person
from clubsite.nights.models import Contestant, ContestantPerson, PlayedAs, Section, SectionKind, Session
from clubsite.play.robot_names import robot_name


def names_of(contestants: list[int]) -> dict[int, str]:
    """Map each contestant id to its players' names, substitutes last, or to the robot's name or "Player 7"."""
    return rows_named(contestants, ["persons__person__name"], lambda facts: str(facts[0]))


def rows_named(contestants: list[int], facts: Sequence[str], called: Callable[[Sequence[Any]], str]) -> dict[int, str]:
    """Map each contestant id to its names. `called` names each person from `facts`, whose first item is the name."""
    names: dict[int, list[str]] = defaultdict(list)
    nameless: dict[int, str] = {}
    pairs: set[int] = set()
    rows = Contestant.objects.filter(pk__in=contestants).order_by("persons__from_round", "persons__pk")
    own = ("pk", "number", "robot", "section__kind", "section__lettered", "section__name")
    for pk, number, robot, kind, lettered, letter, *person in rows.values_list(*own, *facts):
        who = "Pair" if kind == SectionKind.FOUR_HANDED else "Player"
        nameless[pk] = robot_name(robot) if robot else f"{who} {letter if lettered else ''}{number}"
        if kind == SectionKind.FOUR_HANDED:
            pairs.add(pk)
        if person[0]:
            names[pk].append(called(person))
    for pk in pairs:  # partners with an ampersand, substitutes after a stroke
        names[pk] = [" & ".join(names[pk][:2]), *names[pk][2:]]
    return {pk: " / ".join(names[pk]) or otherwise for pk, otherwise in nameless.items()}


def alike_numbers(session: Session, contestants: Sequence[int]) -> dict[int, str]:
    """Map the ids of players who share their name to their member number or, without one, the contestant's number."""
    rows = ContestantPerson.objects.filter(contestant__section__session=session)
    people = list(rows.select_related("person", "contestant__section"))
    holders: dict[str, set[int]] = defaultdict(set)
    for row in people:
        holders[row.person.name_key].add(row.person_id)
    return {
        row.contestant_id: row.person.number or f"number {row.contestant.label}"
        for row in people
        if row.contestant_id in contestants and len(holders[row.person.name_key]) > 1
    }


def section_names(section: Section) -> dict[int, str]:
    """Map each contestant id in a section to the names of its players."""
    return names_of(list(section.contestants.values_list("pk", flat=True)))


def contestants_of(section: Section) -> list[Contestant]:
    """Return the contestants with their persons, in order of number."""
    persons = Prefetch("persons", queryset=ContestantPerson.objects.select_related("person"))
    return list(section.contestants.order_by("number").prefetch_related(persons))


def people_entered(session: Session) -> set[int]:
    """Return the ids of everyone who has a place in a session."""
    rows = ContestantPerson.objects.filter(contestant__section__session=session)
    return set(rows.values_list("person", flat=True))


def people_of_session(session: Session) -> list[Person]:
    """Return the people who play in a session, sorted by name."""
    rows = Person.objects.filter(entered__contestant__section__session=session)
    return list(rows.select_related("user").order_by("name_order", "pk").distinct())


def plays_in(session: Session, person: Person) -> bool:
    """True if this person, or somebody with the same account, plays or has played in the session."""
    rows = ContestantPerson.objects.filter(contestant__section__session=session)
    same = Q(person=person) | Q(person__user=person.user_id, person__user__isnull=False)
    return rows.filter(same).exists()


def accounts_of(contestants: Collection[int]) -> dict[int, dict[int, set[int]]]:
    """Map contestants to {person: accounts} of all who play or have played as them, also of accounts unlinked since."""
    accounts: dict[int, dict[int, set[int]]] = {pk: {} for pk in contestants}
    rows = ContestantPerson.objects.filter(contestant__in=contestants).order_by("contestant", "pk")
    for contestant, person, account in rows.values_list("contestant", "person", "person__user"):
        accounts[contestant].setdefault(person, set()).update({account} - {None})
    then = PlayedAs.objects.filter(contestant__in=contestants, person__isnull=False, user__isnull=False)
    for contestant, person, account in then.values_list("contestant", "person", "user"):
        if person in accounts[contestant]:  # not somebody who was replaced before the first board
            accounts[contestant][person].add(account)
    return accounts


def names_by_number(section: Section) -> dict[int, str]:
    """Map each contestant number to a name, for contestants who have a name. Robots are given names too."""
    named = [e for e in contestants_of(section) if e.robot or e.persons.all()]
    names = names_of([contestant.pk for contestant in named])
    return {contestant.number: names[contestant.pk] for contestant in named}
