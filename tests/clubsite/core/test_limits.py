"""The table of limits: it has every limit, each says who waits and why, and docs/security.md has an exact copy."""

import ast
import datetime
import os
import re
from pathlib import Path
from time import time
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import ApiToken, AuditEntry, Person
from clubsite.clubs.services import token_make, token_revoke
from clubsite.core import limits, request_limits
from clubsite.core.models import KeptCount
from clubsite.core.rate_limits import FlowLimit, Per, RateLimit
from clubsite.nights.models import Session
from clubsite.nights.services.player_assignment import place_set
from clubsite.season.models import Ladder, PointScheme, Series
from clubsite.season.services.series import series_begin
from clubsite.season.services.standings import ladder_save, points_save
from tests.kit.aged import forget
from tests.kit.clocks import cache_time, flow_time

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs" / "security.md"
BEGIN, END = "<!-- limits: from clubsite/core/limits.py -->\n", "<!-- end of limits -->"
SILENT = {"signups:night", "forgotten-mail", "mail-link"}
SPANS = {60: "a minute", 300: "five minutes", 900: "a quarter of an hour", 3600: "an hour", 86_400: "a day"}


def row(limit: RateLimit | FlowLimit) -> str:
    if isinstance(limit, FlowLimit):
        most = f"{limit.per_second} in a second, {limit.burst} at once, in each process"
    else:
        most = f"{limit.most} in {SPANS[limit.seconds]}"
    says = limit.says.replace("{when}", "in … minutes") or "nothing: the mail is not sent"
    return f"| {limit.counted} | {limit.per} | {most} | {says} |"


def table() -> str:
    rows = ["| Counted | For each | At most | What the person reads |", "|---|---|---|---|", *map(row, limits.limits())]
    return "\n".join(rows) + "\n"


def test_the_page_on_security_shows_the_table_as_it_is():
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    shown, after = rest.split(END)
    if os.environ.get("WRITE_GOLDEN"):
        PAGE.write_text(before + BEGIN + table() + END + after, encoding="utf-8")
        shown = table()
    assert shown == table(), "WRITE_GOLDEN=1 writes it again"


def test_every_limit_is_in_the_table_and_says_why_one_waits_and_guesses_are_counted_in_the_database():
    """Only one module creates `FlowLimit` and `RateLimit` objects."""
    made = {
        str(path.relative_to(ROOT))
        for path in (ROOT / "clubsite").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("RateLimit", "FlowLimit")
    }
    assert made == {"clubsite/core/limits.py"}
    rates = [limit for limit in limits.limits() if isinstance(limit, RateLimit)]
    assert len({limit.name for limit in rates}) == len(rates) > 20
    assert {limit.per for limit in limits.limits()} == set(Per)
    assert {limit.name for limit in limits.limits() if not limit.says and isinstance(limit, RateLimit)} == SILENT
    kept = {limit.name for limit in limits.limits() if isinstance(limit, RateLimit) and limit.kept}
    assert kept == {"sign-in:name", "sign-in:address", "sign-in:browser", "own-password", "second-factor"}


FEW = FlowLimit(burst=3, per_second=1, per=Per.ADDRESS, counted="requests", says="Too many. Wait.")


async def page(scope, receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"a page"})


async def socket(scope, receive, send):
    await receive()
    await send({"type": "websocket.accept"})


async def answered(app, path: str = "/", address: str = "192.0.2.7", kind: str = "http") -> list[dict[str, Any]]:
    """Return the messages that the application sends in answer to a request from this address."""
    scope = {"type": kind, "path": path, "method": "GET", "headers": [], "client": [address, 5000]}
    line = ApplicationCommunicator(app, scope)
    await line.send_input({"type": "http.request" if kind == "http" else "websocket.connect"})
    sent = [await line.receive_output(60)]
    if kind == "http":
        sent.append(await line.receive_output(60))
    else:
        await line.send_input({"type": "websocket.disconnect", "code": 1000})  # a socket that is refused waits for it
    await line.wait(60)
    return sent


async def asked(app, path: str = "/", address: str = "192.0.2.7") -> int:
    return (await answered(app, path, address))[0]["status"]


