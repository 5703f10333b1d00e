"""Every output shows each reader exactly what the rule allows, and the walk sees what is planted to be seen."""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import pytest
from django.core.cache import cache as kept
from django.db import connection

from clubsite.files.selectors import RESULT_FORMATS
from games.notation.deal_files import FORMATS
from tests.attack.known_boards import Recogniser, Seen
from tests.attack.leaks import LEAKS, PlantedLeak
from tests.attack.moments import AT_EVERY_MOMENT, LARGE, Moment, moment_at
from tests.attack.sockets import SOCKETS, all_kinds, letters_of, walk_letters, walk_sockets
from tests.attack.walk import (
    FIRST,
    LOOKS,
    OF_NO_NIGHT,
    WHOLE,
    Ask,
    DrawnTexts,
    Walked,
    answer_to,
    asks,
    asks_of,
    is_shut,
    nothing_logged,
    texts_of,
    walk,
    would_ask,
)
from tests.attack.what_is_read import METHODS, listed, write
from tests.clubsite.every_address import every_address
from tests.long import long, sample
from tests.needs import compiled_solver

OF_NO_BOARD = (
    "accounts_ auth_ axes_ core_ django_ clubs_club clubs_person clubs_membership clubs_setuplink "
    "clubs_clublink clubs_memberimport clubs_apitoken clubs_consent coming_ daily_ leaderboard_ looks_ mailing_ "
    "members_ monitoring_ outbox_ ratings_ season_ "
    "nights_session nights_section nights_table nights_boardset nights_sliplink nights_contestant "
    "nights_contestantperson nights_playedas nights_movement nights_team nights_clubmovement "
    "nights_repairperson nights_round nights_seating nights_tableboard nights_tableboardseat "
    "play_playseat play_seatticket play_seatconnection rankings_sessionscoring rankings_penalty "
    "rankings_publishedsession scores_scoringrequest analysis_robotsasked "
    "events_evententrant events_eventperson events_eventscoring events_heatinvitation events_heataccess events_hubheat "
    "home_homeseat home_challenge home_tableword home_playerblock "
    "home_playerreport keeper_clubfile nights_commitmentline"
).split()
"""Tables, or with `_` at the end all of an app's, that hold nothing of a board. Every other table counts."""
ONLY_COLUMNS = {"nights_board": "north east south west"}
"""Tables that most pages read. Only these columns of them count."""
TABLE = re.compile(r'(?:FROM|JOIN) "(\w+)"')


@cache
def reads_a_board(sql: str) -> bool:
    """True if a statement reads a column that can show something of a board."""
    tables = set(TABLE.findall(sql))
    if any(f'."{column}"' in sql for table in tables & ONLY_COLUMNS.keys() for column in ONLY_COLUMNS[table].split()):
        return True
    none = tuple(name for name in OF_NO_BOARD if name.endswith("_"))
    return any(not table.startswith(none) and table not in OF_NO_BOARD for table in tables - ONLY_COLUMNS.keys())


class Rows:
    """A cursor that notes whether a row with something in it was fetched."""

    def __init__(self, cursor: Any, note: Callable[[], object]):
        self._cursor, self._note = cursor, note

    def __getattr__(self, name: str) -> Any:
        return getattr(self._cursor, name)

    def __iter__(self) -> Iterator[Any]:
        yield from self._noted(list(self._cursor))

    def fetchone(self) -> Any:
        return self._noted([self._cursor.fetchone()])[0]

    def fetchmany(self, *size: int) -> list[Any]:
        return self._noted(self._cursor.fetchmany(*size))

    def fetchall(self) -> list[Any]:
        return self._noted(self._cursor.fetchall())

    def _noted(self, rows: list[Any]) -> list[Any]:
        if any(value not in (None, 0) for row in rows for value in row or ()):
            self._note()
        return rows


