"""A name hidden from strangers does not appear in anything they receive: no page, file, API answer or message."""

import datetime
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Any
from unittest.mock import patch

import pytest
from django.core.cache import cache
from django.test import Client, TestCase
from django.utils import timezone
from PIL import Image
from pypdf import PdfReader

from clubsite.accounts.models import Device
from clubsite.clubs.models import Club, Membership, NamesFor, Person, ResultsFor, ShownAs
from clubsite.clubs.services import person_add
from clubsite.core.tokens import hash_token
from clubsite.core.triggers import guards_off
from clubsite.events.models import EventAction, Heat
from clubsite.events.selectors.event_lines import EVENT_FORMATS
from clubsite.events.services.event_requests import event_log_add
from clubsite.events.services.events import event_publish
from clubsite.events.services.scoring import booklet_page_make
from clubsite.files.selectors import RESULT_FORMATS
from clubsite.nights.models import BoardSet, ContestantPerson, Session, Table, TableBoard, WatchDelay
from clubsite.nights.models.boards import EVENT_SOURCE
from clubsite.play.models import SeatTicket
from clubsite.rankings.services.publications import publish
from clubsite.rankings.services.sweep import results_sweep
from clubsite.readers.visitor import Visitor
from clubsite.results.models import Leaderboard
from clubsite.routing import websocket_urlpatterns
from clubsite.season.models import Series, SeriesSubstitute
from clubsite.season.services.series import series_begin, series_sessions_set
from clubsite.season.services.standings import ladder_save, points_save
from clubsite.signups.models import ComingNight, JoinedBy, NightKind, ReplyPlayer
from clubsite.signups.services.nights import nights_announce
from clubsite.signups.services.replies import ReplyAuthor, reply_add
from tests.clubsite.every_address import (
    FOR_STRANGERS,
    FRAMED,
    SHOWN,
    SHOWN_OF_MEMBERS_ONLY,
    every_address,
    filled,
    of_no_people,
    refused,
)
from tests.clubsite.listeners import nobody_listens
from tests.clubsite.play.seat_socket import line_to
from tests.clubsite.scored_nights import board_played, boards_waiting
from tests.kit.events import close_window, join, make_event, take_lines
from tests.kit.nights import end_and_publish
from tests.kit.people import signed_in
from tests.kit.remembered import remembered
from tests.kit.typed_scores import enter_score
from tests.long import LONG, sample

SINCE = datetime.date(2026, 1, 1)
NAMES = {1: "Zebedee Quillfeather", 4: "Quintilia Wraxhall", 2: "Ottoline Thrimble"}
WORDS = [word.casefold() for name in NAMES.values() for word in name.split()]
OF_ONE = {  # a hidden person has none
    "clubs/<slug:slug>/me/<int:pk>/",
    "clubs/<slug:slug>/players/<int:pk>/",
    "clubs/<slug:slug>/players/<int:pk>/rating/",
}
# There is none for who sees no board in any heat.
OF_A_SEEN_BOARD = {"events/<str:public_id>/boards/<int:number>/", "events/<str:public_id>/booklet.pdf"}
OF_NOBODY = {
    f"{under}{rest}"
    for under, rests in {
        "": "me/ me/mistakes/ me/rating/ play/board/<str:public_id>/<str:key>/ api/v1/clubs/ api/v1/sessions/",
        "clubs/<slug:slug>/": "privacy/ series/ coming/ coming.ics coming/<str:public_id>.ics",
        "api/v1/clubs/<slug:slug>": "/ /sessions/ /series/",
        "api/v1/sessions/<str:public_id>": "/ /teams/ /matches/ /boards/ /proof/",
        "results/<str:public_id>/": "correction/ corrections/ looks/ boards/ hands/ files/ proof/ "
        "board/<str:key>/picture.png board/<str:key>/replay/<int:table_board>/verdicts/",
        "events/<str:public_id>/": "calendar.ics boards/ boards/<int:number>/ booklet/ booklet.pdf files/ log/ proof/ "
        "proof.json",
    }.items()
    for rest in rests.split()
}
"""Addresses that name nobody, also not who agreed."""
NICKNAMES = {1: "Foxglove", 4: "Bramble", 2: "Teasel"}
INITIALS = {1: "Z. Q.", 4: "Q. W.", 2: "O. T."}

