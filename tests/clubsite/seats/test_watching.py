"""A table that everybody may watch: no board that somebody may still meet is shown, and nothing before the delay."""

import datetime
import json
import re
from typing import Any
from unittest import mock

import pytest
from django.core.cache import cache
from django.utils import timezone

from clubsite.analysis.models import PlayAnalysis
from clubsite.analysis.selectors.verdicts import verdicts
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.director.monitor.views import AuditLine
from clubsite.nights.models import Session, Table, TableBoard, TableBoardState, TravellersShown, WatchDelay
from clubsite.nights.services.directing import session_end
from clubsite.play.models import Play
from clubsite.rankings.services.publications import publish, unpublish
from clubsite.seats.watched import table_watched, watch_of
from clubsite.secrecy.facts import What
from clubsite.visibility.selectors import SPECTATOR, seen_by
from tests.clubsite.at_tables import in_round, look, play_until, sensibly
from tests.kit.typed_scores import enter_score
from tests.on_page import cards_on_page

live = pytest.mark.django_db(transaction=True)
CARD = re.compile(r'"[SHDC][2-9TJQKA]"')
CALL = re.compile(r'"call"|"contract"|"auction": \[\{')
BO, ANN = 1, 4


def watched(night, delay: int = WatchDelay.FIVE, table: int = 1) -> str:
    Table.objects.filter(section=night.section, number=table).update(watch=delay)
    return f"/watch/{night.session.public_id}/"


def now_at(night, *, minutes: float = 0, number: int | None = None) -> dict[str, Any]:
    at = timezone.now() + datetime.timedelta(minutes=minutes)
    return json.loads(json.dumps(watch_of(table_watched(night.session.public_id), at, number).as_json()))


def words_of(shown: dict[str, Any]) -> dict[int, str]:
    return {board["board"]: board["seen"] for board in shown["boards"]}


def test_no_table_is_watched_until_a_director_says_so(night, client):
    url = f"/watch/{night.session.public_id}/"
    for address in (url, f"{url}now/", f"{url}now/1/", "/watch/nosuchnight0/", "/watch/%00/"):
        assert client.get(address).status_code == 404
    watched(night)
    assert client.get(url).status_code == 200 and client.get(f"{url}now/").status_code == 200
    assert client.post(url).status_code == 405
    Table.objects.update(watch=None)
    assert client.get(url).status_code == 404
    assert "/watch/" not in client.get("/clubs/lantern/").text
    watched(night, table=2)
    page = " ".join(client.get("/clubs/lantern/").text.split())
    assert f'href="{url}"' in page and "Watch table 2" in page
    Session.objects.update(status="draft")
    assert client.get(url).status_code == 404


def test_however_many_watch_it_is_made_once_in_some_seconds(night, client, django_assert_num_queries):
    url = watched(night)
    first = client.get(f"{url}now/").json()
    with django_assert_num_queries(2):
        assert client.get(f"{url}now/").json() == first
    assert client.get(f"{url}now/5000000/").json() == first
    Table.objects.update(watch=None)
    assert client.get(f"{url}now/").status_code == 404, "at once"


@live
def test_in_every_state_of_a_night_nothing_is_shown_of_a_board_that_somebody_may_still_meet(night, client):
    url = watched(night, table=1)
    steps = {"hidden": 0, "shown": 0}
    ever_shown: set[int] = set()

    def check():
        shown = now_at(night, minutes=60)
        states = words_of(shown)
        for row in TableBoard.objects.filter(table__section=night.section, table__number=1).select_related("board"):
            others = TableBoard.objects.filter(board=row.board)
            due = others.filter(state__in=[TableBoardState.WAITING, TableBoardState.LIVE]).exists()
            last = night.section.rounds.filter(started_at__isnull=True).exists()
            if due or last:
                assert states[row.board.number] == "hidden"
                assert shown["play"] is None or shown["play"]["board"] != row.board.number
        if shown["play"] is None:
            steps["hidden"] += 1
            cache.clear()
            text = client.get(url).text + client.get(f"{url}now/").text
            assert not CARD.search(text) and not CALL.search(text)
        else:
            steps["shown"] += 1
            ever_shown.add(shown["play"]["board"])
            boards = {board.number: board for board in night.section.board_set.boards.all()}
            assert boards[shown["play"]["board"]].pk in seen_by(SPECTATOR, list(boards.values()), What.REPLAY)

    play_until(night.tickets.values(), after=check)
    assert steps["hidden"] > 30 and steps["shown"] >= 1 and ever_shown


