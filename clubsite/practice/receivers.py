"""Deleting a forgotten person's puzzle answers."""

from typing import Any

from django.dispatch import receiver

from clubsite.clubs.models import Person
from clubsite.practice.services import puzzles_forget
from clubsite.privacy.services import person_forgotten


@receiver(person_forgotten, dispatch_uid="practice.person_forgotten")
def on_person_forgotten(person: Person, **_: Any) -> None:
    puzzles_forget(person=person)
