"""A receiver that removes a forgotten person from all coming nights."""

from typing import Any

from django.dispatch import receiver

from clubsite.clubs.models import Person
from clubsite.privacy.services import person_forgotten
from clubsite.signups.services.replies import people_part


@receiver(person_forgotten, dispatch_uid="signups.person_forgotten")
def on_person_forgotten(person: Person, **_: Any) -> None:
    people_part([person.pk])
