"""Sessions on a running site, and who sits where. They need the site's database, so `Site.run` calls them.

Each journey that needs a table takes the next table of `night`.
"""

from typing import Any

from movements.mitchell import straight
from tests.browser.demo_nights import demo_night, guests, links_of

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
