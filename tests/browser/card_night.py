"""Sessions with cards and their terminals. `Site.run` calls what needs the database, beside a live site."""

import json
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, expect

from clubsite.director.monitor.table_detail import seat_free
from clubsite.nights.models import Session, TableBoard
from clubsite.nights.selectors.sessions import seating_at, section_for
from clubsite.nights.services.boards import boards_number
from clubsite.nights.services.rounds import round_force, session_start
from clubsite.play.models import RevokeReason, SeatTicket
from clubsite.play.seat_tickets import ticket_release
from clubsite.scores.models import OrderCheck, PendingScore, ScoreEntry
from clubsite.scores.services.tables import table_play
from movements.mitchell import skip, straight
from movements.plan import with_sit_out
from tests.browser.seats import until
from tests.browser.site import Site
from tests.browser.staging import demo_night, director, guests, links_of
from tests.kit.dealt import dealt
from tests.kit.typed_scores import enter_score

FOUR_HEARTS = ("level-4", "strain-H", "declarer-S", "next", "lead-none")


class TerminalPage:
    """One terminal. Its device may go offline, and its tab may be closed and the page opened in a new tab."""

    def __init__(self, context: BrowserContext, link: str):
        self.context, self.page = context, context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.heard: list[str] = []
        self.page.on("websocket", lambda line: line.on("framereceived", lambda frame: self.heard.append(str(frame))))
        self.page.goto(link)
        self.address = self.page.url

    def key(self, name: str) -> Locator:
        return self.page.locator(f'[data-key="{name}"]')

    def tap(self, *names: str) -> "TerminalPage":
        for name in names:
            self.key(name).click()
        return self

    def heading(self, text: str):
        expect(self.page.locator("section h1").first).to_contain_text(text)

    def says(self, text: str):
        expect(self.page.locator("main")).to_contain_text(text)

    def types(self, tricks: int = 10) -> "TerminalPage":
        """Type 4 hearts by South for the board that the terminal asks for, check the read-back and send the score."""
        return self.tap("board-yes", "order-yes", *FOUR_HEARTS, f"tricks-{tricks}", "yes")

    def types_and_agrees(self, tricks: int = 10) -> "TerminalPage":
        """Type a score, agree for the other side on this device, and confirm that the cards are in order."""
        self.types(tricks).tap("agree", "next", "order-yes")
        expect(self.key("order-yes")).to_have_count(0)  # the confirmation is stored
        return self

    def offline(self, off: bool = True) -> "TerminalPage":
        self.context.set_offline(off)
        if off:
            self.says("No line to the site")
        return self

    def sent(self):
        """Wait until this device has nothing left to send."""
        kept = """new Promise((done) => {
            const open = indexedDB.open("terminal", 1);
            open.onsuccess = () => {
                const all = open.result.transaction("acts").objectStore("acts").count();
                all.onsuccess = () => { open.result.close(); done(all.result); };
            };
        })"""
        until(self.page, lambda: self.page.evaluate(kept) == 0, "everything is sent")

    def kept(self):
        """Wait until everything is stored that the page has begun to store."""
        self.page.evaluate(
            """() => new Promise((done) => {
                const open = indexedDB.open("terminal", 1);
                open.onsuccess = () => {
                    const after = open.result.transaction(["acts", "kept"]);
                    after.objectStore("kept").count();
                    after.oncomplete = () => { open.result.close(); done(); };
                };
            })"""
        )

    def reopened(self) -> "TerminalPage":
        """Close the tab and open the page in a new tab."""
        self.page.close()
        return TerminalPage(self.context, self.address)


def two_terminals(make_context, night, viewport) -> tuple[TerminalPage, TerminalPage]:
    """Return Bo's and Ann's terminals at table 1."""
    bo, ann = (TerminalPage(make_context(viewport), night.link(name)) for name in ("Bo Card", "Ann Card"))
    return bo, ann


def screen_of(page: Page) -> dict[str, Any]:
    """Return how far the page can be scrolled, and the keys that are too small for a finger to tap."""
    return dict(
        page.evaluate(
            """() => ({
                down: document.documentElement.scrollHeight - innerHeight,
                right: document.documentElement.scrollWidth - innerWidth,
                small: [...document.querySelectorAll("main :is(button, a, summary)")].filter((each) => {
                    const { width, height } = each.getBoundingClientRect();
                    return width && (width < 44 || height < 44);
                }).map((each) => each.textContent.trim()),
            })"""
        )
    )


NAMES = ("Bo Card", "Flo Card", "Gus Card", "Ann Card", "Hal Card", "Ivy Card")


class CardNight:
    """A session with cards, at three tables, in three rounds of two boards. Bo and Ann begin at table 1."""

    def __init__(self, site: Site, kind: str = "make"):
        self.site = site
        self.night: dict[str, Any] = site.run(act, kind)

    def link(self, name: str) -> str:
        return str(self.site.url + self.night["links"][name])

    def room(self, path: str = "") -> str:
        """Return the address of a page of the director."""
        return f"{self.site.url}/director/{self.night['session']}/{path}"

    def direct(self, name: str, *more: str) -> Any:
        """Perform a director's action in a separate process, as if from another desk."""
        return self.site.run(act, name, self.night["session"], *more)

    def entries(self) -> list[list[Any]]:
        """Return [round, board, NS's points, source] for every score received from table 1, in order."""
        return list(self.direct("entries"))

    def waiting(self) -> list[list[Any]]:
        """Return [round, board, NS's points, question, agreed] for every entry that is waiting at table 1."""
        return list(self.direct("waiting"))

    def dummies(self, board: int) -> list[list[str]]:
        """Return East's and West's cards on a board, as dealt."""
        return [cards.split() for cards in self.direct("dummies", str(board))]


