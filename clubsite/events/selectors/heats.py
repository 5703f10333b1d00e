"""A heat as its director sees it: what is missing before the night starts, and before the heat can be confirmed."""

import datetime
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.db.models import Q
from django.utils import timezone

from clubsite.clubs.models import Club
from clubsite.clubs.time_zones import zone_of
from clubsite.core.responses import found_or_404
from clubsite.events.models import EventStatus, Heat, HeatStatus
from clubsite.events.selectors.both_servers import at_hub_page, hub_notices, needs_key
from clubsite.events.selectors.players import barred_from, names_of_file, strata_words
from clubsite.nights.models import Seating, Section, Session, SessionStatus, TableBoard, TableBoardState
from clubsite.nights.models.boards import SEATS
from clubsite.nights.selectors.boards import event_set_of
from clubsite.nights.selectors.contestants import people_of_session
from clubsite.nights.selectors.drafts import DraftGap
from clubsite.nights.selectors.progress import rounds_all
from clubsite.nights.selectors.sessions import sections_of
from clubsite.nights.services.setup import options_of
from clubsite.scores.models import ScoreEntry, ScoreStatus
from clubsite.scores.selectors.entries import latest_of, tells

DEALER_EARLY, KEY_TOLD_EARLY = datetime.timedelta(hours=1), datetime.timedelta(days=1)
"""Times before a start when the dealer may get the cards, and when a page says that their key has still to come."""
SEAT_SOMEBODY_ELSE = "Seat somebody else."
TOO_EARLY = "It is too early: the dealer gets the cards an hour before the start."
LATE_PLAY = "a late play is still to come"


@dataclass(frozen=True, slots=True)
class HeatScores:
    """The scores of a heat that count, and the number expected. `coming` of these belong to future rounds.

    `missing` has the table and round of each score that does not count, and the numbers of its boards with the reason.
    """

    counted: int
    expected: int
    coming: int
    missing: list[tuple[str, int, list[tuple[int, str]]]]

    @property
    def figures(self) -> dict[str, int]:
        """The figures for the event's log."""
        return {"counted": self.counted, "expected": self.expected}

    @property
    def words(self) -> str:
        """Text such as "216 of 216 scores counted"."""
        return f"{self.counted} of {self.expected} scores counted"


def heat_for_director(club: Club, public_id: str, *, organised: bool = False) -> Heat:
    """Return a heat of this club or, if `organised`, of an event that it organises. Raise Http404 if there is none."""
    rows = Heat.objects.select_related("event__club", "club", "session", "dealer", "confirmed_by")
    own = Q(club=club) | Q(event__club=club) if organised else Q(club=club)
    return found_or_404(rows.filter(own, public_id=public_id).first(), "No such heat")


def heat_of(session: Session) -> Heat | None:
    """Return the heat that a session plays, or None."""
    return Heat.objects.select_related("event__club", "club", "dealer").filter(session=session).first()


def heats_to_choose(session: Session) -> list[Heat]:
    """Return the heats of the session's club that this draft could play, by their planned start."""
    rows = Heat.objects.filter(club=session.club_id, status=HeatStatus.ACCEPTED)
    rows = rows.filter(event__status=EventStatus.ANNOUNCED, event__window_closes__gt=timezone.now())
    return [heat for heat in rows.select_related("event__club") if heat.session_id in (None, session.pk)]


def heat_of_day(session: Session, heats: list[Heat]) -> Heat | None:
    """Return the first of these heats that still needs a session and starts on the session's date, or None."""
    for heat in heats:
        day = heat.planned_at and heat.planned_at.astimezone(zone_of(session.club)).date()
        if day == session.date and heat.session_id is None and not heat.results_file:
            return heat
    return None


def start_gaps(session: Session) -> list[DraftGap]:
    """Return what is missing before a draft can start as a heat, or [] if it does not play one."""
    heat = heat_of(session)
    if heat is None:
        return []
    event = heat.event
    number = (
        f"The public number of the event is missing: {event.public_number_words}. The organiser, "
        f"{event.organiser_name}, types it as soon as it is known."
    )
    other_boards = event_set_of(session) is None or session.sections.filter(own_boards=True).exists()
    other_game = options_of(session) != options_of(Session(options=event.options))
    gaps = {
        _why_not_open(heat): True,
        number: event.awaits_public_number(),
        "The results of this heat came from a file, so it is not played here. Choose other boards.": heat.results_file,
        "All sections of a heat play the event’s boards. Choose the event’s boards again.": other_boards,
        "The options of the game differ from the event’s. Choose the event’s boards again.": other_game,
    }
    people = [f"{barred} {SEAT_SOMEBODY_ELSE}" for barred in barred_from(heat, people_of_session(session))]
    boards = [DraftGap("boards", gap) for gap, there in gaps.items() if gap and there]
    return boards + [DraftGap("players", why) for why in people]


