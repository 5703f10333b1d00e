"""From scores to match points and places. Both functions can run twice, or late, and come to the same."""

from collections import defaultdict
from fractions import Fraction
from typing import Any, cast

from django.db import transaction
from django.db.models import Count, Q, Sum

from clubsite.duplicate.models import Board, Movement, Section, TableBoard, TableBoardState
from clubsite.duplicate.signals import session_changed
from clubsite.results import jobs
from clubsite.results.models import BoardScore, BoardScoring, Ranking, RankingLine, ScoreEntry
from clubsite.results.selectors.entries import latest_entries
from movements.plan import Plan
from scoring.board import BoardMP, Line, Status, score_board
from scoring.board import parse_score as parse_artificial
from scoring.ranking import Placed, Standing, rank

COUNTED = ~Q(table_boards__state=TableBoardState.VOID)


def board_rescore(board_id: int) -> bool:
    """Match points of every table on one board, made anew under a lock on it. True when a figure changed.

    A board that is gone is no error: its session may have been discarded since the job was asked for.
    """
    with transaction.atomic():
        board = Board.objects.select_for_update().filter(pk=board_id).first()
        if board is None:
            return False
        rows = list(board.table_boards.exclude(state=TableBoardState.VOID).select_related("round"))
        latest = latest_entries(row.pk for row in rows)
        field = field_of(board.board_set_id)
        points = score_board([_line(entry) for entry in latest.values()], field=field) if latest else {}
        changed = _replace(board, [_board_score(entry, points[key]) for key, entry in latest.items()])
        _remember(board, len(rows), field, changed)
        for section_id in sorted({row.round.section_id for row in rows}):
            jobs.enqueue("results.rank_section", section_id)
    return changed


def field_of(board_set_id: int) -> int:
    """E, the full number of scores: the largest number of lines that any board of the group has."""
    counts = Board.objects.filter(board_set_id=board_set_id).annotate(n=Count("table_boards", filter=COUNTED))
    return max(counts.values_list("n", flat=True), default=0)


def _line(entry: ScoreEntry) -> Line:
    ns_pct = ew_pct = None
    if entry.artificial:
        given = parse_artificial(entry.artificial)
        ns_pct, ew_pct = given.ns_pct, given.ew_pct
    return Line(
        key=entry.table_board_id,
        status=Status(entry.status),
        ns_score=entry.ns_score,
        ns_pct=ns_pct,
        ew_pct=ew_pct,
    )


def _board_score(entry: ScoreEntry, mp: BoardMP) -> BoardScore:
    counts = mp.ns is not None and mp.ew is not None
    ns, ew = (Fraction(mp.ns or 0), Fraction(mp.ew or 0)) if counts else (None, None)
    return BoardScore(
        table_board_id=entry.table_board_id,
        status=entry.status,
        ns_score=entry.ns_score,
        top=mp.top,
        ns_mp_num=None if ns is None else ns.numerator,
        ns_mp_den=1 if ns is None else ns.denominator,
        ew_mp_num=None if ew is None else ew.numerator,
        ew_mp_den=1 if ew is None else ew.denominator,
    )


FIGURES = ("table_board_id", "status", "ns_score", "top", "ns_mp_num", "ns_mp_den", "ew_mp_num", "ew_mp_den")


def _figures(score: BoardScore) -> tuple[Any, ...]:
    return tuple(getattr(score, name) for name in FIGURES)


def _replace(board: Board, new: list[BoardScore]) -> bool:
    old = BoardScore.objects.filter(table_board__board=board)
    if {_figures(score) for score in old} == {_figures(score) for score in new}:
        return False
    old.delete()
    BoardScore.objects.bulk_create(new)
    return True


def _remember(board: Board, lines: int, field: int, changed: bool) -> None:
    scoring, _ = BoardScoring.objects.get_or_create(board=board)
    scoring.entries = ScoreEntry.objects.filter(table_board__board=board).count()
    scoring.lines, scoring.field = lines, field
    scoring.revision += int(changed)
    scoring.save()


