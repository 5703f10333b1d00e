"""Sessions on a running site, and who sits where. They need the site's database, so `Site.run` calls them."""

from collections.abc import Collection, Iterable
from typing import Any

from django.contrib.auth import get_user_model
from django.utils import timezone

from clubsite.clubs.models import Club, Membership, Person, Role
from clubsite.clubs.services import person_add
from clubsite.demo import demo, demo_event
from clubsite.events.models import Event, Heat
from clubsite.events.services.events import event_publish
from clubsite.events.services.heats import heat_confirm
from clubsite.nights.models import Session, Table, TableBoard
from clubsite.nights.selectors.sessions import section_for, session_by_id
from clubsite.nights.services.boards import boards_deal
from clubsite.nights.services.movement import contestant_assign, movement_accept
from clubsite.nights.services.rounds import session_start
from clubsite.nights.services.sections import section_play
from clubsite.nights.services.setup import session_create
from clubsite.play.models import SeatTicket
from clubsite.play.seat_resolvers import room_seat_of
from clubsite.play.services import room_call
from clubsite.rankings.services.sweep import results_sweep
from movements.mitchell import relay, straight
from movements.plan import Plan
from tests.browser.site import Site
from tests.kit.events import close_window, heat_night, join, make_event, take_lines
from tests.kit.nights import end_and_publish
from tests.kit.typed_scores import enter_score

TABLES = 9


def director() -> Any:
    """Return the account of the demo club's director."""
    return get_user_model().objects.get(username=demo.DIRECTOR)


def guests(*names: str) -> list[Any]:
    """Add guests of these names to the demo club."""
    club = Club.objects.get(slug=demo.SLUG)
    return [person_add(club=club, name=name, guest=True) for name in names]


def demo_night(
    user,
    name: str,
    plan: Plan,
    people: Iterable[Any],
    *,
    boards_per_round: int = 2,
    cards: bool = False,
    screens: Collection[int] = (),
    start: bool = True,
) -> Any:
    """Return a session of today. If `cards` is True, only the tables in `screens` play on screens."""
    club, facts = Club.objects.get(slug=demo.SLUG), {"date": timezone.localdate(), "boards_per_round": boards_per_round}
    session = session_create(club=club, user=user, name=name, players=len(plan.present), **facts)
    if cards:
        section_play(session=session, section=section_for(session), live=False, others=screens, user=user)
    movement_accept(session=session, plan=plan, title="Mitchell", user=user)
    for number, person in enumerate(people, start=1):
        contestant_assign(session=session, number=number, person=person)
    boards_deal(session=session, count=plan.board_sets * boards_per_round, user=user, seed=name)
    if start:
        session_start(session=session, user=user)
    return session


def links_of(session) -> dict[str, str]:
    """Return the link to each player's seat."""
    return {seat.name: _link(seat) for seat in demo.demo_seats(session)}


def _link(seat: demo.DemoSeat) -> str:
    return f"/seat/{seat.ticket_id}/enter/?key={seat.key}"


def staged() -> dict[str, Any]:
    """Make the sessions that journeys share. The last table of `night` is free, for players who join by code."""
    tables = night()
    free = tables.pop()
    SeatTicket.objects.filter(public_id__in=[free[player].split("/")[2] for player in "SN"]).delete()
    places, travellers = night_with_places("Places"), night_with_places("Travellers")
    return {"tables": tables, "free": free, "places": places, "travellers": travellers}


def night() -> list[dict[str, str]]:
    """Make a session in its first round. Return {"S": link, "N": link, "code", "director": page} for every table."""
    people = [Person.objects.get(club__slug=demo.SLUG, name=name) for name in demo.PEOPLE]
    session = demo_night(director(), "Journeys", straight(TABLES, TABLES), people)
    tables: dict[int, dict[str, str]] = {}
    for seat in demo.demo_seats(session):
        tables.setdefault(seat.table, {})[seat.direction[0]] = _link(seat)
    for table in Table.objects.filter(section__session=session):
        tables[table.number] |= {"code": table.code, "director": f"/director/{session.public_id}/table/{table.number}/"}
    return [table for _, table in sorted(tables.items())]


def night_of_sixty() -> str:
    """Make a session of sixty tables and twelve boards in round 1, in all states. Return the room's address."""
    user = director()
    people = guests(*(f"Sixty {number:03}" for number in range(1, 121)))
    session = demo_night(user, "Sixty", straight(60, 2), people, boards_per_round=12, cards=True)
    rows = TableBoard.objects.filter(round__section__session=session, round__number=1)
    for row in rows.filter(table__number__in=(3, 9, 31)).select_related("table"):
        enter_score(row, user, "p")
    for seat in demo.demo_seats(session):
        place = room_seat_of(SeatTicket.objects.get(public_id=seat.ticket_id)) if seat.table in (12, 47) else None
        if place is not None and seat.direction == "South":
            room_call(room_seat=place, on=True)
    return f"/director/{session.public_id}/"