UNASKED = {name: Person._meta.get_field(name).get_default() for name in ("agreed", "shown_as")}
# Each privacy: the club's setting, the people's choices and answers, and what a stranger reads.
PRIVACIES: dict[str, tuple[NamesFor, dict[str, Any], dict[int, str] | None]] = {
    "the club shows initials": (NamesFor.INITIALS, {"agreed": True}, INITIALS),
    "nobody asked them": (NamesFor.AGREED, {}, INITIALS),
    "they said no": (NamesFor.NAMES, {"agreed": False}, INITIALS),
    "they chose initials": (NamesFor.NAMES, {"agreed": True, "shown_as": ShownAs.INITIALS}, INITIALS),
    "they chose a nickname": (NamesFor.AGREED, {"agreed": True, "shown_as": ShownAs.NICKNAME}, NICKNAMES),
    "they are not shown": (NamesFor.NAMES, {"agreed": True, "shown_as": ShownAs.HIDDEN}, None),
}


@dataclass
class Everything:
    """A published session in which every address has something to show, and the people in it."""

    club: Club
    session: Session
    series: Series
    table_board: int
    board: int
    people: dict[int, Person]
    tickets: dict[int, SeatTicket]
    coming: ComingNight
    heat: Heat

    def path(self, address: str, file: str = "results.xml") -> str:
        """Return the address pattern filled with values. Raise KeyError for a new kind of converter."""
        series = "/series/" in address
        of = self.series if series else self.coming if "/coming/" in address else self.session
        of = self.heat.event if "events/" in address else of
        values = {
            "slug": self.club.slug,
            "public_id": of.public_id,
            "session_id": self.session.public_id,
            "key": str(self.board),
            "number": self.board,
            "table_board": self.table_board,
            "name": file,
            "pk": self.people[1].pk,
            "ticket_id": self.tickets[1].public_id,
            "heat_id": self.heat.public_id,
        }
        return filled(address, values)

    def paths(self, address: str) -> Iterator[str]:
        """Yield the address, filled in for every possible file and every possible ending."""
        files = EVENT_FORMATS if address.startswith("events/") else RESULT_FORMATS
        for file in files if "<str:name>" in address else [""]:
            yield self.path(address, file)
        if address == "results/<str:public_id>/":
            yield self.path(address) + "?boards=yes"
        for query in {"api/v1/clubs/<slug:slug>/awards/": [f"?name={WORDS[0]}", f"?name={WORDS[1]}"]}.get(address, []):
            yield self.path(address) + query

    def privacy(self, name: str):
        names_for, choice, _ = PRIVACIES[name]
        self.club.names_for = names_for
        self.club.save()
        for number, person in self.people.items():
            Person.objects.filter(pk=person.pk).update(**UNASKED | {"nickname": NICKNAMES[number]} | choice)
        cache.clear()


NAMING = ("results/<str:public_id>/", "clubs/<slug:slug>/ladder/", "results/<str:public_id>/boards.pbn")
"""A page, a table of the season and a file, each with names."""


@pytest.fixture
def everything(night, dee, club):
    """A session of three rounds, with one board played on the site, a series with a substitute, a ladder, master
    points, a leaderboard and a table to watch.
    """
    people, live = _rounds(night, dee)
    night.session.refresh_from_db()
    results_sweep()
    end_and_publish(night.session, dee)
    for wrong in TableBoard.objects.filter(round__section=night.section, ns__number=3):
        enter_score(wrong, dee, "1N S 4", why="Typed wrong")
    results_sweep()
    publish(night.session, dee)
    ladder_save(club=club, user=dee, rules={"minimum": 1}, since=SINCE)
    points_save(club=club, user=dee, scheme={"places": {"2": ["2", "1"], "3": ["3", "2", "1"]}}, since=SINCE)
    rules = {"sessions": 1, "best": 1, "minimum": 1, "substitutes": 1}
    series = series_begin(club=club, user=dee, name="Autumn", rules=rules)
    series_sessions_set(series=series, chosen={1: night.session.pk}, user=dee)
    absent = person_add(club=club, name="Absent Abel")
    SeriesSubstitute.objects.create(series_session=series.sessions.get(), player=absent, stand_in=people[2])
    Leaderboard.objects.create(session=night.session, by_user=dee)
    Table.objects.filter(pk=live.table_id).update(watch=WatchDelay.CLOSED)
    coming, heat = _coming(club, dee, people), _heat(club, dee, night.session)
    cache.clear()
    return Everything(club, night.session, series, live.pk, live.board.number, people, night.tickets, coming, heat)


