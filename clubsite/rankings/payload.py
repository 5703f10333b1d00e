"""What a publication holds as JSON, read: nobody else reads it."""

from fractions import Fraction
from typing import Any

from clubsite.duplicate.models import Kind
from clubsite.rankings.shapes import PublishedBoard, PublishedSection, TravellerLine
from scoring.board import BoardMP
from scoring.lines import Status
from scoring.result import BoardResult

Json = dict[str, Any]


def sections_read(payload: Json) -> list[PublishedSection]:
    """The sections of a payload, in its order. An older one may lack what was added later."""
    return [_section(section) for section in payload["sections"]]


def _section(section: Json) -> PublishedSection:
    own_boards, four_handed = section.get("own_boards", False), section.get("kind") == Kind.FOUR_HANDED
    own = section["name"] if own_boards else ""
    return PublishedSection(
        name=section["name"],
        four_handed=four_handed,
        together=tuple(section.get("together", [section["name"]])),
        own_boards=own_boards,
        winners=section["winners"],
        rankings=section["rankings"],
        boards=tuple(_board(board, section["name"], own, four_handed) for board in section["boards"]),
        teams=section.get("teams"),
    )


def _board(board: Json, section: str, own: str, four_handed: bool) -> PublishedBoard:
    number, key = board["number"], f"{own}{board['number']}"
    lines = tuple(
        TravellerLine(
            table_board=line["table_board"],
            section=section,
            table=line["table"],
            round=line["round"],
            board=number,
            board_key=key,
            ns=line["ns"],
            ew=line["ew"],
            four_handed=four_handed,
            result=_result(line),
            points=BoardMP(fraction(line["ns_mp"]), fraction(line["ew_mp"]), line["top"]),
            corrected=line["corrected"],
        )
        for line in board["lines"]
    )
    return PublishedBoard(board["id"], number, key, own, board["top"], lines)


def _result(line: Json) -> BoardResult:
    return BoardResult(
        status=Status(line["status"]),
        contract=line["contract"],
        declarer=line["declarer"],
        lead=line["lead"],
        tricks=line["tricks"],
        ns_score=line["ns_score"],
        ruling=line["artificial"],
        group=line.get("group", ""),
    )


def fraction(text: str | None) -> Fraction | None:
    """A payload's "num/den"."""
    return None if text is None else Fraction(text)