def night_of_a_playing_director() -> dict[str, str]:
    """Make a session of one table where Pat, who is also the director, sits South against Olaf. Return both links,
    Pat's password and the director's pages.
    """
    user = get_user_model().objects.create_user("pat plays", password="one who plays")
    Membership.objects.create(club=Club.objects.get(slug=demo.SLUG), user=user, role=Role.DIRECTOR)
    pat, olaf = guests("Pat Plays", "Olaf")
    pat.user = user
    pat.save()
    session = demo_night(user, "Pat plays", straight(1, 1), (pat, olaf))
    seats = {seat.direction[0]: _link(seat) for seat in demo.demo_seats(session)}
    room = f"/director/{session.public_id}/"
    return {**seats, "name": user.username, "password": "one who plays", "director": room}


def night_with_places(name: str) -> dict[str, str]:
    """Make a session of three tables in its last round, with two rounds scored. Return table 1's links and the
    director's page with the ranking.
    """
    user = director()
    people = guests(*(f"{first} Place" for first in ("Sue", "Una", "Val", "Ned", "Olaf", "Pat")))
    session = demo_night(user, name, straight(3, 3), people, boards_per_round=1)
    for number in (1, 2):  # the second round begins when the first is scored
        for row in TableBoard.objects.filter(round__section__session=session, round__number=number):
            enter_score(row, user, f"1N S {13 - row.ns.number}")
    results_sweep()
    seats = links_of(session)
    return {"S": seats["Sue Place"], "N": seats["Olaf Place"], "ranking": f"/director/{session.public_id}/ranking/"}


class EventNights:
    """An event of two boards, and the nights of its heats, which play on screens. Table 2 at Lantern Street has its
    score of the first round. `lantern` and `quay` have a session and the code of its first table.
    """

    def __init__(self, site: Site, name: str):
        self.site = site
        made = site.run(event_nights, name)
        self.event, self.lantern, self.quay = made["event"], made["lantern"], made["quay"]

    def score(self, *lines: str):
        """Enter a score for each table in the current round at Lantern Street, as a director at another desk does."""
        self.site.run(scores_type, self.lantern["session"], *lines)

    def end(self):
        """End, publish and confirm both heats."""
        self.site.run(heats_end, self.event)

    def publish(self):
        """Let the window have closed a moment ago, and publish the ranking."""
        self.site.run(window_close_and_publish, self.event)


def event_nights(name: str) -> dict[str, Any]:
    """Announce an event which both clubs of the demo play, and start their nights."""
    lantern, quay = Club.objects.get(slug=demo.SLUG), Club.objects.get(slug=demo_event.QUAY_SLUG)
    kim = get_user_model().objects.get(username=demo_event.QUAY_DIRECTOR)
    event = make_event(lantern, director(), name=name, boards=2)
    heats = join(event, lantern, director()), join(event, quay, kim)
    names = ("Ann North", "Flo Field", "Bo South", "Gus Gale")
    at_lantern = heat_night(heats[0], director(), plan=relay(2, 2), names=names, name="Harbour evening")
    at_quay = heat_night(heats[1], kim, plan=straight(1, 1), names=("Una Pier", "Val Dock"), boards_per_round=2)
    scores_type(at_lantern.public_id, "", "1N S 8")
    places = {"lantern": at_lantern, "quay": at_quay}
    codes = {where: section_for(session).tables.get(number=1).code for where, session in places.items()}
    nights = {where: {"session": session.public_id, "code": codes[where]} for where, session in places.items()}
    return {"event": event.public_id, **nights}


def scores_type(session_id: str, *lines: str) -> None:
    section = section_for(session_by_id(session_id))
    here = TableBoard.objects.filter(round__section=section, round__number=section.round_number)
    for row in here.exclude(state="void").select_related("table"):
        if line := lines[row.table.number - 1]:
            enter_score(row, director(), line)


def heats_end(event: str) -> None:
    for heat in Heat.objects.select_related("session__created_by").filter(event__public_id=event):
        session: Session = heat.session
        end_and_publish(session, session.created_by)
        take_lines(heat)
        heat_confirm(heat=Heat.objects.get(pk=heat.pk), user=session.created_by)


def window_close_and_publish(event: str) -> None:
    event_publish(event=close_window(Event.objects.get(public_id=event)), user=director())


def quays_heat(name: str) -> dict[str, str]:
    """Announce an event of three boards of this name, which only Quay Street joins. Return the addresses of the event
    and of the heat.
    """
    quay = Club.objects.get(slug=demo_event.QUAY_SLUG)
    event = make_event(Club.objects.get(slug=demo.SLUG), director(), name=name, min_tables=3)
    heat = join(event, quay, get_user_model().objects.get(username=demo_event.QUAY_DIRECTOR))
    return {"event": f"/events/{event.public_id}/", "heat": f"/director/clubs/{quay.slug}/heats/{heat.public_id}/"}
