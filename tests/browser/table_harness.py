"""A table at home without a site: the harness page with the real rules and robots. The test acts as the server."""

import json
import random
from collections.abc import Callable
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, expect

from games.errors import IllegalAction
from games.options import usual
from games.registry import rules_for

ROOT = Path(__file__).resolve().parents[2]
OTHER = {"S": "N", "N": "S"}
NAMES = {"S": "Ruth Ashdown", "N": "Desmond Tully"}
Json = dict[str, Any]


class _Quiet(SimpleHTTPRequestHandler):
    def end_headers(self):
        self.send_header("Cache-Control", "max-age=3600")  # a device asks once for each of seventy scripts
        super().end_headers()

    def log_message(self, format: str, *args):
        """Print nothing, because only the contents of the page matter."""


class Files:
    """The repository's files over HTTP, as requested by the harness page."""

    def __init__(self):
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(ROOT)))
        Thread(target=self._server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def stop(self):
        self._server.shutdown()
        self._server.server_close()


def open_scene(page: Page, files: Files, query: str) -> Page:
    """Open the harness page in the state given by `query`: `scene=<name>` and other parameters."""
    page.goto(f"{files.url}/tests/browser/table_harness.html?{query}")
    expect(page.locator("body[data-begun]")).to_be_attached()  # its first message has come and is painted
    expect(page.locator("h1").first).to_be_attached()
    return page


def key(page: Page, name: str) -> Locator:
    return page.locator(f'[data-key="{name}"]')


def acts_of(page: Page) -> list[str]:
    """Return the actions that the page of a scene has sent."""
    return list(page.evaluate("harness.sent.filter((said) => said.t === 'act').map((said) => said.a)"))


class Deal:
    """One deal under the real rules. `play_until` continues the play at random or with given actions."""

    def __init__(self, game: str, seed: str = "table", vul: str = "None", **options: str):
        self.rules, self.game = rules_for(game), game
        self.options = {**usual(self.rules.options), **options}
        dealer = "" if len(self.rules.players) == 1 else "S"
        header = {"board": 3, "dealer": dealer, "vul": vul}
        self.setup = self.rules.deal(seed, header, self.options)
        self.state = self.rules.start(self.setup, self.options)
        self.log: list[tuple[str, str]] = []
        self.random = random.Random(seed)

    def view(self, viewer: str) -> Json:
        return self.rules.view(self.state, viewer)

    def act(self, player: str, action: str):
        """Perform an action. Raise IllegalAction if the rules refuse it."""
        self.state = self.rules.apply(self.state, player, action)
        self.log.append((player, action))

    def possible(self, player: str) -> list[str]:
        """Return what this player may do if it is their turn. A choice of several cards is made at random."""
        view = self.view(player)
        pick = self.rules.pick(self.state, player)
        choice = [pick.random(self.random.choice)] if pick else []
        return [action for action in view["legal"] if action != "concede"] + choice

    def step(self):
        """Perform a random action for the player whose turn it is, making only bids that a player might make."""
        player = self.rules.turn(self.state)
        assert player is not None
        actions = self.possible(player)
        calls = [action for action in actions if action.startswith("c:")]
        if calls:
            actions = ["c:P"] if "c:P" in calls and len(self.view(player)["auction"]) > 1 else calls[:4]
        self.act(player, self.random.choice(actions))

    def reaches(self, wanted: Callable[["Deal"], bool]) -> bool:
        """Play on at random. Return True once the position is as wanted, or False at the end of the deal."""
        while not wanted(self):
            if self.rules.turn(self.state) is None:
                return False
            self.step()
        return True

    def play_until(self, wanted: Callable[["Deal"], bool]) -> "Deal":
        assert self.reaches(wanted), "No such position in this deal"
        return self


class HomeTable:
    """The server's side of seat `me` at a table at home: it answers the page's messages. If `answering` is true, the
    other player acts as soon as it is their turn. So does a `robot`, which the page shows as a robot.
    """

    def __init__(self, deal: Deal | None, me: str = "S", robot: bool = False, answering: bool = False, **table):
        self.deal, self.me, self.robot, self.answering = deal, me, robot, answering or robot
        self.rev = 7
        self.changes = table
        self.sent: list[Json] = []

    @property
    def _alone(self) -> bool:
        return self.deal is not None and len(self.deal.rules.players) == 1

    @property
    def acts(self) -> list[str]:
        """The actions that the page has sent."""
        return [message["a"] for message in self.sent if message["t"] == "act"]

    def table(self) -> Json:
        """Return the `table` part of a message."""
        other = OTHER[self.me]
        name = "Robot, expert" if self.robot else NAMES[other]
        opponent = {"name": name, "seat": other, "connected": True, "robot": self.robot}
        over = self.deal is not None and self.deal.rules.turn(self.deal.state) is None
        return {
            "state": "result" if over else "playing", "home": True, "game": self.deal.game if self.deal else "umbrage",
            "title": "Umbrage", "club": "", "session": "Umbrage, rubber", "session_id": "", "table": None,
            "code": "K7QX2M", "round": None, "rounds": None, "ends_at": None, "seat": self.me, "name": NAMES[self.me],
            "entry": None, "opponent": None if self._alone else opponent, "boards": [], "done": [], "board": 3,
            "dealer": "S", "vul": "None", "ready": [], "result": self._result() if over else None,
            "next": {"board": 4} if over else None, "called": False, "called_by": None, "paused": False,
            "disputed": False, "sheet": SHEET, "invite": None, "can_end": False, "left": "", "note": "",
            "links": {"lounge": "/play/", "sheet": "/play/match/1/", "again": "/play/match/1/again/", "say": "/s/"},
            "rematch": False, "said": None, "phrases": [], "clock": "", **self.changes,
        }  # fmt: skip

    def _result(self) -> Json:
        assert self.deal is not None
        outcome = self.deal.rules.outcome(self.deal.state) or {}
        result = self.deal.rules.result(outcome)
        return {
            "board": 3, "contract": outcome.get("contract", ""), "declarer": outcome.get("declarer"), "tricks": None,
            "ns_score": None, "came_to": result.text if result.contract else "", "score_text": "", "claimed": False,
            "text": result.sentence(self.deal.rules.marked_names), "corrected": False,
        }  # fmt: skip

    def message(self) -> Json:
        """Return the current view from this seat."""
        view = self.deal.view(self.me) if self.deal else None
        seq = len(self.deal.log) if self.deal else None
        play = "p1" if view else None
        return {"t": "view", "rev": self.rev, "play": play, "seq": seq, "table": self.table(), "view": view}

    def serve(self, message: Json) -> list[Json]:
        """Return the server's answers to this message."""
        if message["t"] == "open":
            return [self.message()]
        if message["t"] == "ping":
            return [{"t": "pong", "rev": self.rev, "now": "2026-11-20T20:09:00+00:00"}]
        self.sent.append(message)
        if message["t"] != "act" or self.deal is None:
            return []
        try:
            self.deal.act(self.me, message["a"])
        except IllegalAction as refused:
            message = {"t": "refused", "id": message["id"], "code": "illegal", "reason": str(refused)}
            return [{**message, "seq": len(self.deal.log)}]
        self.rev += 1
        answers = [
            self.message(),
            {"t": "ack", "id": message["id"], "play": "p1", "seq": len(self.deal.log), "rev": self.rev},
        ]
        return answers + (self.others_act() if self.answering else [])

    def others_act(self) -> list[Json]:
        """Let the other player act until it is this seat's turn. Return the view after each action."""
        assert self.deal is not None
        answers = []
        while self.deal.rules.turn(self.deal.state) == OTHER[self.me]:
            self.deal.step()
            self.rev += 1
            answers.append(self.message())
        return answers

    def open(self, context: BrowserContext, url: str, query: str = "") -> Page:
        """Open the page of this seat."""
        page = context.new_page()
        page.expose_function("serve", self.serve)
        page.goto(f"{url}/tests/browser/table_harness.html?{query}")
        expect(page.locator(".topbar")).to_be_visible()
        return page


def _row(board: int, text: str, points: int, contract: str | None = None, declarer: str | None = None) -> Json:
    """Return a row of the score sheet with points for South."""
    return {"board": board, "contract": contract, "declarer": declarer, "text": text, "S": points, "N": None}


SHEET: Json = {
    "kind": "rubber",
    "title": "Umbrage, rubber",
    "lines": [
        {**_row(1, "made 9 tricks", 90, "2S", "S"), "score_text": "+90 to {S|*|you}"},
        {**_row(2, "1 down", 50, "3N", "N"), "score_text": "+50 to {S|*|you}"},
        {**_row(3, "made 8 tricks", 110, "2S", "S"), "score_text": "+110 to {S|*|you}"},
    ],
    "totals": {"S": 140, "N": 0},
    "winner": None,
    "summary": "No game yet. {S|* leads|You lead} by 140",
    "above": [_row(1, "1 overtrick", 30), _row(2, "1 undertrick", 50)],
    "games": [{"rows": [_row(1, "made 9 tricks", 60, "2S", "S")], "winner": None, "totals": {"S": 60, "N": 0}}],
}


def open_replay(deal: Deal, context: BrowserContext, url: str, seat: str = "S", verdicts: Json | None = None) -> Page:
    """Open the replay page of a finished deal. The test's own route supplies its positions."""
    start = deal.rules.start(deal.setup, deal.options)
    steps: list[Json] = [{"actor": None, "a": None, "view": deal.rules.view(start, "D")}]
    for actor, action in deal.log:
        start = deal.rules.apply(start, actor, action)
        steps.append({"actor": actor, "a": action, "view": deal.rules.view(start, "D")})
    data = json.dumps({"seat": seat, "names": NAMES, "game": deal.game, "steps": steps})
    scripts = f'<script type="application/json" id="steps">{data}</script>'
    if verdicts is not None:
        scripts += f'<script type="application/json" id="verdicts-data">{json.dumps(verdicts)}</script>'
    scripts += '<script type="module" src="/static/js/home/replay.js"></script>'
    plain = (ROOT / "tests/browser/table_harness_replay.html").read_text().replace("</body>", scripts + "</body>")
    suits = (ROOT / "templates/_suits.html").read_text()
    page = context.new_page()
    page.route(
        "**/replay/",
        lambda route: route.fulfill(body=plain.replace("<body>", "<body>" + suits), content_type="text/html"),
    )
    page.goto(f"{url}/replay/")
    expect(page.locator(".replaybar")).to_be_visible()
    return page
