"""Setting up an evening for Bridgemates: a .bws file (Access 2000) into which Bridgemate Control writes the scores.

The file has the tables in the Bridgemate Developer's Guide. Tables that only Bridgemates and their program fill are
present but empty. A contestant's number occurs once in a section, whatever the direction (one winner).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from games.cards import RANKS
from scoring.files.jet.shapes import Cell, JetColumn, JetTable, JetType
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
    """Raised if Bridgemates cannot hold an evening. The message is a sentence that says why."""


@dataclass(frozen=True, slots=True)
class BwsMeeting:
    """The boards and contestants at a table in a round. An empty side is 0; in a sit-out, the boards are 0 too."""

    table: int
    round: int
    ns: int
    ew: int
    low: int = 0
    high: int = 0


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """A player at a table in the first round. `number` is the membership number, or empty."""

    table: int
    seat: str
    name: str
    number: str = ""


@dataclass(frozen=True, slots=True)
class SetUpSection:
    """A section and its letter. `hands` has each board's hands in the order N, E, S, W, in the form `SA HT C2`."""

    letter: str
    meetings: tuple[BwsMeeting, ...]
    seated: tuple[SeatedPlayer, ...] = ()
    hands: Mapping[int, tuple[str, str, str, str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SetUp:
    """An evening. `computer` is the network name of the computer that runs Bridgemate Control.

    If `show_results` is true, a table sees the other results on a board once it has entered its own result.
    """

    computer: str
    sections: tuple[SetUpSection, ...]
    members: tuple[tuple[str, str], ...] = ()
    show_results: bool = False


def write_bws(night: SetUp) -> bytes:
    """Return the bytes of the .bws file. Raise Unwritable if Bridgemates cannot hold the evening."""
    for section in night.sections:
        _check(section)
    rows: dict[str, list[Sequence[Cell]]] = {
        "Clients": [(COMPUTER_ID, _cut(night.computer, COMPUTER))],
        "PlayerNames": [_member(place, *member) for place, member in enumerate(night.members, 1)],
    }
    for number, section in enumerate(night.sections, 1):
        for table, more in _rows_of(number, section, night.show_results).items():
            rows.setdefault(table, []).extend(more)
    tables = [
        JetTable(name, columns, [_filled(columns, row) for row in rows.get(name, [])])
        for name, columns in TABLES.items()
    ]
    try:
        return write_database(tables, counting=COUNTING)
    except ValueError as error:
        raise Unwritable(f"Bridgemates cannot hold this evening: {error}.") from error


def _check(section: SetUpSection) -> None:
    if len(section.letter) != 1 or not section.letter.isalpha():
        raise Unwritable(f"Bridgemates name a section by one letter; {section.letter!r} is none.")
    for meeting in section.meetings:
        where = f"Section {section.letter}, table {meeting.table}, round {meeting.round}"
        if not (1 <= meeting.table <= HIGHEST_TABLE and 1 <= meeting.round <= HIGHEST_ROUND):
            raise Unwritable(f"{where}: Bridgemates know tables and rounds up to {HIGHEST_TABLE}.")
        if max(meeting.ns, meeting.ew) > HIGHEST_NUMBER or meeting.high > HIGHEST_BOARD:
            raise Unwritable(f"{where}: Bridgemates know numbers and boards up to {HIGHEST_NUMBER}.")


def _rows_of(number: int, section: SetUpSection, show_results: bool) -> dict[str, list[Sequence[Cell]]]:
    tables = sorted({meeting.table for meeting in section.meetings})
    seated = {(player.table, player.seat): player for player in section.seated}
    return {
        "Section": [(number, section.letter, len(tables), 0, 0, ONE_WINNER)],
        "Tables": [(number, table, COMPUTER_ID, *[0] * 6) for table in tables],
        "RoundData": [
            (number, meeting.table, meeting.round, meeting.ns, meeting.ew, meeting.low, meeting.high, None)
            for meeting in sorted(section.meetings, key=lambda meeting: (meeting.table, meeting.round))
        ],
        "PlayerNumbers": [
            _player(number, table, seat, seated.get((table, seat))) for table in tables for seat in SEATS
        ],
        "HandRecord": [(number, board, *_suits(hands)) for board, hands in sorted(section.hands.items())],
        "Settings": [_settings(number, show_results, bool(section.hands))],
    }


def _player(section: int, table: int, seat: str, player: SeatedPlayer | None) -> Sequence[Cell]:
    name = _cut(player.name, NAME_SHOWN) if player else ""
    number = player.number if player and 0 < len(player.number) <= NUMBER else None
    return section, table, seat, number, name, False, None, False, 0


def _member(place: int, number: str, name: str) -> Sequence[Cell]:
    plain = int(number) if number.isascii() and number.isdigit() and len(number) < 10 else place
    return plain, _cut(name, FULL_NAME), _cut(number, NUMBER)


def _cut(text: str, size: int) -> str:
    """Cut a string to `size` units. A character outside Unicode's basic plane, such as an emoji, takes two units."""
    return text.encode("utf-16-le", "replace")[: 2 * size].decode("utf-16-le", "ignore")


def _suits(hands: Iterable[str]) -> list[str]:
    """Return sixteen strings of ranks, from spades to clubs for each of N E S W, highest first. A ten is written T."""
    return [
        "".join(rank for rank in RANKS if suit[0] + rank in cards)
        for cards in (set(hand.split()) for hand in hands)
        for suit in SUITS
    ]


def _settings(section: int, show_results: bool, hands: bool) -> Sequence[Cell]:
    """Return one row of settings for a section.

    The Bridgemates know the players, ask for the lead without checking it against the hands, and show no rankings.
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
    empty: dict[JetType, Cell] = {JetType.BOOLEAN: False, JetType.INTEGER: 0, JetType.TEXT: ""}
    return [chosen.get(column.name, empty[column.kind]) for column in TABLES["Settings"]]


def _filled(columns: Sequence[JetColumn], row: Sequence[Cell]) -> Sequence[Cell]:
    return [*row, *[None] * (len(columns) - len(row))]


def _columns(kind: JetType, *names: str, size: int = 0) -> tuple[JetColumn, ...]:
    return tuple(JetColumn(name, kind, size) for name in names)


_WHERE = _columns(JetType.INTEGER, "Section", "Table", "Round", "Board")
_LOGGED = _columns(JetType.DATE, "DateLog", "TimeLog")
_SCORE = (
    JetColumn("ID", JetType.LONG),
    *_WHERE,
    *_columns(JetType.INTEGER, "PairNS", "PairEW", "Declarer"),
    JetColumn("NS/EW", JetType.TEXT, 2),
    *_columns(JetType.TEXT, "Contract", "Result", "LeadCard", size=10),
    JetColumn("Remarks", JetType.TEXT, 255),
    *_LOGGED,
    *_columns(JetType.BOOLEAN, "Processed", "Processed1", "Processed2", "Processed3", "Processed4", "Erased"),
    *_columns(JetType.BOOLEAN, "ExternalUpdate", "SuspiciousContract"),
)
_TURNS = (
    JetColumn("ID", JetType.LONG),
    *_WHERE,
    JetColumn("Counter", JetType.INTEGER),
    JetColumn("Direction", JetType.TEXT, 2),
)
_TURN_ENDS = (*_LOGGED, JetColumn("Erased", JetType.BOOLEAN))
_SETTINGS = (
    *_columns(JetType.INTEGER, "Section"),
    *_columns(JetType.BOOLEAN, "ShowResults", "ShowOwnResult", "RepeatResults"),
    *_columns(JetType.INTEGER, "MaximumResults"),
    *_columns(JetType.BOOLEAN, "ShowPercentage", "GroupSections"),
    *_columns(JetType.INTEGER, "ScorePoints", "EnterResultsMethod"),
    *_columns(JetType.BOOLEAN, "ShowPairNumbers", "IntermediateResults"),
    *_columns(JetType.INTEGER, "AutopoweroffTime", "VerificationTime", "ShowContract"),
    *_columns(JetType.BOOLEAN, "LeadCard", "MemberNumbers", "MemberNumbersNoBlankEntry", "BoardOrderVerification"),
    *_columns(JetType.BOOLEAN, "HandRecordValidation", "AutoShutDownBPC"),
    JetColumn("BM2PINcode", JetType.TEXT, 4),
    *_columns(JetType.BOOLEAN, "BM2ConfirmNP", "BM2RemainingBoards", "BM2NextSeatings", "BM2ScoreRecap"),
    *_columns(JetType.BOOLEAN, "BM2AutoShowScoreRecap", "BM2ScoreCorrection", "BM2AutoBoardNumber"),
    *_columns(JetType.INTEGER, "BM2ResultsOverview", "BM2ShowPlayerNames", "BM2Ranking"),
    *_columns(JetType.BOOLEAN, "BM2GameSummary"),
    *_columns(JetType.INTEGER, "BM2SummaryPoints", "BM2PairNumberEntry"),
    *_columns(JetType.BOOLEAN, "BM2ResetFunctionKey", "BM2ShowHands"),
    *_columns(JetType.INTEGER, "BM2NumberValidation", "BM2NameSource"),
    *_columns(JetType.BOOLEAN, "BM2ViewHandrecord", "BM2EnterHandrecord", "BM2RecordBidding", "BM2RecordPlay"),
    *_columns(JetType.BOOLEAN, "BM2ValidateLeadCard"),
    *_columns(JetType.INTEGER, "BM2NumberEntryEachRound", "BM2NumberEntryPreloadValues"),
)
TABLES: dict[str, tuple[JetColumn, ...]] = {
    "Clients": (JetColumn("ID", JetType.LONG), JetColumn("Computer", JetType.TEXT, COMPUTER)),
    "Section": (
        JetColumn("ID", JetType.INTEGER),
        JetColumn("Letter", JetType.TEXT, 2),
        *_columns(JetType.INTEGER, "Tables", "MissingPair", "EWMoveBeforePlay", "Winners"),
    ),
    "Tables": _columns(
        JetType.INTEGER,
        *("Section", "Table", "ComputerID", "Status", "LogOnOff", "CurrentRound", "CurrentBoard"),
        *("UpdateFromRound", "Group"),
    ),
    "RoundData": (
        *_columns(JetType.INTEGER, "Section", "Table", "Round", "NSPair", "EWPair", "LowBoard", "HighBoard"),
        JetColumn("CustomBoards", JetType.TEXT, 255),
    ),
    "ReceivedData": _SCORE,
    "IntermediateData": _SCORE,
    "PlayerNumbers": (
        *_columns(JetType.INTEGER, "Section", "Table"),
        JetColumn("Direction", JetType.TEXT, 2),
        JetColumn("Number", JetType.TEXT, NUMBER),
        JetColumn("Name", JetType.TEXT, NAME_SHOWN),
        JetColumn("Updated", JetType.BOOLEAN),
        JetColumn("TimeLog", JetType.DATE),
        JetColumn("Processed", JetType.BOOLEAN),
        JetColumn("Round", JetType.INTEGER),
    ),
    "PlayerNames": (
        JetColumn("ID", JetType.LONG),
        JetColumn("Name", JetType.TEXT, FULL_NAME),
        JetColumn("strID", JetType.TEXT, NUMBER),
    ),
    "Settings": _SETTINGS,
    "BiddingData": (*_TURNS, JetColumn("Bid", JetType.TEXT, 10), *_TURN_ENDS),
    "PlayData": (*_TURNS, JetColumn("Card", JetType.TEXT, 10), *_TURN_ENDS),
    "HandRecord": (
        *_columns(JetType.INTEGER, "Section", "Board"),
        *_columns(JetType.TEXT, *(f"{hand}{suit}" for hand in HANDS for suit in SUITS), size=13),
    ),
    "HandEvaluation": (
        *_columns(JetType.INTEGER, "Section", "Board"),
        *_columns(JetType.INTEGER, *(f"{hand}{suit}" for hand in HANDS for suit in (*SUITS, "Notrump"))),
    ),
}
COUNTING = ("Clients", "ReceivedData", "IntermediateData", "BiddingData", "PlayData")