def why_not_released(heat: Heat) -> str:
    """Return why the heat's cards cannot be given to a dealer now, or "". The first sentence says what to do next."""
    event = heat.event
    if heat.session is None or event_set_of(heat.session) is None:
        return "Choose the event’s boards for a night first."
    if heat.session.status != SessionStatus.DRAFT:
        return "The night has begun, so the heat has its cards."
    if heat.status != HeatStatus.ACCEPTED or event.status != EventStatus.ANNOUNCED or event.is_closed():
        return "This heat can no longer be played, so nobody gets its cards."
    if event.awaits_public_number():
        return f"The public number of the event is missing: {event.public_number_words}."
    if heat.planned_at is None:
        return "Say when your heat starts: the dealer gets the cards an hour before."
    if timezone.now() < heat.planned_at - DEALER_EARLY:
        return TOO_EARLY
    return ""


def heat_page(heat: Heat) -> dict[str, Any]:
    """Return a heat for the directors of its club. `cards_from` is set while it is too early for the cards. `unnamed`
    counts the entrants without a name in the results file.
    """
    session = heat.session
    people = people_of_session(session) if session is not None else []
    draft, over = (
        session is not None and session.status == status for status in (SessionStatus.DRAFT, SessionStatus.ENDED)
    )
    why, start = why_not_released(heat), heat.planned_at
    return {
        "scores": heat_scores(heat),
        "gaps": start_gaps(session) if session is not None and draft else [],
        "unknown": [person for person in people if person.user_id is None],
        "second": heat.entrants.filter(second_play=True),
        "tables": sum(section.tables.count() for section in sections_of(session)) if session is not None else 0,
        "cards_from": start - DEALER_EARLY if start is not None and why == TOO_EARLY else None,
        "why_not_cards": why,
        "strata": strata_words(heat),
        "unnamed": sum(not names for names in names_of_file(heat).values()),
        "notices": hub_notices(heat),
        "at_hub": at_hub_page(heat),
        "awaits_key": needs_key(heat) and timezone.now() >= (start or heat.event.window_opens) - KEY_TOLD_EARLY,
        "may_confirm": heat.counts and (over or bool(heat.results_file)),
        "may_take_file": heat.counts and (session is None or draft),
    }


def heat_scores(heat: Heat) -> HeatScores:
    """Return the scores for the event's boards in this heat. A board that a director scored as not played counts."""
    if heat.results_file:  # nothing is missing but late plays
        lines = heat.lines.exclude(status=ScoreStatus.SIT_OUT)
        owed = lines.filter(status=ScoreStatus.LATE)
        late = [(line.table or "?", line.round, [(line.board, LATE_PLAY)]) for line in owed]
        return HeatScores(lines.count() - len(late), lines.count(), 0, late)
    board_set = event_set_of(heat.session) if heat.session is not None else None
    if heat.session is None or board_set is None:
        return HeatScores(0, 0, 0, [])
    rows = TableBoard.objects.filter(round__section__session=heat.session, board__number__lte=board_set.event_boards)
    rows = rows.exclude(state=TableBoardState.VOID).select_related("board", "table__section", "round", "pending_score")
    order = ("table__section__name", "table__number", "round__number", "board__number")
    table_boards = list(rows.defer(*(f"board__{seat}" for seat in SEATS)).order_by(*order))
    latest = latest_of(table_boards)
    reasons = [(row, why) for row in table_boards if (why := _why_missing(row, latest.get(row.pk)))]
    missing = [
        (table, number, [(row.board.number, why) for row, why in rows])
        for (table, number), rows in groupby(reasons, key=lambda pair: (pair[0].table.label, pair[0].round.number))
    ]
    sections = sections_of(heat.session) if heat.session.status != SessionStatus.ENDED else []
    coming = sum(_coming(section, board_set.event_boards) for section in sections)
    return HeatScores(len(table_boards) - len(reasons), len(table_boards) + coming, coming, missing)


def _why_missing(row: TableBoard, entry: ScoreEntry | None) -> str:
    if hasattr(row, "pending_score"):
        return "the score is typed and not accepted yet"
    if entry is not None and entry.status == ScoreStatus.LATE:
        return LATE_PLAY
    return "" if entry is not None and (tells(entry) or entry.by_user_id is not None) else "no score"


def _coming(section: Section, event_boards: int) -> int:
    """Return how many scores the section's future rounds will give. A round still to be drawn counts like the first."""
    seatings = Seating.objects.filter(round__section=section, board_group__gt=0, ns__isnull=False, ew__isnull=False)
    per, there = section.boards_per_round, section.rounds.count()
    groups = list(seatings.filter(round__number__gt=section.round_number).values_list("board_group", flat=True))
    undrawn = range(there + 1, rounds_all(section) + 1) if there else ()
    groups += [*undrawn] * seatings.filter(round__number=1).count()
    return sum(min(per, max(0, event_boards - (group - 1) * per)) for group in groups)


def _why_not_open(heat: Heat) -> str:
    event, opens = heat.event, timezone.localtime(heat.event.window_opens)
    if not heat.counts:
        return "This club does not take part in the event any more. Choose other boards."
    if event.is_open():
        return ""
    if event.is_closed():
        return "The window of the event has closed. Choose other boards for this night."
    if event.status == EventStatus.ANNOUNCED:
        return f"The window of the event has not opened yet. It opens on {opens:%A} {opens.day} {opens:%B, %H:%M}."
    return "The event does not take place. Choose other boards for this night."
