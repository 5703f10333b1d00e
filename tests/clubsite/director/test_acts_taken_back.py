"""Every director's action can be previewed or undone. This module lists all of these actions."""

import html
import inspect
import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.director.monitor import actions
from clubsite.director.printing.papers import PAPERS, SHOW_CARDS
from clubsite.director.repair.forms import BY_KIND
from clubsite.director.setup import sections
from clubsite.director.urls import urlpatterns
from clubsite.files import urls as exchange_urls
from clubsite.nights.models import RepairKind, Round, Seating, Session, TableBoard
from clubsite.play.models import Play
from clubsite.play.services import room_call
from clubsite.scores.models import ScoreEntry
from tests.browser.site import ROOT
from tests.clubsite.at_tables import act, look, play_of, play_until, say_ready, sensibly
from tests.kit.director_pages import every_url
from tests.kit.pages import words
from tests.kit.people import plays_as
from tests.kit.typed_scores import enter_score


def named(lines: dict[str, str]) -> dict[str, str]:
    """Return a dict that maps each name to its line. A line may have several names."""
    return {name: line for line, names in lines.items() for name in names.split()}


# Every address that accepts a director's act, with its line in docs/directors.md.
ACTS = named(
    {
        "*Start*": "start",
        "any step of the set-up": (
            "new details movement robot players players-fill players-pick players-coming players-coming-undo "
            "player player-team boards former-boards event-boards sections-act movement-editor"
        ),
        "throw away a draft or a movement": "discard movement-forget",
        "keep a movement for the club": "movement-keep",
        "*Pause play*": "act",
        "*I am coming*": "answer call-back",
        "type or correct a score, also from paper or a file; accept or set aside one that waits; *It is right*": (
            "score paper director-results waiting score-right"
        ),
        "*They played another board*, *Leave it at board 1*": "wrong-board wrong-board-undo wrong-board-aside",
        "*Let them try again*": "leads-open",
        "*Leave it so*, *Not fouled*": "fouled",
        "take back a call or card": "undo",
        "see cards for a ruling (*Look at the cards*), print them, take a file": (
            "look slips-pdf lost-slip curtain-cards-pdf director-cards director-bridgemates"
        ),
        "*Free seat*": "free device-free device-back",
        "change what a device is for, or what a table plays with": "device table-kind",
        "change the movement": "repair-change repair-undo",
        "turn a board, swap two in a draw, correct a name, name a team": "turn draw name teams",
        "rules, what is shown, scoring, handicaps, *Copy it to a stick*": (
            "options showing scoring handicaps second-place"
        ),
        "a penalty": "penalty-back",
        "*Show it to everybody*": "leaderboard",
        "*Show robots below the ranking*": "ranking-robots",
        "type the cards of a board dealt at the table": "deal",
    }
)
# These addresses only check what is sent, and store nothing.
LOOKED_AT = {"movement-check", "paper-said", "score-preview"}
# The line of the list for each act of `actions`. "previewed" acts are asked about first.
ROOM = named(
    {
        "*Pause play*": "pause resume",
        "*Hold next round*": "hold",
        "*Begin round 3*": "release",
        "*Add 2 minutes*": "add less",
        "*Move round on…*, *End the night…*": "force end",
        "*Leave out the order check*": "check-orders leave-orders",
        "*Start*": "unstart",
        "*Publish the results*, *Withdraw the results*": "publish unpublish",
    }
)
PREVIEWED = {"force", "end", "unstart", "unpublish"}
TAKES = re.compile(r"request\.POST|require_POST|posted_by_director|request\.method")


def patterns() -> dict[str, Any]:
    """Return every director route by name."""
    exchange = [route for route in exchange_urls.urlpatterns if route.name.startswith("director-")]
    return {str(route.name): route for route in (*urlpatterns, *exchange)}


def takes_something(route) -> bool:
    """True if the source code of a route's view reads submitted data, or if the route is a sheet that shows cards."""
    if (name := route.default_args.get("name")) in PAPERS:
        return name in SHOW_CARDS
    return bool(TAKES.search(inspect.getsource(inspect.unwrap(route.callback))))


