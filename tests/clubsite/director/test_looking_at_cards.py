"""SOLO-31: a director's looks at cards are recorded, scores of boards they owe are covered, and probing is shown."""

import datetime
import re
from typing import Any
from unittest import mock
from urllib.parse import urlencode

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.clubs.services import token_make
from clubsite.core.limits import COUNTERS, NO_ROOM, WRONG_CODES, Probe, probe_count
from clubsite.director.monitor.progress import MIN_CODES_TOLD, MIN_TOLD
from clubsite.director.monitor.table_detail import MAX_ACTS_SHOWN
from clubsite.nights.models import TableBoard
from clubsite.nights.services.directing import session_end, take_back
from clubsite.play.models import SeatTicket
from clubsite.rankings.services.scoring import score_if_asked
from clubsite.scores.models import ScoreEntry
from tests.clubsite.at_tables import act, look, play_of, play_until, sensibly
from tests.kit.dealt import dealt
from tests.kit.pages import words
from tests.kit.people import another_director, plays_as, signed_in
from tests.kit.typed_scores import enter_score
from tests.on_page import cards_on_page, on_page

ORDER = [f"S{rank}" for rank in "AKQJT98765432"]
pytestmark = pytest.mark.django_db(transaction=True)


def url_of(night, table: int = 1) -> str:
    return f"/director/{night.session.public_id}/table/{table}/look/"


def row_of(night, table: int = 1) -> TableBoard:
    return TableBoard.objects.filter(table__section=night.section, table__number=table).earliest("pk")


def ranks_shown(html: str, suit: str, marker: str) -> str:
    """Return the ranks of `suit`, as the page prints them, in the hand whose block has the class `marker`."""
    block = html.split(f'<div class="{marker}">')[1].split("</ul>")[0]
    line = re.findall(r"<li>(.*?)</li>", block, re.S)["SHDC".index(suit)]
    return "".join(re.findall(r"[AKQJ]|10|[2-9]", re.sub(r"<[^>]*>", " ", line.split("</svg>")[-1])))


def table_1(night) -> list[Any]:
    return [night.tickets[1], night.tickets[4]]


def two_cards_gone(night):
    """Return a function for `play_until` that says whether South has played two cards of board 1."""

    def gone() -> bool:
        view = look(night.tickets[1])["view"]
        return bool(view) and view["phase"] == "play" and len(view["hands"]["S"]["cards"]) == 11

    return gone


def looks() -> list[AuditEntry]:
    return list(AuditEntry.objects.filter(action=AuditAction.CARDS_LOOKED_AT))


def test_asking_nonsense_or_what_cannot_be_written_down_shows_no_card_and_writes_nothing(night, director):
    look(night.tickets[1])
    html = director.get(url_of(night)).text
    assert "written into the history" in on_page(html) and "Board 1" in html
    assert 'class="deal"' not in html and not cards_on_page(html)
    assert not looks()
    other = row_of(night, 2).pk
    for board in (str(other), "", "x", "0", "-1", "9" * 40, "1 OR 1=1", "\0", "\ud800"):
        sent = urlencode({"board": board}, errors="surrogatepass")
        answer = director.post(url_of(night), sent, content_type="application/x-www-form-urlencoded")
        assert answer.status_code == 200
        assert "Choose the board" in answer.text
    for number in ("0", "99", "x", "B1", "%00"):
        assert director.get(url_of(night).replace("/1/", f"/{number}/")).status_code == 404
    assert not looks()
    director.raise_request_exception = False
    with mock.patch("clubsite.visibility.services.session_audit_add", side_effect=RuntimeError):
        answer = director.post(url_of(night), {"board": row_of(night).pk})
    assert answer.status_code == 500
    assert 'class="deal"' not in answer.text
    assert not looks()


def test_the_cards_are_shown_once_the_audit_log_says_so_and_the_players_notice_nothing(night, director):
    play_until(table_1(night), two_cards_gone(night), sensibly("look"))
    before, events = [look(ticket) for ticket in night.tickets.values()], play_of(night.tickets[1]).events.count()
    with mock.patch("clubsite.play.relay.send") as sent:
        answer = director.post(url_of(night), {"board": row_of(night).pk, "why": "Ruling on a lead"})
    html = answer.text
    assert not sent.called and [look(ticket) for ticket in night.tickets.values()] == before
    assert play_of(night.tickets[1]).events.count() == events
    assert answer["Cache-Control"].find("no-store") >= 0
    (line,) = looks()
    assert (line.actor, line.about, line.detail["why"]) == ("dee", "board 1, table 1", "Ruling on a lead")
    assert line.session == night.session
    assert "Still held" in html and "As dealt" in html and "Trick " in html
    south = look(night.tickets[1])["view"]["hands"]["S"]["cards"]
    for suit in "SHDC":
        held = "".join(card[1].replace("T", "10") for card in south if card[0] == suit)
        assert ranks_shown(html, suit, "sh") == held
    log = director.get(f"/director/{night.session.public_id}/audit-log/").text
    assert "Looked at the cards" in log and "Ruling on a lead" in log
    assert not cards_on_page(log)


