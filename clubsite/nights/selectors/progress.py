"""A section's progress, what has been played since its session started, and the calls for the director."""

from collections import defaultdict
from collections.abc import Collection

from django.db.models import Count, Q

from clubsite.nights.models import (
    Movement,
    Round,
    Seating,
    Section,
    Session,
    SessionStatus,
    Table,
    TableBoard,
    TableBoardState,
)
from clubsite.nights.selectors.contestants import names_of
from clubsite.nights.selectors.sessions import IN_PLAY
from clubsite.play.calls import Call
from clubsite.play.models import CallReason, PlayEvent
from games.wording import contestant_sides


def current_round(section: Section) -> Round | None:
    """Return the current round, or None before the session starts."""
    return section.rounds.filter(number=section.round_number).first()


def rounds_all(section: Section) -> int:
    """Return the section's number of rounds, including those that are still to be drawn."""
    there = section.rounds.count()
    # Without the plan, which takes long to read: every table asks at each of its boards.
    drawn = Movement.objects.filter(section=section, drawn=True)
    return max(there, drawn.values_list("rounds", flat=True).first() or 0)


def rounds_now(sessions: Collection[int]) -> dict[int, tuple[int, int]]:
    """Map session ids to the current round of the slowest section and its number of rounds. Takes two queries."""
    sections = Section.objects.filter(session__in=sessions).annotate(made=Count("rounds"))
    drawn = dict(Movement.objects.filter(section__session__in=sessions, drawn=True).values_list("section", "rounds"))
    progress: dict[int, tuple[int, int]] = {}
    for section in sections:
        now, rounds = section.round_number, max(section.made, drawn.get(section.pk) or 0)
        slowest, all_of_it = progress.setdefault(section.session_id, (now, rounds))
        if all_of_it - slowest < rounds - now:
            progress[section.session_id] = now, rounds
    return progress


def rounds_over(session: Session) -> tuple[int, int] | None:
    """Return how many rounds of a session's slowest section are over, and how many there are, or None."""
    for now, rounds in rounds_now([session.pk]).values():
        return (rounds if session.status == SessionStatus.ENDED else max(0, now - 1)), rounds
    return None


def boards_played(section: Section, undrawn: int = 0) -> tuple[int, int]:
    """Return (boards finished, boards in all rounds) for a section. `undrawn` counts the rounds yet to be drawn."""
    lines = TableBoard.objects.filter(round__section=section).exclude(state=TableBoardState.VOID)
    counted = lines.aggregate(lines=Count("pk"), done=Count("pk", filter=Q(state=TableBoardState.FINISHED)))
    rows = Seating.objects.filter(round__section=section, board_group__gt=0)
    coming = rows.filter(round__number__gt=section.round_number).count()
    coming += rows.filter(round__number=1).count() * undrawn if undrawn else 0
    return counted["done"], counted["lines"] + coming * section.boards_per_round


def on_screens(table: Table, current: TableBoard | None) -> bool:
    """True if this table's current or next board is on screens. After the last board, the table's setting decides."""
    return table.live if current is None else current.live


PROGRESS = (
    *("round", "table", "state", "live", "opened_at", "finished_at"),
    *("board__number", "play__room", "play__status"),
)


def boards_now(section: Section) -> dict[int, list[TableBoard]]:
    """Map each table id to its boards in the current round, in order, without deals, calls and cards."""
    boards: dict[int, list[TableBoard]] = defaultdict(list)
    rows = TableBoard.objects.filter(round__section=section, round__number=section.round_number)
    facts = rows.exclude(state=TableBoardState.VOID).select_related("board", "play").only(*PROGRESS)
    for row in facts.order_by("board__number"):
        boards[row.table_id].append(row)
    return boards


def begun_words(session: Session) -> str:
    """Return a sentence that says what has been played or scored since the start, or ""."""
    if session.sections.filter(round_number__gt=1).exists():
        return "Another round has begun."
    rows = TableBoard.objects.filter(round__section__session=session).select_related("table__section")
    scored = rows.filter(state__in=(TableBoardState.FINISHED, TableBoardState.UNPLAYED)).first()
    if scored is not None:
        return f"Table {scored.table.label} has a score already."
    played = rows.filter(play__in=PlayEvent.objects.filter(play__table_board__in=rows).values("play")).first()
    return f"Table {played.table.label} has begun to play." if played is not None else ""


def start_can_be_taken_back(session: Session) -> bool:
    """True if the session is in its first round and nothing has been called, played or scored."""
    return session.status in IN_PLAY and not begun_words(session)


def boards_opened(session: Session) -> list[int]:
    """Return the numbers of the boards whose hands have been seen at a table."""
    rows = TableBoard.objects.filter(round__section__session=session, play__isnull=False)
    return sorted(set(rows.values_list("board__number", flat=True)))


def contestants_with_a_board(section: Section) -> set[int]:
    """Return the ids of contestants who have opened a board or have a board scored as played."""
    rows = TableBoard.objects.filter(round__section=section).exclude(state=TableBoardState.VOID)
    touched = rows.filter(state=TableBoardState.FINISHED) | rows.filter(play__isnull=False)
    return {pk for pair in touched.values_list("ns", "ew") for pk in pair}


def calls_told(calls: Collection[Call], pairs: bool) -> list[tuple[Call, str]]:
    """Return these calls of a section, in order, each with its sentence, such as "South, Bo, calls", with one query."""
    names = names_of([call.by for call in calls]) if calls else {}
    return [(call, call_words(call.reason, call.player, call.board, names.get(call.by, ""), pairs)) for call in calls]


def call_words(reason: str, player: str, board: int | None, name: str, pairs: bool) -> str:
    """Return a call as a sentence. `name` is "" for a call of a table's own device."""
    side = contestant_sides(pairs)[player == "N"]
    own, who = not name, f"{side}, {name}," if name else "The table’s device"
    match reason:
        case CallReason.SEAT:
            seat = "to be the table’s own" if own else f"for the seat of {name} ({side})"
            return f"Another device asks {seat}"
        case CallReason.RESULT:
            of_board = f" of board {board}" if board else ""
            return f"{who} does not agree on the result{of_board}"
        case CallReason.SCORE:
            return f"{who} calls: the two sides do not agree on a score"
        case CallReason.LEAD:
            return f"{who} calls: leads of a board were refused"
    return f"{who} calls"
