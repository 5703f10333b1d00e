"""Sessions on a running site, and who sits where. They need the site's database, so `Site.run` calls them.

Each journey that needs a table takes the next table of `night`.
"""

from typing import Any

PLAYERS, TABLES, BOARDS_PER_ROUND = 18, 9, 2


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
    from django.utils import timezone

    from clubsite.clubs.models import Club, Person
    from clubsite.duplicate.models import Table
    from clubsite.duplicate.services.boards import boards_deal
    from clubsite.duplicate.services.movement import contestant_assign, movement_accept
    from clubsite.duplicate.services.rounds import session_start
    from clubsite.duplicate.services.setup import session_create
    from clubsite.simulation import demo as build
    from movements.mitchell import straight

    user = get_user_model().objects.get(username=build.DIRECTOR)
    club = Club.objects.get(slug=build.SLUG)
    session = session_create(
        club=club,
        user=user,
        name="Journeys",
        date=timezone.localdate(),
        players=PLAYERS,
        boards_per_round=BOARDS_PER_ROUND,
    )
    plan = straight(TABLES, TABLES)
    movement_accept(session=session, plan=plan, title="Mitchell", user=user)
    for number, name in enumerate(build.PEOPLE, start=1):
        contestant_assign(session=session, number=number, person=Person.objects.get(club=club, name=name))
    boards_deal(session=session, count=TABLES * BOARDS_PER_ROUND, user=user, seed="journeys")
    session_start(session=session, user=user)
    tables: dict[int, dict[str, str]] = {}
    for seat in build.demo_seats(session):
        links = tables.setdefault(seat.table, {})
        links[seat.direction[0]] = f"/seat/{seat.ticket_id}/enter/?key={seat.key}"
    for table in Table.objects.filter(section__session=session):
        tables[table.number] |= {
            "code": table.code,
            "director": f"/director/{session.public_id}/table/{table.number}/",
        }
    return [table for _, table in sorted(tables.items())]


def night_of_sixty() -> str:
    """Make a session of sixty tables and twelve boards in round 1, in all states. Return the room's address."""
    from django.contrib.auth import get_user_model
    from django.utils import timezone

    from clubsite.clubs.models import Club
    from clubsite.clubs.services import person_add
    from clubsite.duplicate.models import TableBoard
    from clubsite.duplicate.selectors.sessions import section_for
    from clubsite.duplicate.services.boards import boards_deal
    from clubsite.duplicate.services.movement import contestant_assign, movement_accept
    from clubsite.duplicate.services.rounds import session_start
    from clubsite.duplicate.services.sections import section_play
    from clubsite.duplicate.services.setup import session_create
    from clubsite.play.models import SeatTicket
    from clubsite.play.seat_resolvers import room_seat_of
    from clubsite.play.services import room_call
    from clubsite.simulation import demo as build
    from movements.mitchell import straight
    from tests.kit.typed_scores import enter_score

    user = get_user_model().objects.get(username=build.DIRECTOR)
    club = Club.objects.get(slug=build.SLUG)
    session = session_create(
        club=club, user=user, name="Sixty", date=timezone.localdate(), players=120, boards_per_round=12
    )
    section_play(session=session, section=section_for(session), live=False, user=user)
    movement_accept(session=session, plan=straight(60, 2), title="Mitchell", user=user)
    for number in range(1, 121):
        person = person_add(club=club, name=f"Sixty {number:03}", guest=True)
        contestant_assign(session=session, number=number, person=person)
    boards_deal(session=session, count=720, user=user, seed="sixty")
    session_start(session=session, user=user)
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
    from django.utils import timezone

    from clubsite.clubs.models import Club, Membership, Role
    from clubsite.clubs.services import person_add
    from clubsite.duplicate.services.boards import boards_deal
    from clubsite.duplicate.services.movement import contestant_assign, movement_accept
    from clubsite.duplicate.services.rounds import session_start
    from clubsite.duplicate.services.setup import session_create
    from clubsite.simulation import demo as build
    from movements.mitchell import straight

    club = Club.objects.get(slug=build.SLUG)
    nth = get_user_model().objects.count()
    user = get_user_model().objects.create_user(f"pat{nth}", password="one who plays")
    Membership.objects.create(club=club, user=user, role=Role.DIRECTOR)
    session = session_create(
        club=club, user=user, name="Pat plays", date=timezone.localdate(), players=2, boards_per_round=2
    )
    movement_accept(session=session, plan=straight(1, 1), title="Mitchell", user=user)
    pat, olaf = (person_add(club=club, name=f"{name} {nth}", guest=True) for name in ("Pat Plays", "Olaf"))
    pat.user = user
    pat.save()
    for number, person in enumerate((pat, olaf), start=1):
        contestant_assign(session=session, number=number, person=person)
    boards_deal(session=session, count=2, user=user, seed=f"plays {nth}")
    session_start(session=session, user=user)
    seats = {seat.direction[0]: f"/seat/{seat.ticket_id}/enter/?key={seat.key}" for seat in build.demo_seats(session)}
    room = f"/director/{session.public_id}/"
    return {**seats, "name": user.username, "password": "one who plays", "director": room}


def night_with_places(name: str) -> dict[str, str]:
    """Make a session of three tables in its last round, with two rounds scored. Return table 1's links and the
    director's pages.
    """
    from django.contrib.auth import get_user_model
    from django.utils import timezone

    from clubsite.clubs.models import Club
    from clubsite.clubs.services import person_add
    from clubsite.duplicate.models import TableBoard
    from clubsite.duplicate.services.boards import boards_deal
    from clubsite.duplicate.services.movement import contestant_assign, movement_accept
    from clubsite.duplicate.services.rounds import session_start
    from clubsite.duplicate.services.setup import session_create
    from clubsite.rankings.services.sweep import results_sweep
    from clubsite.simulation import demo as build
    from movements.mitchell import straight
    from tests.kit.typed_scores import enter_score

    user = get_user_model().objects.get(username=build.DIRECTOR)
    club = Club.objects.get(slug=build.SLUG)
    session = session_create(club=club, user=user, name=name, date=timezone.localdate(), players=6, boards_per_round=1)
    movement_accept(session=session, plan=straight(3, 3), title="Mitchell", user=user)
    for number, first in enumerate(("Sue", "Una", "Val", "Ned", "Olaf", "Pat"), start=1):
        person = person_add(club=club, name=f"{first} Place", guest=True)
        contestant_assign(session=session, number=number, person=person)
    boards_deal(session=session, count=3, user=user, seed=name)
    session_start(session=session, user=user)
    for number in (1, 2):
        for row in TableBoard.objects.filter(round__section__session=session, round__number=number):
            enter_score(row, user, f"1N S {13 - row.ns.number}")
    results_sweep()
    seats = {seat.name: f"/seat/{seat.ticket_id}/enter/?key={seat.key}" for seat in build.demo_seats(session)}
    links = {"S": seats["Sue Place"], "N": seats["Olaf Place"]}
    return links | {
        "ranking": f"/director/{session.public_id}/ranking/",
        "showing": f"/director/{session.public_id}/showing/",
    }
