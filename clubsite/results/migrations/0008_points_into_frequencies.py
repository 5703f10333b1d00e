"""Points that stood at every line, once for all lines with one result; lists of places in columns."""

from fractions import Fraction
from math import lcm
from typing import Any

from django.db import migrations

WORTH = ("top", "ns_mp_num", "ns_mp_den", "ew_mp_num", "ew_mp_den")
RESULT = ("status", "ns_score", "artificial", "group")


def frequencies(apps: Any, editor: Any) -> None:
    """Board by board. Were two lines with one result worth different things, one not being scored anew yet, the job
    that is on its way scores both."""
    scores = apps.get_model("results", "BoardScore").objects.filter(frequency__isnull=True)
    apart, boards = _apart(apps), scores.values_list("table_board__board", flat=True)
    for board in list(boards.distinct().order_by("table_board__board")):
        for (field, result), lines in _alike(apps, scores, board, apart).items():
            made = apps.get_model("results", "Frequency").objects.create(
                board_id=board,
                field=field,
                **dict(zip(RESULT, result, strict=True)),
                **{name: getattr(lines[0], name) for name in WORTH},
            )
            scores.filter(pk__in=[line.pk for line in lines]).update(frequency=made)


def _alike(apps: Any, scores: Any, board: int, apart: set[int]) -> dict[Any, list[Any]]:
    """The lines of a board that are compared and have one result."""
    entries = apps.get_model("results", "ScoreEntry").objects.filter(table_board__board=board).order_by("pk")
    latest = {line: tuple(result) for line, *result in entries.values_list("table_board", *RESULT)}
    found: dict[Any, list[Any]] = {}
    rows = scores.filter(table_board__board=board).select_related("table_board__round__section")
    for score in rows.order_by("pk"):
        section = score.table_board.round.section
        field = f"{section.kind}/{section.pk}" if section.session_id in apart else section.kind
        if score.table_board_id in latest:
            found.setdefault((field, latest[score.table_board_id]), []).append(score)
    return found


def _apart(apps: Any) -> set[int]:
    """The sessions whose sections are not compared with one another."""
    sessions = apps.get_model("duplicate", "Session").objects.values_list("pk", "scoring")
    return {pk for pk, scoring in sessions if scoring.get("field") == "section"}


def columns(apps: Any, editor: Any) -> None:
    """`clubsite.results.columns` of the rows that there were. What could be won at most everybody's list tells."""
    rankings = apps.get_model("results", "Ranking").objects.order_by("section", "line", "handicap", "stratum")
    full: dict[Any, int] = {}
    for ranking in rankings.iterator(chunk_size=100):
        most = max((int(Fraction(row["possible"])) for row in ranking.rows), default=0)
        ranking.table = _table(ranking.rows, full.setdefault((ranking.section_id, ranking.line), most))
        ranking.save(update_fields=["table"])


def _table(rows: list[dict[str, Any]], full: int) -> dict[str, Any]:
    won = [Fraction(row["won"]) for row in rows]
    below = lcm(*(one.denominator for one in won))
    possible = [int(Fraction(row["possible"])) for row in rows]
    table: dict[str, Any] = {
        "entry": [row["entry"] for row in rows],
        "number": [row["number"] for row in rows],
        "place": [row["place"] for row in rows],
        "won": [one.numerator * (below // one.denominator) for one in won],
        "below": below,
        "possible": possible,
        "full": full,
    }
    if any("label" in row for row in rows):
        table["letter"] = [row.get("label", "").removesuffix(str(row["number"])) for row in rows]
    if any("mean" in row for row in rows):
        table["imps"] = True
    for name in ("penalty", "handicap"):
        if found := {str(row["entry"]): row[name] for row in rows if name in row}:
            table[name] = found
    if robots := sum(row.get("robot", False) for row in rows):
        table["robots"] = robots
    for row in rows:
        if row.get("trophy"):
            table["trophy"] = row["entry"]
    return table


class Migration(migrations.Migration):
    dependencies = [("results", "0007_frequencies")]

    operations = [
        migrations.RunPython(frequencies),
        migrations.RunPython(columns),
    ]
