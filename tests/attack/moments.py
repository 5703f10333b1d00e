"""One night at each of several moments: the facts about its boards, and everyone who may request pages."""

import datetime
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from clubsite.accounts.models import Device
from clubsite.analysis.models import BoardSolution, PlayAnalysis
from clubsite.clubs.models import Role
from clubsite.clubs.services import club_create, token_make
from clubsite.core.tokens import hash_token
from clubsite.home.models import HomeMatch
from clubsite.home.services.challenges import challenge_create
from clubsite.nights.models import Board, Session, Table, TableBoard, TableBoardState, WatchDelay
from clubsite.nights.services.boards import boards_import
from clubsite.nights.services.directing import session_end
from clubsite.nights.services.movement import movement_accept
from clubsite.nights.services.rounds import session_start
from clubsite.play.models import Play, PlayEvent, PlayStatus, SeatTicket
from clubsite.play.room_states import log_of
from clubsite.rankings.services.publications import publish
from clubsite.rankings.services.sweep import results_sweep
from clubsite.results.models import Leaderboard
from clubsite.season.models import Series
from clubsite.season.services.series import series_begin, series_sessions_set
from clubsite.season.services.standings import ladder_save, points_save
from clubsite.secrecy.facts import BoardFacts, Owes, SessionPhase
from clubsite.sharing.canvas import WIDE
from clubsite.signups.models import ComingNight, ReplyPlayer
from clubsite.signups.services.nights import nights_announce
from clubsite.signups.services.replies import ReplyAuthor, reply_add
from clubsite.visibility.services import slip_link_make
from games.deals import Deal
from movements.mitchell import straight
from scoring.contracts import score
from solver import engine
from solver.tables import ten_values
from solver.verdicts.judge import judge_play
from solver.verdicts.solution import scorer
from tests.attack.known_boards import KnownBoard
from tests.attack.walked_events import (
    WalkedEvent,
    event_around,
    event_elsewhere,
    event_ends,
    event_ranked,
    lines_come,
    other_begins,
    play_as_heat,
)
from tests.clubsite.at_tables import sensibly, step
from tests.clubsite.home.homes import a_device
from tests.clubsite.listeners import nobody_listens
from tests.clubsite.named import name_everybody
from tests.kit.dealt import dealt
from tests.kit.nights import draft_night, pbn_of
from tests.kit.people import another_director, part, plays_as, signed_in
from tests.kit.typed_scores import enter_score
from tests.long import sample
from tests.needs import compiled_solver

MOMENTS = ("draft", "before", "after", "ended", "published", "elsewhere")
"""A draft; the first round runs, table 2 plays and table 1 has not begun; table 1 has played board 1 on screens and the
others theirs with cards; the session has ended; its results are published; they are published, but another club had
the deals before and has still to play them.
"""
OF_HEATS = ("heat draft", "heat before", "heat after", "heat ended", "heat published", "heat ranked", "heat over")
"""The same moments for a night that is a heat of an event and whose dealer has the cards. Until `heat published` the
event's window is open, and the other club's heat has not begun, or is being played from `heat after` on. At `heat
ranked` the window has closed and the event's ranking is published, and the other club still plays.
"""
AS_PUBLISHED = ("over", "ranked")
"""The moments of a heat after the results of its own night have been published."""
OF_HEATS_AT_HUB = tuple(f"at hub {name}" for name in ("draft", "before", "after", "ended", "published"))
"""The same moments for a heat of another server's event. The boards came sealed, and the key later. Another club of
this site plays a heat of it too.
"""
EVERY_MOMENT = (*MOMENTS, *OF_HEATS, *OF_HEATS_AT_HUB)
AT_EVERY_MOMENT = [
    name if name.endswith(("draft", "before")) else pytest.param(name, marks=compiled_solver)
    for name in (
        *MOMENTS,
        *sample(("heat published", "heat ranked", "heat over"), OF_HEATS),
        *sample(("at hub published",), OF_HEATS_AT_HUB),
    )
]
"""The moments for a test. From `after` on a board has been played on screens, and the solver judges the play. Until the
results of a heat are published, it differs little from another night, so those moments are for the long run.
"""
ASKED = (1, 2)
"""The boards that are asked for by number: the one that table 1 plays first, and one that it plays later."""
HOME = 99
"""The number that a deal at home has among the known boards. Nobody who asks plays it."""
CONTRACTS = [f"{level}{strain}" for level in (6, 7) for strain in "CDHSN"]
LARGE = 1000
"""A score, or a cost in points, that is recognised by its number. Few other numbers are as large."""
SINCE = datetime.date(2026, 1, 1)


