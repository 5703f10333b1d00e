"""The path through the code of a score typed at a terminal, counted as in docs/flows.md."""

import re
import sys
import tomllib
from pathlib import Path
from types import FrameType

import pytest

from clubsite.nights.models import Board, TableBoard
from clubsite.nights.services.opening import OpenedFor, board_open
from clubsite.scores.models import PendingScore, ScoreEntry
from tests.kit.dealt import dealt
from tests.kit.terminal import MADE, Seat

ROOT = Path(__file__).parents[3]
APPS, LAYERS = (
    {name.strip(" ()"): floor for floor, names in enumerate(one["layers"]) for name in names.split("|")}
    for one in tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    if one["name"].startswith(("The apps", "Views call services"))
)
VIEWS = "seats/terminal/views"


class Way:
    """The functions in `clubsite` that a request passes through, from the view to the answer to its action."""

    def __init__(self):
        self.entries: list[tuple[str, str]] = []
        self.climbs: set[tuple[str, str]] = set()
        self.open = False

    @property
    def figures(self) -> tuple[int, int, int, int]:
        """Return the numbers of entries, stops, climbs and returns."""
        files = [file for file, _ in self.entries]
        left = [at for at, file in enumerate(files) if at and files[at - 1] != file and file in files[:at]]
        return len(self.entries), len(set(self.entries)), len(self.climbs), len(left)

    def __call__(self, frame: FrameType, event: str, arg):
        stop = _stop(frame) if event == "call" else None
        if stop is not None and stop[0] == VIEWS:
            self.open = stop[1] == "send"
        if stop is None or not self.open:
            return
        caller = frame.f_back
        while caller is not None and _stop(caller) is None:
            caller = caller.f_back
        if self.entries and caller is not None and _is_climb(_stop(caller)[0], stop[0]):
            self.climbs.add((_stop(caller)[1], stop[1]))
        self.entries.append(stop)


def _stop(frame: FrameType) -> tuple[str, str] | None:
    """Return the module and name of the function that a frame runs, or None if it is not in `clubsite`."""
    path, code = Path(frame.f_code.co_filename).with_suffix(""), frame.f_code
    if not path.is_relative_to(ROOT / "clubsite") or code.co_name[0] == "<":
        return None
    return path.relative_to(ROOT / "clubsite").as_posix(), code.co_qualname


def _is_climb(caller: str, called: str) -> bool:
    here, there = caller.split("/"), called.split("/")
    if here[0] != there[0]:
        return bool(APPS.get(there[0], 0) < APPS.get(here[0], 0))
    floors = [[LAYERS[part] for part in parts[1:] if part in LAYERS] for parts in (there, here)]
    return all(floors) and floors[0] < floors[1]


@pytest.fixture(autouse=True)
def made_up(bo, ann):
    """Open the boards, as printing their slips does before a table plays them with cards."""
    for board in Board.objects.select_related("board_set__session"):
        board_open(session=board.board_set.session, board=board, why=OpenedFor.SLIPS, actor="the site")


def way(seat: Seat, kind: str, **said: str) -> Way:
    line, found = seat.line("1"), Way()
    sys.setprofile(found)
    try:
        assert seat.send(kind, **{**line, **said})["code"] == "done"
    finally:
        sys.setprofile(None)
    return found


def told(which: str) -> tuple[int, ...]:
    """Return the figures about the flow `which` that are given on the docs page."""
    page = (ROOT / "docs/flows.md").read_text()
    return tuple(map(int, re.findall(r"\d+", page.split(f"| {which} |")[1].split("\n")[0])))


def test_a_score_is_typed_with_at_most_20_stops_and_4_climbs(bo):
    lead = dealt(TableBoard.objects.filter(board__number=1).first().board).north.split()[0]
    found = way(bo, "type", **{**MADE, "lead": lead})
    assert PendingScore.objects.get().lead == lead
    assert found.figures == told("typed, with a lead"), (found.entries, found.climbs)
    assert found.figures[1] <= 20 and found.figures[2] <= 4


def test_it_is_confirmed_with_at_most_30_stops_and_4_climbs(bo, ann):
    bo.act("type", **MADE)
    found = way(ann, "confirm", key=ann.key())
    assert ScoreEntry.objects.count() == 1
    assert found.figures == told("confirmed"), (found.entries, found.climbs)
    assert found.figures[1] <= 30 and found.figures[2] <= 4