@pytest.fixture
def one_table(make_night):
    """A session with two players with one round of one board, which nobody else ever meets."""
    return make_night(players=2)


@live
def test_a_board_that_nobody_else_meets_is_hidden_while_it_is_played_and_shown_behind_the_delay(one_table):
    watched(one_table, WatchDelay.FIVE)
    tickets = list(one_table.tickets.values())
    play_until(tickets, lambda: len((look(tickets[0])["view"] or {"auction": []})["auction"]) == 2)
    assert words_of(now_at(one_table, minutes=60)) == {1: "hidden"}, "it is being played"
    play_until(tickets, how=sensibly("watch"))
    assert words_of(now_at(one_table)) == {1: "soon"}
    first = Play.objects.get(table_board__round__section=one_table.section).events.earliest("seq").at
    table = table_watched(one_table.session.public_id)
    assert watch_of(table, first + datetime.timedelta(minutes=4, seconds=59)).play is None
    whole = now_at(one_table, minutes=60)
    assert words_of(whole) == {1: "whole"} and whole["play"]["outcome"]
    assert len(whole["play"]["tricks"]) >= 1


@live
def test_it_is_shown_at_the_pace_at_which_it_was_played(one_table):
    watched(one_table, WatchDelay.FIVE)
    tickets = list(one_table.tickets.values())
    play_until(tickets, how=sensibly("pace"))
    play = Play.objects.get(table_board__round__section=one_table.section)
    events = list(play.events.order_by("seq"))
    begin = play.opened_at
    times = [begin + datetime.timedelta(seconds=10 * (n + 1)) for n in range(len(events))]
    with mock.patch("clubsite.seats.watched._behind", return_value=datetime.timedelta(minutes=5)):
        for acts in (1, 2, 5, len(events)):
            with mock.patch("clubsite.seats.watched._times", return_value=times):
                at = times[acts - 1] + datetime.timedelta(minutes=5)
                watch = watch_of(table_watched(one_table.session.public_id), at)
            assert watch.play is not None and watch.play["seqs"] == [event.seq for event in events[:acts]]
            cards = sum(len(trick["cards"]) for trick in watch.play["tricks"])
            calls = len(watch.play["auction"])
            assert calls + cards >= acts and (watch.play["outcome"] is None) == (acts < len(events))


def test_of_a_board_played_out_later_than_the_delay_nothing_is_shown_before(night, dee, play_out, open_boards):
    row = next(row for row in open_boards() if row.ns.number == BO)
    play_out(row)
    late = row.play.opened_at + datetime.timedelta(minutes=30)
    TableBoard.objects.filter(pk=row.pk).update(finished_at=late)
    session_end(session=night.session, user=dee)
    watched(night, WatchDelay.FIVE, row.table.number)
    table = table_watched(night.session.public_id)
    before = watch_of(table, late - datetime.timedelta(seconds=1))
    assert before.play is None
    after = watch_of(table, late + datetime.timedelta(minutes=1))
    assert after.play is not None and after.play["outcome"]


