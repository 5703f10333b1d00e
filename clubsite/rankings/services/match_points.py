"""From scores to match points, or IMPs. Can run twice, or late, and comes to the same.

A board is scored as a table of frequencies: what each different result is worth, once, and which table had which. One
score more in a large field changes every row of the first and one row of the second.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.db.models import QuerySet

from clubsite.core import jobs
from clubsite.duplicate.models import Board, Section, TableBoard, TableBoardState
from clubsite.rankings.models import BoardScore, BoardScoring, Frequency
from clubsite.rankings.models.match_points import SCORED_BY, result_scored
from clubsite.rankings.selectors.settings import settings_of
from clubsite.rankings.services.comparison_groups import Field, Fields, fields_of, scored_by
from clubsite.scores.models import ScoreEntry
from scoring.board import BoardMP
from scoring.methods import score_lines
from scoring.result import BoardResult
from scoring.settings import ScoringSettings


class Key(NamedTuple):
    """What makes a row of a board's frequencies."""

    field: Field
    result: BoardResult


VOID = TableBoardState.VOID
Worth = tuple[int, int | None, int, int | None, int]
"""Top and match points of a Frequency, in the order of `WORTH`."""
WORTH = ("top", "ns_mp_num", "ns_mp_den", "ew_mp_num", "ew_mp_den")


Place = tuple[int, int, int | None]
"""A line that counts: its id, its round's, and the Frequency that it has so far."""


def board_rescore(board_id: int) -> bool:
    """Match points of every table on one board, brought up to date under a lock on it. True when a figure changed.

    A board that is gone is no error: its session may have been discarded since the job was asked for.
    """
    with transaction.atomic():
        # Without its key: a round that opens, with this board at its tables, need not wait for it.
        if not Board.objects.select_for_update(no_key=True).filter(pk=board_id).exists():
            return False
        # Read under the lock: what is joined to a row that was waited for is as old as the question.
        board = Board.objects.select_related("board_set__session", "scoring").get(pk=board_id)
        session = board.board_set.session
        made = getattr(board, "scoring", None) or BoardScoring(board=board)
        # Scores before lines: a line that changes hands in between brings a score more, and the sweep sees it.
        latest = _new_scores(board, made)
        places, gone = _places(board)
        settings = settings_of(session)
        fields = fields_of(board.board_set_id, settings, len(places))
        made.after = None if gone else made.scored_at
        revision = made.revision + 1
        changed = _replace(board, places, latest, fields, settings, revision) | _take_away(gone)
        if gone or not latest.keys() <= {place[0] for place in places}:
            made.newest = 0  # were such a line to count again, its score would be an old one
        made.lines, made.field = len(places), sum(fields.full.values())
        made.settings, made.revision = scored_by(settings), made.revision + int(changed)
        made.save()
        jobs.enqueue("rankings.rank_session", session.pk)
    return changed


def _new_scores(board: Board, made: BoardScoring) -> dict[int, BoardResult]:
    """By line the score that counts, of those that came since the board was scored; noted in `made`.

    Ids come out of order where two score at once: as soon as the numbers do not fit, all of them are read.
    """
    entries = ScoreEntry.objects.filter(table_board__board=board)
    rows = _entries(entries.filter(pk__gt=made.newest))
    number = entries.count()
    if made.entries + len(rows) != number:
        rows = _entries(entries)
        made.entries = 0
    made.entries += len(rows)
    made.newest = max([made.newest, *(pk for pk, *_ in rows)])
    return {line: result_scored(*result) for _, line, *result in rows}


def _entries(entries: QuerySet[ScoreEntry]) -> list[tuple[Any, ...]]:
    return list(entries.order_by("pk").values_list("pk", "table_board_id", *SCORED_BY))


def _places(board: Board) -> tuple[list[Place], list[int]]:
    """The lines that count, and the ids of those with points that no longer do."""
    lines = board.table_boards.values_list("pk", "round_id", "board_score__frequency_id", "state")
    rows = list(lines.order_by())
    gone = [pk for pk, _, frequency, state in rows if state == VOID and frequency is not None]
    return [row[:3] for row in rows if row[3] != VOID], gone


def _take_away(lines: list[int]) -> bool:
    if lines:
        BoardScore.objects.filter(table_board__in=lines).delete()
    return bool(lines)


class Group(NamedTuple):
    """Lines that have one result now, and had one Frequency, or none, before."""

    key: Key
    before: int | None
    lines: list[int]


