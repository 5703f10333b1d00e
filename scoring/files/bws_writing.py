"""Setting up an evening for Bridgemates: a .bws file (Access 2000) that Bridgemate Control writes the scores into.

The tables are those of the Bridgemate Developer's Guide. Tables that only Bridgemates and their program fill are
present and empty. A contestant's number occurs once in a section, whatever the direction (one winner).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from scoring.files.jet.shapes import Cell, Column, Kind, Table
from scoring.files.jet.writing import write_database

NAME_SHOWN = 18  # characters of a name on the screen of a Bridgemate
FULL_NAME, NUMBER, COMPUTER = 40, 18, 255
HIGHEST_NUMBER, HIGHEST_BOARD, HIGHEST_ROUND, HIGHEST_TABLE = 999, 999, 99, 99
SUITS = ("Spades", "Hearts", "Diamonds", "Clubs")
HANDS = ("North", "East", "South", "West")
SEATS = ("N", "E", "S", "W")
COMPUTER_ID = 1
ONE_WINNER = 1


class Unwritable(ValueError):
    """A sentence about what Bridgemates cannot hold."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """The boards and contestants of a table in a round. Numbers are 0 for an empty side, boards 0 at a sit-out."""

    table: int
    round: int
    ns: int
    ew: int
    low: int = 0
    high: int = 0


@dataclass(frozen=True, slots=True)
class Seated:
    """A player at a table in the first round. `number` is the member's, or empty."""

    table: int
    seat: str
    name: str
    number: str = ""


