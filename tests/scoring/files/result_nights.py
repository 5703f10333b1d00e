"""Nights for the tests of result files: the real evening, and any night that a club could have."""

from dataclasses import replace
from pathlib import Path

from hypothesis import strategies as st

from games.boards import dealer_of, vulnerability_of
from games.notation.deal_files import read_deals
from games.notation.records import BareBoard, DealRecord, Optimum
from games.shuffle import deal_from_seed
from scoring.contracts import score, side_of
from scoring.evening import rank_evening, score_evening
from scoring.figures import fixed_text, mp_text, percent_text
from scoring.files.csv_files import read_travellers
from scoring.files.model import Contestant, FileLine, FileSection, ResultFile
from scoring.ranking import Placed
from scoring.traveller import read_traveller

TESTS = Path(__file__).parents[2]
TRAVELLERS = TESTS / "scoring" / "data" / "club-evening-2022-07-27-travellers.csv"
DEALS = TESTS / "games" / "data" / "club-evening-2022-07-27.pbn"


def real_evening() -> ResultFile:
    """The 27 boards of one real club evening with every score, match points and ranking as scored by us."""
    text = TRAVELLERS.read_text()
    scored = score_evening(read_traveller(text))
    (placed,) = rank_evening(scored, winners=1)
    points = {(row.result.board, str(row.result.ns), str(row.result.ew)): row.points for row in scored}
    section = read_travellers(text).sections[0]
    lines = []
    for line in section.lines:
        found = points.get((line.board, line.ns, line.ew))
        both = (found.ns, found.ew) if found else (None, None)
        ns, ew = ("" if one is None else mp_text(one) for one in both)
        lines.append(replace(line, ns_points=ns, ew_points=ew))
    contestants = tuple(map(_contestant, placed))
    return ResultFile(
        sections=(FileSection("A", contestants, tuple(lines)),),
        event="Wednesday & Friends <27>",
        club="Lantern Street",
        date="2022-07-27",
        winners=1,
        boards=read_deals(DEALS.read_bytes()).boards,
    )


def _contestant(placed: Placed) -> Contestant:
    return Contestant(
        number=str(placed.entry),
        names=(f"Player {placed.entry}",),
        place=placed.place,
        total=fixed_text(placed.factored, 2),
        percentage=percent_text(placed.percentage),
    )


names = (
    st.text("abcxyzÄöñ -'.=+@&<>\"%;#", min_size=1, max_size=16)
    .map(lambda t: " ".join(t.split()) or "x")
    .filter(lambda name: name != "-" and " & " not in f" {name} " and '"' not in name)
)
figures = st.decimals(0, 999, places=2).map(str)
CONTRACTS = [f"{level}{strain}{x}" for level in range(1, 8) for strain in "CDHSN" for x in ("", "X", "XX")]


@st.composite
def file_lines(draw: st.DrawFn, board: int, ns: str, ew: str, figure: st.SearchStrategy[str]) -> FileLine:
    """A line that fits the board's usual vulnerability."""
    kind = draw(st.sampled_from(["played", "played", "played", "passed", "artificial", "np"]))
    place = {"table": draw(st.integers(1, 99)), "round": draw(st.integers(1, 40))}
    points = {"ns_points": draw(figure), "ew_points": draw(figure)}
    if kind == "np":
        return FileLine(board, ns, ew, **place)
    if kind == "passed":
        return FileLine(board, ns, ew, "PASS", score="0", **points, **place)
    if kind == "artificial":
        return FileLine(
            board, ns, ew, score=f"A{draw(st.integers(10, 99))}{draw(st.integers(10, 99))}", **points, **place
        )
    contract, declarer = draw(st.sampled_from(CONTRACTS)), draw(st.sampled_from("NESW"))
    tricks = draw(st.integers(0, 13))
    lead = draw(st.sampled_from(["", "S7", "HT", "DA"]))
    worth = score(contract, side_of(declarer), vulnerability_of(board), tricks)
    return FileLine(board, ns, ew, contract, declarer, lead, tricks, str(worth), **points, **place)


@st.composite
def result_files(draw: st.DrawFn) -> ResultFile:
    """One or two sections, one winner or two, players or pairs, with cards, without them, with their solution."""
    boards = [
        _board(draw, number) for number in sorted(draw(st.sets(st.integers(1, 40), min_size=1, max_size=3)))
    ]
    winners = draw(st.sampled_from([1, 2]))
    letters = draw(st.sampled_from([["A"], ["A", "B"]]))
    sections = tuple(
        _section(draw, letter if len(letters) > 1 else "", letter, winners, boards) for letter in letters
    )
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
        Contestant(
            number=f"{prefix}{number}",
            names=tuple(draw(names) for _ in range(people)),
            direction=("NS" if number <= size else "EW") if winners == 2 else "",
            place=draw(st.sampled_from(["1", "2=", ""])),
            total=draw(figures),
            percentage=draw(figures),
        )
        for number in range(1, 2 * size + 1)
    )
    lines = tuple(
        draw(file_lines(board.number, f"{prefix}{at}", f"{prefix}{at + size}", figures))
        for board in boards
        for at in range(1, size + 1)
    )
    return FileSection(name, contestants, lines)


def _board(draw: st.DrawFn, number: int) -> DealRecord | BareBoard:
    dealer, vul = dealer_of(number), vulnerability_of(number)
    if draw(st.booleans()):
        return BareBoard(number, dealer, vul)
    tricks = {strain: {"S": draw(st.integers(0, 13)), "N": draw(st.integers(0, 13))} for strain in "CDHSN"}
    contracts = draw(st.sampled_from([(), (("2S", "S"),), (("3N", "N"), ("1C", "N"))]))
    optimum = draw(st.sampled_from([None, Optimum(tricks, draw(st.integers(-760, 760)), contracts)]))
    return DealRecord(number, dealer, vul, deal_from_seed("night", number), True, optimum)
