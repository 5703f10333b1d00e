"""USEBIO 1.2 and 1.3 as we write it, for the sites and federations that clubs report to. Our DTD lies beside it.

What USEBIO has no words for stands in elements whose names begin with SOLO_, which other programs pass over.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from games.cards import SUITS, cards_text, sorted_hand
from games.notation.optimum import contracts_text, tricks_rows
from games.notation.records import BareBoard, DealRecord, Optimum, one_line
from scoring.files.model import Contestant, FileLine, FileSection, ResultFile
from scoring.lines import Status

DTD = Path(__file__).with_name("usebio.dtd")
VERSIONS = ("1.2", "1.3")
PROGRAM = "Two-handed club"
METHODS = {"match_points": "MATCH_POINTS", "cross_imps": "CROSS_IMPS", "butler": "BUTLER_IMPS"}
POINTS = {"match_points": "MATCH_POINTS", "cross_imps": "CROSS_IMP_POINTS", "butler": "BUTLER_POINTS"}
VULNERABILITIES = {"None": "Love", "NS": "North-South", "EW": "East-West", "All": "All"}
SUIT_ELEMENTS = {"S": "SPADES", "H": "HEARTS", "D": "DIAMONDS", "C": "CLUBS"}


def write_usebio(night: ResultFile, version: str = "1.2") -> str:
    """The night as USEBIO XML. Raises ValueError for an unknown version."""
    if version not in VERSIONS:
        raise ValueError(f"USEBIO {version!r} is not written; {' and '.join(VERSIONS)} are.")
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<!DOCTYPE USEBIO SYSTEM "usebio_v{version.replace(".", "_")}.dtd">',
        f'<USEBIO Version="{version}">',
        *_inside("CLUB", [_text("CLUB_NAME", night.club), _text("CLUB_ID_NUMBER", "")]),
        *_inside('EVENT EVENT_TYPE="PAIRS"', _event(night, version)),
    ]
    if night.boards:
        lines += _inside("HANDSET", (line for board in night.boards for line in _hands(board)))
    return "\n".join([*lines, "</USEBIO>"]) + "\n"


def _event(night: ResultFile, version: str) -> Iterator[str]:
    yield _text("PROGRAM_NAME", PROGRAM)
    yield _text("EVENT_DESCRIPTION", night.event)
    if night.date:
        year, month, day = night.date.split("-")
        yield _text("DATE", f"{day}/{month}/{year}" if version == "1.2" else night.date)
    yield _text("BOARD_SCORING_METHOD", METHODS[night.method])
    if night.winners:
        yield _text("WINNER_TYPE", str(night.winners))
    yield _text("SESSION_COUNT", "1")
    yield _text("SECTION_COUNT", str(len(night.sections)))
    sections = (line for section in night.sections for line in _section(section, night.method))
    yield from _inside('SESSION SESSION_ID="1"', sections)


def _section(section: FileSection, method: str) -> list[str]:
    pairs = (line for one in section.contestants for line in _inside("PAIR", _pair(one)))
    played: dict[int, list[FileLine]] = {}
    for line in section.lines:
        played.setdefault(line.board, []).append(line)
    boards = (line for number in sorted(played) for line in _board(number, played[number], method))
    return _inside(f"SECTION SECTION_ID={_quoted(section.name)}", [*_inside("PARTICIPANTS", pairs), *boards])


def _pair(one: Contestant) -> Iterator[str]:
    yield _text("PAIR_NUMBER", one.number)
    yield _text("DIRECTION", one.direction)
    for element, text in (("TOTAL_SCORE", one.total), ("PERCENTAGE", one.percentage), ("PLACE", one.place)):
        if text:
            yield _text(element, text)
    for at, name in enumerate(one.names):
        number = one.ids[at : at + 1]
        yield from _inside(
            "PLAYER", [_text("PLAYER_NAME", name), *(_text("NATIONAL_ID_NUMBER", text) for text in number)]
        )


def _board(number: int, lines: list[FileLine], method: str) -> list[str]:
    """A sit-out is no traveller line: other programs take the number of those for how often a board was played."""
    out = [line for line in lines if line.parsed.status is Status.SIT_OUT]
    rows = (
        text
        for line in lines
        if line not in out
        for text in _inside("TRAVELLER_LINE", _traveller_line(line, method))
    )
    return _inside("BOARD", [_text("BOARD_NUMBER", str(number)), *rows, *map(_sit_out, out)])


def _traveller_line(line: FileLine, method: str) -> Iterator[str]:
    yield _text("NS_PAIR_NUMBER", line.ns)
    yield _text("EW_PAIR_NUMBER", line.ew)
    yield _text("CONTRACT", line.contract if line.contract == "PASS" else line.contract.replace("N", "NT"))
    yield _text("PLAYED_BY", line.declarer)
    yield _text("LEAD", line.lead)
    yield _text("TRICKS", "" if line.tricks is None else str(line.tricks))
    yield _text("SCORE", line.plain_score)
    if line.ns_points and line.ew_points:
        yield _text(f"NS_{POINTS[method]}", line.ns_points)
        yield _text(f"EW_{POINTS[method]}", line.ew_points)
    yield _own("SOLO_LINE", {**_place(line), "GROUP": line.group or "", "EXACT_SCORE": line.exact_score})


def _sit_out(line: FileLine) -> str:
    return _own("SOLO_SIT_OUT", {"NS_PAIR_NUMBER": line.ns, "EW_PAIR_NUMBER": line.ew, **_place(line)})


def _place(line: FileLine) -> dict[str, str]:
    numbers = {"TABLE": line.table, "ROUND": line.round}
    return {name: "" if number is None else str(number) for name, number in numbers.items()}


def _own(element: str, values: Mapping[str, str]) -> str:
    """An empty element with the attributes that say anything."""
    said = {name: text for name, text in values.items() if text}
    return f"<{element} {_attributes(said)}".rstrip() + "/>"


def _hands(board: DealRecord | BareBoard) -> list[str]:
    found = [_text("BOARD_NUMBER", str(board.number)), _text("VULNERABILITY", VULNERABILITIES[board.vul])]
    solo = [_text("DEALER", str(board.dealer))]
    if isinstance(board, DealRecord):
        for seat, hand in board.deal.hands().items():
            cards = sorted_hand(hand)
            suits = [
                _text(SUIT_ELEMENTS[suit], "".join(card.rank for card in cards if card.suit == suit))
                for suit in SUITS
            ]
            found += _inside("HAND", [_text("DIRECTION", seat.full_name), *suits])
        if board.sequences:
            solo.append(_text("EAST_SEQUENCE", cards_text(board.deal.east)))
            solo.append(_text("WEST_SEQUENCE", cards_text(board.deal.west)))
        solo += _solution(board.optimum) if board.optimum else []
    return _inside("BOARD", [*found, *_inside("SOLO_BOARD", solo)])


def _solution(optimum: Optimum) -> list[str]:
    rows = [
        f"<MAKEABLE_TRICKS {_attributes({'DECLARER': seat, **row})}/>" for seat, row in tricks_rows(optimum)
    ]
    par = {"NS_SCORE": str(optimum.points), "CONTRACTS": contracts_text(optimum)}
    return [*rows, f"<PAR {_attributes(par)}/>"]


def _inside(start: str, lines: Iterator[str] | list[str]) -> list[str]:
    return [f"<{start}>", *(f" {line}" for line in lines), f"</{start.split()[0]}>"]


def _text(element: str, text: str) -> str:
    return f"<{element}>{escape(one_line(text))}</{element}>"


def _quoted(text: str) -> str:
    return quoteattr(one_line(text))


def _attributes(values: Mapping[str, str]) -> str:
    return " ".join(f"{name}={_quoted(text)}" for name, text in values.items())
