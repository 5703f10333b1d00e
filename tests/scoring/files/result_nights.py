"""Sessions for testing result files: the real evening, and random sessions that any club could have had."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import strategies as st

from games.boards import dealer_of, vulnerability_of
from games.notation.deal_files import read_deals
from games.notation.records import BareBoard, DealRecord, Optimum
from games.seats import Seat
from games.shuffle import deal_from_seed
from scoring.contracts import score as score_of
from scoring.contracts import side_of
from scoring.errors import FileError
from scoring.evening import score_evening
from scoring.figures import fixed_text, mp_text, percent_text
from scoring.files.csv_files import read_travellers
from scoring.files.model import FileContestant, FileLine, FileSection, ResultFile
from scoring.files.reading import read_results
from scoring.ranking import PlacedStanding
from scoring.traveller import read_traveller
from tests.scoring.sessions import ranked

TESTS = Path(__file__).parents[2]
TRAVELLERS = TESTS / "scoring" / "data" / "club-evening-2022-07-27-travellers.csv"
DEALS = TESTS / "games" / "data" / "club-evening-2022-07-27.pbn"


def real_evening() -> ResultFile:
    """Return the 27 boards of a real club evening with all scores, match points and rankings as scored by us."""
    text = TRAVELLERS.read_text()
    scored = score_evening(read_traveller(text))
    (placed,) = ranked(scored)
    points = {(row.result.board, str(row.result.ns), str(row.result.ew)): row.points for row in scored}
    section = read_travellers(text).sections[0]
    lines = []
    for line in section.lines:
        mp = points.get((line.board, line.ns, line.ew))
        both = (mp.ns, mp.ew) if mp else (None, None)
        ns, ew = ("" if figure is None else mp_text(figure) for figure in both)
        lines.append(replace(line, ns_points=ns, ew_points=ew, group=""))
    contestants = tuple(map(_contestant, placed))
    return ResultFile(
        sections=(FileSection("A", contestants, tuple(lines)),),
        event="Wednesday & Friends <27>",
        club="Lantern Street",
        date="2022-07-27",
        winners=1,
        boards=read_deals(DEALS.read_bytes()).boards,
    )


def refused(data: bytes) -> list[str]:
    with pytest.raises(FileError) as no:
        read_results(data)
    return no.value.sentences


def _contestant(placed: PlacedStanding) -> FileContestant:
    return FileContestant(
        number=str(placed.entry),
        names=(f"Player {placed.entry}",),
        place=placed.place,
        total=fixed_text(placed.factored, 2),
        percentage=percent_text(placed.percentage),
    )


names = (
    st.text("abcxyzÄöñ -'.=+@&<>\"%;#", min_size=1, max_size=16)
    .map(lambda t: " ".join(t.split()) or "x")
    .filter(lambda name: name != "-" and ";" not in name)
)
figures = st.decimals(0, 999, places=2).map(str)
NUMBERS = {1: [("EBU 12",), ("7",)], 2: [("EBU 12", "34"), ("", "34"), ("12", "")]}
CONTRACTS = [f"{level}{strain}{x}" for level in range(1, 8) for strain in "CDHSN" for x in ("", "X", "XX")]


groups = st.sampled_from(["", "", "A", "B2"])
# A ruling in its own words, and the words that other programs get instead.
RULINGS = [
    ("60% 620, 40% -100", "A6238"),
    ("33.3333% 90, 66.6667% -50", "A4060"),
    ("-100 / 620", "A4060"),
    ("620 / A40", "A7040"),
    ("A60 / A40", "A6040"),
    ("50% 120, 50% 90 / 80% -50, 20% 0", ""),  # in IMPs there is no percentage of a top
    ("100% 420", "420"),
    ("100% -50", "-50"),
]


@st.composite
def file_lines(draw: st.DrawFn, board: int, vul: str, ns: str, ew: str, figure: st.SearchStrategy[str]) -> FileLine:
    """Draw a line in any state that a board can be in. The line's score fits the board's vulnerability."""
    kind = draw(st.sampled_from(["played"] * 3 + ["passed", "artificial", "ruled", "NP", "LATE", "SIT"]))
    place = {"table": draw(st.integers(1, 99)), "round": draw(st.integers(1, 40))}
    if kind in ("NP", "LATE"):
        return FileLine(board, ns, ew, score=kind, **place)
    if kind == "SIT":
        both = draw(st.sampled_from([("", ew), (ns, ""), (ns, ew)]))
        return FileLine(board, *both, score="SIT", **place)
    facts = {"ns_points": draw(figure), "ew_points": draw(figure), "group": draw(groups), **place}
    if kind == "passed":
        return FileLine(board, ns, ew, "PASS", score="0", **facts)
    if kind == "ruled":
        score, award = draw(st.sampled_from(RULINGS))
        return FileLine(board, ns, ew, score=score, award=award, **facts)
    if kind == "artificial":
        ns_pct, ew_pct = draw(st.integers(10, 99)), draw(st.integers(10, 99))
        score = draw(st.sampled_from([f"A{ns_pct}{ew_pct}", f"A{ns_pct}.5/{ew_pct}", "A100/0"]))
        return FileLine(board, ns, ew, score=score, **facts)
    contract, declarer = draw(st.sampled_from(CONTRACTS)), draw(st.sampled_from("NESW"))
    tricks = draw(st.integers(0, 13))
    lead = draw(st.sampled_from(["", "S7", "HT", "DA"]))
    worth = score_of(contract, side_of(declarer), vul, tricks)
    return FileLine(board, ns, ew, contract, declarer, lead, tricks, str(worth), **facts)


def every_state() -> ResultFile:
    """Return a session with two sections and a board in every possible state, for the attacks on the readers."""
    states = ["NP", "LATE", "A5050", "A60.5/40", "0", "-50", *(score for score, _ in RULINGS)]
    lines = [
        FileLine(1, str(at), str(at + 50), score=score, award="A6040", table=at, round=2, group="")
        for at, score in enumerate(states, start=1)
    ]
    lines[5] = replace(lines[5], contract="1N", declarer="S", lead="S7", tricks=6, group="A2")
    out = FileLine(1, "40", "", score="SIT", table=40, round=2)
    other = FileLine(2, "B1", "B2", "PASS", score="0", ns_points="1", ew_points="1", table=1, round=1)
    people = tuple(FileContestant(str(at), ('Ann "Bo" Lee', "Cy\\Di"), ids=("1", "2")) for at in (1, 51))
    boards = (DealRecord(1, dealer_of(1), "None", deal_from_seed("states", 1), True), BareBoard(2, dealer_of(2), "NS"))
    return ResultFile(
        sections=(FileSection("A", people, (*lines, out)), FileSection("B", (), (other,))),
        event="Every state",
        date="2026-11-17",
        winners=1,
        boards=boards,
    )


@st.composite
def result_files(draw: st.DrawFn) -> ResultFile:
    """Draw a session with one or two sections, one winner or two, players or pairs, and boards with cards, without
    cards, or with cards and their solution.
    """
    boards = [_board(draw, number) for number in sorted(draw(st.sets(st.integers(1, 40), min_size=1, max_size=3)))]
    winners = draw(st.sampled_from([1, 2]))
    letters = draw(st.sampled_from([["A"], ["A", "B"]]))
    sections = tuple(_section(draw, letter if len(letters) > 1 else "", letter, winners, boards) for letter in letters)
    return ResultFile(
        sections=sections,
        event=draw(names),
        club=draw(names),
        date=draw(st.sampled_from(["", "2026-11-17", "1999-01-31"])),
        method=draw(st.sampled_from(["match_points", "cross_imps", "butler"])),
        winners=winners,
        boards=tuple(boards),
    )


def _section(
    draw: st.DrawFn, prefix: str, name: str, winners: int, boards: list[DealRecord | BareBoard]
) -> FileSection:
    size = draw(st.integers(1, 3))
    people = draw(st.integers(1, 2))
    contestants = tuple(
        FileContestant(
            number=f"{prefix}{number}",
            names=tuple(draw(names) for _ in range(people)),
            direction=("NS" if number <= size else "EW") if winners == 2 else "",
            place=draw(st.sampled_from(["1", "2=", ""])),
            total=draw(figures),
            percentage=draw(figures),
            ids=draw(st.sampled_from([(), *NUMBERS[people]])),
        )
        for number in range(1, 2 * size + 1)
    )
    lines = tuple(
        draw(file_lines(board.number, board.vul, f"{prefix}{at}", f"{prefix}{at + size}", figures))
        for board in boards
        for at in range(1, size + 1)
    )
    return FileSection(name, contestants, lines)


def _board(draw: st.DrawFn, number: int) -> DealRecord | BareBoard:
    usual = dealer_of(number), vulnerability_of(number)
    dealer, vul = draw(st.sampled_from([usual, usual, (Seat.W, "All")]))
    if draw(st.booleans()):
        return BareBoard(number, dealer, vul)
    tricks = {strain: {"S": draw(st.integers(0, 13)), "N": draw(st.integers(0, 13))} for strain in "CDHSN"}
    contracts = draw(st.sampled_from([(), (("2S", "S"),), (("3N", "N"), ("1C", "N"))]))
    optimum = draw(st.sampled_from([None, Optimum(tricks, draw(st.integers(-760, 760)), contracts)]))
    return DealRecord(number, dealer, vul, deal_from_seed("night", number), True, optimum)