async def test_an_address_that_sends_too_much_is_refused_and_nobody_else_and_its_sockets_count():
    app = request_limits.RequestLimits(page, FEW)
    assert [await asked(app) for _ in range(4)] == [200, 200, 200, 429]
    assert await asked(app, "/static/css/site.css") == 200, "the files of a page are not counted"
    assert await asked(app, address="198.51.100.3") == 200
    app = request_limits.RequestLimits(socket, FEW)
    kinds = [(await answered(app, "/seat/abc/socket/", kind="websocket"))[0]["type"] for _ in range(4)]
    assert kinds == ["websocket.accept"] * 3 + ["websocket.close"]


async def test_an_address_goes_on_as_soon_as_there_is_room_again_and_only_so_many_are_remembered(monkeypatch):
    flow_time(monkeypatch, 50.0)
    app = request_limits.RequestLimits(page, FEW)
    assert [await asked(app) for _ in range(6)] == [200] * 3 + [429] * 3
    flow_time(monkeypatch, 51.0)
    assert [await asked(app), await asked(app)] == [200, 429], "refused ones are not held against anybody"
    monkeypatch.setattr(request_limits, "MOST_ADDRESSES", 2)
    app = request_limits.RequestLimits(page, FEW)
    for number in range(5):
        await asked(app, address=f"192.0.2.{number}")
    assert list(app.buckets) == ["192.0.2.3", "192.0.2.4"]


async def test_a_refused_visitor_reads_why_and_a_program_a_problem():
    app = request_limits.RequestLimits(
        page, FlowLimit(burst=0, per_second=0, per=Per.ADDRESS, counted="x", says="Too many. Wait.")
    )
    for path, words in (("/", b"Wait ten seconds"), ("/api/v1/nights/", b"Too many. Wait.")):
        head, body = await answered(app, path)
        assert head["status"] == 429 and words in body["body"]
        assert (b"retry-after", b"10") in head["headers"]


@pytest.mark.parametrize("limit", [limits.NEW_CLUBS, limits.OWN_PASSWORD], ids=["in the cache", "in the database"])
def test_acts_are_counted_one_by_one_and_forgotten_together(db, monkeypatch, limit):
    cache_time(monkeypatch, 1_000_000)
    assert [limit.exceeded("7") for _ in range(limit.most + 2)] == [False] * limit.most + [True, True]
    assert limit.used("7") == limit.most and limit.used_by(["7", "8"]) == {"7": limit.most}
    assert not limit.exceeded("8")
    limit.take_back("7")
    assert not limit.exceeded("7") and limit.exceeded("7")
    cache_time(monkeypatch, 1_000_000 + limit.seconds - 1)
    assert limit.reached("7") and limit.seconds_left("7") == 1
    cache_time(monkeypatch, 1_000_000 + limit.seconds + 1)
    assert not limit.reached("7") and limit.used("7") == 0
    assert not limit.exceeded("7") and limit.used("7") == 1


def test_ended_counts_are_deleted_and_a_flood_of_refused_guesses_writes_nothing(db, monkeypatch):
    cache_time(monkeypatch, 1_000_000)
    limits.OWN_PASSWORD.count("7")
    cache_time(monkeypatch, time())
    limits.OWN_PASSWORD.count("8")
    assert forget("guesses", timezone.now()) == 1
    assert limits.OWN_PASSWORD.used("8") == 1
    for _ in range(limits.OWN_PASSWORD.most):
        limits.OWN_PASSWORD.count("7")
    with CaptureQueriesContext(connection) as queries:
        assert limits.OWN_PASSWORD.exceeded("7")
    assert [query["sql"][:6] for query in queries] == ["SELECT"]
    limits.WRONG_OF_ADDRESS.count("192.0.2.7")
    assert all(re.fullmatch(r"[0-9a-f]{64}", row.key) for row in KeptCount.objects.all())