@remembered
def _rounds(night, dee) -> tuple[dict[int, Person], TableBoard]:
    """Name the people and score the rounds. Return the people, and the row that was played on the site."""
    night.session.name = "Wattle Cup"  # no word that may be in a page's date
    night.session.save(update_fields=["name"])
    people = {}
    for number, name in NAMES.items():
        people[number] = ContestantPerson.objects.get(contestant=night.contestant(number)).person
        people[number].name = name
        people[number].save()
    for number in (1, 2, 3):
        with nobody_listens(), TestCase.captureOnCommitCallbacks(execute=True):
            for row in boards_waiting(night):
                if number == 3 and row.ns.number == 1:
                    live = row
                    board_played(row)
                else:
                    enter_score(row, dee, f"1N S {6 + row.ns.number}")
    return people, live


def _coming(club: Club, dee, people: dict[int, Person]) -> ComingNight:
    """Announce a night, and put these people on its list: by account, by device, by a director, and as typed names."""
    day = timezone.localdate() + datetime.timedelta(days=7)
    [night] = nights_announce(club=club, user=dee, date=day, start=datetime.time(19), kind=NightKind.PAIRS, places=6)
    author = ReplyAuthor(visitor=Visitor.as_public().at(Club(pk=club.pk, names_for=NamesFor.INITIALS)))
    joined = [
        ReplyPlayer(name=person.name, person=person, joined_by=by)
        for person, by in zip(people.values(), JoinedBy.values, strict=True)
    ]
    typed = [ReplyPlayer(name=name) for name in NAMES.values()]
    for players in (joined, typed[:1], typed[1:], [ReplyPlayer(name="Somebody Else")]):
        reply_add(night=night, players=players, author=author)
    return night


def _heat(club: Club, dee, session: Session) -> Heat:
    """Make the session a heat of a published event, in which nobody else takes part."""
    event = make_event(club, dee)
    heat = join(event, club, dee)
    Heat.objects.filter(pk=heat.pk).update(session=session, dealer=session.club.people.get(name=NAMES[2]))
    facts = {"source": EVENT_SOURCE, "event_boards": event.boards, "held_until": timezone.now()}
    with guards_off(["nights_boardset"]):  # the night was dealt as any other
        BoardSet.objects.filter(session=session).update(**facts)
    event_log_add(event, EventAction.DEALER_NAMED, NAMES[2], heat=heat, user=dee)
    heat.refresh_from_db()
    take_lines(heat)
    event_publish(event=close_window(event), user=dee)
    with patch("solver.verdicts.booklet.pages.solves_whole_deals", return_value=False):
        booklet_page_make(event_id=event.pk)
    heat.refresh_from_db()
    return heat


def text_of(answer) -> str:
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    if answer.get("Content-Type") == "application/pdf":
        pages = PdfReader(BytesIO(body)).pages
        body = " ".join(" ".join(page.extract_text().split()) for page in pages).encode()
    if answer.get("Content-Type") == "image/png":
        with Image.open(BytesIO(body)) as picture:
            body = picture.text["Description"].encode()
    return body.decode("utf-8", "replace") + json.dumps(dict(answer.headers))


def read_by(
    everything: Everything, client: Client, addresses: Iterable[str] = SHOWN, hidden: bool = False
) -> dict[str, str]:
    """Return the answers of these addresses. All must exist, except `OF_ONE` for a `hidden` person."""
    texts = {}
    for address in sorted(addresses):
        for path in everything.paths(address):
            answer = client.get(path, follow=False)
            assert answer.status_code == 200 or (hidden and address in OF_ONE), (path, answer.status_code)
            assert is_framed(answer) == (address in FRAMED), path
            texts[path] = text_of(answer)
    return texts