def test_a_board_that_nobody_has_begun_is_shown_as_dealt(make_night, director):
    night = make_night(boards_per_round=2)
    waiting = TableBoard.objects.filter(table__number=1, state="waiting").earliest("pk")
    html = director.post(url_of(night), {"board": waiting.pk}).text
    assert "Nothing of this board has been played" in html and "Still held" not in html
    spades = sorted((card for card in dealt(waiting.board).north.split() if card[0] == "S"), key=ORDER.index)
    assert ranks_shown(html, "S", "nh") == "".join(card[1].replace("T", "10") for card in spades)
    assert 'class="makes' not in html and 'class="par"' not in html, "nor what the solver found"


def test_one_who_plays_sees_only_boards_that_they_have_played_and_are_over(night, dee_plays, dee, director, club):
    for table in (1, 2, 3):
        html = director.get(url_of(night, table)).text
        assert "You have still to play board" in html and "disabled" in html
        answer = director.post(url_of(night, table), {"board": row_of(night, table).pk}).text
        assert 'class="deal"' not in answer and "Ask another director" in answer
    for _ in range(MIN_TOLD - 1):
        director.post(url_of(night), {"board": row_of(night).pk})
    assert not looks()
    assert f"Table 1: {MIN_TOLD} refused looks at cards" in told(signed_in(another_director(club, "max")), night)
    row = row_of(night)
    play_until(table_1(night), lambda: TableBoard.objects.get(pk=row.pk).state == "finished")
    assert 'class="deal"' in director.post(url_of(night), {"board": row.pk}).text
    elsewhere = row_of(night, 2)
    assert elsewhere.board_id != row.board_id
    assert 'class="deal"' not in director.post(url_of(night, 2), {"board": elsewhere.pk}).text
    assert len(looks()) == 1
    enter_score(row, dee, "late")
    session_end(session=night.session, user=dee)
    assert 'class="deal"' not in director.post(url_of(night), {"board": row.pk}).text, "it is to be played late"
    assert 'class="deal"' in director.post(url_of(night, 2), {"board": elsewhere.pk}).text


def test_the_last_acts_stand_there_with_the_seconds_that_each_took(night, dee, director):
    play_until(table_1(night), two_cards_gone(night), sensibly("acts"))
    play = play_of(night.tickets[1])
    last = play.events.latest("seq")
    seen = {ticket: look(ticket) for ticket in table_1(night)}
    on_turn = next(ticket for ticket, message in seen.items() if message["view"]["legal"])
    card = seen[on_turn]["view"]["legal"][0]
    with mock.patch("django.utils.timezone.now", return_value=last.at + datetime.timedelta(seconds=42)):
        assert act(on_turn, card).ok
    html = director.post(url_of(night), {"board": row_of(night).pk}).text
    acts = html.split("The last calls and cards")[1].split("</table>")[0]
    rows = re.findall(r"<tr>\s*<td>.*?</tr>", acts, re.S)
    assert len(rows) == min(MAX_ACTS_SHOWN, last.seq + 1)
    who = "Bo" if seen[on_turn]["view"]["me"] == "S" else "Ann"
    assert f"{who} plays" in rows[0] and ">42 s<" in rows[0]
    assert all(re.search(r">\d+ s<", row) for row in rows)
    take_back(session=night.session, label="1", seen=f"{play.public_id}/{last.seq + 1}", user=dee)
    html = director.post(url_of(night), {"board": row_of(night).pk}).text
    assert "The director takes the last act back" in html


@pytest.fixture
def row(night, dee):
    """Board 1 at table 1, with a score for Bo against Ann. Dee plays as Ivy, who still has to play the board."""
    plays_as(night.session, 6, dee)
    table_board = TableBoard.objects.get(table__section=night.section, table__number=1)
    enter_score(table_board, dee, "2S S 9", why="9 tricks, both say")
    score_if_asked(night.session.pk)
    return table_board


def score_pages(night, row: TableBoard) -> list[str]:
    at = f"/director/{night.session.public_id}/"
    return [f"{at}table/1/", f"{at}board/{row.board.number}/", f"{at}score/{row.pk}/", f"{at}audit-log/"]


def test_every_page_covers_the_score_and_says_why_and_when_until_they_have_played_the_board(director, night, row, dee):
    for path in score_pages(night, row):
        answer = director.get(path)
        shown = words(answer)
        assert "when you have" in shown, path
        assert "9 tricks" not in shown and "+140" not in shown, path
    score = f"/director/{night.session.public_id}/score/{row.pk}/"
    sheet = director.get(score).text
    assert 'name="level" value="2" checked' not in sheet and 'name="tricks" value="9" checked' not in sheet
    question = director.post(score, {"status": "passed_out", "why": "They say so", "go": "read"})
    assert "Instead of the score that is in" in words(question) and "9 tricks" not in words(question)
    plays_as(night.session, 6, None)
    plays_as(night.session, 1, dee)
    for path in score_pages(night, row):
        assert "9 tricks" in words(director.get(path)), path