SERIES = {"rules": "1", "name": "Spring", "sessions": "3", "best": "", "minimum": "", "substitutes": "1"}
NIGHT = {"club": "lantern", "name": "", "date": "2026-11-24", "players": "6", "boards_per_round": "3"}
NIGHT |= {"minutes_per_board": "8"}
MAKERS: dict[str, tuple[str, dict[str, str], Any]] = {
    "series": ("/director/clubs/lantern/season/series/new/", SERIES, Series),
    "night": ("/director/new/", NIGHT, Session),
    "token": ("/clubs/lantern/programs/", {"name": "Scoreboard", "may": "read"}, ApiToken),
}


def idempotency_key(page: Client, address: str) -> dict[str, str]:
    """Return the page's own idempotency key in the form data that the page would send."""
    keys = re.findall(r'name="idempotency_key" value="([^"]+)"', page.get(address).text)
    assert len(keys) == 1
    return {"idempotency_key": keys[0]}


@pytest.mark.parametrize("maker", MAKERS)
def test_a_button_pressed_twice_makes_one_and_the_answer_is_the_same(director, maker):
    address, sent, kind = MAKERS[maker]
    form = sent | idempotency_key(director, address)
    first, second = (director.post(address, form) for _ in range(2))
    assert kind._default_manager.count() == 1
    assert (first.status_code, first.headers.get("Location")) == (second.status_code, second.headers.get("Location"))
    director.post(address, form | {"name": "Another"})
    assert kind._default_manager.count() == 2


def test_a_page_opened_anew_makes_another_and_a_second_press_for_a_token_tells_its_secret_again(director):
    address, sent, _ = MAKERS["series"]
    for _ in range(2):
        director.post(address, sent | idempotency_key(director, address))
    assert Series.objects.count() == 2
    address, sent, _ = MAKERS["token"]
    form = sent | idempotency_key(director, address)
    first, second = (re.findall(r"club_[\w-]+", director.post(address, form).text) for _ in range(2))
    assert first == second and len(first[0]) > 25


def test_another_person_or_a_token_taken_back_makes_a_new_one_and_a_ladder_kept_twice_is_one(club, dee, cy):
    rules = {"sessions": 3}
    ids = {series_begin(club=club, user=u, name="A", rules=rules, idempotency_key="x").public_id for u in (dee, cy)}
    assert len(ids) == 2
    facts: dict[str, Any] = {
        "club": club, "user": dee, "name": "Scoreboard", "write": False, "idempotency_key": "x",
    }  # fmt: skip
    token, secret = token_make(**facts)
    token_revoke(token=token, user=dee)
    again, other = token_make(**facts)
    assert again.pk != token.pk and secret != other
    since = datetime.date(2026, 1, 1)
    for _ in range(2):
        ladder_save(club=club, user=dee, rules={"sessions": 5}, since=since)
        points_save(club=club, user=dee, scheme="top_third", since=since)
    assert (Ladder.objects.count(), PointScheme.objects.count()) == (1, 1)
    assert AuditEntry.objects.filter(action__in=[AuditAction.LADDER_SET, AuditAction.MASTER_POINTS_SET]).count() == 2


@pytest.mark.django_db(transaction=True)
def test_two_presses_at_the_same_moment_begin_one_series(club, dee, at_once):
    def begin():
        return series_begin(club=club, user=dee, name="A", rules={"sessions": 3}, idempotency_key="x").public_id

    assert len(set(at_once(begin, begin, begin))) == 1


def test_a_guest_added_twice_to_a_place_is_one_guest_and_a_four_handed_section_is_added_once(make_night, director):
    session = make_night(start=False).session
    before = Person.objects.count()
    for typed in ("Zoe  Quick", "Zoe Quick"):
        place_set(session=session, key="1", typed=typed, guest=True)
    assert Person.objects.count() == before + 1
    address = f"/director/{session.public_id}/setup/sections/"
    assert 'name="seen" value="1"' in director.get(address).text
    sent = {"pairs": "4", "boards": "own", "seen": "1"}
    first, second = (director.post(f"{address}pairs/", sent) for _ in range(2))
    assert (first.status_code, second.status_code, session.sections.count()) == (302, 200, 2)
    assert "There are 2 sections by now" in second.text
    director.post(f"{address}pairs/", sent | {"seen": "2"})
    assert session.sections.count() == 3