@contextmanager
def noting(note: Callable[[], object]) -> Iterator[None]:
    """Call `note` whenever a statement that reads a board has a row. One without rows has nothing to show."""

    def noted(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        cursor, result = context["cursor"], execute(sql, params, many, context)
        if isinstance(cursor.cursor, Rows):
            cursor.cursor = cursor.cursor._cursor
        if reads_a_board(sql):
            cursor.cursor = Rows(cursor.cursor, note)
        return result

    with connection.execute_wrapper(noted):
        yield


@nothing_logged()
def read_at(moment: Moment) -> set[tuple[str, str]]:
    """Return (address, method) of each address that reads something of a board for at least one reader."""
    names = [*FIRST, *(name for name in moment.readers if name not in FIRST)]
    shut = set[tuple[str, str]]()  # (reader, path), and (address, method) that a page does not take
    return {
        (address, method)
        for method in METHODS
        for address in every_address(admin=True)
        if any(_reads(moment, name, address, method, shut) for name in names)
    }


def _reads(moment: Moment, name: str, address: str, method: str, shut: set[tuple[str, str]]) -> bool:
    reader, seen = moment.readers[name], list[bool]()
    if not would_ask(moment, reader, address, method, long=False):
        return False
    for ask in asks_of(moment, name, address, method):
        if (name, ask.path) in shut or (address, method) in shut:
            continue
        kept.clear()
        with noting(lambda: seen.append(True)):
            answer = answer_to(reader, ask)
        if is_shut(answer):
            shut.add((name, ask.path))
        if answer.status_code == 405:
            shut.add((address, method))
        if seen:
            return True
    return False


SEEDS = sample(("attack 2",), tuple(f"attack {number}" for number in range(2, 8)))
# What the rule shows at each moment. The walk must see it, or it could not see a leak.
OF_DRAFT = {("director", "cards"), ("director", "sequence")}
AFTER = {("director", "cards"), ("director", "score"), ("seat at table 2", "score"), ("keeper", "score")}
OF_ENDED = {("director", "score"), ("playing director", "sequence"), ("playing director", "score")}
HELD = {("director", "cards"), ("playing director", "score"), ("keeper", "score")}
OPEN = {("stranger", what) for what in "cards sequence score verdict replay".split()}
SHOWN = {"draft": OF_DRAFT, "before": OF_DRAFT, "after": AFTER, "ended": OF_ENDED, "published": OPEN, "elsewhere": HELD}
SHOWN |= {f"heat {name}": SHOWN[name] for name in ("draft", "before", "after", "ended")}
SHOWN |= {f"at hub {name}": SHOWN[name] for name in ("draft", "before", "after", "ended")}
SHOWN |= dict.fromkeys(("heat published", "heat ranked", "at hub published"), HELD) | {"heat over": OPEN}
OF_EVENTS = ("event", "heat", "heataccess", "eventlogline", "eventpublication")
# Addresses that open to none of the readers, and why.
NOT_OPENED = {
    "their link is known to one person only": (
        "address/<str:key>/ forgotten/<uidb64>/<token>/ new-club/ new-club/<str:key>/ "
        "clubs/<slug:slug>/directors/<str:key>/ "
        "clubs/<slug:slug>/way-in/<uidb64>/<token>/ clubs/<slug:slug>/invitation/<str:key>/ mail/<str:token>/confirm/ "
        "mail/<str:token>/stop/ clubs/<slug:slug>/coming/answer/<str:key>/ "
        "clubs/<slug:slug>/coming/<str:public_id>/yours/<int:pk>/ seat/<str:ticket_id>/enter/"
    ),
    "they are about somebody else's match at home": (
        "play/match/<str:public_id>/ play/match/<str:public_id>/sit/ play/match/<str:public_id>/end/ "
        "play/match/<str:public_id>/again/ play/match/<str:public_id>/replay/<int:number>/ "
        "play/match/<str:public_id>/replay/<int:number>/verdicts/ play/match/<str:public_id>/repeat/<int:number>/ "
        "play/match/<str:public_id>/replay/<int:number>/from/<int:seq>/ "
        "play/match/<str:public_id>/pace/<int:at_once>/ play/lobby/<str:public_id>/ "
        "play/match/<str:public_id>/say/ play/match/<str:public_id>/block/ "
        "play/match/<str:public_id>/clock/ play/match/<str:public_id>/report/ "
        "play/blocked/<int:pk>/off/"
    ),
    "another server opens them, with the token of its heat (tests/clubsite/api/test_event_api.py)": (
        "api/v1/heats/ api/v1/heats/<str:heat_id>/ api/v1/heats/<str:heat_id>/key/ api/v1/heats/<str:heat_id>/state/ "
        "api/v1/heats/<str:heat_id>/names/ api/v1/heats/<str:heat_id>/standing/ api/v1/heats/<str:heat_id>/ranking/"
    ),
    "a site with servers has none": "director/<str:session_id>/second-place/",
    "there is no such thing at this night": (
        "clubs/<slug:slug>/club-file/club.zip login/second-step/ clubs/<slug:slug>/requests/<int:pk>/ "
        "director/<str:session_id>/setup/movement/forget/<str:key>/ "
        "director/<str:session_id>/setup/players/team/<str:key>/ director/<str:session_id>/board/<int:number>/cards/ "
        "play/daily/<str:day>/ play/daily/<str:day>/answer/ play/daily/<str:day>/give-up/ admin/outbox/letter/add/ "
        "admin/outbox/letter/<path:object_id>/delete/ admin/clubs/auditentry/add/ "
        "admin/clubs/auditentry/<path:object_id>/delete/ admin/nights/session/add/ admin/scores/scoreentry/add/ "
        "admin/scores/scoreentry/<path:object_id>/delete/ admin/rankings/ranking/add/ "
        "admin/rankings/ranking/<path:object_id>/delete/ admin/rankings/publication/add/ "
        "admin/accounts/authenticatorapp/add/ admin/django_otp_webauthn/webauthncredential/add/ "
        "admin/rankings/publication/<path:object_id>/delete/ admin/r/<path:content_type_id>/<path:object_id>/ "
        "director/clubs/<slug:slug>/events/<str:public_id>/servers/<str:heat_id>/states/<int:number>/ "
        "director/clubs/<slug:slug>/heats/<str:heat_id>/players/ "
        "admin/autocomplete/ api/v1/^(?P<rest>.*)$ admin/(?P<url>.*)$ "
        + " ".join(f"admin/events/{model}/add/ admin/events/{model}/<path:object_id>/delete/" for model in OF_EVENTS)
    ),
    "it sends everybody to the site's own page for signing in": "admin/login/",
    "they sign out, here or elsewhere": "logout/ admin/logout/ account/signed-in/out/",
}


def opens_at(address: str) -> str:
    """Return the moment at which an address must open for at least one reader."""
    if address == "director/<str:session_id>/teams/":
        return "draft"
    if "/heats/<str:heat_id>/organiser/" in address:
        return "at hub published"
    if "events/" in address or "/heats/" in address or address == "results/<str:public_id>/event/":
        over = ("/boards/", "/files/", "/proof.json", "/ranking.json", "/<str:label>/", "/booklet")
        return "heat over" if any(part in address for part in over) else "heat published"
    of_play = ("director/<str:session_id>/", "seat/", "join/", "slip/", *OF_NO_NIGHT)
    return WHOLE if address.startswith(of_play) and not address.endswith("report.xml") else "published"


def due_at(moment: str) -> set[str]:
    closed = set(" ".join(NOT_OPENED.values()).split())
    return {address for address in every_address(admin=True) if opens_at(address) == moment} - closed


@pytest.fixture
def at(make_night, dee, on_commit):
    """A function that returns the night at a moment."""

    def at(name: str, **seed: str) -> Moment:
        return moment_at(name, make_night=make_night, dee=dee, on_commit=on_commit, **seed)

    return at


@pytest.fixture
def moment(request, at):
    return at(request.param)


@pytest.fixture
def drawn(monkeypatch) -> DrawnTexts:
    return DrawnTexts(monkeypatch)


@pytest.mark.timeout(400)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", AT_EVERY_MOMENT)
def test_no_output_shows_what_the_rule_hides(name, seed, at, dee, drawn):
    moment = at(name, seed=seed)
    report = walk(moment, drawn, due=due_at(name))
    assert not report.leaks
    assert not report.errors
    assert report.shown >= SHOWN[name]
    unopened = due_at(name) - report.opened
    assert not unopened, "a new address: the walk must know how to open it"
    if name == WHOLE:
        seen = {address for reader, address in report.with_cards if reader == "director"}
        assert {address for address in every_address() if address.endswith(LOOKS)} <= seen, "the walk can read them"
    no_mail_shows_what_the_rule_hides(moment, dee)


def no_mail_shows_what_the_rule_hides(moment: Moment, user):
    letters = letters_of(moment, user)
    assert letters.keys() == all_kinds(), "a new kind of letter: write one in tests/attack/sockets.py"
    report, written = walk_letters(moment, letters)
    assert not report.leaks
    assert letters.keys() - written == (set() if moment.phase in ("published", "elsewhere") else {"results.results"})


IN_ANSWERS = {name: leak for name, leak in LEAKS.items() if name not in ("a frame", "a letter")}


def told(report: Walked) -> set[tuple[str, str]]:
    return {(leak.reader, leak.seen.what) for leak in report.leaks}


def planned(leak: PlantedLeak) -> set[tuple[str, str]]:
    return {(reader, leak.what) for reader in leak.readers}


@compiled_solver
@pytest.mark.parametrize("name", sorted({leak.moment for leak in IN_ANSWERS.values()}))
def test_the_walk_finds_each_leak_in_an_answer(name, at, drawn, monkeypatch):
    moment = at(name)
    for what, leak in IN_ANSWERS.items():
        if leak.moment == name:
            assert not walk(moment, drawn, {leak.address}).leaks, what
            with monkeypatch.context() as planted:
                leak.plant(planted)
                report = walk(moment, drawn, {leak.address})
            assert planned(leak) <= told(report), what


@pytest.mark.parametrize("moment", [LEAKS["a frame"].moment], indirect=True)
@pytest.mark.django_db(transaction=True)
async def test_the_walk_finds_a_leak_in_a_frame(moment, monkeypatch):
    leak = LEAKS["a frame"]
    leak.plant(monkeypatch)
    report, _, _ = await walk_sockets(moment)
    assert planned(leak) <= told(report)


@compiled_solver
def test_the_walk_finds_a_leak_in_a_letter(at, dee, monkeypatch):
    leak = LEAKS["a letter"]
    moment = at(leak.moment)
    letters = letters_of(moment, dee)
    leak.plant(monkeypatch)
    report, _ = walk_letters(moment, letters)
    assert planned(leak) <= told(report)


ALL_HANDS = {Seen("cards", 1, seat) for seat in "NESW"}


def seen_by(moment: Moment, name: str, ask: Ask, drawn: DrawnTexts) -> set[Seen]:
    """Return what the answer to this request shows of board 1."""
    texts = texts_of(answer_to(moment.readers[name], ask), drawn)
    return {seen for text in texts for seen in Recogniser(moment.known).seen_in(text) if seen.board == 1}


def test_every_format_of_cards(at, drawn):
    moment = at("draft")
    address = "director/<str:session_id>/files/cards/"
    requests = list(asks(moment, "director", moment.readers["director"], "post", {address}))
    assert {ask.sent["form"] for ask in requests} == set(FORMATS)
    for ask in requests:
        assert seen_by(moment, "director", ask, drawn) >= ALL_HANDS, ask.sent["form"]


@compiled_solver
def test_every_file_of_results_and_every_printed_ranking(at, drawn):
    moment = at("published")
    large = [table for table, (points, _) in moment.known[0].scores.items() if abs(points) >= LARGE]  # seen by number
    scores = {Seen("score", 1, table) for table in large}
    addresses = {"results/<str:public_id>/files/<str:name>", "results/<str:public_id>/"}
    by_file = {
        ask.path.rpartition("/")[2]: seen_by(moment, "stranger", ask, drawn)
        for ask in asks(moment, "stranger", moment.readers["stranger"], "get", addresses)
    }
    with_cards = {"results.xml", "results-1.3.xml", "boards.pbn", "boards.lin"}
    with_scores = {"results.xml", "results-1.3.xml", "boards.pbn", "travellers.csv", "?boards=yes"}
    assert by_file.keys() == RESULT_FORMATS.keys() | {"", "?boards=yes"}
    assert {name for name, seen in by_file.items() if seen >= ALL_HANDS} == with_cards
    assert {name for name, seen in by_file.items() if seen >= scores} == with_scores


SEATS = {"playing director", "seat at table 1", "seat at table 2"}
DIRECTORS = {"director", "playing director"}
EVERYBODY = "everybody"
LET_IN = {  # who hears something on each socket
    "seat/<str:ticket_id>/socket/": SEATS,
    "seat/<str:ticket_id>/score/socket/": SEATS,
    "director/<str:session_id>/socket/": DIRECTORS,
    "leaderboard/<str:session_id>/socket/": EVERYBODY,
    "": set(),
}
HEARS = {  # who hears of what happens while the sockets are open
    "before": {"seat/<str:ticket_id>/socket/": {"seat at table 2"}, "director/<str:session_id>/socket/": DIRECTORS},
    "after": {"leaderboard/<str:session_id>/socket/": EVERYBODY, "director/<str:session_id>/socket/": DIRECTORS},
}


@pytest.mark.parametrize("moment", AT_EVERY_MOMENT, indirect=True)
@pytest.mark.django_db(transaction=True)
async def test_no_socket_shows_what_the_rule_hides(moment):
    assert list(LET_IN) == SOCKETS, "a new socket: who hears what?"
    report, let_in, heard = await walk_sockets(moment)
    assert not report.leaks
    for address, readers in LET_IN.items():
        assert let_in[address] == (set(moment.readers) if readers == EVERYBODY else readers), address
    for address, readers in HEARS.get(moment.phase, {}).items():
        assert heard[address] == (set(moment.readers) if readers == EVERYBODY else readers), address
    if moment.phase == "before":
        assert ("seat at table 2", "cards") in report.shown, "its own hand"


def test_every_address_is_listed():
    assert {address for address, _ in listed()} == set(every_address(admin=True)), "write the list again"


@long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", AT_EVERY_MOMENT)
def test_the_list_is_what_is_read(name, at):
    requests = read_at(at(name))
    if os.environ.get("WRITE_GOLDEN"):
        write(name, requests)
    assert requests == {request for request, moments in listed().items() if name in moments}
