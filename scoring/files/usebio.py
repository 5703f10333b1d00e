"""Writing USEBIO 1.2 and 1.3, for the sites and federations to which clubs report. Our DTD is in the same folder.

A single section is written flat, with participants and boards directly in the EVENT. Several sections are written
as SESSION and SECTION elements. Anything that USEBIO cannot express is in elements and attributes whose names begin
with SOLO_, which other programs skip.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import chain, zip_longest
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from games.cards import SUITS, cards_text, sorted_hand
from games.notation.optimum import contracts_text, tricks_rows
from games.notation.records import BareBoard, DealRecord, Optimum, one_line
from games.wording import seat_name
from scoring.figures import rounded
from scoring.files.model import FileContestant, FileLine, FileSection, ResultFile
from scoring.lines import Status

DTD = Path(__file__).with_name("usebio.dtd")
DTD_ADDRESS = "http://www.usebio.org/files/usebio_v{}.dtd"
VERSIONS = ("1.2", "1.3")
PROGRAM = "Two-handed club"
EVENT_TYPES = {"match_points": "MP_PAIRS", "cross_imps": "CROSS_IMP", "butler": "BUTLER_PAIRS"}
METHODS = {"match_points": "MATCH_POINTS", "cross_imps": "CROSS_IMPS", "butler": "BUTLER_IMPS"}
POINTS = {"match_points": "MATCH_POINTS", "cross_imps": "CROSS_IMP_POINTS", "butler": "BUTLER_POINTS"}
VULNERABILITIES = {"None": "Love", "NS": "North-South", "EW": "East-West", "All": "All"}
SUIT_ELEMENTS = {"S": "SPADES", "H": "HEARTS", "D": "DIAMONDS", "C": "CLUBS"}
NO_MASTER_POINTS, EVENT_MASTER_POINTS = "NONE", "EVENT"
DUMMY = "Dummy"
OWN_LINES = {
    Status.NOT_PLAYED: "SOLO_NOT_PLAYED",
    Status.LATE: "SOLO_NOT_PLAYED",
    Status.SIT_OUT: "SOLO_SIT_OUT",
}


def write_usebio(night: ResultFile, version: str = "1.2") -> str:
    """Return the night's results as USEBIO XML. Raise ValueError for an unknown version."""
    if version not in VERSIONS:
        raise ValueError(f"USEBIO {version!r} is not written; {' and '.join(VERSIONS)} are.")
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<!DOCTYPE USEBIO SYSTEM "{DTD_ADDRESS.format(version.replace(".", "_"))}">',
        f'<USEBIO Version="{version}">',
        *_inside("CLUB", [_text("CLUB_NAME", night.club), _text("CLUB_ID_NUMBER", "")]),
        *_inside(f'EVENT EVENT_TYPE="{_event_type(night)}"', _event(night, version)),
    ]
    if night.boards:
        lines += _inside("HANDSET", (line for board in night.boards for line in _hands(board)))
    return "\n".join([*lines, "</USEBIO>"]) + "\n"


def _flat(night: ResultFile) -> bool:
    return len(night.sections) == 1


def _event_type(night: ResultFile) -> str:
    return EVENT_TYPES[night.method] if _flat(night) else "PAIRS"


def _event(night: ResultFile, version: str) -> Iterator[str]:
    yield from (_text(element, text) for element, text in _heading(night, version))
    if _flat(night):
        yield from _section(night.sections[0], night.method)
        return
    sections = (
        line
        for section in night.sections
        for line in _inside(f"SECTION SECTION_ID={_quoted(section.name)}", _section(section, night.method))
    )
    yield from _inside('SESSION SESSION_ID="1"', sections)


def _heading(night: ResultFile, version: str) -> Iterator[tuple[str, str]]:
    """Yield the elements that come before the participants. Other programs expect these elements, even if empty."""
    yield "EVENT_IDENTIFIER", night.identifier
    yield "EVENT_DESCRIPTION", night.event
    yield "PROGRAM_NAME", PROGRAM
    yield "PROGRAM_VERSION", night.program_version
    yield "WINNER_TYPE", str(night.winners or "")
    yield "TITLE", night.event
    yield "DATE", "/".join(reversed(night.date.split("-"))) if version == "1.2" else night.date
    yield "VENUE", night.venue
    yield "MASTER_POINT_SCALE", ""
    awards = any(contestant.master_points for section in night.sections for contestant in section.contestants)
    yield "MASTER_POINT_TYPE", EVENT_MASTER_POINTS if awards else NO_MASTER_POINTS
    yield "MPS_AWARDED_FLAG", "Y" if awards else "N"
    yield "SESSION_COUNT", "1"
    yield "SECTION_COUNT", str(len(night.sections))
    yield "P2P_CHARGE_RATE", ""
    if not _flat(night):
        yield "BOARD_SCORING_METHOD", METHODS[night.method]
    elif night.method != "match_points":
        yield "SCORING_METHOD", "IMPS"


def _section(section: FileSection, method: str) -> list[str]:
    own = {"SOLO_SECTION_ID": section.name} if section.name else {}
    pairs = (line for contestant in section.contestants for line in _contestant(contestant))
    played: dict[int, list[FileLine]] = {}
    for line in section.lines:
        played.setdefault(line.board, []).append(line)
    boards = (line for number in sorted(played) for line in _board(number, played[number], method))
    return [*_inside(f"PARTICIPANTS {_attributes(own)}".rstrip(), pairs), *boards]


