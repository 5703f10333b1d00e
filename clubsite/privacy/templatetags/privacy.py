"""Names as strangers see them."""

from django import template

from clubsite.clubs.models import Person
from clubsite.privacy.names import person_to_strangers

register = template.Library()


@register.filter
def to_strangers(person: Person) -> str:
    """Return the name that strangers see for a person."""
    return person_to_strangers(person)
