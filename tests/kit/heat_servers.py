"""Another server with a heat in an event of this one, as tests play it: it joins, and sends states over HTTP."""

import copy
import json

from django.test import Client

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
