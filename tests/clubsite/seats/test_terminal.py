"""A table with cards on it: the score is typed by one side, confirmed by the other, and then counts."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from named import name_everybody

from clubsite.accounts.models import Device
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.clubs.services import person_add
from clubsite.core.tokens import hash_token
from clubsite.duplicate.models import Seating, Section, TableBoard
from clubsite.duplicate.selectors.sessions import sections_of
from clubsite.duplicate.services.boards import boards_deal, boards_number
from clubsite.duplicate.services.directing import session_end, session_pause, session_resume
from clubsite.duplicate.services.movement import contestant_assign, movement_accept
from clubsite.duplicate.services.rounds import round_force, session_start
from clubsite.duplicate.services.sections import section_add_pairs, section_play
from clubsite.duplicate.services.setup import session_create
from clubsite.play.models import CallReason
from clubsite.play.seat_tickets import COOKIE, ticket_take
from clubsite.scores.models import PendingScore, ScoreEntry
from clubsite.scores.services.entries import score_enter
from movements.mitchell import straight


def words(answer: Any) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


class Seat:
    """A browser that holds a claim."""

    def __init__(self, entry: Any) -> None:
        device = Device.objects.create(token_hash=hash_token(f"terminal {entry.pk}"))
        self.ticket, token = ticket_take(device=device, kind="contestant", subject=str(entry.pk))
        self.client = Client()
        self.client.cookies[COOKIE] = token
        self.url = f"/seat/{self.ticket.public_id}/score/"

    def see(self, query: str = "") -> str:
        answer = self.client.get(self.url + query)
        assert answer.status_code == 200, answer.status_code
        return words(answer)

    def question(self, query: str = "") -> str:
        """The code of what is asked: `level`, `tricks`; "" where nothing is."""
        found = re.search(r"\bq-(\w+)", self.client.get(self.url + query).content.decode())
        return found[1] if found else ""

    def is_asked_to_confirm(self) -> bool:
        return f'action="{self.url}confirm/"' in self.client.get(self.url).content.decode()

    def do(self, act: str, **data: str) -> str:
        answer = self.client.post(f"{self.url}{act}/", data, follow=True)
        assert answer.status_code == 200
        return words(answer)

    def key(self) -> str:
        return PendingScore.objects.get().key


@pytest.fixture
def cards(club: Any, dee: Any) -> Any:
    """Two players at one table with cards on it, two boards a round; Bo South, Ann North."""
    import datetime

    session = session_create(
        club=club, user=dee, name="Cards", date=datetime.date(2026, 11, 17), players=6, boards_per_round=2
    )
    section_play(session=session, section=sections_of(session)[0], live=False, user=dee)
    movement_accept(session=session, plan=straight(3, 3), title="Mitchell", user=dee)
    for number, name in enumerate(["Bo", "Flo", "Gus", "Ann", "Hal", "Ivy"], start=1):
        contestant_assign(session=session, number=number, person=person_add(club=club, name=name))
    boards_deal(session=session, count=6, user=dee, seed="tests")
    session_start(session=session, user=dee)
    return session


@pytest.fixture
def bo(cards: Any) -> Seat:
    return Seat(sections_of(cards)[0].contestants.get(number=1))


@pytest.fixture
def ann(cards: Any) -> Seat:
    return Seat(sections_of(cards)[0].contestants.get(number=4))


MADE = {
    "board": "1",
    "level": "4",
    "strain": "S",
    "doubled": "no",
    "declarer": "S",
    "lead": "none",
    "tricks": "10",
}


def query(**answers: str) -> str:
    return "?" + "&".join(f"{name}={value}" for name, value in answers.items())


def test_the_seat_leads_to_the_terminal(bo: Seat) -> None:
    answer = bo.client.get(f"/seat/{bo.ticket.public_id}/")
    assert (answer.status_code, answer.url) == (302, bo.url)


def test_one_question_a_screen_until_the_score_is_read_back(bo: Seat) -> None:
    answers: dict[str, str] = {}
    for step in ("level", "strain", "doubled", "declarer", "lead", "tricks"):
        assert bo.question(query(board="1", **answers)) == step
        answers[step] = MADE[step]
    assert bo.question(query(**MADE)) == ""
    assert "+420 to South (N/S)" in bo.see(query(**MADE))


def test_a_score_counts_when_the_other_side_has_confirmed_it_and_not_before(bo: Seat, ann: Seat) -> None:
    assert "Waiting for Ann" in bo.do("type", **MADE)
    assert not ScoreEntry.objects.exists()
    assert ann.is_asked_to_confirm() and not bo.is_asked_to_confirm()
    key = ann.key()
    for _ in range(2):
        ann.do("confirm", board="1", key=key)
    entry = ScoreEntry.objects.get()
    assert (entry.source, entry.contract, entry.declarer, entry.tricks, entry.ns_score) == (
        "typed", "4S", "S", 10, 420,
    )  # fmt: skip
    assert not PendingScore.objects.exists()
    assert TableBoard.objects.get(pk=entry.table_board_id).state == "finished"
    assert "Board 2" in bo.see()


def test_whoever_typed_it_cannot_confirm_it(bo: Seat, ann: Seat) -> None:
    bo.do("type", **MADE)
    assert "The other side confirms it" in bo.do("confirm", board="1", key=bo.key())
    assert "The other side confirms it" in bo.do("confirm", board="1", key=bo.key(), hand="1"), (
        "Ann has a device of her own, so nobody answers for her on Bo's"
    )
    assert not ScoreEntry.objects.exists()


def test_with_one_device_at_the_table_it_is_handed_over(bo: Seat) -> None:
    assert "Hand this to Ann" in bo.do("type", **MADE)
    bo.do("confirm", board="1", key=bo.key(), hand="1")
    assert ScoreEntry.objects.get().ns_score == 420


def test_a_refused_score_is_typed_again_or_the_director_called(bo: Seat, ann: Seat, cards: Any) -> None:
    bo.do("type", **MADE)
    first = bo.key()
    ann.do("refuse", board="1", key=first)
    assert "Ann did not agree" in bo.see()
    bo.do("call")
    seating = Seating.objects.get(round__number=1, table__number=1)
    seating.table.room.refresh_from_db()
    assert seating.table.room.call_reason == CallReason.SCORE
    bo.do("type", **{**MADE, "tricks": "9"})
    assert "typed again since it was shown" in ann.do("confirm", board="1", key=first)
    ann.do("confirm", board="1", key=ann.key())
    assert ScoreEntry.objects.get().ns_score == -50


def test_the_directors_score_is_not_overtaken_by_an_older_slip(bo: Seat, ann: Seat, dee: Any) -> None:
    bo.do("type", **MADE)
    row, key = PendingScore.objects.get().table_board, ann.key()
    score_enter(table_board=row, user=dee, contract="3S", declarer="N", tricks=9)
    assert "The score of board 1 is in already" in ann.do("confirm", board="1", key=key)
    assert ScoreEntry.objects.count() == 1


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"board": "5"}, "Board 5 is not played here in this round: 1, 2"),
        ({"tricks": "14"}, "14 tricks are not possible"),
        ({"lead": "H2"}, "did not hold that card"),
    ],
)
def test_what_cannot_be_is_said_at_its_question(bo: Seat, changed: Any, sentence: str) -> None:
    board = TableBoard.objects.filter(board__number=1).first().board
    if "lead" in changed:
        changed = {"lead": next(card for card in board.south.split())}  # South declares, so North leads
    assert sentence in bo.see(query(**{**MADE, **changed}))


def test_a_lead_that_is_refused_is_in_the_audit_log_without_its_card(bo: Seat) -> None:
    """A refusal tells what a hand does not hold: who tries one card after the other is seen to."""
    board = TableBoard.objects.filter(board__number=1).first().board
    south, north = board.south.split()[0], board.north.split()[0]
    bo.see(query(**{**MADE, "lead": north}))
    assert not AuditEntry.objects.filter(action=AuditAction.LEAD_REFUSED).exists()
    bo.see(query(**{**MADE, "lead": south}))
    bo.do("type", **{**MADE, "lead": south})
    tried = AuditEntry.objects.filter(action=AuditAction.LEAD_REFUSED)
    assert [(line.actor, line.subject, line.detail) for line in tried] == [("Bo", "table 1, board 1", {})] * 2


def test_a_score_that_is_refused_when_sent_keeps_the_other_answers(bo: Seat) -> None:
    board = TableBoard.objects.filter(board__number=1).first().board
    asked = bo.do("type", **{**MADE, "lead": board.south.split()[0]})
    assert "did not hold that card" in asked
    assert "What was led?" in asked
    assert "by South" in asked
    assert not PendingScore.objects.exists()


@pytest.mark.parametrize("board", ["x", "99999999", "0", "%00", "-1"])
def test_nonsense_in_the_address_is_asked_again(bo: Seat, board: str) -> None:
    assert "Which board?" in bo.see(f"?board={board}")


def test_a_forged_answer_is_refused_in_words(bo: Seat) -> None:
    assert "How many tricks" not in bo.see(query(**{**MADE, "level": "8"}))
    assert "not understood" in bo.do("type", **{**MADE, "level": "9"})
    assert "not played at this table" in bo.do("type", **{**MADE, "board": "6"})
    assert not PendingScore.objects.exists()


@pytest.mark.parametrize("key", ["", "\0", "x" * 500])
def test_a_key_that_is_none_confirms_nothing(bo: Seat, ann: Seat, key: str) -> None:
    bo.do("type", **MADE)
    for act in ("confirm", "refuse", "drop"):
        ann.do(act, board="1", key=key)
    assert PendingScore.objects.filter(disputed=False).count() == 1
    assert not ScoreEntry.objects.exists()


def test_the_last_board_closes_the_round_and_says_where_to_go(
    bo: Seat, ann: Seat, django_capture_on_commit_callbacks: Any
) -> None:
    for board in ("1", "2"):
        bo.do("type", **{**MADE, "board": board})
        with django_capture_on_commit_callbacks(execute=True):
            ann.do("confirm", board=board, key=ann.key())
    assert "Next: table 1, sit South." in bo.see()
    assert "Next: table 2, sit North." in ann.see()
    assert Seating.objects.get(round__number=1, table__number=1).done


def test_typed_again_within_the_round_the_newest_counts(bo: Seat, ann: Seat) -> None:
    for tricks in ("10", "11"):
        bo.do("type", **{**MADE, "tricks": tricks})
        ann.do("confirm", board="1", key=ann.key())
    assert [entry.ns_score for entry in ScoreEntry.objects.order_by("pk")] == [420, 450]


def test_nothing_is_typed_while_paused_or_for_a_round_that_is_over(
    bo: Seat, ann: Seat, cards: Any, dee: Any
) -> None:
    bo.do("type", **MADE)
    key = bo.key()
    session_pause(session=cards, user=dee)
    assert "Paused" in bo.see()
    assert "not running" in ann.do("confirm", board="1", key=key)

    session_resume(session=cards, user=dee)
    round_force(section=sections_of(cards)[0], user=dee)
    ann.do("confirm", board="1", key=key)
    assert not ScoreEntry.objects.filter(source="typed").exists()


def test_a_stranger_finds_no_terminal(bo: Seat) -> None:
    for path in ("", "mark/"):
        assert Client().get(bo.url + path).status_code == 404
    assert Client().post(bo.url + "type/", MADE).status_code == 404


def test_the_page_is_told_to_load_again_when_something_changed(bo: Seat, ann: Seat) -> None:
    shown = ann.client.get(ann.url).content.decode()
    mark = re.search(r"mark=([0-9a-f]+)", shown)[1]
    assert "HX-Refresh" not in ann.client.get(f"{ann.url}mark/?mark={mark}")
    bo.do("type", **MADE)
    assert ann.client.get(f"{ann.url}mark/?mark={mark}")["HX-Refresh"] == "true"


@pytest.fixture
def pairs(club: Any, dee: Any) -> Section:
    """Four pairs beside four players, on the same boards."""
    import datetime

    session = session_create(
        club=club, user=dee, name="Split", date=datetime.date(2026, 11, 17), players=4, boards_per_round=1
    )
    section_add_pairs(session=session, pairs=4, own_boards=False, user=dee)
    for section in sections_of(session):
        movement_accept(session=session, section=section, plan=straight(2, 1), title="Mitchell", user=dee)
    name_everybody(session)
    boards_deal(session=session, count=2, user=dee, seed="tests")
    session_start(session=session, user=dee)
    return sections_of(session)[1]


def test_at_a_four_handed_table_any_of_four_declares_for_their_side(pairs: Section) -> None:
    ns, ew = Seat(pairs.contestants.get(number=1)), Seat(pairs.contestants.get(number=3))
    assert "N/S: B1x & B1y" in ns.see()
    shown = ns.see(query(board="1", level="3", strain="N", doubled="no"))
    for seat in ("North", "East", "South", "West"):
        assert seat in shown
    answers = {**MADE, "level": "3", "strain": "N", "declarer": "W", "tricks": "9"}
    assert "+400 to E/W" in ns.see(query(**answers))
    ns.do("type", **answers)
    ew.do("confirm", board="1", key=ew.key())
    entry = ScoreEntry.objects.get()
    assert (entry.declarer, entry.ns_score) == ("W", -400)


def test_four_handed_the_lead_comes_from_declarers_left_law_41a(pairs: Section) -> None:
    ns = Seat(pairs.contestants.get(number=1))
    board = TableBoard.objects.filter(round__section=pairs, board__number=1).first().board
    west, north = board.west.split()[0], board.north.split()[0]
    assert "did not hold that card" not in ns.see(query(**{**MADE, "declarer": "S", "lead": west}))
    shown = ns.see(query(**{**MADE, "declarer": "S", "lead": north}))
    assert "The lead is made by West" in shown and "West did not hold that card" in shown


def test_boards_dealt_at_the_table_are_scored_without_their_cards(cards: Any, dee: Any, club: Any) -> None:
    import datetime

    session = session_create(
        club=club, user=dee, name="By hand", date=datetime.date(2026, 11, 18), players=2, boards_per_round=1
    )
    section_play(session=session, section=sections_of(session)[0], live=False, user=dee)
    movement_accept(session=session, plan=straight(1, 1), title="One table", user=dee)
    for number in (1, 2):
        person = person_add(club=club, name=f"Hand {number}")
        contestant_assign(session=session, number=number, person=person)
    boards_number(session=session, section=sections_of(session)[0], count=1, user=dee)
    session_start(session=session, user=dee)
    south = Seat(sections_of(session)[0].contestants.get(number=1))
    assert "+420" in south.see(query(**{**MADE, "lead": "HA"}))


def test_a_board_on_screens_is_not_typed_at_a_terminal(night: Any) -> None:
    from clubsite.scores.services.entries import ScoreRefused
    from clubsite.scores.services.pending_scores import pending_score_type

    row = TableBoard.objects.filter(live=True).first()
    with pytest.raises(ScoreRefused, match="played on the site"):
        pending_score_type(table_board=row, side="NS", ticket=None, contract="4S", declarer="S", tricks=10)


def test_before_the_start_and_after_the_end_the_page_says_so(make_night: Any, dee: Any) -> None:
    night = make_night(start=False)
    Section.objects.filter(pk=night.section.pk).update(live=False)
    seat = Seat.__new__(Seat)
    seat.ticket, seat.client = night.tickets[1], Client()
    seat.client.cookies[COOKIE] = night.tokens[1]
    seat.url = f"/seat/{seat.ticket.public_id}/score/"
    assert seat.client.get(f"/seat/{seat.ticket.public_id}/").url == seat.url
    assert "The director has not started yet" in seat.see()
    assert "not played at this table" in seat.do("type", **MADE)
    session_start(session=night.session, user=dee)
    assert seat.question() == "level"
    session_end(session=night.session, user=dee)
    assert "Thank you, Bo" in seat.see()


def test_who_sits_out_is_told_so_and_where_they_go_next(make_night: Any, dee: Any) -> None:
    night = make_night(players=5, start=False)
    Section.objects.filter(pk=night.section.pk).update(live=False)
    session_start(session=night.session, user=dee)
    out = Seating.objects.get(round__number=1, board_group=0)
    number = (out.ns or out.ew).number
    client = Client()
    client.cookies[COOKIE] = night.tokens[number]
    shown = words(client.get(f"/seat/{night.tickets[number].public_id}/score/"))
    assert "You sit out this round" in shown and "Next: table" in shown
