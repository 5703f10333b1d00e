"""Repairs in tests, previewed and applied in the same way as by a director."""

from clubsite.clubs.models import Person
from clubsite.nights.models import Section
from clubsite.nights.selectors.movements import section_in_play
from clubsite.nights.selectors.repairs import Newcomer, RepairOrder, RepairPreview, preview
from clubsite.nights.services.repairs import repair_apply


def look(section: Section, order: RepairOrder) -> RepairPreview:
    return preview(section_in_play(Section.objects.get(pk=section.pk), order.kind), order)


def mend(section: Section, order: RepairOrder, user) -> Section:
    """Make the repair in `order`. Return the section in its new state."""
    repair_apply(section=section, order=order, seen=look(section, order).seen, user=user)
    return Section.objects.get(pk=section.pk)


def as_newcomer(person: Person) -> Newcomer:
    return Newcomer(person.name, person)
