"""Reading the JSON of a Ranking or a publication into the classes in `shapes`. Only teams are read elsewhere."""

from fractions import Fraction
from typing import Any

from clubsite.nights.models import SectionKind
from clubsite.rankings.shapes import PublishedBoard, PublishedSection, RankingList, RankingRow, TravellerLine
from scoring.board import BoardMP
from scoring.lines import Status
from scoring.ranking import Place
from scoring.result import RESULT_COLUMNS, BoardResult
from scoring.settings import ScoringSettings

Json = dict[str, Any]


def sections_read(payload: Json) -> list[PublishedSection]:
    """Return the sections of a payload in their stored order. Older payloads may lack some keys."""
    several, imps = len(payload["sections"]) > 1, settings_read(payload).imps
    return [_section(section, several, imps) for section in payload["sections"]]


def settings_read(payload: Json) -> ScoringSettings:
    """Return the settings with which a payload's results were scored."""
    return ScoringSettings.from_published(payload.get("scoring", {}))


def _section(section: Json, several: bool, imps: bool) -> PublishedSection:
    four_handed, together = _is_four_handed(section), tuple(section.get("together", [section["name"]]))
    letters = together if several else ()
    return PublishedSection(
        name=section["name"],
        four_handed=four_handed,
        together=together,
        own_boards=section.get("own_boards", False),
        winners=section["winners"],
        rankings=tuple(
            ranking_read(ranking, letters, four_handed=four_handed, imps=imps) for ranking in section["rankings"]
        ),
        teams=section.get("teams"),
    )


def boards_read(payload: Json) -> dict[str, list[PublishedBoard]]:
    """Return each section's boards, keyed by section name, with the section's own lines.

    Boards are read separately, because a season reads many payloads without their boards.
    """
    return {section["name"]: [_board(board, section) for board in section["boards"]] for section in payload["sections"]}


def _is_four_handed(section: Json) -> bool:
    return bool(section.get("kind") == SectionKind.FOUR_HANDED)


def _board(board: Json, section: Json) -> PublishedBoard:
    own = section["name"] if section.get("own_boards") else ""
    number, key = board["number"], f"{own}{board['number']}"
    lines = tuple(
        TravellerLine(
            table_board=line["table_board"],
            section=section["name"],
            table=line["table"],
            round=line["round"],
            board=number,
            board_key=key,
            ns=line["ns"],
            ew=line["ew"],
            four_handed=_is_four_handed(section),
            result=_result(line),
            points=BoardMP(fraction_read(line["ns_mp"]), fraction_read(line["ew_mp"]), line["top"]),
            corrected=line["corrected"],
        )
        for line in board["lines"]
    )
    return PublishedBoard(board["id"], number, key, own, board["top"], lines)


def ranking_read(ranking: Json, sections: tuple[str, ...], *, four_handed: bool, imps: bool) -> RankingList:
    """Return a list of places from the JSON of a Ranking or from a payload."""
    return RankingList(
        direction=ranking["line"],
        sections=sections,
        four_handed=four_handed,
        stratum=ranking.get("stratum", ""),
        handicap=ranking.get("handicap", False),
        imps=imps,
        rows=rows_read(ranking["rows"]),
    )


def rows_read(rows: list[Json]) -> tuple[RankingRow, ...]:
    """Return the rows of a list of places from the rows' JSON."""
    return tuple(
        RankingRow(
            contestant=row["entry"],
            number=row["number"],
            label=row.get("label", str(row["number"])),
            place=Place.read(row["place"]),
            won=Fraction(row["won"]),
            possible=Fraction(row["possible"]),
            percentage=fraction_read(row["percentage"]),
            factored=fraction_read(row["factored"]),
            mean=fraction_read(row.get("mean")),
            penalty=Fraction(row.get("penalty", 0)),
            carried=Fraction(row.get("carried", 0)),
            handicap=fraction_read(row.get("handicap")),
            trophy=row.get("trophy", False),
            robot=row.get("robot", False),
        )
        for row in rows
    )


KEYS = {name: name for name in RESULT_COLUMNS} | {"ruling": "artificial"}


def result_written(result: BoardResult) -> Json:
    """Return a result in the form that a payload holds."""
    return {KEYS[name]: value for name, value in result.columns().items()}


def _result(line: Json) -> BoardResult:
    columns = {name: line[key] for name, key in KEYS.items() if key in line}
    return BoardResult(**columns | {"status": Status(line["status"])})


def fraction_read(text: str | None) -> Fraction | None:
    """Return the fraction that a payload holds as text, or None."""
    return None if text is None else Fraction(text)
