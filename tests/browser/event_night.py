"""A club's night of an event's boards, and what happens at desks that a journey has no page for.

The functions below `quays_heat` need the site's database, so `Site.run` calls them.
"""

from typing import Any

from tests.browser.site import Site

PLAYERS = ("Ann North", "Flo Field", "Bo South", "Gus Gale")
"""By number: the first two are South players and stay at their tables."""


class EventNight:
    """A night of the demo club: two tables with screens, and two rounds of a board. Ann and Bo begin at table 1.

    Table 2 has its score of the first round.
    """

    def __init__(self, site: Site, event: str):
        self.site, self.event = site, event
        self.night: dict[str, Any] = site.run(_make, event)

    @property
    def session(self) -> str:
        return str(self.night["session"])

    @property
    def code(self) -> str:
        """The code of table 1."""
        return str(self.night["code"])

    def score(self, *lines: str):
        """Enter a score for each table in the current round, as a director at another desk does."""
        numbered = [word for table, line in enumerate(lines, start=1) for word in (str(table), line)]
        self.site.run(_score, self.session, *numbered)

    def close_window(self):
        """Let the window of the event have closed a moment ago."""
        self.site.run(_close, self.event)


def quays_heat(site: Site, event: str) -> dict[str, str]:
    """Announce an event of three boards of this name, which only Quay Street joins. Return the addresses of the event
    and of the heat.
    """
    return dict(site.run(_heat, event))


def _make(event: str) -> dict[str, Any]:
    """Start the night of the demo club's heat of this event."""
    from django.contrib.auth import get_user_model
    from django.utils import timezone

    from clubsite.clubs.services import person_add
    from clubsite.demo import demo
    from clubsite.events.models import Heat
    from clubsite.events.services.heats import heat_session_choose
    from clubsite.nights.selectors.sessions import section_for
    from clubsite.nights.services.movement import contestant_assign, movement_accept
    from clubsite.nights.services.rounds import session_start
    from clubsite.nights.services.setup import session_create
    from movements.mitchell import relay

    user = get_user_model().objects.get(username=demo.DIRECTOR)
    heat = Heat.objects.get(event__public_id=event, club__slug=demo.SLUG)
    club = heat.club
    assert club is not None
    session = session_create(
        club=club, user=user, name="Harbour evening", date=timezone.localdate(), players=4, boards_per_round=1
    )
    movement_accept(session=session, plan=relay(2, 2), title="Mitchell", user=user)
    for number, name in enumerate(PLAYERS, start=1):
        contestant_assign(session=session, number=number, person=person_add(club=club, name=name, guest=True))
    heat_session_choose(heat=heat, session=session, user=user)
    session.refresh_from_db()
    session_start(session=session, user=user)
    _score(session.public_id, "2", "1N S 8")
    return {"session": session.public_id, "code": section_for(session).tables.get(number=1).code}


def _score(session_id: str, *numbered: str):
    from django.contrib.auth import get_user_model

    from clubsite.demo import demo
    from clubsite.nights.models import TableBoard
    from clubsite.nights.selectors.sessions import section_for, session_by_id
    from tests.kit.typed_scores import enter_score

    user = get_user_model().objects.get(username=demo.DIRECTOR)
    section = section_for(session_by_id(session_id))
    here = TableBoard.objects.filter(round__section=section, round__number=section.round_number)
    found = {row.table.number: row for row in here.exclude(state="void").select_related("table")}
    for table, line in zip(numbered[::2], numbered[1::2], strict=True):
        enter_score(found[int(table)], user, line)


def _close(event: str):
    from clubsite.events.models import Event
    from tests.kit.events import close_window

    close_window(Event.objects.get(public_id=event))


def _heat(name: str) -> dict[str, str]:
    from django.contrib.auth import get_user_model

    from clubsite.clubs.models import Club
    from clubsite.demo import demo, demo_event
    from tests.kit.events import join, make_event

    users = get_user_model().objects
    lantern, quay = Club.objects.get(slug=demo.SLUG), Club.objects.get(slug=demo_event.QUAY_SLUG)
    event = make_event(lantern, users.get(username=demo.DIRECTOR), name=name, min_tables=3)
    heat = join(event, quay, users.get(username=demo_event.QUAY_DIRECTOR))
    return {"event": f"/events/{event.public_id}/", "heat": f"/director/clubs/{quay.slug}/heats/{heat.public_id}/"}
