"""Removing a forgotten person from all coming nights."""

from typing import Any

from django.dispatch import receiver

from clubsite.clubs.models import Person
from clubsite.clubs.signals import person_forgotten
from clubsite.coming.services.replies import people_part


@receiver(person_forgotten, dispatch_uid="coming.person_forgotten")
def on_person_forgotten(person: Person, **_: Any) -> None:
    people_part([person.pk])
