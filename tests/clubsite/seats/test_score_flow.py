"""The way of a score that is typed at a terminal, counted as docs/score-flow.md counts it."""

import sys
import tomllib
from pathlib import Path
from types import FrameType

import pytest

from clubsite.duplicate.models import TableBoard
from clubsite.scores.models import PendingScore, ScoreEntry
from tests.kit.terminal import MADE, Seat

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).parents[3]
APPS, LAYERS = (
    {name.strip(" ()"): floor for floor, names in enumerate(one["layers"]) for name in names.split("|")}
    for one in tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    if one["name"].startswith(("The apps", "Views call services"))
)
VIEWS = "seats/terminal/views"
NO_STOP = {"core", "models"}


class Way:
    """The functions of apps that a request enters, from the view to the answer of its act, and where it climbs."""

    def __init__(self):
        self.stops: list[tuple[str, str]] = []
        self.climbs: set[tuple[str, str]] = set()
        self.open = False

    def __call__(self, frame: FrameType, event: str, arg):
        stop = _stop(frame) if event == "call" else None
        if stop is not None and stop[0] == VIEWS:
            self.open = stop[1] == "send"
        if stop is None or not self.open:
            return
        caller = frame.f_back
        while caller is not None and _stop(caller) is None:
            caller = caller.f_back
        if self.stops and caller is not None and _is_climb(_stop(caller)[0], stop[0]):
            self.climbs.add((_stop(caller)[1], stop[1]))
        self.stops.append(stop)


def _stop(frame: FrameType) -> tuple[str, str] | None:
    """Return the module and the name of a function that counts."""
    path, code = Path(frame.f_code.co_filename).with_suffix(""), frame.f_code
    if not path.is_relative_to(ROOT / "clubsite") or NO_STOP & set(path.parts) or code.co_name[0] == "<":
        return None
    return path.relative_to(ROOT / "clubsite").as_posix(), code.co_qualname


def _is_climb(caller: str, called: str) -> bool:
    here, there = caller.split("/"), called.split("/")
    if here[0] != there[0]:
        return bool(APPS.get(there[0], 0) < APPS.get(here[0], 0))
    floors = [[LAYERS[part] for part in parts[1:] if part in LAYERS] for parts in (there, here)]
    return all(floors) and floors[0] < floors[1]


def way(seat: Seat, kind: str, **said: str) -> Way:
    line, found = seat.line("1"), Way()
    sys.setprofile(found)
    try:
        assert seat.send(kind, **{**line, **said})["code"] == "done"
    finally:
        sys.setprofile(None)
    return found


def test_a_score_is_typed_with_at_most_20_stops_and_4_climbs(bo):
    lead = TableBoard.objects.filter(board__number=1).first().board.north.split()[0]
    found = way(bo, "type", **{**MADE, "lead": lead})
    assert PendingScore.objects.get().lead == lead
    assert 10 < len(found.stops) <= 20 and len(found.climbs) <= 4, (found.stops, found.climbs)


def test_it_is_confirmed_with_at_most_29_stops_and_4_climbs(bo, ann):
    bo.act("type", **MADE)
    found = way(ann, "confirm", key=ann.key())
    assert ScoreEntry.objects.count() == 1
    assert 10 < len(found.stops) <= 29 and len(found.climbs) <= 4, (found.stops, found.climbs)