def test_late_plays_and_the_same_deal_elsewhere_keep_a_board_hidden(night, dee, play_out, open_boards, make_night):
    row = open_boards()[0]
    play_out(row)
    session_end(session=night.session, user=dee)
    watched(night, WatchDelay.FIVE, row.table.number)
    assert now_at(night, minutes=60)["play"] is not None
    elsewhere = make_night(seed="tests", start=False, date=timezone.localdate())
    assert now_at(night, minutes=60)["play"] is None
    Session.objects.filter(pk=elsewhere.session.pk).update(date=datetime.date(2020, 1, 1))
    assert now_at(night, minutes=60)["play"] is not None
    enter_score(row, dee, "late")
    assert now_at(night, minutes=60)["play"] is None


def test_when_the_board_is_closed_means_that_the_results_are_published(night, dee, play_out, open_boards):
    row = open_boards()[0]
    play_out(row)
    watched(night, WatchDelay.CLOSED, row.table.number)
    assert now_at(night)["play"] is None
    session_end(session=night.session, user=dee)
    assert now_at(night, minutes=600)["play"] is None
    publish(night.session, dee)
    assert now_at(night)["play"]["outcome"]
    unpublish(night.session, dee)
    assert now_at(night)["play"] is None


def test_the_solvers_words_come_as_far_as_the_board_has_been_shown(night, dee, play_out, open_boards, monkeypatch):
    row = open_boards()[0]
    play = play_out(row)
    session_end(session=night.session, user=dee)
    watched(night, WatchDelay.FIVE, row.table.number)
    first, second, *_ = play.events.order_by("seq")
    entry = {"by": first.actor, "points": 0, "held": [first.action], "of": 30, "before": 110, "after": 110}
    calls = [{**entry, "seq": event.seq, "a": "c:P"} for event in (first, second)]
    PlayAnalysis.objects.create(play=play, calls=calls, cards=[])
    assert verdicts(play) is None, "members see them when the results are published"
    times = [first.at, second.at + datetime.timedelta(minutes=2), *[second.at + datetime.timedelta(minutes=3)] * 98]
    monkeypatch.setattr("clubsite.seats.watched._times", lambda play: times[: play.seq])
    table = table_watched(night.session.public_id)
    watch = watch_of(table, first.at + datetime.timedelta(minutes=6))
    assert watch.play is not None and watch.play["seqs"] == [1]
    assert watch.play["verdicts"] is not None and set(watch.play["verdicts"]["moments"]) == {"1"}
    whole = watch_of(table, first.at + datetime.timedelta(minutes=60))
    assert whole.play is not None and set(whole.play["verdicts"]["moments"]) == {"1", "2"}


def test_a_director_chooses_what_is_shown_and_the_log_says_so(night, director):
    url = f"/director/{night.session.public_id}/showing/"
    page = director.get(url).text
    assert "When is a table told how the others fared on a board?" in page and "/watch/" not in page
    assert not cards_on_page(page)
    sent = {"travellers": "at_end", "table": "2", "delay": "15"}
    answer = director.post(url, sent, follow=True).text
    assert f"/watch/{night.session.public_id}/" in answer
    night.session.refresh_from_db()
    assert night.session.travellers == TravellersShown.AT_END
    assert Table.objects.get(watch__isnull=False).number == 2
    line = AuditEntry.objects.get(action=AuditAction.SHOWING_SET)
    assert AuditLine(line, covered=False).after.endswith("Table 2 is watched 15 minutes behind.")
    director.post(url, sent)
    assert AuditEntry.objects.filter(action=AuditAction.SHOWING_SET).count() == 1, "nothing is new"
    director.post(url, {"travellers": "after_board", "table": "1", "delay": "0"})
    assert list(Table.objects.filter(watch__isnull=False).values_list("number", "watch")) == [(1, 0)]
    director.post(url, {"table": ""})
    assert not Table.objects.filter(watch__isnull=False).exists()
    for broken in ({"table": "9"}, {"delay": "7"}, {"travellers": "x\0"}):
        assert director.post(url, broken).status_code == 200
    assert in_round(night, 1)()