def test_their_program_learns_nothing_and_cannot_guess(night, row, dee, cy):
    _, secret = token_make(club=night.session.club, user=dee, name="board", write=True)
    program = Client(headers={"authorization": f"Bearer {secret}"})
    at = f"/api/v1/nights/{night.session.public_id}/scores/"
    (line,) = [entry for entry in program.get(at).json() if entry["table_board"] == row.pk]
    (single,) = [program.get(f"{at}{row.pk}/").json()]
    for score in (line, single):
        assert "still to play board" in score["withheld"]
        assert (score["contract"], score["tricks"], score["ns_score"], score["ns_mp"]) == ("", None, None, None)
        assert score["state"] == "finished" and score["revision"]
    enter_score(row, cy, "2S S 8", why="Cy directs as well")
    for tricks in (8, 9):
        guess = {"contract": "2S", "declarer": "S", "tricks": tricks}
        assert program.put(f"{at}{row.pk}/", guess, content_type="application/json").status_code == 422
    assert ScoreEntry.objects.count() == 2


def test_a_file_is_not_compared_for_them_and_a_score_that_they_replace_is_asked_for_a_reason(director, night, row):
    shown = []
    for tricks in (9, 10):
        text = f"Board,NS,EW,Contract,Declarer,Lead,Tricks,Score\n{row.board.number},1,4,2S,S,,{tricks},\n"
        sent = {"file": SimpleUploadedFile("r.csv", text.encode())}
        answer = director.post(f"/director/{night.session.public_id}/files/results/", sent)
        shown.append(words(answer).replace("10 tricks", "9 tricks"))
        assert "not compared for you" in shown[-1], shown[-1][:600]
        assert "2S by S" not in shown[-1]
    assert shown[0] == shown[1]
    for why, entries in (("", 1), ("They say so", 2)):
        sent = {"status": "passed_out", "why": why, "go": "save"}
        director.post(f"/director/{night.session.public_id}/score/{row.pk}/", sent)
        assert ScoreEntry.objects.count() == entries


TITLE = "Somebody may be trying to get at cards"


def told(director, night) -> str:
    return words(director.get(f"/director/{night.session.public_id}/"))


def test_the_third_attempt_at_a_table_is_shown_and_wrong_table_codes_for_the_whole_site(director, night):
    room = night.section.tables.get(number=2).room_id
    for _ in range(MIN_TOLD - 1):
        probe_count(Probe.WRONG_NUMBER, room)
    assert TITLE not in told(director, night)
    probe_count(Probe.WRONG_NUMBER, room)
    page = told(director, night)
    assert TITLE in page and f"Table 2: {MIN_TOLD} wrong numbers for a seat or a consent" in page
    cache.delete(f"probe:number:{room}")
    assert TITLE not in told(director, night), "it goes with the counter"
    for number in range(MIN_CODES_TOLD):
        Client(REMOTE_ADDR=f"192.0.2.{number % (WRONG_CODES.most // 2)}").get("/join/AAAAAA/")
    assert f"On the whole site: {MIN_CODES_TOLD} wrong table codes" in told(director, night)
    assert cache.get(COUNTERS[Probe.WRONG_CODE]._key(str(NO_ROOM))) == MIN_CODES_TOLD, "no more is stored"


def test_wrong_keys_for_a_seat_are_shown_and_none_nor_those_for_an_unknown_seat(director, night):
    stranger = Client()
    stranger.cookies["claim"] = "guessed"
    for _ in range(MIN_TOLD):
        stranger.get("/seat/abcdefghjkmn/")
    assert TITLE not in told(director, night)
    seat = f"/seat/{night.tickets[1].public_id}/"
    for _ in range(MIN_TOLD):
        Client().get(seat)
    assert TITLE not in told(director, night)
    for _ in range(MIN_TOLD):
        assert stranger.get(seat).status_code == 404
    page = told(director, night)
    assert f"Table 1: {MIN_TOLD} wrong keys for a seat" in page
    assert "guessed" not in page


def test_wrong_numbers_for_a_freed_seat_are_shown(director, night, dee):
    bo = night.tickets[1]
    play_until([bo, night.tickets[4]], lambda: look(bo)["table"]["state"] == "playing")
    plays_as(night.session, 6, dee)
    director.post(f"/director/{night.session.public_id}/table/1/free/S/")
    right = int(look(night.tickets[4])["table"]["lets_in"])
    table = night.section.tables.get(number=1)
    for wrong in range(1, MIN_TOLD + 1):
        sent = {"seat": night.contestant(1).pk, "number": f"{(right + wrong) % 10**6:06}"}
        Client().post(f"/join/{table.code}/", sent)
    assert f"Table 1: {MIN_TOLD} wrong numbers for a seat or a consent" in told(director, night)
    assert not SeatTicket.objects.filter(seat=night.contestant(1).pk, revoked_at=None).exists()