@dataclass(frozen=True, slots=True)
class SetUpSection:
    """A section by its letter. `hands`: for each board four hands, N E S W, each its cards as `SA HT C2`."""

    letter: str
    meetings: tuple[Meeting, ...]
    seated: tuple[Seated, ...] = ()
    hands: Mapping[int, tuple[str, str, str, str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SetUp:
    """An evening. `computer` is the network name of the one that runs Bridgemate Control. `show_results`: a table sees
    the other results of a board once it has entered its own.
    """

    computer: str
    sections: tuple[SetUpSection, ...]
    members: tuple[tuple[str, str], ...] = ()
    show_results: bool = False


def write_bws(night: SetUp) -> bytes:
    """Return the file. Raise Unwritable."""
    for section in night.sections:
        _check(section)
    rows: dict[str, list[Sequence[Cell]]] = {
        "Clients": [(COMPUTER_ID, _cut(night.computer, COMPUTER))],
        "PlayerNames": [_member(place, *one) for place, one in enumerate(night.members, 1)],
    }
    for number, section in enumerate(night.sections, 1):
        for table, more in _rows_of(number, section, night.show_results).items():
            rows.setdefault(table, []).extend(more)
    tables = [
        Table(name, columns, [_filled(columns, row) for row in rows.get(name, [])])
        for name, columns in TABLES.items()
    ]
    try:
        return write_database(tables, counting=COUNTING)
    except ValueError as error:
        raise Unwritable(f"Bridgemates cannot hold this evening: {error}.") from error


def _check(section: SetUpSection) -> None:
    if len(section.letter) != 1 or not section.letter.isalpha():
        raise Unwritable(f"Bridgemates name a section by one letter; {section.letter!r} is none.")
    for one in section.meetings:
        where = f"Section {section.letter}, table {one.table}, round {one.round}"
        if not (1 <= one.table <= HIGHEST_TABLE and 1 <= one.round <= HIGHEST_ROUND):
            raise Unwritable(f"{where}: Bridgemates know tables and rounds up to {HIGHEST_TABLE}.")
        if max(one.ns, one.ew) > HIGHEST_NUMBER or one.high > HIGHEST_BOARD:
            raise Unwritable(f"{where}: Bridgemates know numbers and boards up to {HIGHEST_NUMBER}.")


def _rows_of(number: int, section: SetUpSection, show_results: bool) -> dict[str, list[Sequence[Cell]]]:
    tables = sorted({one.table for one in section.meetings})
    seated = {(one.table, one.seat): one for one in section.seated}
    return {
        "Section": [(number, section.letter, len(tables), 0, 0, ONE_WINNER)],
        "Tables": [(number, table, COMPUTER_ID, *[0] * 6) for table in tables],
        "RoundData": [
            (number, one.table, one.round, one.ns, one.ew, one.low, one.high, None)
            for one in sorted(section.meetings, key=lambda one: (one.table, one.round))
        ],
        "PlayerNumbers": [
            _player(number, table, seat, seated.get((table, seat))) for table in tables for seat in SEATS
        ],
        "HandRecord": [(number, board, *_suits(hands)) for board, hands in sorted(section.hands.items())],
        "Settings": [_settings(number, show_results, bool(section.hands))],
    }


def _player(section: int, table: int, seat: str, one: Seated | None) -> Sequence[Cell]:
    name = _cut(one.name, NAME_SHOWN) if one else ""
    number = one.number if one and 0 < len(one.number) <= NUMBER else None
    return section, table, seat, number, name, False, None, False, 0


def _member(place: int, number: str, name: str) -> Sequence[Cell]:
    plain = int(number) if number.isascii() and number.isdigit() and len(number) < 10 else place
    return plain, _cut(name, FULL_NAME), _cut(number, NUMBER)


def _cut(text: str, size: int) -> str:
    """Cut a text to the room there is. A character beyond the usual ones takes two places."""
    return text.encode("utf-16-le", "replace")[: 2 * size].decode("utf-16-le", "ignore")


def _suits(hands: Iterable[str]) -> list[str]:
    """Return sixteen texts of ranks, ten as T: N E S W, spades to clubs."""
    return [
        "".join(card[1] for card in hand.split() if card[0] == suit[0]) for hand in hands for suit in SUITS
    ]


def _settings(section: int, show_results: bool, hands: bool) -> Sequence[Cell]:
    """Return one row of settings for a section.

    Players are known, leads are asked for but not checked against the hands, and nobody sees a ranking.
    """
    chosen: dict[str, Cell] = {
        "Section": section,
        "ShowResults": show_results,
        "ShowOwnResult": show_results,
        "ShowPairNumbers": True,
        "AutopoweroffTime": 20,
        "VerificationTime": 2,
        "LeadCard": True,
        "BoardOrderVerification": True,
        "BM2PINcode": "0000",
        "BM2ConfirmNP": True,
        "BM2RemainingBoards": True,
        "BM2NextSeatings": True,
        "BM2ShowPlayerNames": 1,
        "BM2ResetFunctionKey": True,
        "BM2ViewHandrecord": hands,
    }
    empty: dict[Kind, Cell] = {Kind.BOOLEAN: False, Kind.INTEGER: 0, Kind.TEXT: ""}
    return [chosen.get(column.name, empty[column.kind]) for column in TABLES["Settings"]]


def _filled(columns: Sequence[Column], row: Sequence[Cell]) -> Sequence[Cell]:
    return [*row, *[None] * (len(columns) - len(row))]


def _columns(kind: Kind, *names: str, size: int = 0) -> tuple[Column, ...]:
    return tuple(Column(name, kind, size) for name in names)


_WHERE = _columns(Kind.INTEGER, "Section", "Table", "Round", "Board")
_LOGGED = _columns(Kind.DATE, "DateLog", "TimeLog")
_SCORE = (
    Column("ID", Kind.LONG),
    *_WHERE,
    *_columns(Kind.INTEGER, "PairNS", "PairEW", "Declarer"),
    Column("NS/EW", Kind.TEXT, 2),
    *_columns(Kind.TEXT, "Contract", "Result", "LeadCard", size=10),
    Column("Remarks", Kind.TEXT, 255),
    *_LOGGED,
    *_columns(Kind.BOOLEAN, "Processed", "Processed1", "Processed2", "Processed3", "Processed4", "Erased"),
    *_columns(Kind.BOOLEAN, "ExternalUpdate", "SuspiciousContract"),
)
_TURNS = (
    Column("ID", Kind.LONG),
    *_WHERE,
    Column("Counter", Kind.INTEGER),
    Column("Direction", Kind.TEXT, 2),
)
_TURN_ENDS = (*_LOGGED, Column("Erased", Kind.BOOLEAN))
_SETTINGS = (
    *_columns(Kind.INTEGER, "Section"),
    *_columns(Kind.BOOLEAN, "ShowResults", "ShowOwnResult", "RepeatResults"),
    *_columns(Kind.INTEGER, "MaximumResults"),
    *_columns(Kind.BOOLEAN, "ShowPercentage", "GroupSections"),
    *_columns(Kind.INTEGER, "ScorePoints", "EnterResultsMethod"),
    *_columns(Kind.BOOLEAN, "ShowPairNumbers", "IntermediateResults"),
    *_columns(Kind.INTEGER, "AutopoweroffTime", "VerificationTime", "ShowContract"),
    *_columns(
        Kind.BOOLEAN, "LeadCard", "MemberNumbers", "MemberNumbersNoBlankEntry", "BoardOrderVerification"
    ),
    *_columns(Kind.BOOLEAN, "HandRecordValidation", "AutoShutDownBPC"),
    Column("BM2PINcode", Kind.TEXT, 4),
    *_columns(Kind.BOOLEAN, "BM2ConfirmNP", "BM2RemainingBoards", "BM2NextSeatings", "BM2ScoreRecap"),
    *_columns(Kind.BOOLEAN, "BM2AutoShowScoreRecap", "BM2ScoreCorrection", "BM2AutoBoardNumber"),
    *_columns(Kind.INTEGER, "BM2ResultsOverview", "BM2ShowPlayerNames", "BM2Ranking"),
    *_columns(Kind.BOOLEAN, "BM2GameSummary"),
    *_columns(Kind.INTEGER, "BM2SummaryPoints", "BM2PairNumberEntry"),
    *_columns(Kind.BOOLEAN, "BM2ResetFunctionKey", "BM2ShowHands"),
    *_columns(Kind.INTEGER, "BM2NumberValidation", "BM2NameSource"),
    *_columns(Kind.BOOLEAN, "BM2ViewHandrecord", "BM2EnterHandrecord", "BM2RecordBidding", "BM2RecordPlay"),
    *_columns(Kind.BOOLEAN, "BM2ValidateLeadCard"),
    *_columns(Kind.INTEGER, "BM2NumberEntryEachRound", "BM2NumberEntryPreloadValues"),
)
TABLES: dict[str, tuple[Column, ...]] = {
    "Clients": (Column("ID", Kind.LONG), Column("Computer", Kind.TEXT, COMPUTER)),
    "Section": (
        Column("ID", Kind.INTEGER),
        Column("Letter", Kind.TEXT, 2),
        *_columns(Kind.INTEGER, "Tables", "MissingPair", "EWMoveBeforePlay", "Winners"),
    ),
    "Tables": _columns(
        Kind.INTEGER,
        *("Section", "Table", "ComputerID", "Status", "LogOnOff", "CurrentRound", "CurrentBoard"),
        *("UpdateFromRound", "Group"),
    ),
    "RoundData": (
        *_columns(Kind.INTEGER, "Section", "Table", "Round", "NSPair", "EWPair", "LowBoard", "HighBoard"),
        Column("CustomBoards", Kind.TEXT, 255),
    ),
    "ReceivedData": _SCORE,
    "IntermediateData": _SCORE,
    "PlayerNumbers": (
        *_columns(Kind.INTEGER, "Section", "Table"),
        Column("Direction", Kind.TEXT, 2),
        Column("Number", Kind.TEXT, NUMBER),
        Column("Name", Kind.TEXT, NAME_SHOWN),
        Column("Updated", Kind.BOOLEAN),
        Column("TimeLog", Kind.DATE),
        Column("Processed", Kind.BOOLEAN),
        Column("Round", Kind.INTEGER),
    ),
    "PlayerNames": (
        Column("ID", Kind.LONG),
        Column("Name", Kind.TEXT, FULL_NAME),
        Column("strID", Kind.TEXT, NUMBER),
    ),
    "Settings": _SETTINGS,
    "BiddingData": (*_TURNS, Column("Bid", Kind.TEXT, 10), *_TURN_ENDS),
    "PlayData": (*_TURNS, Column("Card", Kind.TEXT, 10), *_TURN_ENDS),
    "HandRecord": (
        *_columns(Kind.INTEGER, "Section", "Board"),
        *_columns(Kind.TEXT, *(f"{hand}{suit}" for hand in HANDS for suit in SUITS), size=13),
    ),
    "HandEvaluation": (
        *_columns(Kind.INTEGER, "Section", "Board"),
        *_columns(Kind.INTEGER, *(f"{hand}{suit}" for hand in HANDS for suit in (*SUITS, "Notrump"))),
    ),
}
COUNTING = ("Clients", "ReceivedData", "IntermediateData", "BiddingData", "PlayData")