@dataclass
class Reader:
    """A person or program that requests pages. `seat` is the number of the seat that its browser holds, or 0. `token`
    is a program's token, or "". `directs` and `keeps` say whether the reader may open the director's pages and the
    admin. `elsewhere` is True if the reader plays the same deals in another club. `organises` is the address of the
    club for which the reader organises the event, or "".
    """

    client: Client
    seat: int = 0
    directs: bool = False
    keeps: bool = False
    member: bool = False
    elsewhere: bool = False
    token: str = ""
    organises: str = ""


@dataclass
class Moment:
    """A night at one moment. `met` has each seat's played boards, `own_tables` the table where a seat plays a board."""

    name: str
    night: Any
    known: list[KnownBoard]
    readers: dict[str, Reader]
    values: dict[str, Any]
    coming: ComingNight
    series: Series
    match: HomeMatch
    around: WalkedEvent
    met: dict[int, set[int]] = field(default_factory=dict)
    own_tables: dict[tuple[int, int], str] = field(default_factory=dict)

    @property
    def session(self) -> Session:
        return self.night.session

    @property
    def phase(self) -> str:
        """The moment's name in the life of a night, whether it is a heat or not."""
        name = self.name.removeprefix("heat ").removeprefix("at hub ")
        return "published" if name in AS_PUBLISHED else name

    @property
    def is_heat(self) -> bool:
        """True if the night is a heat of an event."""
        return self.name in OF_HEATS or self.name in OF_HEATS_AT_HUB

    @property
    def held(self) -> bool:
        """True if the night's boards are an event's that is not over in every club."""
        return self.is_heat and self.name != "heat over"

    @property
    def secrets(self) -> list[str]:
        """Texts from which the event's deals follow, and which nobody may read yet."""
        return [] if self.name == "heat over" else self.around.secrets

    def facts(self, reader: Reader, board: int, **way: bool) -> BoardFacts:
        """Return the facts about this reader and this board. `way` says on which kind of page the reader asks."""
        running = self.phase in ("before", "after")
        phase = SessionPhase.RUNNING if running else SessionPhase.ENDED
        open_now, coming = self.phase in ("published", "elsewhere"), running or self.phase == "draft"
        return BoardFacts(
            member=reader.member, reads_results=True, sat=reader.seat > 0, owes=self.owes(reader, board),
            phase=SessionPhase.DRAFT if self.phase == "draft" else phase, published=open_now, after_board=True,
            owed_here=coming, coming=coming, owed_elsewhere=self.held or self.name == "elsewhere",
            sealed=not open_now, **way,
        )  # fmt: skip

    def speaks(self, reader: Reader) -> bool:
        """True if this reader is the first of whom the rule knows the same, on pages that are for everybody."""
        others = (other for other in self.readers.values() if not other.keeps)  # the keeper differs in the admin only
        return next((other is reader for other in others if self._standing(other) == self._standing(reader)), False)

    def _standing(self, reader: Reader) -> tuple[Any, ...]:
        signed_in, organises = settings.SESSION_COOKIE_NAME in reader.client.cookies, bool(reader.organises)
        owed = [self.owes(reader, board) for board in ASKED]
        return signed_in, reader.member, reader.directs, reader.seat > 0, self.is_heat and organises, *owed

    def owes(self, reader: Reader, board: int) -> Owes:
        if reader.elsewhere and (self.held or self.name == "elsewhere"):
            return Owes.COMING
        if not reader.seat or board in self.met.get(reader.seat, ()):
            return Owes.NOTHING
        return Owes.PLANNED if self.phase == "draft" else Owes.COMING

    def seats_own(self, reader: Reader) -> Iterator[tuple[int, str]]:
        """Yield (board, hand) for each hand that the game itself shows at the reader's seat. On a board in play, these
        are the seat's own hand and both dummies. On a board that the seat has played, they are all four hands.
        """
        if not reader.seat:
            return
        for board in self.met.get(reader.seat, ()):
            yield from ((board, seat) for seat in "NESW")
        ticket = self.night.tickets[reader.seat]
        side = "S" if reader.seat <= 3 else "N"
        held = {"south" if side == "S" else "north": ticket.seat_id}
        for play in Play.objects.filter(status=PlayStatus.LIVE, **held):
            yield from ((play.setup["board"], hand) for hand in (side, "E", "W"))


