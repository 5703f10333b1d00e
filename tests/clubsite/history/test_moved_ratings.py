"""Ratings of a club that moves to another site in a club file."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from clubsite.analysis.models import PlayAnalysis
from clubsite.clubs.models import Person
from clubsite.history.models import FittedScale, PlayerRating
from clubsite.history.services import ratings_make, ratings_sweep
from tests.clubsite.keeper.conftest import erased, imported
from tests.needs import compiled_solver

pytestmark = pytest.mark.django_db


def figures() -> list[tuple[Any, ...]]:
    rows = PlayerRating.objects.order_by("person__name_key", "decisions")
    return list(rows.values_list("person__name", "rate", "low", "high", "decisions", "boards", "course"))


@compiled_solver
def test_ratings_are_made_again_there_even_if_the_plays_can_no_longer_be_analysed(rated: Any, bo: Person) -> None:
    PlayAnalysis.objects.all().delete()  # as retention does, together with the logs
    before = figures()
    assert before
    file = erased(bo.club)
    ratings_make()
    assert not figures()
    imported(file)
    assert FittedScale.objects.get().stale, "they are made again within minutes, and not only the next day"
    FittedScale.objects.update(made_at=timezone.now() - timedelta(minutes=11))
    assert ratings_sweep()
    assert figures() == before
