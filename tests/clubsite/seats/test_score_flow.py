"""The way of a score that is typed at a terminal, counted as docs/score-flow.md counts it."""

import sys
import tomllib
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from clubsite.duplicate.models import TableBoard
from clubsite.scores.models import PendingScore, ScoreEntry
from tests.clubsite.seats.test_terminal import MADE, Seat, ann, bo, cards

__all__ = ["ann", "bo", "cards"]
pytestmark = pytest.mark.django_db
ROOT = Path(__file__).parents[3]
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
APPS, LAYERS = (
    {
        app.strip(" ()"): floor
        for floor, names in enumerate(reversed(one["layers"]))
        for app in names.split("|")
    }
    for one in CONTRACTS
    if one["name"].startswith(("The apps", "Views call services"))
)
VIEWS = "seats/terminal/views.py"
NO_STOP = {"core", "models"}
"""Not counted, like the libraries: plain helpers, and the columns and properties of a row."""


class Way:
    """The functions of the apps that a request enters, from the view to the answer of its act, in order."""

    def __init__(self) -> None:
        self.stops: list[tuple[str, str]] = []
        self.climbs: set[tuple[str, str]] = set()
        self.open = False

    def __call__(self, frame: FrameType, event: str, arg: Any) -> None:
        if event != "call" or (stop := _stop(frame)) is None:
            return
        if stop[0] == VIEWS and stop[1] in ("send", "unsent_heard"):
            self.open = stop[1] == "send"
        if not self.open:
            return
        caller = frame.f_back
        while caller is not None and _stop(caller) is None:
            caller = caller.f_back
        if self.stops and caller is not None and _climbs(_stop(caller), stop):
            self.climbs.add((caller.f_code.co_name, stop[1]))
        self.stops.append(stop)


def _stop(frame: FrameType) -> tuple[str, str] | None:
    path = Path(frame.f_code.co_filename)
    if not path.is_relative_to(ROOT / "clubsite") or frame.f_code.co_name.startswith("<"):
        return None
    file = str(path.relative_to(ROOT / "clubsite"))
    return None if NO_STOP & set(path.with_suffix("").parts) else (file, frame.f_code.co_qualname)


def _climbs(caller: Any, stop: tuple[str, str]) -> bool:
    (here, *_), (there, *_) = caller[0].split("/"), stop[0].split("/")
    if APPS.get(here) != APPS.get(there):
        return APPS.get(there, 0) > APPS.get(here, 0)
    floors = [
        next((LAYERS[name] for name in Path(file).with_suffix("").parts if name in LAYERS), None)
        for file, _ in (caller, stop)
    ]
    return here == there and None not in floors and floors[1] > floors[0]


def way(seat: Seat, kind: str, **said: str) -> Way:
    line, found = seat.line("1"), Way()
    sys.setprofile(found)
    try:
        assert seat.send(kind, **{**line, **said})["code"] == "done"
    finally:
        sys.setprofile(None)
    assert found.stops[0] == (VIEWS, "send") and ("seats/terminal/acts.py", "act_answer") in found.stops
    return found


def test_a_typed_score_makes_at_most_20_stops_and_4_climbs(bo: Seat) -> None:
    lead = TableBoard.objects.filter(board__number=1).first().board.north.split()[0]
    found = way(bo, "type", **{**MADE, "lead": lead})
    assert PendingScore.objects.get().lead == lead
    assert len(set(found.stops)) <= 20, found.stops
    assert len(found.climbs) <= 4, found.climbs


def test_its_confirmation_makes_at_most_32_stops_and_4_climbs(bo: Seat, ann: Seat) -> None:
    bo.act("type", **MADE)
    found = way(ann, "confirm", key=ann.key())
    assert ScoreEntry.objects.count() == 1
    assert len(set(found.stops)) <= 32, found.stops
    assert len(found.climbs) <= 4, found.climbs
