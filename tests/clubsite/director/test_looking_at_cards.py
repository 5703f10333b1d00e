"""SOLO-31: the director may look at any table. The audit log records each look, and nobody else learns any card."""

import datetime
import re
from typing import Any
from unittest import mock
from urllib.parse import urlencode

import pytest

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.director.monitor.table_detail import MAX_ACTS_SHOWN
from clubsite.nights.models import TableBoard
from clubsite.nights.services.directing import session_end, take_back
from tests.clubsite.at_tables import act, look, play_of, play_until, sensibly
from tests.kit.dealt import dealt
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


def test_asking_shows_no_card_and_writes_nothing(night, director):
    look(night.tickets[1])
    html = director.get(url_of(night)).text
    assert "written into the history" in on_page(html) and "Board 1" in html
    assert 'class="deal"' not in html and not cards_on_page(html)
    assert not looks()


def test_the_cards_are_shown_once_the_audit_log_says_so(night, director):
    play_until(table_1(night), two_cards_gone(night), sensibly("look"))
    row = row_of(night)
    answer = director.post(url_of(night), {"board": row.pk, "why": "Ruling on a lead"})
    html = answer.text
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


def test_nothing_is_shown_if_it_cannot_be_written_down(night, director):
    director.raise_request_exception = False
    with mock.patch("clubsite.visibility.services.session_audit_add", side_effect=RuntimeError):
        answer = director.post(url_of(night), {"board": row_of(night).pk})
    assert answer.status_code == 500
    assert 'class="deal"' not in answer.text
    assert not looks()


def test_the_players_and_the_log_of_the_play_notice_nothing(night, director):
    play_until(table_1(night), two_cards_gone(night), sensibly("look"))
    before = [look(ticket) for ticket in night.tickets.values()]
    events = play_of(night.tickets[1]).events.count()
    with mock.patch("clubsite.play.relay.send") as sent:
        director.post(url_of(night), {"board": row_of(night).pk})
    assert not sent.called
    assert [look(ticket) for ticket in night.tickets.values()] == before
    assert play_of(night.tickets[1]).events.count() == events


def test_a_board_that_nobody_has_begun_is_shown_as_dealt(make_night, director):
    night = make_night(boards_per_round=2)
    waiting = TableBoard.objects.filter(table__number=1, state="waiting").earliest("pk")
    html = director.post(url_of(night), {"board": waiting.pk}).text
    assert "Nothing of this board has been played" in html and "Still held" not in html
    spades = sorted((card for card in dealt(waiting.board).north.split() if card[0] == "S"), key=ORDER.index)
    assert ranks_shown(html, "S", "nh") == "".join(card[1].replace("T", "10") for card in spades)
    assert 'class="makes' not in html and 'class="par"' not in html, "nor what the solver found"


def test_one_who_plays_sees_no_board_that_they_have_still_to_play(night, dee_plays, director):
    for table in (1, 2, 3):
        html = director.get(url_of(night, table)).text
        assert "You have still to play board" in html and "disabled" in html
        answer = director.post(url_of(night, table), {"board": row_of(night, table).pk}).text
        assert 'class="deal"' not in answer and "Ask another director" in answer
    assert not looks()


def test_one_who_has_played_a_board_may_look_at_it_elsewhere(night, dee_plays, director):
    row = row_of(night)
    play_until(table_1(night), lambda: TableBoard.objects.get(pk=row.pk).state == "finished")
    assert 'class="deal"' in director.post(url_of(night), {"board": row.pk}).text
    elsewhere = row_of(night, 2)
    assert elsewhere.board_id != row.board_id
    assert 'class="deal"' not in director.post(url_of(night, 2), {"board": elsewhere.pk}).text
    assert len(looks()) == 1


def test_a_board_that_they_play_late_stays_shut_after_the_end(night, dee_plays, dee, director):
    row = TableBoard.objects.filter(seats__contestant=night.contestant(1)).earliest("pk")
    enter_score(row, dee, "late")
    session_end(session=night.session, user=dee)
    assert 'class="deal"' not in director.post(url_of(night), {"board": row.pk}).text
    assert 'class="deal"' in director.post(url_of(night, 2), {"board": row_of(night, 2).pk}).text


def test_a_board_of_another_table_or_night_or_nonsense_is_no_choice(night, director):
    other = row_of(night, 2).pk
    for asked in (str(other), "", "x", "0", "-1", "9" * 40, "1 OR 1=1", "\0", "\ud800"):
        sent = urlencode({"board": asked}, errors="surrogatepass")
        answer = director.post(url_of(night), sent, content_type="application/x-www-form-urlencoded")
        assert answer.status_code == 200
        assert "Choose the board" in answer.text
    for number in ("0", "99", "x", "B1", "%00"):
        assert director.get(url_of(night).replace("/1/", f"/{number}/")).status_code == 404
    assert not looks()


def test_the_last_acts_stand_there_with_the_seconds_that_each_took(night, dee, director):
    play_until(table_1(night), two_cards_gone(night), sensibly("acts"))
    play = play_of(night.tickets[1])
    last = play.events.latest("seq")
    seen = {ticket: look(ticket) for ticket in table_1(night)}
    on_turn = next(ticket for ticket, said in seen.items() if said["view"]["legal"])
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
