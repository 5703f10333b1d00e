"""The movement of a section."""

from clubsite.duplicate.models import Movement, Section
from movements.plan import Plan


def movement_of(section: Section) -> Movement | None:
    """Return the movement accepted for a section, or None."""
    return Movement.objects.filter(section=section).first()


def plan_of(section: Section) -> Plan | None:
    """Return its plan, with the rounds drawn so far and all repairs, or None."""
    movement = movement_of(section)
    return Plan.from_json(movement.plan) if movement else None
