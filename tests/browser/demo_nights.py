"""Sessions of the demo club on a running site. They need the site's database, so what `Site.run` calls uses them."""

from collections.abc import Collection, Iterable
from typing import Any

from movements.plan import Plan


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