def ranking_compute(section_id: int) -> bool:
    """Places of a section, per line when two win, else in one list. True when they changed.

    A robot has its figures at the end of its list, and no place: others are placed as if it were not there.
    """
    with transaction.atomic():
        section = Section.objects.select_for_update().filter(pk=section_id).first()
        if section is None:
            return False
        fingerprint = ranking_fingerprint(section_id)
        lists = _lists(section)
        same = {r.line: r.fingerprint for r in section.rankings.all()} == dict.fromkeys(lists, fingerprint)
        if same:
            return False
        section.rankings.exclude(line__in=lists).delete()
        for line, rows in lists.items():
            Ranking.objects.update_or_create(
                section=section, line=line, defaults={"rows": rows, "fingerprint": fingerprint}
            )
        public_id = Section.objects.values_list("session__public_id", flat=True).get(pk=section_id)
        transaction.on_commit(lambda: session_changed.send(sender=Ranking, session_id=public_id))
    return True


def ranking_fingerprint(section_id: int) -> str:
    """What a section's places are made from: moves with every match point that changes and a new plan."""
    boards = Board.objects.filter(table_boards__round__section=section_id).distinct()
    revisions = BoardScoring.objects.filter(board__in=boards).aggregate(n=Sum("revision"))["n"] or 0
    plan = Movement.objects.filter(section=section_id).values_list("accepted_at", flat=True).first()
    return f"{revisions}/{plan.isoformat() if plan else ''}"


def _lists(section: Section) -> dict[str, list[dict[str, Any]]]:
    numbers = dict(section.entries.values_list("pk", "number"))
    robots = set(section.entries.exclude(robot="").values_list("pk", flat=True))
    won, possible = _totals(section)
    groups: dict[str, list[int]] = defaultdict(list)
    south = _south_numbers(section)
    for entry_id, number in numbers.items():
        line = RankingLine.ALL if south is None else RankingLine.NS if number in south else RankingLine.EW
        groups[line.value].append(entry_id)
    return {line: _places(ids, robots, numbers, won, possible) for line, ids in groups.items()}


def _south_numbers(section: Section) -> set[int] | None:
    """Contestants of the N/S line when two win; None when one list ranks them all."""
    movement = Movement.objects.filter(section=section).first()
    if movement is None or movement.plan.get("winners") != 2:
        return None
    return set(Plan.from_json(movement.plan).south())


def _totals(section: Section) -> tuple[dict[int, Fraction], dict[int, Fraction]]:
    """Match points won and possible by entry. What was not played is in neither."""
    won: dict[int, Fraction] = defaultdict(Fraction)
    possible: dict[int, Fraction] = defaultdict(Fraction)
    scores = BoardScore.objects.filter(table_board__round__section=section, ns_mp_num__isnull=False)
    for score in scores.select_related("table_board"):
        sides = ((score.table_board.ns_id, score.ns_mp), (score.table_board.ew_id, score.ew_mp))
        for entry_id, points in sides:
            won[entry_id] += points or 0
            possible[entry_id] += score.top
    return won, possible


def _places(
    ids: list[int],
    robots: set[int],
    numbers: dict[int, int],
    won: dict[int, Fraction],
    possible: dict[int, Fraction],
) -> list[dict[str, Any]]:
    full = max((possible[i] for i in ids if i not in robots), default=Fraction(0))
    standings = {i: Standing(i, won[i], possible[i], full) for i in ids if possible[i]}
    placed = rank(standings[i] for i in standings if i not in robots)
    rows = [_row(one, numbers) for one in placed]
    nothing_yet = sorted((i for i in ids if not possible[i]), key=lambda i: (i in robots, numbers[i]))
    empty = {"place": "", "won": "0/1", "possible": "0/1", "percentage": None, "factored": None}
    rows += [{"entry": i, "number": numbers[i], **empty} for i in nothing_yet]
    rows += [
        _row(one, numbers) | {"place": ""} for i in robots & set(standings) for one in rank([standings[i]])
    ]
    return [row | {"robot": True} if row["entry"] in robots else row for row in rows]


def _row(placed: Placed, numbers: dict[int, int]) -> dict[str, Any]:
    entry = cast(int, placed.entry)
    return {
        "entry": entry,
        "number": numbers[entry],
        "place": placed.place,
        "won": text_of(placed.won),
        "possible": text_of(placed.possible),
        "percentage": text_of(placed.percentage),
        "factored": text_of(placed.factored),
    }


def text_of(figure: Fraction) -> str:
    """An exact fraction as "num/den"."""
    return f"{figure.numerator}/{figure.denominator}"


def table_boards_of(section: Section) -> list[TableBoard]:
    """Every line that counts, in board and table order."""
    rows = TableBoard.objects.filter(round__section=section).exclude(state=TableBoardState.VOID)
    return list(rows.select_related("board", "table", "round").order_by("board__number", "table__number"))
