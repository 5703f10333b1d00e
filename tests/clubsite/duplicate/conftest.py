"""Fixtures: a repair put into force, and a person who comes late."""

import pytest

from clubsite.clubs.services import person_add
from clubsite.duplicate.models import Section
from clubsite.duplicate.selectors.movements import plan_of
from clubsite.duplicate.selectors.repairs import preview
from clubsite.duplicate.services.repair import repair_apply
from tests.clubsite.duplicate.seatings import planned, seats


@pytest.fixture
def mend(dee):
    """A function that previews a repair and puts it into force."""

    def mend(night, make, **people):
        section = Section.objects.get(pk=night.section.pk)
        plan = plan_of(section)
        assert plan is not None
        seen = preview(section, plan, make).seen
        repair_apply(section=section, make=make, seen=seen, what="a repair", user=dee, **people)
        section.refresh_from_db()
        after = plan_of(section)
        assert after is not None
        assert seats(section, section.round_number + 1) == planned(after, section.round_number + 1)
        return section

    return mend


@pytest.fixture
def kit(club):
    return person_add(club=club, name="Kit Late", guest=True)