def docs() -> dict[str, tuple[str, str]]:
    """Return the table in docs/directors.md: for each action, what is shown before it and how it is undone.

    An action ends at its colon, where the table says more about it.
    """
    text = (ROOT / "docs" / "directors.md").read_text(encoding="utf-8")
    _, _, part = text.partition("| What you do | Shown before it is done | Taken back by |")
    table, _, _ = part.partition("\n\n")
    rows = [line.strip("|").split("|") for line in table.splitlines()[2:]]
    return {what.partition(":")[0].strip(): (before.strip(), back.strip()) for what, before, back in rows}


def test_every_address_that_takes_what_a_director_sends_is_in_the_list_and_shown_before_or_taken_back():
    taking = {name for name, route in patterns().items() if takes_something(route)}
    assert taking == ACTS.keys() | LOOKED_AT, "a new act: shown before it is done, or taken back? Say it in the list"
    by_act = docs()
    assert {*ACTS.values(), *ROOM.values()} <= by_act.keys()
    for what, (before, back) in by_act.items():
        assert before or not back.startswith("nothing"), what
        assert back, what


def test_acts_of_the_room_are_asked_first_or_taken_back_and_no_other_address_changes_it(night, dee, director):
    assert actions.DIRECTOR_ACTS.keys() == ROOM.keys()
    questions = {act for act in ROOM if actions.question_of(act, night.session, dee) is not None}
    assert questions == PREVIEWED
    assert sections.SECTION_ACTS.keys() == {"split", "pairs", "pace", "remove", "play", "devices"}
    assert set(BY_KIND) == set(RepairKind), "each by the page that previews a change"
    urls = {name: url for name, url in every_url(night.session).items() if name not in ACTS}
    assert {"monitor", "table", "devices", "sure", *LOOKED_AT} <= urls.keys()
    director.get(urls["monitor"])
    for name, url in urls.items():
        with CaptureQueriesContext(connection) as questions:
            director.post(url)
        written = [query["sql"] for query in questions if re.match(r"(INSERT|UPDATE|DELETE)", query["sql"])]
        assert written == [], name
    room = f"/director/{night.session.public_id}/"

    def now():
        night.session.refresh_from_db()
        night.section.refresh_from_db()
        ends = Round.objects.get(section=night.section, number=1).ends_at
        return night.session.status, night.session.order_check, night.section.hold, ends.replace(microsecond=0)

    before = now()
    for done, back in (("add", "less"), ("hold", "release"), ("leave-orders", "check-orders")):
        director.post(f"{room}act/{done}/", {"section": "A"})
        assert now() != before, done
        director.post(f"{room}act/{back}/", {"section": "A"})
        assert now() == before, back
    room_call(room_seat=night.place(1), on=True)
    assert "Take 2 minutes off" not in director.get(f"{room}overview/").text
    director.post(f"{room}act/add/", {"section": "A"})
    assert "Take 2 minutes off" in director.get(f"{room}overview/").text


@pytest.fixture
def seats(transactional_db, night):
    """The seats of table 1, with its first board in the auction."""
    return seated(night)


def seated(night) -> dict[str, Any]:
    for number in (1, 4):
        assert say_ready(night.tickets[number]).ok
    return {"S": night.tickets[1], "N": night.tickets[4]}


def url_of(night) -> str:
    return f"/director/{night.session.public_id}/table/1/"


def key_on(page: Client, night) -> str:
    """Return the text of the director's button, or "" if there is no button."""
    match = re.search(r"<button class=\"btn\">\s*(Take back .*?)</button>", shown(page, night))
    return match[1] if match else ""


def shown(page: Client, night) -> str:
    return html.unescape(page.get(url_of(night)).text)


def press(page: Client, night, ticket, seen: Play | None = None) -> str:
    play = seen or play_of(ticket)
    answer = page.post(f"{url_of(night)}undo/", {"seen": f"{play.public_id}/{play.seq}"}, follow=True)
    return html.unescape(answer.text)


def on_turn(seats: dict[str, Any]) -> tuple[str, Any]:
    player = look(seats["S"])["view"]["turn"]["player"]
    return player, seats[player]


