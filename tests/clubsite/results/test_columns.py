"""Lists of places in columns: what was stored row by row before says the same after its migration."""

from collections.abc import Callable
from importlib import import_module
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest

from clubsite.duplicate.models import Entry, TableBoard
from clubsite.results.columns import rows_of
from clubsite.results.models import Ranking
from clubsite.results.services import results_sweep, score_enter
from clubsite.results.services.settings import penalty_add

pytestmark = pytest.mark.django_db


@pytest.fixture
def migrated() -> Callable[[], list[Any]]:
    """All lists as they were stored row by row, and made into columns."""

    def migrate() -> list[Any]:
        keys = ("section_id", "line", "handicap", "stratum", "rows")
        old = [
            SimpleNamespace(**{key: getattr(one, key) for key in keys}, save=Mock())
            for one in Ranking.objects.order_by("section", "line", "handicap", "stratum")
        ]
        stored = SimpleNamespace(objects=Mock(order_by=lambda *by: SimpleNamespace(iterator=lambda **_: old)))
        apps = SimpleNamespace(get_model=lambda app, model: stored)
        import_module("clubsite.results.migrations.0008_points_into_frequencies").columns(apps, None)
        return old

    return migrate


def test_a_stratum_that_missed_boards_has_its_totals_factored_as_before(
    scored_night: Any, dee: Any, migrated: Any
) -> None:
    """To all the boards of the night, of which nobody in that stratum has played the last."""
    session, entry = scored_night.session, scored_night.entry(3)
    session.scoring = {"strata": ["A", "B"], "handicap": "fifty_minus_average"}
    session.save()
    Entry.objects.filter(pk=entry.pk).update(stratum="B", handicap="2.5")
    row = TableBoard.objects.filter(ns=entry).last()
    score_enter(table_board=row, user=dee, status="not_played", why="no time")
    penalty_add(session=session, entry_id=entry.pk, amount=10, unit="top", why="late", user=dee)
    results_sweep()
    lists = migrated()
    assert any(row["factored"] != row["won"] for one in lists if one.stratum for row in one.rows)
    for one in lists:
        assert rows_of(one.table) == one.rows