def is_framed(answer) -> bool:
    policy = answer["Content-Security-Policy"]
    if "X-Frame-Options" in answer:
        assert answer["X-Frame-Options"] == "DENY" and "frame-ancestors 'none'" in policy
        return False
    assert "frame-ancestors *" in policy
    return True


def test_every_address_is_in_one_list():
    """A test fails for a new address until somebody has stated what a stranger gets there."""
    for address in every_address():
        lists = (address in SHOWN, refused(address), of_no_people(address))
        assert sum(lists) == 1, f"{address}: put it into one list of tests/clubsite/every_address.py"
    assert set(every_address()) >= SHOWN


def test_a_hidden_name_is_nowhere_for_a_stranger(everything, cy):
    """In the short run, each client walks the whole site in one privacy, and reads `NAMING` in the others."""
    whole = {"they chose a nickname": "member", "they are not shown": "stranger"}
    for privacy, (_, _, called) in PRIVACIES.items():
        everything.privacy(privacy)
        for who, client in {"stranger": Client(), "member": signed_in(cy)}.items():
            addresses = SHOWN if LONG or whole.get(privacy) == who else NAMING
            read = read_by(everything, client, addresses, hidden=called is None)
            for path, text in read.items():
                for word in WORDS:
                    rest = text.casefold().replace(f"?name={word}", "")
                    assert word not in rest, f"{privacy}: {path} tells a {who} {word}"
            ranking = read[everything.path("results/<str:public_id>/")]
            for number in NAMES:
                assert (called[number] if called else "A player") in ranking, (privacy, who)


def test_whoever_agreed_is_named_everywhere(everything):
    """This shows that the previous test can fail: the same addresses name people who agreed."""
    Person.objects.update(agreed=True)
    read = read_by(everything, Client())
    named = {path for path, text in read.items() if any(name in text for name in NAMES.values())}
    silent = {address for address in SHOWN if not named.intersection(everything.paths(address))}
    assert silent <= OF_NOBODY, silent - OF_NOBODY


def test_a_stranger_gets_nothing_where_one_must_be_known(everything):
    for address in filter(refused, every_address()):
        try:
            path = everything.path(address)
        except KeyError as no:
            raise AssertionError(f"{address}: give a value for {no}") from None
        for method in ("get", "post"):
            answer = getattr(Client(), method)(path)
            assert answer.status_code in (204, 302, 401, 403, 404, 405, 410, 415), (path, answer.status_code)
            assert not any(word in text_of(answer).casefold() for word in WORDS), path
            assert not is_framed(answer), path


def test_another_site_may_frame_the_embeds_and_nothing_else(everything, dee):
    of_director = [*sorted(every_address())[:: sample(8, 1)], *FRAMED]
    for client, addresses in ((Client(), filter(of_no_people, every_address())), (signed_in(dee), of_director)):
        for address in addresses:
            assert is_framed(client.get(everything.path(address))) == (address in FRAMED), address
    Club.objects.update(results_for=ResultsFor.MEMBERS)
    for address in FRAMED:
        assert Client().get(everything.path(address))["X-Frame-Options"] == "DENY", address


def test_a_club_for_members_only_tells_a_stranger_nothing_of_its_results(everything):
    everything.club.results_for = ResultsFor.MEMBERS
    everything.club.save()
    texts = {}
    for address in sorted(SHOWN):
        for path in everything.paths(address):
            answer = Client().get(path)
            shown = 404 if address in OF_A_SEEN_BOARD else 200
            assert answer.status_code == (shown if address in SHOWN_OF_MEMBERS_ONLY else 403), path
            texts[path] = text_of(answer)
            if answer.status_code == 403:
                assert "shows its results to its members only" in texts[path], path
                assert "no-store" in answer["Cache-Control"], path
    for path, text in texts.items():
        assert not any(word in text.casefold() for word in WORDS), path
        seen = text.replace(path.partition("?")[0], "")  # the address to return to after signing in
        seen = seen.replace(everything.path("results/<str:public_id>/event/"), "")  # a link on the page of the proof
        assert everything.session.public_id not in seen and everything.session.name not in seen, path
    assert json.loads(Client().get("/api/v1/sessions/").content) == []
    again = everything.path("play/from/<str:public_id>/<int:table_board>/<int:seq>/")
    assert Client().post(again).status_code == 403


