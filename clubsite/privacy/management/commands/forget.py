"""`manage.py forget CLUB PERSON`: remove a person's name from everything that a club shows (docs/operations.md)."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.http import Http404

from clubsite.clubs.models import Person
from clubsite.clubs.selectors import club_by_slug, people_of
from clubsite.core.names import fold
from clubsite.core.refused import Refused
from clubsite.privacy.services import person_forget


class Command(BaseCommand):
    help = "Make a person nameless in all lists of a club, for good. Results stay."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", help="the club's short name, as in its address")
        parser.add_argument("person", help="name, member's number, or #ID where several have the name")

    def handle(self, *args: Any, club: str, person: str, **options: Any) -> None:
        people = self._found(club, person)
        if len(people) != 1:
            those = "".join(f"\n  #{each.pk} {each.name} {each.number}".rstrip() for each in people)
            raise CommandError(f"{len(people)} people of the club are {person}. Nothing was changed.{those}")
        try:
            person_forget(person=people[0])
        except Refused as no:
            raise CommandError(str(no)) from None
        self.stdout.write("The name is deleted. Results stay, without it.")

    def _found(self, slug: str, person: str) -> list[Person]:
        try:
            people = people_of(club_by_slug(slug))
        except Http404:
            raise CommandError(f"There is no club with the address {slug}.") from None
        if person.startswith("#") and person[1:].isdecimal():
            return list(people.filter(pk=int(person[1:])))
        named = people.filter(name_key=fold(person))
        return list(people.filter(number=person)) or [row for row in named if row.name.casefold() == person.casefold()]