def _replace(
    board: Board,
    places: list[Place],
    latest: Mapping[int, BoardResult],
    fields: Fields,
    settings: ScoringSettings,
    revision: int,
) -> bool:
    """Write the frequencies that are worth another thing than before, the lines that have another, and no more."""
    rows = board.frequencies.values_list("pk", "field", *SCORED_BY, *WORTH)
    had = {pk: Key(field, result_scored(*row[:4])) for pk, field, *row in rows}
    before = {pk: tuple(row[4:]) for pk, _, *row in rows}
    groups = _groups(places, latest, had, fields)
    worth = _worth(groups, fields, settings)
    ids, changed = _write(board, {key: pk for pk, key in had.items()}, before, worth)
    relinked = _relink(groups, ids, revision)
    without = had.keys() - ids.values()
    if without:
        Frequency.objects.filter(pk__in=without).delete()
    return changed or relinked or bool(without)


def _groups(
    places: list[Place], latest: Mapping[int, BoardResult], had: Mapping[int, Key], fields: Fields
) -> list[Group]:
    alike: dict[tuple[int, int | None, BoardResult | None], list[int]] = defaultdict(list)
    for pk, round_id, frequency_id in places:
        alike[round_id, frequency_id, latest.get(pk)].append(pk)
    groups = []
    for (round_id, frequency_id, result), lines in alike.items():
        if result is None and frequency_id is not None:
            result = had[frequency_id].result
        if result is not None:
            groups.append(Group(Key(fields.of_round[round_id], result), frequency_id, lines))
    return groups


def _worth(groups: list[Group], fields: Fields, settings: ScoringSettings) -> dict[Key, Worth]:
    times: Counter[Key] = Counter()
    for key, _, lines in groups:
        times[key] += len(lines)
    worth: dict[Key, Worth] = {}
    for field in {key.field for key in times}:
        table = [key.result.line(key, n) for key, n in times.items() if key.field == field]
        points = score_lines(table, fields.full[field], settings)
        worth |= {key: _columns(points[key]) for key in times if key.field == field}
    return worth


def _columns(mp: BoardMP) -> Worth:
    if mp.ns is None or mp.ew is None:
        return mp.top, None, 1, None, 1
    return mp.top, mp.ns.numerator, mp.ns.denominator, mp.ew.numerator, mp.ew.denominator


def _write(
    board: Board, ids: Mapping[Key, int], before: Mapping[int, Worth], worth: Mapping[Key, Worth]
) -> tuple[dict[Key, int], bool]:
    """The id of every frequency that there is now, and whether one is new or is worth another thing."""
    other = [(*now, ids[key]) for key, now in worth.items() if key in ids and now != before[ids[key]]]
    if other:
        with connection.cursor() as cursor:
            cursor.executemany(UPDATE, other)
    made = Frequency.objects.bulk_create(
        Frequency(
            board=board,
            field=key.field,
            **{name: getattr(key.result, name) for name in SCORED_BY},
            **dict(zip(WORTH, worth[key], strict=True)),
        )
        for key in worth
        if key not in ids
    )
    new = [key for key in worth if key not in ids]
    now = {key: ids[key] for key in worth if key in ids}
    now |= {key: row.pk for key, row in zip(new, made, strict=True)}
    return now, bool(other or made)


# One statement for the whole table: `bulk_update` takes as long as all the scoring.
UPDATE = f"UPDATE {Frequency._meta.db_table} SET {', '.join(f'{name} = %s' for name in WORTH)} WHERE id = %s"


def _relink(groups: list[Group], ids: Mapping[Key, int], revision: int) -> bool:
    """The lines that have another result than before, or their first."""
    moved = [group for group in groups if ids[group.key] != group.before]
    BoardScore.objects.bulk_create(
        BoardScore(table_board_id=line, frequency_id=ids[key], revision=revision)
        for key, before, lines in moved
        if before is None
        for line in lines
    )
    for key, before, lines in moved:
        if before is not None:
            BoardScore.objects.filter(table_board__in=lines).update(frequency=ids[key], revision=revision)
    return bool(moved)


def table_boards_of(section: Section) -> list[TableBoard]:
    """Every line that counts, in board and table order."""
    rows = TableBoard.objects.filter(round__section=section).exclude(state=TableBoardState.VOID)
    rows = rows.select_related("board", "table__section", "round")
    return list(rows.order_by("board__number", "table__number"))
