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
    {name.strip(" ()"): floor for floor, names in enumerate(contract["layers"]) for name in names.split("|")}
    for contract in tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    if contract["name"].startswith(("The apps", "Views call services"))
)
VIEWS = "seats/terminal/views"
PROPERTIES = re.compile(r"core/|\w+/models")


class Way:
    """The calls from one file of `clubsite` into another, from the view to the answer to its action."""

    def __init__(self):
        self.moves: dict[tuple[str, str], bool] = {}
        self.open = False

    def __call__(self, frame: FrameType, event: str, arg):
        place = _place(frame) if event == "call" else None
        if place is None:
            return
        if place[0] == VIEWS:
            self.open = place[1] == "send"
        elif self.open and not PROPERTIES.match(place[0]):
            caller = frame.f_back
            while caller is not None and _place(caller) is None:
                caller = caller.f_back
            file = _place(caller)[0]
            if file != place[0]:
                self.moves[place] = _is_climb(file, place[0])


def _place(frame: FrameType) -> tuple[str, str] | None:
    """Return the file and name of the function that a frame runs, or None if it is not in `clubsite`."""
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


@pytest.fixture
def made_up(bo, ann):
    """Open the boards, as printing their slips does before a table plays them with cards."""
    for board in Board.objects.select_related("board_set__session"):
        board_open(session=board.board_set.session, board=board, why=OpenedFor.SLIPS, actor="the site")


def check(which: str, most_moves: int, seat: Seat, kind: str, **said: str):
    """Compare the moves and climbs of an action with those of the flow `which` on the docs page."""
    line, way = seat.line("1"), Way()
    sys.setprofile(way)
    try:
        assert seat.send(kind, **{**line, **said})["code"] == "done"
    finally:
        sys.setprofile(None)
    figures = len(way.moves), sum(way.moves.values())
    page = (ROOT / "docs/flows.md").read_text()
    assert figures == tuple(map(int, re.findall(r"\d+", page.split(f"| {which} |")[1].split("\n")[0]))), way.moves
    assert figures[0] <= most_moves and figures[1] <= 2


def test_a_score_is_typed_with_at_most_10_moves_and_2_climbs(made_up, bo):
    lead = dealt(TableBoard.objects.filter(board__number=1).first().board).north.split()[0]
    check("typed, with a lead", 10, bo, "type", **{**MADE, "lead": lead})
    assert PendingScore.objects.get().lead == lead


def test_it_is_confirmed_with_at_most_12_moves_and_2_climbs(made_up, bo, ann):
    bo.act("type", **MADE)
    check("confirmed", 12, ann, "confirm", key=ann.key())
    assert ScoreEntry.objects.count() == 1
