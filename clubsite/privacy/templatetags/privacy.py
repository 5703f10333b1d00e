"""Names as strangers read them."""

from django import template

from clubsite.clubs.models import Person
from clubsite.privacy.names import person_to_strangers

register = template.Library()


@register.filter
def to_strangers(person: Person) -> str:
    """Return the name that strangers read for a person."""
    return person_to_strangers(person)