def test_who_is_of_the_club_reads_names_everywhere_but_in_what_leaves_the_site(everything, cy, dee, django_user_model):
    """In the short run, a member walks the whole site, and the others read `NAMING` and a file for other sites."""
    everything.privacy("they are not shown")
    Club.objects.update(results_for=ResultsFor.MEMBERS)
    other = django_user_model.objects.create_user("other")
    Membership.objects.create(club=everything.club, user=cy)
    Person.objects.filter(pk=everything.people[2].pk).update(user=other)
    insiders = {name: Client() for name in ("member", "account of a person", "director", "member's device")}
    for client, user in zip(insiders.values(), (cy, other, dee), strict=False):
        client.force_login(user)
    _device_of(everything.tickets[2], insiders["member's device"])
    for who, client in insiders.items():
        for address in sorted(SHOWN) if LONG or who == "member" else (*NAMING, "clubs/<slug:slug>/results.atom"):
            answer = client.get(everything.path(address))
            outside = address.startswith(FOR_STRANGERS) and address not in SHOWN_OF_MEMBERS_ONLY
            assert answer.status_code == (403 if outside else 200), (who, address)
            assert address not in NAMING or NAMES[1] in text_of(answer), (who, address)


def _device_of(ticket: SeatTicket, client: Client):
    token = f"cookie of {ticket.pk}"
    Device.objects.filter(pk=ticket.device_id).update(token_hash=hash_token(token))
    client.cookies["device"] = token


def test_a_guest_s_device_reads_names_of_the_night_in_which_it_sat_and_of_no_other(everything):
    everything.privacy("nobody asked them")
    Person.objects.filter(pk=everything.people[2].pk).update(guest=True)
    client = Client()
    _device_of(everything.tickets[2], client)
    assert NAMES[1] in text_of(client.get(everything.path("results/<str:public_id>/")))
    assert INITIALS[1] in text_of(client.get(everything.path("clubs/<slug:slug>/ladder/")))
    client.cookies["device"] = "new"
    Device.objects.create(token_hash=hash_token("new"))
    assert NAMES[1] not in text_of(client.get(everything.path("results/<str:public_id>/")))


def test_what_one_reader_was_sent_is_not_good_for_another(everything, dee):
    everything.privacy("nobody asked them")
    inside, outside = Client(), Client()
    inside.force_login(dee)
    for address in NAMING:
        path = everything.path(address)
        first, other = inside.get(path), outside.get(path)
        assert first["ETag"] != other["ETag"], path
        for answer in (first, other):
            assert "Cookie" in answer["Vary"] and "private" in answer["Cache-Control"], path
        assert outside.get(path, headers={"If-None-Match": first["ETag"]}).status_code == 200, path
    watched = everything.path("watch/<str:session_id>/now/")
    assert NAMES[1] in text_of(inside.get(watched))
    assert NAMES[1] not in text_of(outside.get(watched)), "what is kept for all who watch has no names of insiders"


@pytest.mark.django_db(transaction=True)
async def test_sockets_for_strangers_say_only_that_something_has_changed(everything):
    """The sockets of a seat and of a terminal need the ticket's cookie. A director's socket needs a director."""
    assert [str(pattern.pattern) for pattern in websocket_urlpatterns] == [
        "seat/<str:ticket_id>/socket/",
        "seat/<str:ticket_id>/score/socket/",
        "director/<str:session_id>/socket/",
        "leaderboard/<str:session_id>/socket/",
        "",
    ], "a new socket: say here what a stranger hears of it"
    for pattern in websocket_urlpatterns[:4]:
        output = await _said(everything.path(str(pattern.pattern)))
        assert not any(word in output.casefold() for word in WORDS), pattern
        assert ("changed" in output) == str(pattern.pattern).startswith("leaderboard/"), (pattern, output)


async def _said(path: str) -> str:
    """Return everything sent on a stranger's socket until it is closed or says that something has changed."""
    socket = line_to(path)
    await socket.send_input({"type": "websocket.connect"})
    output = ""
    while "websocket.close" not in output and "changed" not in output:
        output += json.dumps(await socket.receive_output(60), default=str)
    await socket.send_input({"type": "websocket.disconnect", "code": 1000})
    await socket.wait()
    return output
