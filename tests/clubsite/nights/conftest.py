"""Fixtures: a function that applies a repair, and a person who arrives late."""

import pytest

from clubsite.clubs.services import person_add
from clubsite.nights.selectors.movements import plan_of
from tests.clubsite.nights.seatings import planned, seats
from tests.kit import repairs


@pytest.fixture
def mend(dee):
    """A function that previews a repair and then applies it."""

    def mend(night, order):
        section = repairs.mend(night.section, order, dee)
        after = plan_of(section)
        assert seats(section, section.round_number + 1) == planned(after, section.round_number + 1)
        return section

    return mend


@pytest.fixture
def kit(club):
    return person_add(club=club, name="Kit Late", guest=True)