def moment_at(
    name: str, *, make_night: Callable[..., Any], dee: Any, on_commit: Callable[..., Any], seed: str = "attack 2"
) -> Moment:
    """Return the night at this moment. Its director, Dee, plays as number 1."""
    night = make_night(start=False, seed=seed, date=timezone.localdate())
    session = night.session
    plays_as(session, 1, dee)
    readers = _readers(night, dee)
    coming, series, match = _around(night, dee)
    event = event_elsewhere if name in OF_HEATS_AT_HUB else event_around
    around = event(session.club, dee, get_user_model().objects.get(username="eve"), seed)
    readers["organiser"] = Reader(_browser(around.user, 9), organises=around.organiser)
    moment = Moment(name, night, [], readers, {}, coming, series, match, around)
    if moment.is_heat:
        play_as_heat(around, session, dee)
        session.refresh_from_db()
        night.section.refresh_from_db()
    boards = {board.number: board for board in Board.objects.filter(board_set__session=session)}
    known = {number: _known(board) for number, board in boards.items()}
    moment.known += [*known.values(), _at_home(match)]
    costly = _play_until(moment, known, dee, on_commit)
    _values(moment, boards)
    for row in TableBoard.objects.filter(round__section=night.section).select_related("ns", "ew", "board", "table"):
        for seat in (row.ns.number, row.ew.number):
            moment.own_tables[seat, row.board.number] = str(row.table.number)
    moment.values["seq"] = costly
    session.refresh_from_db()
    if moment.phase in ("before", "after"):
        moment.values["slip"] = slip_link_make(session=session, number=1, user=dee)[1]
    return moment


def _play_until(moment: Moment, known: dict[int, KnownBoard], dee, on_commit) -> int:
    """Play the draft until the moment has come. Return the number of an action that cost something, or 1."""
    night, session, phase, costly = moment.night, moment.session, moment.phase, 1
    if phase != "draft":
        with nobody_listens():
            session_start(session=session, user=dee)
        Table.objects.filter(section=night.section).update(watch=WatchDelay.CLOSED)
    if phase == "before":
        bid = {"bid": _to_the_top} if moment.is_heat else {}  # its first board would be passed out
        _play([night.tickets[2], night.tickets[5]], on_commit, stop=_second_trick, **bid)
    if phase not in ("draft", "before"):
        _play([night.tickets[1], night.tickets[4]], on_commit, bid=_to_the_top)
        play = Play.objects.get(room__table__section=night.section, status=PlayStatus.OVER)
        costly = _analysed(play, known[play.setup["board"]])
        _score_round(moment, dee, on_commit)
        moment.met = {number: {(number - 1) % 3 + 1} for number in range(1, 7)}
        if moment.is_heat:
            other_begins(moment.around)
    if phase in ("ended", "published", "elsewhere"):
        for _ in range(2):
            _score_round(moment, dee, on_commit)
        results_sweep()
        session_end(session=session, user=dee)
        moment.met = {number: {1, 2, 3} for number in range(1, 7)}
    if phase == "elsewhere":
        _elsewhere(moment)
    if phase in ("published", "elsewhere"):
        publish(session, dee)
    if moment.is_heat:
        lines_come(moment.around)
    if moment.name == "heat ranked":
        event_ranked(moment.around)
    if moment.name == "heat over":
        event_ends(moment.around)
    return costly