def test_solo_22b_a_call_or_a_card_is_named_on_the_key_and_to_both_players(night, seats, director):
    player, caller = on_turn(seats)
    assert not key_on(director, night) and "no call or card that can still be taken back" in shown(director, night)
    act(caller, "c:3H")
    name = {"S": "South", "N": "North"}[player]
    assert key_on(director, night) == f"Take back {name}’s 3 hearts"
    play = play_of(caller)
    assert f"{name}’s 3 hearts at table 1 is taken back." in press(director, night, caller, play)
    press(director, night, caller, play)  # a second press of the same button takes back nothing more
    assert list(play.events.values_list("actor", "action")) == [(player, "c:3H"), ("D", "undo")]
    assert AuditEntry.objects.filter(action=AuditAction.PLAY_ACTION_TAKEN_BACK).count() == 1
    for ticket in seats.values():
        undo = look(ticket)["view"]["taken_back"]
        assert undo == {"by": player, "action": "c:3H", "how": "director"}
    tickets = list(seats.values())
    play_until(tickets, lambda: look(tickets[0])["view"]["phase"] == "play", sensibly("back"))
    _, ticket = on_turn(seats)
    act(ticket, look(ticket)["view"]["legal"][0])
    assert re.fullmatch(r"Take back (South|North)’s \w+ of (spades|hearts|diamonds|clubs)", key_on(director, night))


def test_solo_31_the_act_is_hidden_from_a_director_who_has_still_to_play_the_board(night, seats, director, dee):
    plays_as(night.session, 2, dee)
    _, caller = on_turn(seats)
    act(caller, "c:3H")
    assert key_on(director, night).endswith("’s last call")
    assert "3 hearts" not in shown(director, night) and "3 hearts" not in press(director, night, caller)


def test_solo_22b_where_only_the_players_take_back_the_page_says_so(transactional_db, night, director):
    Session.objects.filter(pk=night.session.pk).update(options={"undo": "off"})
    act(on_turn(seated(night))[1], "c:3H")
    assert not key_on(director, night)
    assert "Calls and cards are not taken back here." in shown(director, night)


def lines(number: int) -> list[TableBoard]:
    rows = TableBoard.objects.filter(table__number=1, round__number=1, board__number=number)
    return list(rows.exclude(state="void"))


def test_a_turn_is_shown_before_it_is_done_and_taken_back_and_its_score_covered_solo_31(cards, dee, director):
    (row,) = lines(1)
    at = f"/director/{cards.public_id}/score/"
    for answer in (director.get(f"{at}{row.pk}/turn/"), director.post(f"{at}{row.pk}/turn/", follow=True)):
        assert "Type its score as they wrote it" in words(answer)
    enter_score(row, dee, "4S S 10")
    assert "They sat the other way round" in words(director.get(f"{at}{row.pk}/"))
    shown = words(director.get(f"{at}{row.pk}/turn/"))
    assert "Before S Bo, N Ann After S Ann, N Bo" in shown.replace("South ", "S ").replace("North ", "N ")
    assert "+420 to South" in shown and lines(1) == [row]
    answer = director.post(f"{at}{row.pk}/turn/")
    (new,) = lines(1)
    assert answer["Location"] == f"/director/{cards.public_id}/board/1/#line-{new.pk}"
    assert (new.ns, new.ew, new.state) == (row.ew, row.ns, "finished")
    assert ScoreEntry.objects.filter(table_board=new).get().ns_score == 420
    seating = Seating.objects.get(round=row.round, table=row.table)
    assert (seating.ns, seating.ew) == (row.ns, row.ew), "the round stays"
    director.post(f"{at}{row.pk}/turn/")
    assert lines(1) == [new], "pressed twice it is turned once"
    assert lines(2)[0].ns == row.ns, "and its other boards"
    assert AuditEntry.objects.get(action=AuditAction.BOARD_TURNED).about == "board 1, table 1, round 1"
    director.post(f"{at}{new.pk}/turn/")
    (back,) = lines(1)
    assert (back.ns, back.ew) == (row.ns, row.ew)
    assert ScoreEntry.objects.filter(table_board=back).get().ns_score == 420
    plays_as(cards, 6, dee)
    shown = words(director.get(f"{at}{back.pk}/turn/"))
    assert "+420" not in shown and "10 tricks" not in shown
