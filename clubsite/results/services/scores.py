"""From scores to match points and places. Both functions can run twice, or late, and come to the same."""

from collections import defaultdict
from fractions import Fraction
from typing import Any, cast

from django.db import transaction
from django.db.models import Max, Sum

from clubsite.duplicate.models import Board, Entry, Movement, Section, Session, TableBoard, TableBoardState
from clubsite.duplicate.signals import session_changed
from clubsite.results import jobs
from clubsite.results.models import BoardScore, BoardScoring, Ranking, RankingLine, ScoreEntry
from clubsite.results.selectors.entries import latest_entries
from clubsite.results.services.fields import Field, field_of, full_fields, ranked_with, settings_of
from movements.plan import Plan
from scoring.board import BoardMP, Line, Status, score_board
from scoring.board import parse_score as parse_artificial
from scoring.ranking import Placed, Standing, rank
from scoring.settings import ScoringSettings


def board_rescore(board_id: int) -> bool:
    """Match points of every table on one board, made anew under a lock on it. True when a figure changed.

    A board that is gone is no error: its session may have been discarded since the job was asked for.
    """
    with transaction.atomic():
        board = Board.objects.select_for_update().filter(pk=board_id).first()
        if board is None:
            return False
        rows = list(board.table_boards.exclude(state=TableBoardState.VOID).select_related("round__section"))
        latest = latest_entries(row.pk for row in rows)
        settings = settings_of(Session.objects.get(board_sets=board.board_set_id))
        full = full_fields(board.board_set_id, settings)
        points: dict[Any, BoardMP] = {}
        for field, lines in _by_field(rows, latest, settings).items():
            points |= score_board(lines, field=full[field])
        changed = _replace(board, [_board_score(entry, points[key]) for key, entry in latest.items()])
        _remember(board, len(rows), sum(full.values()), changed)
        for section_id in sorted({row.round.section_id for row in rows}):
            jobs.enqueue("results.rank_section", section_id)
    return changed


def _by_field(
    rows: list[TableBoard], latest: dict[int, ScoreEntry], settings: ScoringSettings
) -> dict[Field, list[Line]]:
    fields: dict[Field, list[Line]] = defaultdict(list)
    for row in rows:
        if row.pk in latest:
            fields[field_of(row.round.section, settings)].append(_line(latest[row.pk]))
    return fields


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

    Of sections that are ranked together the first keeps the ranking of all. A robot has its figures at the end of
    its list, and no place: others are placed as if it were not there.
    """
    with transaction.atomic():
        section = Section.objects.filter(pk=section_id).first()
        if section is None:
            return False
        together = ranked_with(section)
        Ranking.objects.filter(section__in=together[1:]).delete()
        section = Section.objects.select_for_update().get(pk=together[0].pk)
        fingerprint = ranking_fingerprint(section.pk)
        lists = _lists(together)
        same = {r.line: r.fingerprint for r in section.rankings.all()} == dict.fromkeys(lists, fingerprint)
        if same:
            return False
        section.rankings.exclude(line__in=lists).delete()
        for line, rows in lists.items():
            Ranking.objects.update_or_create(
                section=section, line=line, defaults={"rows": rows, "fingerprint": fingerprint}
            )
        public_id = Section.objects.values_list("session__public_id", flat=True).get(pk=section.pk)
        transaction.on_commit(lambda: session_changed.send(sender=Ranking, session_id=public_id))
    return True


def ranking_fingerprint(section_id: int) -> str:
    """What a section's places are made from: moves with every match point that changes, a new plan, other sections.

    Empty for a section that is ranked in another one's list.
    """
    together = ranked_with(Section.objects.get(pk=section_id))
    if together[0].pk != section_id:
        return ""
    boards = Board.objects.filter(table_boards__round__section__in=together).distinct()
    revisions = BoardScoring.objects.filter(board__in=boards).aggregate(n=Sum("revision"))["n"] or 0
    plan = Movement.objects.filter(section__in=together).aggregate(at=Max("accepted_at"))["at"]
    others = f"/{len(together)}" if len(together) > 1 else ""
    return f"{revisions}/{plan.isoformat() if plan else ''}{others}"


def _lists(sections: list[Section]) -> dict[str, list[dict[str, Any]]]:
    entries = Entry.objects.filter(section__in=sections).select_related("section")
    entries = entries.order_by("section__name", "number")
    numbers = {entry.pk: entry.number for entry in entries}
    robots = {entry.pk for entry in entries if entry.robot}
    won, possible = _totals(sections)
    groups: dict[str, list[int]] = defaultdict(list)
    south = {section.pk: _south_numbers(section) for section in sections}
    for entry in entries:
        stays = south[entry.section_id]
        line = RankingLine.ALL if None in south.values() else RankingLine.EW
        if stays is not None and line == RankingLine.EW and entry.number in stays:
            line = RankingLine.NS
        groups[line.value].append(entry.pk)
    lists = {line: _places(ids, robots, numbers, won, possible) for line, ids in groups.items()}
    letters = {entry.pk: entry.label for entry in entries if entry.section.lettered}
    return {line: [_labelled(row, letters) for row in rows] for line, rows in lists.items()}


def _labelled(row: dict[str, Any], letters: dict[int, str]) -> dict[str, Any]:
    """With "B7" beside its number where there are several sections."""
    return row | {"label": letters[row["entry"]]} if row["entry"] in letters else row


def _south_numbers(section: Section) -> set[int] | None:
    """Contestants of the N/S line when two win; None when one list ranks them all."""
    movement = Movement.objects.filter(section=section).first()
    if movement is None or movement.plan.get("winners") != 2:
        return None
    return set(Plan.from_json(movement.plan).south())


def _totals(sections: list[Section]) -> tuple[dict[int, Fraction], dict[int, Fraction]]:
    """Match points won and possible by entry. What was not played is in neither."""
    won: dict[int, Fraction] = defaultdict(Fraction)
    possible: dict[int, Fraction] = defaultdict(Fraction)
    scores = BoardScore.objects.filter(table_board__round__section__in=sections, ns_mp_num__isnull=False)
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
    rows = rows.select_related("board", "table__section", "round")
    return list(rows.order_by("board__number", "table__number"))
