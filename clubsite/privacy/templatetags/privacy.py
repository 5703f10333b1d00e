"""Names as strangers see them, and the field for an answer to a request."""

from django import template
from django.utils.safestring import SafeString

from clubsite.clubs.models import CorrectionRequest, Person
from clubsite.privacy.forms import RequestAnswerForm
from clubsite.privacy.names import person_to_strangers

register = template.Library()


@register.filter
def to_strangers(person: Person) -> str:
    return person_to_strangers(person)


@register.simple_tag
def answer_field(request: CorrectionRequest) -> SafeString:
    """Return the field in which a director answers a person's request."""
    return RequestAnswerForm(request)["text"].as_field_group()
