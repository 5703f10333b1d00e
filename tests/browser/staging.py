"""Sessions on a running site, and who sits where. They need the site's database, so `Site.run` calls them."""

from collections.abc import Collection, Iterable
from typing import Any

from movements.mitchell import straight
from movements.plan import Plan
from tests.browser.site import Site


def guests(*names: str) -> list[Any]:
    """Add guests of these names to the demo club."""
    from clubsite.clubs.models import Club
    from clubsite.clubs.services import person_add
    from clubsite.demo import demo

    club = Club.objects.get(slug=demo.SLUG)
    return [person_add(club=club, name=name, guest=True) for name in names]


def demo_night(
    user,
    name: str,
    plan: Plan,
    people: Iterable[Any],
    seed: str,
    *,
    boards_per_round: int = 2,
    cards: bool = False,
    screens: Collection[int] = (),
    start: bool = True,
) -> Any:
    """Return a session of today. If `cards` is True, only the tables in `screens` play on screens."""
    from django.utils import timezone

    from clubsite.clubs.models import Club
    from clubsite.demo import demo
    from clubsite.nights.selectors.sessions import section_for
    from clubsite.nights.services.boards import boards_deal
    from clubsite.nights.services.movement import contestant_assign, movement_accept
    from clubsite.nights.services.rounds import session_start
    from clubsite.nights.services.sections import section_play
    from clubsite.nights.services.setup import session_create

    players, today = len(plan.present), timezone.localdate()
    session = session_create(
        club=Club.objects.get(slug=demo.SLUG),
        user=user,
        name=name,
        date=today,
        players=players,
        boards_per_round=boards_per_round,
    )
    if cards:
        section_play(session=session, section=section_for(session), live=False, others=screens, user=user)
    movement_accept(session=session, plan=plan, title="Mitchell", user=user)
    for number, person in enumerate(people, start=1):
        contestant_assign(session=session, number=number, person=person)
    boards_deal(session=session, count=plan.board_sets * boards_per_round, user=user, seed=seed)
    if start:
        session_start(session=session, user=user)
    return session


def links_of(session) -> dict[str, str]:
    """Return the link to each player's seat."""
    from clubsite.demo import demo

    return {seat.name: f"/seat/{seat.ticket_id}/enter/?key={seat.key}" for seat in demo.demo_seats(session)}


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


TABLES = 9


def staged() -> dict[str, Any]:
    """Make the sessions that journeys share. The last table of `night` is free, for players who join by code."""
    tables = night()
    free = freed(tables.pop())
    places, travellers = night_with_places("Places"), night_with_places("Travellers")
    return {"tables": tables, "free": free, "places": places, "travellers": travellers}


def freed(table: dict[str, str]) -> dict[str, str]:
    """Free both seats at a table, and return the table."""
    from clubsite.play.models import SeatTicket

    seats = [table[player].split("/")[2] for player in "SN"]
    SeatTicket.objects.filter(public_id__in=seats).delete()
    return table


def night() -> list[dict[str, str]]:
    """Make a session in its first round. Return {"S": link, "N": link, "code", "director": page} for every table."""
    from django.contrib.auth import get_user_model

    from clubsite.clubs.models import Person
    from clubsite.demo import demo as build
    from clubsite.nights.models import Table

    user = get_user_model().objects.get(username=build.DIRECTOR)
    people = [Person.objects.get(club__slug=build.SLUG, name=name) for name in build.PEOPLE]
    session = demo_night(user, "Journeys", straight(TABLES, TABLES), people, "journeys")
    tables: dict[int, dict[str, str]] = {}
    for seat in build.demo_seats(session):
        links = tables.setdefault(seat.table, {})
        links[seat.direction[0]] = f"/seat/{seat.ticket_id}/enter/?key={seat.key}"
    for table in Table.objects.filter(section__session=session):
        tables[table.number] |= {"code": table.code, "director": f"/director/{session.public_id}/table/{table.number}/"}
    return [table for _, table in sorted(tables.items())]


def night_of_sixty() -> str:
    """Make a session of sixty tables and twelve boards in round 1, in all states. Return the room's address."""
    from django.contrib.auth import get_user_model

    from clubsite.demo import demo as build
    from clubsite.nights.models import TableBoard
    from clubsite.play.models import SeatTicket
    from clubsite.play.seat_resolvers import room_seat_of
    from clubsite.play.services import room_call
    from tests.kit.typed_scores import enter_score

    user = get_user_model().objects.get(username=build.DIRECTOR)
    people = guests(*(f"Sixty {number:03}" for number in range(1, 121)))
    session = demo_night(user, "Sixty", straight(60, 2), people, "sixty", boards_per_round=12, cards=True)
    rows = TableBoard.objects.filter(round__section__session=session, round__number=1)
    for row in rows.filter(table__number__in=(3, 9, 31)).select_related("table"):
        enter_score(row, user, "p")
    for seat in build.demo_seats(session):
        place = room_seat_of(SeatTicket.objects.get(public_id=seat.ticket_id)) if seat.table in (12, 47) else None
        if place is not None and seat.direction == "South":
            room_call(room_seat=place, on=True)
    return f"/director/{session.public_id}/"


def night_of_a_playing_director() -> dict[str, str]:
    """Make a session of one table where Pat, who is also the director, sits South against Olaf. Return both links,
    Pat's password and the director's pages.
    """
    from django.contrib.auth import get_user_model

    from clubsite.clubs.models import Club, Membership, Role
    from clubsite.demo import demo as build

    club = Club.objects.get(slug=build.SLUG)
    nth = get_user_model().objects.count()
    user = get_user_model().objects.create_user(f"pat{nth}", password="one who plays")
    Membership.objects.create(club=club, user=user, role=Role.DIRECTOR)
    pat, olaf = guests(f"Pat Plays {nth}", f"Olaf {nth}")
    pat.user = user
    pat.save()
    session = demo_night(user, "Pat plays", straight(1, 1), (pat, olaf), f"plays {nth}")
    seats = {seat.direction[0]: f"/seat/{seat.ticket_id}/enter/?key={seat.key}" for seat in build.demo_seats(session)}
    room = f"/director/{session.public_id}/"
    return {**seats, "name": user.username, "password": "one who plays", "director": room}


def night_with_places(name: str) -> dict[str, str]:
    """Make a session of three tables in its last round, with two rounds scored. Return table 1's links and the
    director's pages.
    """
    from django.contrib.auth import get_user_model

    from clubsite.demo import demo as build
    from clubsite.nights.models import TableBoard
    from clubsite.rankings.services.sweep import results_sweep
    from tests.kit.typed_scores import enter_score

    user = get_user_model().objects.get(username=build.DIRECTOR)
    people = guests(*(f"{first} Place" for first in ("Sue", "Una", "Val", "Ned", "Olaf", "Pat")))
    session = demo_night(user, name, straight(3, 3), people, name, boards_per_round=1)
    for number in (1, 2):
        for row in TableBoard.objects.filter(round__section__session=session, round__number=number):
            enter_score(row, user, f"1N S {13 - row.ns.number}")
    results_sweep()
    seats = links_of(session)
    links = {"S": seats["Sue Place"], "N": seats["Olaf Place"]}
    return links | {
        "ranking": f"/director/{session.public_id}/ranking/",
        "showing": f"/director/{session.public_id}/showing/",
    }
