"""Another server with a heat in an event of this one: it joins, and sends states over HTTP, also hostile ones."""

import copy
import json
from collections.abc import Iterator

from django.test import Client

from clubsite.core.limits import WRONG_TOKENS
from clubsite.events.models import Heat, HeatAccess
from clubsite.events.services.hub_heats import server_invite

API = "/api/v1/heats/"
JOIN = {"planned_at": None, "tables": None, "server": "https://quay.example", "software": "Quay 1.0", "names": True}


def entrant(label: str, **facts):
    usual = {"kind": "two_handed", "line": "ALL", "stratum": "", "robot": False, "people": [], "penalties": []}
    return {"label": label, **usual, **facts}


def line(board: int, south: str, north: str, score: int, table: str = "1", **facts):
    """Return a line of 1NT by South, made with overtricks so that it is worth `score`: 90, 120 or 150."""
    won = {"contract": "1N", "declarer": "S", "lead": "", "tricks": 7 + (score - 90) // 30, "ns_score": score}
    place = {"board": board, "round": board, "table": table, "south": south, "north": north}
    return {**place, "status": "played", **won, "ruling": "", "group": "", **facts}


STATE = {
    "tables": 2,
    "options": {},
    "rounds": [3, 3],
    "complete": True,
    "confirmed": False,
    "why": "",
    "entrants": [entrant(label) for label in ("1", "2", "3", "4")],
    "lines": [
        *(line(board, "1", "2", 90 + 30 * (board % 3)) for board in (1, 2, 3)),
        *(line(board, "3", "4", 120, "2") for board in (1, 2, 3)),
    ],
}
"""A heat of two tables that played three boards, at which the contracts are worth the same at any vulnerability."""


def state(**changes):
    return copy.deepcopy(STATE) | changes


class HeatServer:
    """A server that has joined an event under the name of its club."""

    def __init__(self, event, organiser, name: str = "Quay Street"):
        self.heat, letters = server_invite(event=event, name=name, user=organiser)
        self.client = Client(enforce_csrf_checks=True)
        self.url = f"{API}{self.heat.public_id}/"
        self.number = 0
        answer = self.send("post", API, {"invitation": letters, **JOIN})
        assert answer.status_code == 201, answer.content
        self.token = answer.json()["token"]
        self.client.defaults["HTTP_AUTHORIZATION"] = f"Bearer {self.token}"

    def send(self, how: str, url: str, body, **headers):
        """Send a body, which is JSON unless it is bytes already, with these headers."""
        kind = headers.pop("content_type", "application/json")
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        return getattr(self.client, how)(url, data, content_type=kind, headers=headers)

    def get(self, part: str = "", **headers):
        return self.client.get(self.url + part, headers=headers)

    def ask(self, how: str, part: str = "", body=None):
        return self.send(how, self.url + part, {} if body is None else body)

    def put(self, body, *, number: int | None = None, rest: bool = True, **headers):
        """Put a state in place of the one that was taken last, two seconds after it unless `rest` is false."""
        if rest:
            HeatAccess.objects.filter(heat=self.heat).update(seen_at=None)
        number = self.number if number is None else number
        match = {"If-Match": f'"{number}"'} if number else {"If-None-Match": "*"}
        answer = self.send("put", f"{self.url}state/", body, **match, **headers)
        if answer.status_code == 200:
            self.number = int(answer["ETag"].strip('"'))
        return answer

    def fresh(self) -> Heat:
        return Heat.objects.select_related("event").get(pk=self.heat.pk)


def hostile_bodies() -> Iterator[tuple[str, str, bytes]]:
    """Yield every body with its kind and what is wrong with it. Each has to be answered with a 4xx in words, and to
    change nothing.
    """
    kinds = (
        ("state", _STATES, lambda facts: state(**facts)),
        ("entrant", _ENTRANTS, lambda facts: state(entrants=[entrant("1") | facts, *STATE["entrants"][1:]])),
        ("line", _LINES, lambda facts: state(lines=[_SCORED[0] | facts])),
        ("names", _NAMES, lambda body: body),
        ("join", _JOINS, lambda facts: {"invitation": "AAAA-BBBB", **JOIN} | facts),
        ("change", _CHANGES, lambda body: body),
    )
    for kind, cases, whole in kinds:
        for words, fields in cases.items():
            yield kind, words, json.dumps(whole(fields)).encode()
    for words, body in _RAW.items():
        yield "raw", words, body


def wrongly_answered(server: HeatServer) -> dict[str, object]:
    """Send every body. Return what is not answered with a 4xx in words."""
    server.client.raise_request_exception = False
    calls = {
        "names": lambda body: server.send("put", f"{server.url}names/", body),
        "join": lambda body: server.send("post", API, body),
        "change": lambda body: server.send("patch", server.url, body),
    }
    wrong = {}
    for kind, words, body in hostile_bodies():
        WRONG_TOKENS.reset("127.0.0.1")
        answer = calls.get(kind, server.put)(body)
        reply = answer.json() if "json" in answer["Content-Type"] else {}
        if not 400 <= answer.status_code < 500 or not reply.get("detail"):
            wrong[f"{kind}: {words}"] = [answer.status_code, str(answer.content[:200])]
    return wrong


FAR = "9999-12-31T23:59:59Z"
_SCORED = STATE["lines"]
_STATES = {
    "61 tables": {"tables": 61},
    "true tables": {"tables": True},
    "other options": {"options": {"auction_end": "first_pass"}},
    "an option that is a list": {"options": {"auction_end": []}},
    "one round": {"rounds": [3]},
    "more rounds played than there are": {"rounds": [4, 3]},
    "confirmed as 1": {"confirmed": 1},
    "confirmed without a line": {"confirmed": True, "lines": []},
    "why with a NUL": {"why": "a\0b"},
    "why with a lone surrogate": {"why": "\ud800"},
    "why that turns the direction of reading": {"why": "a\u202eb"},
    "why of 10,000 signs": {"why": "x" * 10_000},
    "301 entrants": {"entrants": [entrant(f"E{n}") for n in range(301)], "lines": []},
    "an entrant twice": {"entrants": [entrant("1"), entrant("1")], "lines": []},
    "4,001 lines": {"lines": [line(1, "1", "2", 90, str(n)) for n in range(4001)]},
    "lines as null": {"lines": None},
    "a line twice": {"lines": [_SCORED[0], _SCORED[0]]},
    "a contestant twice on a board": {"lines": [_SCORED[0], _SCORED[0] | {"round": 9}]},
    "an unknown key": {"hub": "https://quay.example"},
    "61 tables that were played": {
        "entrants": [entrant(f"{side}{n}") for n in range(61) for side in "SN"],
        "lines": [line(1, f"S{n}", f"N{n}", 90, str(n)) for n in range(61)],
    },
}
_ENTRANTS = {
    "a slash in the label": {"label": "a/b"},
    "an empty label": {"label": ""},
    "an Arabic figure as the label": {"label": "\u0661"},
    "a surrogate in the label": {"label": "\ud800"},
    "a kind that is none": {"kind": "six_handed"},
    "a kind that is not its opponent's": {"kind": "four_handed"},
    "a line that is none": {"line": "SN"},
    "a person without a number": {"people": [{"scheme": "EBU"}]},
    "a person by name": {"people": [{"scheme": "EBU", "number": "1", "name": "Ann"}]},
    "a penalty over 0": {"penalties": [{"amount": "1/0", "unit": "top"}]},
    "a penalty of 10^9": {"penalties": [{"amount": "999999999", "unit": "percent"}]},
    "a penalty of nothing": {"penalties": [{"amount": "0", "unit": "top"}]},
    "a penalty in marks": {"penalties": [{"amount": "5", "unit": "marks"}]},
    "a penalty in the club's points": {"penalties": [{"amount": "5", "unit": "points"}]},
}
_LINES = {
    "board 4 of 3": {"board": 4},
    "board 10^400": {"board": 10**400},
    "a table with a slash": {"table": "1/2"},
    "a stranger as South": {"south": "9"},
    "South against South": {"north": "1"},
    "a sit-out": {"status": "sit_out"},
    "a ruling that cannot be read": {"status": "artificial", "ruling": "A9999999999", "ns_score": None},
    "a ruling over 0": {"status": "assigned", "ruling": "1/0% 620", "ns_score": None},
    "an artificial score without a ruling": {"status": "artificial", "ns_score": None},
    "a ruling for a board that was played": {"ruling": "A5050"},
    "a fouled board without a score": {"status": "fouled", "group": "a", "ns_score": None},
    "a contract redoubled twice": {"contract": "1NXXX"},
    "no tricks": {"tricks": None},
    "another score than the contract's": {"ns_score": 400},
    "a score of 10^400": {"ns_score": 10**400},
    "no score": {"ns_score": None},
    "West as declarer at two hands": {"declarer": "W"},
    "passed out with a score": {"status": "passed_out", "contract": "PASS", "declarer": "", "tricks": None},
}
_TEXT = json.dumps(STATE)
_RAW = {
    "nothing": b"",
    "null": b"null",
    "a list": b"[]",
    "NaN": _TEXT.replace('"tables": 2', '"tables": NaN').encode(),
    "infinity": _TEXT.replace('"tables": 2', '"tables": 1e999').encode(),
    "a number of 5,000 figures": _TEXT.replace('"tables": 2', '"tables": ' + "9" * 5000).encode(),
    "a key twice": _TEXT.replace('"tables": 2', '"tables": 2, "tables": 3').encode(),
    "a key twice within": _TEXT.replace('"label": "1"', '"label": "1", "label": "2"').encode(),
    "a missing key": _TEXT.replace('"why": "", ', "").encode(),
    "100,000 brackets": b"[" * 100_000,
    "Latin-1": _TEXT.replace('"why": ""', '"why": "\u00e9"').encode("latin-1"),
    "UTF-16": _TEXT.encode("utf-16"),
}
_NAMES = {
    "a list": [],
    "a NUL": {"names": {"1": "Ann\0Lee"}},
    "a surrogate": {"names": {"1": "\ud800"}},
    "a number as a name": {"names": {"1": 1}},
    "a label with a slash": {"names": {"a/b": "Ann"}},
    "a name of 201 signs": {"names": {"1": "x" * 201}},
    "301 names": {"names": {f"E{n}": "Ann" for n in range(301)}},
}
_JOINS = {
    "a key that is none": {},
    "a key with a surrogate": {"invitation": "\ud800"},
    "the year 9999": {"planned_at": FAR},
    "a start without a zone": {"planned_at": "2026-11-26T18:00:00"},
    "61 tables": {"tables": 61},
    "a server that is a script": {"server": "javascript:alert(1)"},
    "a name of its own": {"club": "Lantern Street"},
}
_CHANGES = {
    "the year 9999": {"planned_at": FAR},
    "the year 1": {"planned_at": "0001-01-01T00:00:00Z"},
    "no tables": {"tables": 0},
    "a status": {"status": "accepted"},
    "envelope as text": {"envelope": "yes"},
    "a list": [],
}