def act(name: str, session_id: str = "", *more: str) -> Any:
    """Make a session, or act in one, as the demo club's director."""
    if name in KINDS:
        return KINDS[name](director())
    return ACTS[name](Session.objects.get(public_id=session_id), director(), *more)


def _make(user, *, at_table: bool = False) -> dict[str, Any]:
    """Make the session with a Mitchell movement. If `at_table`, boards are dealt at the table."""
    session = demo_night(user, "On cards", straight(3, 3), guests(*NAMES), cards=True, start=not at_table)
    if at_table:
        boards_number(session=session, section=section_for(session), count=6, user=user)
        session_start(session=session, user=user)
    return _of(session)


def _make_paper(user) -> dict[str, Any]:
    """Make a session of seven tables and five rounds of three boards, with no score yet."""
    people = guests(*(f"Paper {number}" for number in range(1, 15)))
    session = demo_night(user, "On paper", straight(7, 5), people, boards_per_round=3, cards=True)
    for _ in range(5):
        _force(session, user)
    return _of(session)


def _make_evening(user) -> dict[str, Any]:
    """Make a session of six tables (2 and 5 on screens) with four one-board rounds. Number 12 has no player yet."""
    plan = with_sit_out(skip(6, 4), 12)
    people = guests(*(f"Player {number:02}" for number in range(1, 12)))
    return _of(demo_night(user, "Whole evening", plan, people, boards_per_round=1, cards=True, screens=(2, 5)))


def _of(session: Session) -> dict[str, Any]:
    codes = {table.number: table.code for table in section_for(session).tables.all()}
    return {"session": session.public_id, "links": links_of(session), "codes": codes}


def _rows(session, **which):
    rows = TableBoard.objects.filter(round__section__session=session, **which).exclude(state="void")
    return rows.order_by("round__number", "board__number")


def _score(session, user, lines: str):
    """Enter scores for the current round. `lines` is a JSON list of [table, line], with one board per table."""
    here = _rows(session, round__number=section_for(session).round_number)
    for table, line in json.loads(lines):
        enter_score(here.get(table__number=table), user, line)


def _others(session, user):
    """Enter every other table's scores for the current round."""
    here = _rows(session, round__number=section_for(session).round_number)
    for row in here.exclude(table__number=1):
        enter_score(row, user, "1N S 7")


def _force(session, user):
    """Move on to the next round although scores are missing."""
    round_force(section=section_for(session), user=user)


def _free(session, user):
    """Free South's seat at table 1."""
    assert seat_free(session=session, label="1", player="S", user=user)


def _screens(session, user):
    """Switch table 1 to screens, and free its North seat."""
    table = section_for(session).tables.get(number=1)
    seating = seating_at(table)
    assert seating is not None
    north = SeatTicket.objects.get(seat=seating.ew_id, revoked_at=None)
    ticket_release(ticket=north, reason=RevokeReason.FREED, user=user)
    table_play(table=table, live=True, user=user)


def _entries(session, user) -> list[list[Any]]:
    entries = ScoreEntry.objects.filter(table_board__in=_rows(session, table__number=1)).order_by("pk")
    columns = ("table_board__round__number", "table_board__board__number", "ns_score", "source")
    return [list(row) for row in entries.values_list(*columns)]


def _orders(session, user) -> list[list[Any]]:
    """Return [board, moment, answer, side] for every report about the sequence of the dummies, in order."""
    checks = OrderCheck.objects.filter(table_board__in=_rows(session)).exclude(answer="shown").order_by("pk")
    return [list(row) for row in checks.values_list("table_board__board__number", "moment", "answer", "side")]


def _dummies(session, user, board: str) -> list[str]:
    row = _rows(session, board__number=int(board)).select_related("board").first()
    return [dealt(row.board).east, dealt(row.board).west]


def _waiting(session, user) -> list[list[Any]]:
    scores = PendingScore.objects.filter(table_board__in=_rows(session)).order_by("pk")
    columns = ("table_board__round__number", "table_board__board__number", "ns_score", "asks", "agreed")
    return [list(row) for row in scores.values_list(*columns)]


def _scores(session, user) -> list[list[Any]]:
    """Return [board, round, contract, declarer, tricks, number of scores] for every row with a score that counts."""
    rows = []
    for row in _rows(session).select_related("board", "round"):
        entries = ScoreEntry.objects.filter(table_board=row).exclude(status="not_played").order_by("-pk")
        if last := entries.first():
            rows.append([row.board.number, row.round.number, last.contract, last.declarer, last.tricks, len(entries)])
    return sorted(rows)


ACTS = {
    "scores": _scores, "force": _force, "free": _free, "others": _others, "score": _score, "screens": _screens,
    "entries": _entries, "waiting": _waiting, "orders": _orders, "dummies": _dummies,
}  # fmt: skip
KINDS = {
    "make": _make, "make_paper": _make_paper, "make_evening": _make_evening,
    "make_dealt": lambda user: _make(user, at_table=True),
}  # fmt: skip
