"""Every director's action can be previewed or undone. This module lists all of these actions."""

import inspect
import re
from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubsite.director.monitor import actions
from clubsite.director.printing.papers import PAPERS, SHOW_CARDS
from clubsite.director.repair.forms import BY_KIND
from clubsite.director.setup import sections
from clubsite.director.urls import urlpatterns
from clubsite.files import urls as exchange_urls
from clubsite.nights.models import RepairKind, Round
from clubsite.play.services import room_call
from tests.browser.site import ROOT
from tests.kit.director_pages import every_url


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


def test_every_address_that_takes_what_a_director_sends_is_in_the_list():
    taking = {name for name, route in patterns().items() if takes_something(route)}
    assert taking == ACTS.keys() | LOOKED_AT, "a new act: shown before it is done, or taken back? Say it in the list"


def test_every_act_of_the_list_is_shown_before_or_can_be_taken_back():
    told = docs()
    assert {*ACTS.values(), *ROOM.values()} <= told.keys()
    for what, (before, back) in told.items():
        assert before or not back.startswith("nothing"), what
        assert back, what


def test_every_act_of_the_room_is_in_the_list_and_what_nothing_takes_back_is_asked_first(night, dee):
    assert actions.DIRECTOR_ACTS.keys() == ROOM.keys()
    asked = {act for act in ROOM if actions.question_of(act, night.session, dee) is not None}
    assert asked == PREVIEWED
    assert sections.SECTION_ACTS.keys() == {"split", "pairs", "pace", "remove", "play", "devices"}
    assert set(BY_KIND) == set(RepairKind), "each by the page that previews a change"


def test_no_other_address_changes_anything(night, director):
    urls = {name: url for name, url in every_url(night.session).items() if name not in ACTS}
    assert {"monitor", "table", "devices", "sure", *LOOKED_AT} <= urls.keys()
    director.get(urls["monitor"])
    for name, url in urls.items():
        with CaptureQueriesContext(connection) as asked:
            director.post(url)
        written = [one["sql"] for one in asked if re.match(r"(INSERT|UPDATE|DELETE)", one["sql"])]
        assert written == [], name


def test_what_takes_back_an_act_of_the_room_leaves_the_night_as_it_was(night, director):
    room = f"/director/{night.session.public_id}/"

    def now():
        night.session.refresh_from_db()
        night.section.refresh_from_db()
        ends = Round.objects.get(section=night.section, number=1).ends_at
        return (
            night.session.status, night.session.order_check, night.section.hold, ends.replace(microsecond=0),
        )  # fmt: skip

    before = now()
    for act, back in (("add", "less"), ("hold", "release"), ("leave-orders", "check-orders")):
        director.post(f"{room}act/{act}/", {"section": "A"})
        assert now() != before, act
        director.post(f"{room}act/{back}/", {"section": "A"})
        assert now() == before, back
    room_call(room_seat=night.place(1), on=True)
    assert "Take 2 minutes off" not in director.get(f"{room}overview/").text
    director.post(f"{room}act/add/", {"section": "A"})
    assert "Take 2 minutes off" in director.get(f"{room}overview/").text
