"""What has been played since a session was started."""

from clubsite.duplicate.models import Section, Session, TableBoard, TableBoardState
from clubsite.duplicate.selectors.sessions import IN_PLAY
from clubsite.play.models import PlayEvent


def begun_words(session: Session) -> str:
    """Return what has been played or scored since the start, in a sentence, or ""."""
    if session.sections.filter(round_number__gt=1).exists():
        return "Another round has begun."
    rows = TableBoard.objects.filter(round__section__session=session).select_related("table__section")
    scored = rows.filter(state__in=(TableBoardState.FINISHED, TableBoardState.UNPLAYED)).first()
    if scored is not None:
        return f"Table {scored.table.label} has a score already."
    played = rows.filter(play__in=PlayEvent.objects.filter(play__table_board__in=rows).values("play")).first()
    return f"Table {played.table.label} has begun to play." if played is not None else ""


def start_can_be_taken_back(session: Session) -> bool:
    """True if it is in its first round and nothing has been called, played or scored."""
    return session.status in IN_PLAY and not begun_words(session)


def boards_opened(session: Session) -> list[int]:
    """Return the numbers of the boards whose hands have been seen at a table."""
    rows = TableBoard.objects.filter(round__section__session=session, play__isnull=False)
    return sorted(set(rows.values_list("board__number", flat=True)))


def contestants_with_a_board(section: Section) -> set[int]:
    """Return the ids of contestants who have had a board opened, or scored as played."""
    rows = TableBoard.objects.filter(round__section=section).exclude(state=TableBoardState.VOID)
    touched = rows.filter(state=TableBoardState.FINISHED) | rows.filter(play__isnull=False)
    return {pk for pair in touched.values_list("ns", "ew") for pk in pair}