def _known(board: Board) -> KnownBoard:
    verdict = 5000 + 111 * board.number
    values = {strain: {"S": 8, "N": 3} for strain in "CDHSN"}
    par = {"points": verdict, "contracts": [["7N", "S"]], "line": ["7N", "P"]}
    BoardSolution.objects.create(board=board, values=values, par=par)
    hands = {seat: cards.split() for seat, cards in zip("NESW", dealt(board).all, strict=True)}
    return KnownBoard(board.number, hands, verdicts=frozenset({verdict}))


def _play(tickets: list[SeatTicket], on_commit, stop: Callable[[], bool] = lambda: False, bid=lambda view: None):
    """Let two seats act in turn. Each action has its own commit, because a board opens after a commit."""
    cards, busy = sensibly("attack"), True

    def how(view: dict[str, Any]) -> str | None:
        return bid(view) or cards(view)

    while busy and not stop():
        with nobody_listens(), on_commit():
            busy = sum(step(ticket, how) for ticket in tickets) > 0


def _second_trick() -> bool:
    """True once the second trick of the first play has begun."""
    return PlayEvent.objects.filter(action__startswith="p:").count() > 4


def _at_home(match: HomeMatch) -> KnownBoard:
    hands = match.room.plays.get().setup["hands"]
    return KnownBoard(HOME, {seat: cards.split() for seat, cards in hands.items()}, least=12)  # it is drawn anew


def _analysed(play: Play, board: KnownBoard) -> int:
    """Store the play and the solver's analysis of it. Return the number of the first action that cost something. The
    analysis is stored while the session is still running, so that the walk can reach it before it may be shown.
    """
    outcome, using, points = play.outcome or {}, engine(), scorer(play.setup["vul"])
    tricks = ten_values(Deal.from_setup(play.setup).all_hands, using)
    judged = judge_play(play.setup, play.options, log_of(play), outcome, engine=using, tricks=tricks, score=points)
    costly = PlayAnalysis.objects.create(play=play, calls=judged.calls, cards=judged.cards).costly
    board.played = [event.action[2:] for event in play.events.order_by("seq") if event.action.startswith("p:")]
    ns_score = points(outcome["contract"], outcome["declarer"], outcome["tricks"])
    board.scores["1"] = ns_score, outcome["contract"].removesuffix("XX")
    board.verdicts |= {entry["points"] for entry in costly if entry["points"] >= LARGE} - {abs(ns_score), WIDE}
    return int(costly[0]["seq"])


def _to_the_top(view: dict[str, Any]) -> str | None:
    """Bid 7NT, double and redouble, so that the result and the cost of the calls are unique numbers."""
    turn = view["turn"]
    own_turn = turn is not None and turn["player"] == view["me"]
    return next((call for call in ("c:7N", "c:X", "c:XX") if own_turn and call in view["legal"]), None)


def _score_round(moment: Moment, dee, on_commit):
    """Enter a unique score for every table that has no score yet in this round."""
    rows = TableBoard.objects.filter(round__section=moment.night.section, state=TableBoardState.WAITING)
    with nobody_listens(), on_commit():
        for row in rows.select_related("board", "table", "ns", "ew", "round__section").order_by("table__number"):
            known = next(board for board in moment.known if board.number == row.board.number)
            contract, tricks = _unused(moment.known, row.board.vulnerability)
            entry = enter_score(row, dee, contract=contract + "XX", declarer="S", tricks=tricks)
            known.scores[str(row.table.number)] = entry.ns_score, contract


def _unused(known: list[KnownBoard], vulnerability: str) -> tuple[str, int]:
    """Return an unused contract and its tricks, with a score that differs from all scores and verdicts so far."""
    pairs = [pair for board in known for pair in board.scores.values()]
    numbers = {abs(points) for points, _ in pairs}.union(*(board.verdicts for board in known))
    for contract in CONTRACTS:
        tricks = int(contract[0]) + 6
        number = score(contract + "XX", "NS", vulnerability, tricks)
        if number not in numbers and contract not in [text for _, text in pairs]:
            return contract, tricks
    raise AssertionError("more tables than contracts")


