"""Simultaneous events in tests, built through the services that organisers and directors use."""

import datetime

from django.contrib.auth import get_user_model
from django.utils import timezone

from clubsite.clubs.services import club_create
from clubsite.demo.past_session import rounds_play
from clubsite.events.models import Event, Heat, HeatStatus
from clubsite.events.services.event_requests import boards_shut
from clubsite.events.services.events import event_announce, event_create
from clubsite.events.services.heat_put import session_results_take
from clubsite.events.services.heats import heat_answer, heat_join, heat_session_choose
from clubsite.nights.models import Session, TableBoard, TableBoardState
from clubsite.nights.services.rounds import session_start
from clubsite.rankings.services.sweep import results_sweep
from movements.mitchell import straight
from tests.kit.nights import draft_night, fill_night
from tests.kit.remembered import remembered
from tests.kit.typed_scores import enter_score

HEAT_NAMES = ["Bo", "Flo", "Gus", "Ann", "Hal", "Ivy"]
LOTTO = {
    "number_count": 3,
    "number_of": "numbers of the Lotto draw",
    "number_day": timezone.localdate() + datetime.timedelta(days=2),
    "window_closes": timezone.now() + datetime.timedelta(days=3),
    "joining": "approval",
}
"""The facts of an event whose public number is of three numbers. It is drawn while the window is open."""


@remembered
def make_event(club, user, *, announce: bool = True, **facts) -> Event:
    """Return an event of three boards, by default announced and open to every club for an evening from now on."""
    now = timezone.now()
    window = {"window_opens": now - datetime.timedelta(minutes=1), "window_closes": now + datetime.timedelta(hours=11)}
    usual = {"name": "Autumn simultaneous", "joining": "open", "boards": 3, "min_boards": 1, "min_tables": 1, **window}
    event = event_create(club=club, user=user, **{**usual, **facts})
    return event_announce(event=event, user=user) if announce else event


@remembered
def make_club(name: str, user):
    """Return another club of this name, owned by `user`."""
    return club_create(name=name, slug=name.lower().replace(" ", "-"), owner=user)


def dealer_of(club, name: str = "Dora"):
    """Return somebody of a club who can deal: a person with an account."""
    return club.people.create(name=name, user=get_user_model().objects.create_user(name.lower().replace(" ", "")))


@remembered
def join(event: Event, club, user, **facts) -> Heat:
    """Return the heat of a club that takes part. Where the organiser approves clubs, they approve this one."""
    heat = heat_join(event=event, club=club, user=user, **facts)
    return heat_answer(heat=heat, user=user, accept=True) if heat.status == HeatStatus.ASKED else heat


@remembered
def heat_night(heat: Heat, user, *, start: bool = True, names=HEAT_NAMES, plan=None, **facts) -> Session:
    """Return the heat's session, by default of three tables and a board a round; started unless `start` is false."""
    session = draft_night(heat.club, user, len(names), date=timezone.localdate(), **facts)
    fill_night(session, user, plan or straight(3, 3), names=names, start=False)
    heat_session_choose(heat=heat, session=session, user=user)
    session.refresh_from_db()
    if start:
        session_start(session=session, user=user)
    return session


def score_round(session: Session, user, lines: dict[int, str]) -> list[TableBoard]:
    """Enter these scores for the tables of the round that is being played, and score the session. Return the rows."""
    rows = TableBoard.objects.filter(round__section__session=session, state=TableBoardState.WAITING)
    by_table = {row.table.number: row for row in rows.select_related("board", "table", "round__section")}
    for number, line in lines.items():
        enter_score(by_table[number], user, line)
    results_sweep()
    return [by_table[number] for number in lines]


def take_lines(heat: Heat) -> bool:
    """Score what waits in the heat's session, and take its lines. Return True if a line or an entrant changed."""
    results_sweep()
    return session_results_take(heat=heat)


@remembered
def play_heat(session: Session, user, by_south: dict[int, str]) -> None:
    """Score every board of a night, by the number of South at the table, and close each round as it is done."""
    rounds_play(session, 3, lambda row: enter_score(row, user, by_south[row.ns.number]))
    results_sweep()


def close_window(event: Event) -> Event:
    """Let the window of an event have closed a moment ago, also for the boards that its heats keep shut."""
    ago = timezone.now() - datetime.timedelta(seconds=5)
    drawn = event.number_day and timezone.localdate()
    Event.objects.filter(pk=event.pk).update(window_closes=ago, number_day=drawn)
    event.refresh_from_db()
    boards_shut(event=event)
    return event
