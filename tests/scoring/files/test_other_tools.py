"""Other programs read our files (`make peers`): endplay PBN and LIN, mdbtools .bws."""

import csv
import io
import subprocess
from pathlib import Path

from games.cards import cards_text
from games.notation.deal_files import write_deals
from games.notation.records import DealRecord, Optimum, record_of
from games.seats import Seat
from games.shuffle import deal_from_seed
from scoring.files.jet.reading import read_tables
from scoring.files.jet.shapes import Cell, JetColumn, JetTable, JetType
from scoring.files.jet.writing import write_database
from scoring.files.pbn import EXACT, write_pbn_results
from tests import needs
from tests.bws_files import score, tables
from tests.scoring.files.result_nights import every_state, real_evening

SEATS = {"north": "N", "east": "E", "south": "S", "west": "W"}
VULS = {"none": "None", "both": "All", "ns": "NS", "ew": "EW"}


def cards(board: object) -> dict[str, set[str]]:
    from endplay.types import Player

    deal = board.deal
    return {
        SEATS[player.name]: {card.suit.name[0].upper() + card.rank.abbr for card in deal[player]}
        for player in (Player.north, Player.east, Player.south, Player.west)
    }


def ours(board: DealRecord) -> dict[str, set[str]]:
    return {str(seat): set(cards_text(hand).split()) for seat, hand in board.deal.hands().items()}


@needs.endplay
def test_endplay_reads_the_cards_of_our_pbn_with_results():
    from endplay.parsers import pbn

    night = real_evening()
    read = pbn.loads(write_pbn_results(night))
    assert [board.board_num for board in read] == list(range(1, 28))
    for theirs, board in zip(read, night.boards, strict=True):
        assert isinstance(board, DealRecord)
        assert cards(theirs) == ours(board)
        assert VULS[theirs.vul.name] == board.vul


def rows_of(board, name: str) -> list[dict[str, str]]:
    """Return the rows of an endplay table by column. Raise ValueError unless each row has one value per column."""
    table = board.info[name]
    columns = [head if isinstance(head, str) else head["name"] for head in table["headers"]]
    return [dict(zip(columns, row, strict=True)) for row in table["rows"]]


@needs.endplay
def test_endplay_reads_every_line_of_our_score_tables_and_agrees_with_the_scores():
    from endplay.parsers import pbn
    from endplay.types import Contract, Player

    compared = 0
    for board in pbn.loads(write_pbn_results(real_evening())):
        for cells in rows_of(board, "ScoreTable"):
            if cells["Declarer"] == "-":
                continue
            contract = Contract(cells["Contract"])
            contract.declarer = Player.find(cells["Declarer"])
            contract.result = int(cells["Result"]) - contract.level - 6
            points = contract.score(board.vul)
            side = "NS" if cells["Declarer"] in "NS" else "EW"
            shown = {
                side: "-" if cells[f"Score_{side}"] == "-" else int(cells[f"Score_{side}"]) for side in ("NS", "EW")
            }
            other = "EW" if side == "NS" else "NS"
            assert (shown[side], shown[other]) == ((points, "-") if points >= 0 else ("-", -points))
            compared += 1
    assert compared == 160


@needs.endplay
def test_endplay_finds_no_tricks_of_four_hands_and_passes_our_own_tags_over():
    from endplay.parsers import pbn

    tricks = {strain: {"S": 8, "N": 3} for strain in "CDHSN"}
    deal = deal_from_seed("endplay", 7)
    board = DealRecord(7, Seat.S, "All", deal, True, Optimum(tricks, 110, (("2S", "S"),)))
    (read,) = pbn.loads(write_deals("PBN", [board], 'The "Lantern" night').decode())
    assert cards(read) == ours(board)
    assert "OptimumResultTable" not in read.info  # tricks of four hands, which ours are not
    assert read.info["EastSequence"] == cards_text(deal.east)


@needs.endplay
def test_endplay_reads_a_night_in_every_state_line_by_line():
    from endplay.parsers import pbn

    night = every_state()
    read = pbn.loads(write_pbn_results(night))
    assert [board.board_num for board in read] == [1, 2]
    scores = [cells["Score_NS"] for board in read for cells in rows_of(board, "ScoreTable")]
    assert len(scores) == len([line for line in night.lines if line.score != "SIT"])
    assert set(scores) == {"NP", "A5050", "A6040", "0", "-", "420"}
    assert EXACT in read[0].info  # our own tag: kept apart, harmless


@needs.endplay
def test_endplay_reads_our_lin(tmp_path):
    from endplay.parsers import lin

    boards = [record_of(number, deal_from_seed("lin", number).hands()) for number in (1, 2, 3)]
    boards += [DealRecord(9, Seat.W, "EW", deal_from_seed("lin", 9), True)]
    file = tmp_path / "evening.lin"
    file.write_bytes(write_deals("LIN", boards, "Tuesday"))
    with file.open() as text:
        read = lin.load(text)
    assert [cards(board) for board in read] == [ours(board) for board in boards]
    assert [board.board_num for board in read] == [1, 2, 3, 9]
    assert [VULS[board.vul.name] for board in read] == [board.vul for board in boards]
    assert [board.dealer.abbr for board in read] == [str(board.dealer) for board in boards]
    assert read[3].info["xe"] == cards_text(boards[3].deal.east)


def exported(file: Path, table: str) -> list[dict[str, str]]:
    command = ["mdb-export", "-D", "%Y-%m-%d", "-T", "%Y-%m-%d %H:%M:%S", str(file), table]
    out = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout
    return list(csv.DictReader(io.StringIO(out)))


def as_text(cell: Cell) -> str:
    return "" if cell is None else str(int(cell)) if isinstance(cell, bool) else str(cell)


@needs.mdbtools
def test_mdbtools_reads_every_cell_of_what_we_write(tmp_path):
    """All cells are compared except dates, which mdbtools shows in its own formats."""
    scores = [
        score(number, Contract="3 NT x", Remarks="Zoë said so", Erased=number % 2 == 0) for number in range(1, 700)
    ]
    empty = JetTable("Empty", (JetColumn("Name", JetType.TEXT, 40),))
    written = [*tables(scores, PlayerNames=[{"ID": 7, "Name": "Ångström, Ann"}]), empty]
    file = tmp_path / "night.bws"
    file.write_bytes(write_database(written, counting=("ReceivedData",)))
    for table in written:
        names = [column.name for column in table.columns if column.kind != JetType.DATE]
        ours = read_tables(file.read_bytes(), {table.name: names})[table.name]
        theirs = exported(file, table.name)
        assert [[row[name] for name in names] for row in theirs] == [
            [as_text(row[name]) for name in names] for row in ours
        ]