def _readers(night, dee) -> dict[str, Reader]:
    club = night.session.club
    eve, kay = (get_user_model().objects.create_user(name, password="correct horse") for name in ("eve", "kay"))
    kay.is_staff = kay.is_superuser = True
    kay.save()
    club_create(name="Harbour", slug="harbour", owner=eve)
    pat, playing = another_director(club, "pat"), night.phone(1)
    playing.force_login(dee)
    readers = {
        "director": Reader(signed_in(pat), directs=True, member=True),
        "keeper": Reader(signed_in(kay), keeps=True),
        "playing director": Reader(playing, seat=1, directs=True, member=True),
        "seat at table 1": Reader(night.phone(4), seat=4, member=True),
        "seat at table 2": Reader(night.phone(5), seat=5, member=True),
        "member": Reader(signed_in(part(club, "mem", Role.MEMBER)), member=True, elsewhere=True),
        "owner of another club": Reader(signed_in(eve)),
        "stranger": Reader(Client()),
    }
    for name, user in (("director", pat), ("playing director", dee)):
        _, readers[name].token = token_make(club=club, user=user, name=name, write=True)
    for number, reader in enumerate(readers.values(), 1):
        _of_own_address(reader.client, number)
        if reader.seat:
            token = f"device of seat {reader.seat}"
            Device.objects.filter(pk=night.tickets[reader.seat].device_id).update(token_hash=hash_token(token))
            reader.client.cookies["device"] = token
    return readers


def _browser(user, number: int) -> Client:
    return _of_own_address(signed_in(user), number)


def _of_own_address(client: Client, number: int) -> Client:
    client.defaults["REMOTE_ADDR"] = f"10.0.0.{number}"
    client.raise_request_exception = False
    return client


def _around(night, dee) -> tuple[ComingNight, Series, HomeMatch]:
    """Make the other things with addresses: a coming night, a series, a ladder, points, a leaderboard, a home deal."""
    club, day = night.session.club, timezone.localdate() + datetime.timedelta(days=7)
    [coming] = nights_announce(club=club, user=dee, date=day, start=datetime.time(19), places=6)
    reply_add(night=coming, players=[ReplyPlayer(name="Somebody Else")], author=ReplyAuthor(director=dee))
    series = series_begin(
        club=club, user=dee, name="Autumn", rules={"sessions": 1, "best": 1, "minimum": 1, "substitutes": 1}
    )
    series_sessions_set(series=series, chosen={1: night.session.pk}, user=dee)
    ladder_save(club=club, user=dee, rules={"minimum": 1}, since=SINCE)
    points_save(club=club, user=dee, scheme={"places": {"2": ["2", "1"], "3": ["3", "2", "1"]}}, since=SINCE)
    Leaderboard.objects.create(session=night.session, by_user=dee)
    challenge = challenge_create(name="Bo", device=a_device(), boards=4, strength="club")
    return coming, series, challenge.host


def _elsewhere(moment: Moment):
    """Let another club play the same deals, with the member as number 1, before the results are published here."""
    eve = get_user_model().objects.get(username="eve")
    harbour = eve.memberships.get().club
    other = draft_night(harbour, eve, name="Simultaneous", date=timezone.localdate())
    movement_accept(session=other, section=other.sections.get(), plan=straight(3, 3), title="Mitchell", user=eve)
    name_everybody(other)
    boards_import(session=other, data=pbn_of(moment.session), file_name="e.pbn", user=eve)
    plays_as(other, 1, get_user_model().objects.get(username="mem"))
    with nobody_listens():
        session_start(session=other, user=eve)


def _values(moment: Moment, boards: dict[int, Board]):
    night, session = moment.night, moment.session
    rows = TableBoard.objects.filter(round__section=night.section).order_by("pk")
    moment.values = {
        "session": session.public_id,
        "set": boards[1].board_set_id,
        "boards": {number: boards[number].pk for number in ASKED},
        "rows": {number: [row.pk for row in rows if row.board_id == boards[number].pk] for number in ASKED},
        "person": night.contestant(1).persons.get().person_id,
        "other": night.contestant(2).persons.get().person_id,
        "reply": moment.coming.replies.get().pk,
        "slip": "x",
        "slug": session.club.slug,
        "code": night.section.tables.first().code,
        "heat": moment.around.heat.public_id,
        "elsewhere": moment.around.elsewhere,
    }
