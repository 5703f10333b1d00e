"""The movement that a section plays by."""

from clubsite.duplicate.models import Movement, Section
from movements.plan import Plan


def movement_of(section: Section) -> Movement | None:
    """The movement accepted for a section; None before there is one."""
    return Movement.objects.filter(section=section).first()


def plan_of(section: Section) -> Plan | None:
    """Its plan, with the rounds drawn so far and all repairs; None before there is one."""
    movement = movement_of(section)
    return Plan.from_json(movement.plan) if movement else None