def _contestant(contestant: FileContestant) -> list[str]:
    """Return a contestant's element. Other programs sort PAIRs by PLACE, which must be an integer.

    A place of `2=` therefore becomes 2, and a contestant without a place is written as a SOLO_PAIR. An award is
    rounded, because other programs read it as an integer too. Our own attribute keeps its decimal places.
    """
    if not contestant.place:
        return _inside("SOLO_PAIR", _pair(contestant, ""))
    place = contestant.place.rstrip("=")
    own = {} if place == contestant.place else {"SOLO_PLACE": contestant.place}
    own |= {"SOLO_MASTER_POINTS": contestant.master_points} if contestant.master_points else {}
    return _inside(f"PAIR {_attributes(own)}".rstrip(), _pair(contestant, place))


def _pair(contestant: FileContestant, place: str) -> Iterator[str]:
    """Yield the elements of a contestant. A single player gets the dummy as partner."""
    yield _text("PAIR_NUMBER", contestant.number)
    yield _text("DIRECTION", contestant.direction)
    for element, text in (("TOTAL_SCORE", contestant.total), ("PERCENTAGE", contestant.percentage), ("PLACE", place)):
        if text:
            yield _text(element, text)
    award = rounded(Fraction(contestant.master_points), 0) if contestant.master_points else Fraction(0)
    yield _text("MASTER_POINTS_AWARDED", str(award))
    yield _text("MASTER_POINT_TYPE", EVENT_MASTER_POINTS if contestant.master_points else NO_MASTER_POINTS)
    for name, number in zip_longest(contestant.names, contestant.ids[: len(contestant.names)], fillvalue=""):
        yield from _player("PLAYER", name, number)
    if len(contestant.names) == 1:
        yield from _player('PLAYER SOLO_DUMMY="Y"', DUMMY, "")


def _player(start: str, name: str, number: str) -> list[str]:
    facts = (("PLAYER_NAME", name), ("NATIONAL_ID_NUMBER", number), ("CLUB_ID_NUMBER", ""))
    return _inside(start, [_text(element, text) for element, text in facts])


def _board(number: int, lines: list[FileLine], method: str) -> list[str]:
    """Return a board's elements.

    Unplayed boards and sit-outs are not written as traveller lines, because other programs count all traveller
    lines when they compute the top, and expect points on each line. A board without any traveller lines is not
    written as a BOARD.
    """
    by_kind: dict[str, list[str]] = {"TRAVELLER_LINE": [], "SOLO_NOT_PLAYED": [], "SOLO_SIT_OUT": []}
    for line in lines:
        kind = OWN_LINES.get(line.parsed.status, "TRAVELLER_LINE")
        rows = [_sit_out(line)] if kind == "SOLO_SIT_OUT" else _inside(kind, _traveller_line(line, method))
        by_kind[kind] += rows
    name = "BOARD" if by_kind["TRAVELLER_LINE"] else "SOLO_BOARD_NOT_PLAYED"
    return _inside(name, [_text("BOARD_NUMBER", str(number)), *chain.from_iterable(by_kind.values())])


def _traveller_line(line: FileLine, method: str) -> Iterator[str]:
    yield _text("NS_PAIR_NUMBER", line.ns)
    yield _text("EW_PAIR_NUMBER", line.ew)
    yield _text("CONTRACT", line.contract if line.contract == "PASS" else line.contract.replace("N", "NT"))
    yield _text("PLAYED_BY", line.declarer)
    yield _text("LEAD", line.lead[1:] + line.lead[:1])
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
    """Return an element without content, with only the attributes that have values."""
    attributes = {name: text for name, text in values.items() if text}
    return f"<{element} {_attributes(attributes)}".rstrip() + "/>"


def _hands(board: DealRecord | BareBoard) -> list[str]:
    """Return a board's hands. If any cards are unknown, the element is not a BOARD: readers expect four hands there."""
    elements = [_text("BOARD_NUMBER", str(board.number)), _text("VULNERABILITY", VULNERABILITIES[board.vul])]
    solo = [_text("DEALER", str(board.dealer))]
    if not isinstance(board, DealRecord):
        return _inside("SOLO_BOARD", [*elements, *solo])
    for seat, hand in board.deal.hands().items():
        cards = sorted_hand(hand)
        suits = [
            _text(SUIT_ELEMENTS[suit], "".join(card.rank for card in cards if card.suit == suit)) for suit in SUITS
        ]
        elements += _inside("HAND", [_text("DIRECTION", seat_name(seat)), *suits])
    if board.sequences:
        solo.append(_text("EAST_SEQUENCE", cards_text(board.deal.east)))
        solo.append(_text("WEST_SEQUENCE", cards_text(board.deal.west)))
    solo += _solution(board.optimum) if board.optimum else []
    return _inside("BOARD", [*elements, *_inside("SOLO_BOARD", solo)])


def _solution(optimum: Optimum) -> list[str]:
    rows = [f"<MAKEABLE_TRICKS {_attributes({'DECLARER': seat, **row})}/>" for seat, row in tricks_rows(optimum)]
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
