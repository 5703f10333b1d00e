"""Building the demo club: a session in progress, and sessions from last week and earlier. It can safely be rerun."""

import datetime
from dataclasses import dataclass
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from clubsite.accounts.models import Device
from clubsite.clubs.models import Club, NamesFor, Person
from clubsite.clubs.services import club_create, person_add
from clubsite.core.tokens import hash_token
from clubsite.demo.demo_event import EVENT_NAME, demo_event_build
from clubsite.demo.past_session import earlier_dates, earlier_session_play, named_draft, past_session_play
from clubsite.events.models import Event
from clubsite.nights.models import Contestant, Session, SessionStatus
from clubsite.nights.selectors.sessions import IN_PLAY, section_for
from clubsite.nights.services.boards import boards_deal
from clubsite.nights.services.rounds import session_start
from clubsite.play.models import SeatTicket
from clubsite.play.relay import deferred
from clubsite.season.services.series import series_begin, series_sessions_set
from clubsite.season.services.standings import ladder_save
from clubsite.signups.models import ComingNight, JoinedBy, NightKind, ReplyPlayer
from clubsite.signups.services.nights import nights_announce
from clubsite.signups.services.replies import ReplyAuthor, reply_add
from games.wording import seat_name
from movements.choose import options

SLUG = "lantern-street"
DIRECTOR, PASSWORD = "dee", "lantern"
DEMO_NAME, LAST_WEEK, EARLIER = "Demo night", "Tuesday night", "Tuesday cards"
HISTORY_BOARDS = 162  # last week: nine tables, nine rounds of two boards
PEOPLE = (
    "Ruth Ashdown", "Margaret Oyelaran", "Tom Fairweather", "Piet van der Westhuizen-Carmichael", "Hinemoa Parata",
    "Desmond Tully", "Peggy Lomax", "Graham Stubbs", "Anneliese Vogt", "Bernard Okafor", "Colin Brack", "Yuki Tanabe",
    "Dorothy Quill", "Sanjay Mehrotra", "Wilhelmina Featherstonehaugh", "Aroha Ngata", "Joan Pickering",
    "Lars Engström",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class DemoSeat:
    """A seat in the demo, with its ticket, the key in the seat's link, and the player."""

    ticket_id: str
    key: str
    name: str
    direction: str
    table: int


def demo_build(*, progress: Any = None) -> Session:
    """Build the club, with past sessions that are published and tonight's session in play. Return tonight's session."""
    with deferred() as sends:  # nobody watches a room yet: its views are made once, not after every board
        running = _demo_build(progress)
    sends.send_views()
    sends.run_calls()
    return running


def _demo_build(progress: Any) -> Session:
    club = _club()
    if not Session.objects.filter(club=club, name=LAST_WEEK).exists():
        with transaction.atomic():  # all or nothing: a start that was interrupted builds it again
            for date in earlier_dates(_last_tuesday()):
                earlier = _session(club, EARLIER, date, list(PEOPLE), boards_per_round=1)
                earlier_session_play(session=earlier, user=_director())
            last = _session(club, LAST_WEEK, _last_tuesday(), list(PEOPLE), boards_per_round=2)
            past_session_play(session=last, user=_director(), progress=progress)
            ladder_save(
                club=club,
                user=_director(),
                rules={"grades": [["D", "55"], ["E", "47"], ["F", "0"]]},
                since=earlier_dates(_last_tuesday())[0],
            )
            _series(club)
    _coming(club)
    demo_event_build(organiser=club, director=_director(), people=PEOPLE[8:])
    running = Session.objects.filter(club=club, name=DEMO_NAME).order_by("-pk").first()
    if running is None or running.status == SessionStatus.ENDED or _played_out(running):
        running = _session(club, DEMO_NAME, timezone.localdate(), list(PEOPLE[:10]), boards_per_round=2)
    return running


def _series(club: Club) -> None:
    """Make a series from the published sessions, with two more sessions still to come."""
    played = Session.objects.filter(club=club, name__in=(EARLIER, LAST_WEEK)).order_by("date")
    rules = {"sessions": len(played) + 2, "best": 5, "minimum": 3, "substitutes": 1}
    series = series_begin(club=club, user=_director(), name="Autumn Tuesdays", rules=rules, prize="Dinner for two")
    chosen = {number: session.pk for number, session in enumerate(played, start=1)}
    series_sessions_set(series=series, chosen=chosen, user=_director())


def _club() -> Club:
    club = Club.objects.filter(slug=SLUG).first()
    if club is None:
        club = club_create(
            name="Lantern Street Bridge Club",
            slug=SLUG,
            owner=_director(),
            venue="Hall behind the library, 12 Lantern Street",
            contact="Dee Halloran, 03 555 0142",
            names_for=NamesFor.NAMES,  # none of them is a real person
        )
        for number, name in enumerate(PEOPLE, start=101):
            person_add(club=club, name=name, number=str(number))
    return club


def _coming(club: Club) -> None:
    """Announce club nights if there are none: the next few Tuesdays, and a night for pairs that is nearly full."""
    today = timezone.localdate()
    if club.coming_nights.filter(date__gt=today).exists():
        return
    tuesday = today + datetime.timedelta(days=(1 - today.weekday()) % 7 or 7)
    user = _director()
    usual: dict[str, Any] = {"start": datetime.time(19, 30), "end": datetime.time(22, 30), "place": club.venue}
    first, *_ = nights_announce(club=club, user=user, weeks=4, date=tuesday, fee="$5, members $3", **usual)
    supper = tuesday + datetime.timedelta(days=4)
    note = "Supper afterwards: bring a plate."
    [pairs] = nights_announce(
        club=club, user=user, date=supper, fee="$8", kind=NightKind.PAIRS, places=6, note=note, **usual
    )
    for name in PEOPLE[:7]:
        _says_yes(first, name)
    for names in (PEOPLE[:2], PEOPLE[2:4], PEOPLE[4:5], PEOPLE[5:6], PEOPLE[6:8]):
        _says_yes(pairs, *names)


def _says_yes(night: ComingNight, *names: str) -> None:
    people = [Person.objects.get(club=night.club, name=name) for name in names]
    players = [ReplyPlayer(name=person.name, person=person, joined_by=JoinedBy.DIRECTOR) for person in people]
    reply_add(night=night, players=players, author=ReplyAuthor(director=_director()))


def _director() -> Any:
    users = get_user_model().objects
    user = users.filter(username=DIRECTOR).first()
    return user or users.create_user(DIRECTOR, password=PASSWORD, first_name="Dee", last_name="Halloran")


def _last_tuesday() -> datetime.date:
    today = timezone.localdate()
    return today - datetime.timedelta(days=(today.weekday() - 1) % 7 or 7)


def _session(club: Club, name: str, date: datetime.date, people: list[str], *, boards_per_round: int) -> Session:
    user = _director()
    choice = next(o for o in options(len(people), boards_per_round) if o.winners == 2 and not o.problem)
    facts: dict[str, Any] = {"name": name, "date": date, "boards_per_round": boards_per_round}
    session = named_draft(club, user, people, choice.plan, (choice.name, choice.title), **facts)
    boards_deal(session=session, count=choice.boards_needed, user=user)
    session_start(session=session, user=user)
    return session


def _played_out(session: Session) -> bool:
    section = section_for(session)
    return not section.rounds.filter(ended_at__isnull=True).exists()


def demo_seats(session: Session) -> list[DemoSeat]:
    """Return a ticket with a permanent key for each contestant, in plan order. Table 1's tickets are the newcomer's."""
    # No browser may pass for this device, as it holds every seat.
    token = hash_token(salted_hmac("demo device", session.club.slug).hexdigest())
    device, _ = Device.objects.get_or_create(token_hash=token, defaults={"label": "demo"})
    return [_seat(contestant, device) for contestant in Contestant.objects.filter(section__session=session)]


def _seat(contestant: Contestant, device: Device) -> DemoSeat:
    ticket, _ = SeatTicket.objects.get_or_create(
        seat=contestant.seat, revoked_at=None, defaults={"device": device, "token_hash": ""}
    )
    key = salted_hmac("demo seat", ticket.public_id).hexdigest()[:40]
    if ticket.token_hash != hash_token(key) and ticket.device_id == device.pk:
        ticket.token_hash = hash_token(key)
        ticket.save(update_fields=["token_hash"])
    first = (
        contestant.seatings_ns.filter(round__number=1).first() or contestant.seatings_ew.filter(round__number=1).first()
    )
    direction = seat_name("S" if first is not None and first.ns_id == contestant.pk else "N")
    person = contestant.persons.select_related("person").first()
    return DemoSeat(
        ticket.public_id, key, person.person.name if person else "", direction, first.table.number if first else 0
    )


def demo_event() -> Event:
    return Event.objects.filter(club__slug=SLUG, name=EVENT_NAME).latest("pk")


def demo_forget() -> int:
    """End tonight's demo session, so that the next start builds a new one. Return the number of sessions ended."""
    from clubsite.nights.services.directing import session_end

    running = Session.objects.filter(club__slug=SLUG, name=DEMO_NAME, status__in=IN_PLAY)
    count = 0
    for session in running:
        session_end(session=session, user=_director())
        count += 1
    return count
