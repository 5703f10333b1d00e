"""The JSON of a publication and of a stored list of places, written from the classes in `shapes` and read into them.

Teams' tables and matches are JSON everywhere.
"""

from collections.abc import Callable, Sequence
from dataclasses import fields
from fractions import Fraction
from typing import Any

from clubsite.rankings.shapes import PublishedBoard, PublishedSection, RankingList, Results, TravellerLine
from scoring.board import BoardMP
from scoring.lines import Status
from scoring.ranking import Place
from scoring.result import BoardResult
from scoring.session_scores import RankingRow
from scoring.settings import ScoringSettings

Json = dict[str, Any]
FORMAT = 1


def payload_written(results: Results) -> Json:
    """Return the payload of a publication."""
    return {
        "format": FORMAT,
        "scoring": results.settings.to_json(),
        "sections": [_section_written(section, results.boards[section.name]) for section in results.sections],
    }


def settings_read(payload: Json) -> ScoringSettings:
    """Return the settings with which a payload's results were scored."""
    return ScoringSettings.from_json(payload.get("scoring", {}))


def sections_read(payload: Json) -> list[PublishedSection]:
    """Return the sections of a payload in their stored order."""
    several, imps = len(payload["sections"]) > 1, settings_read(payload).imps
    return [_section_read(section, several, imps) for section in payload["sections"]]


def boards_read(payload: Json) -> dict[str, list[PublishedBoard]]:
    """Return each section's boards, keyed by section name, with the section's own lines."""
    return {section["name"]: [_board(board, section) for board in section["boards"]] for section in payload["sections"]}


def _section_written(section: PublishedSection, boards: Sequence[PublishedBoard]) -> Json:
    rankings = [
        {
            "line": ranking.direction,
            "stratum": ranking.stratum,
            "handicap": ranking.handicap,
            "rows": [*map(row_written, ranking.rows)],
        }
        for ranking in section.rankings
    ]
    return {
        "id": section.id,
        "name": section.name,
        "four_handed": section.four_handed,
        "together": list(section.together),
        "own_boards": section.own_boards,
        "winners": section.winners,
        "rankings": rankings,
        "boards": [
            {"id": board.id, "number": board.number, "top": board.top, "lines": [*map(_line_written, board.lines)]}
            for board in boards
        ],
        "teams": section.teams,
    }


def _section_read(section: Json, several: bool, imps: bool) -> PublishedSection:
    together = tuple(section["together"])
    rankings = [
        RankingList(
            direction=ranking["line"],
            sections=together if several else (),
            four_handed=section["four_handed"],
            stratum=ranking["stratum"],
            handicap=ranking["handicap"],
            imps=imps,
            rows=tuple(map(row_read, ranking["rows"])),
        )
        for ranking in section["rankings"]
    ]
    same = {name: section[name] for name in ("id", "name", "four_handed", "own_boards", "winners", "teams")}
    return PublishedSection(**same, together=together, rankings=tuple(rankings))


def _line_written(line: TravellerLine) -> Json:
    points = line.points or BoardMP(None, None, 0)
    return {
        **{name: getattr(line, name) for name in ("table_board", "table", "round", "ns", "ew", "corrected")},
        **(line.result.columns() if line.result else {}),
        "top": points.top,
        "ns_mp": None if points.ns is None else str(points.ns),
        "ew_mp": None if points.ew is None else str(points.ew),
    }


def _board(board: Json, section: Json) -> PublishedBoard:
    own = section["name"] if section["own_boards"] else ""
    number, key = board["number"], f"{own}{board['number']}"
    lines = tuple(
        TravellerLine(
            **{name: line[name] for name in ("table_board", "table", "round", "ns", "ew", "corrected")},
            section=section["name"],
            board=number,
            board_key=key,
            four_handed=section["four_handed"],
            result=_result(line),
            points=BoardMP(fraction_read(line["ns_mp"]), fraction_read(line["ew_mp"]), line["top"]),
        )
        for line in board["lines"]
    )
    return PublishedBoard(board["id"], number, key, own, board["top"], lines)


def _result(line: Json) -> BoardResult:
    columns = {field.name: line[field.name] for field in fields(BoardResult)}
    return BoardResult(**columns | {"status": Status(line["status"])})


READERS: dict[Any, Callable[[str], Any]] = {Fraction: Fraction, Fraction | None: Fraction, Place | None: Place.read}
ROW = {field.name: field for field in fields(RankingRow)}


def row_written(row: RankingRow) -> Json:
    """Return the JSON of a row of a list of places: exact figures and places as text, without default values."""
    values = {name: getattr(row, name) for name, field in ROW.items() if getattr(row, name) != field.default}
    return {name: str(value) if isinstance(value, Fraction | Place) else value for name, value in values.items()}


def row_read(row: Json) -> RankingRow:
    """Return a row of a list of places, without a name."""
    read = {name: READERS.get(ROW[name].type) for name in row}
    return RankingRow(**{name: reader(row[name]) if reader else row[name] for name, reader in read.items()})


def fraction_read(text: str | None) -> Fraction | None:
    """Return the fraction that a payload holds as text, or None."""
    return None if text is None else Fraction(text)


def text_of(figure: Fraction) -> str:
    """Return an exact fraction as "num/den"."""
    return f"{figure.numerator}/{figure.denominator}"
