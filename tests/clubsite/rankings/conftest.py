import pytest

from clubsite.duplicate.models import TableBoard, TableBoardState
from clubsite.rankings.services.sweep import results_sweep
from movements.teams import american_whist
from tests.kit.typed_scores import enter_score


@pytest.fixture
def teams_night(make_night, dee, on_commit):
    """Three teams with one board per set: South of team 1 (Bo and Ann) always scores +120, all others +90."""
    night = make_night(players=6, plan=american_whist(3, 2))
    for _ in range(2):
        with on_commit():
            rows = TableBoard.objects.filter(round__section=night.section, state=TableBoardState.WAITING)
            for row in rows.select_related("ns"):
                enter_score(row, dee, f"1N S {8 if row.ns.number == 1 else 7}")
    results_sweep()
    return night
