"""A walk through every output: every address with every kind of id, by every method, as every reader.

Whatever an answer shows about a board is compared with the rule (`clubsite.secrecy`).

Every address is asked at the moments at which it reads something of a board (`what_is_read.tsv`). At the moments
`FULL`, each of the other addresses is asked too until it has opened to somebody, and at `WHOLE` by everybody about
whom the rule knows something else. `make test-all` asks every address at every moment.

In `make test-all`, every reader asks at the moment `WHOLE`. Elsewhere some requests are left out to keep the walk
quick: pages that show nothing of a night (`OF_NO_NIGHT`); the director's pages for readers who do not direct, because
they never exist for those readers (`test_foreign_ids`); printed papers without cards, and papers of one section; forms
on the director's pages that show no cards, unless the director still has boards to play; all other forms for readers
without a seat; and pages for everybody for a reader about whom the rule knows the same as about another
(`Moment.speaks`). Papers without cards are never requested by POST.
"""

import hashlib
import json
import logging
import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from io import BytesIO
from typing import Any

from django.apps import apps
from django.core.cache import cache
from django.db import transaction
from django.http.response import HttpResponseBase
from PIL import Image, ImageDraw
from pypdf import PdfReader

from clubsite.files.selectors import RESULT_FORMATS
from clubsite.secrecy.facts import What
from clubsite.secrecy.rule import may_see
from clubsite.sharing import pictures
from games.notation.deal_files import FORMATS, read_deals
from games.notation.faults import DealFileError
from scoring.files.bws_writing import TABLES
from scoring.files.jet.reading import read_tables
from tests.attack.known_boards import Recogniser, Seen
from tests.attack.moments import HOME, Moment, Reader
from tests.attack.what_is_read import METHODS, is_read
from tests.clubsite.every_address import NO_PEOPLE_UNDER, every_address, filled
from tests.long import LONG

PARTS: dict[str, dict[str, str]] = {
    "setup/sections/": {"act": "split"},
    "/waiting/": {"act": "count-all"},
    "/fouled/": {"act": "leave"},
    "coming/<str:public_id>/<slug:act>/": {"act": "cancel"},
    "/reply/": {"act": "off", "pk": "reply"},
    "score/send/": {"kind": "type"},
    "slip/": {"key": "slip"},
    "clubs/<slug:slug>/me/": {"pk": "other"},
    "clubs/<slug:slug>/players/": {"pk": "other"},
    "director/clubs/<slug:slug>/events/<str:public_id>/<slug:act>/": {"act": "cancel"},
    "heats/<str:heat_id>/<slug:act>/": {"act": "leave-out"},
    "clubs/<slug:slug>/heats/<str:heat_id>/<slug:act>/": {"act": "leave"},
    "/servers/<str:heat_id>/": {"heat_id": "elsewhere", "act": "revoke"},
}
"""For an address with this in it, what its parts are: an act, or the name of a moment's value."""
WHOLE = "after"
"""The moment of the walk at which everybody asks in `make test-all`."""
FULL = (WHOLE, "published", "heat over")
"""The moments at which every address is asked, also an address that reads nothing of a board."""
PRINTED = {"results/<str:public_id>/", "director/<str:session_id>/ranking/"}
"""Addresses that add every board's lines if `?boards=yes` asks for them."""
OF_NO_NIGHT = (
    *(under for under in NO_PEOPLE_UNDER if under not in ("join/", "api/v1/events/")),
    *(
        "account/password/ account/second-factor/ account/signed-in/ account/delete/ director/clubs/ director/new/ "
        "clubs/<slug:slug>/coming clubs/<slug:slug>/directors/ clubs/<slug:slug>/facts/ clubs/<slug:slug>/programs/ "
        "clubs/<slug:slug>/accounts/ clubs/<slug:slug>/requests/ clubs/<slug:slug>/on-other-sites/ "
        "clubs/<slug:slug>/club-file/ clubs/<slug:slug>/privacy/ clubs/<slug:slug>/people/many/ "
        "clubs/<slug:slug>/people/names/"
    ).split(),
)
"""Addresses that begin so say nothing about a night."""
OF_BOARD = ("<int:number>", "board/<str:key>", "<str:number>", "<int:table_board>", "score/<int:pk>", "said/<int:pk>")
LOOKS = ("/look/", "/slips.pdf", "/curtain-cards.pdf", "files/cards/", "files/bridgemates/")
"""The only pages that show a director cards before everybody may see them. Each look is told in the log."""
ONLY_BY = {"stranger": ("movements/", "learn/", "api/v1/docs/", "api/v1/schema.json"), "keeper": ("admin/",)}
"""Pages without anything of a club, and the admin, to which nobody else has a key: they are asked for by one reader."""
ORGANISERS = ("director/events/", "director/clubs/<slug:slug>/events/", "director/clubs/<slug:slug>/heats/")
"""Pages on which clubs organise events and take part in them."""
FIRST = ("director", "playing director", "seat at table 1", "organiser", "keeper")
"""The readers to whom most pages open, in the order in which they ask for a page that must open to somebody."""
LONG_LINE = 60
LEAVES = ("logout/", "admin/logout/", "account/signed-in/out/")


@dataclass
class Ask:
    """A request that the walk makes."""

    address: str
    path: str
    method: str = "get"
    sent: dict[str, Any] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Leak:
    """A secret that was shown to a reader against the rule."""

    reader: str
    method: str
    path: str
    seen: Seen


@dataclass
class Walked:
    """The findings of a walk: leaks, secrets rightly shown, the addresses that opened, and answers that are errors.
    `with_cards` has each (reader, address) at which cards were rightly shown.
    """

    leaks: set[Leak] = field(default_factory=set)
    shown: set[tuple[str, str]] = field(default_factory=set)
    with_cards: set[tuple[str, str]] = field(default_factory=set)
    opened: set[str] = field(default_factory=set)
    errors: list[str] = field(default_factory=list)


@contextmanager
def nothing_logged() -> Iterator[None]:
    """Switch logging off in the meantime, because logging a refusal takes longer than refusing."""
    logging.disable()
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)


class Walk:
    """A walk at one moment, with its findings so far. `shut` has each (reader, path) that does not exist for the
    reader, and each (address, method) that nobody may use.
    """

    def __init__(self, moment: Moment, drawn: "DrawnTexts"):
        self.moment, self.drawn = moment, drawn
        self.found, self.judge, self.shut = Walked(), Judge(moment), set[tuple[str, str]]()

    def make(self, name: str, ask: Ask) -> None:
        """Make a request and judge its answer, unless its address was not there for this reader before."""
        if (name, ask.path) in self.shut or (ask.address, ask.method) in self.shut:
            return
        answer = answer_to(self.moment.readers[name], ask)
        if is_shut(answer):
            self.shut.add((name, ask.path))
        if answer.status_code == 405:
            self.shut.add((ask.address, ask.method))
        if answer.status_code >= 500:
            self.found.errors.append(f"{name}: {ask.method} {ask.path} gives {answer.status_code}")
        if _opens(answer):
            self.found.opened.add(ask.address)
        self.judge.judge(self.found, name, ask, texts_of(answer, self.drawn))

    def open(self, address: str, *, due: bool) -> None:
        """Let one reader after another ask for everything at this address, until it has opened. If it is not due to
        open, only those ask to whom most pages open.
        """
        names = [*FIRST, *(name for name in self.moment.readers if due and name not in FIRST)]
        for method in METHODS:
            for name in names:
                for ask in asks_of(self.moment, name, address, method):
                    if address in self.found.opened:
                        return
                    self.make(name, ask)


@nothing_logged()
def walk(
    moment: Moment, drawn: "DrawnTexts", addresses: Collection[str] | None = None, due: Collection[str] = ()
) -> Walked:
    """Make all requests of this moment. GETs come first, so that a wrongly cached page would reach another reader.
    `addresses` limits the walk to these address patterns. The addresses `due` must open at this moment, and so they are
    asked whether they read something or not. Nothing is submitted to an address that does not exist for the reader
    (`test_foreign_ids` does that).
    """
    walking = Walk(moment, drawn)
    cache.clear()
    for method in METHODS:
        for name, reader in moment.readers.items():
            for ask in asks(moment, name, reader, method, addresses):
                walking.make(name, ask)
    for address in every_address(admin=True) if moment.name in FULL else due:
        if addresses is None or address in addresses:
            walking.open(address, due=address in due)
    return walking.found


def _opens(answer: HttpResponseBase) -> bool:
    """True if the request reached its destination, even if a form was then refused with a message."""
    return answer.status_code in (200, 204, 302, 400, 409, 422) and not _sent_away(answer)


def is_shut(answer: HttpResponseBase) -> bool:
    """True if the page does not exist for the reader, or only for people who have signed in."""
    return answer.status_code == 404 or _sent_away(answer)


def _sent_away(answer: HttpResponseBase) -> bool:
    """True if the reader was redirected to a sign-in page."""
    return answer.status_code == 302 and answer["Location"].startswith(("/login/", "/admin/login/"))


def answer_to(reader: Reader, ask: Ask) -> HttpResponseBase:
    """Return the answer, and undo whatever the request changed in the database and in the browser."""
    cookies = reader.client.cookies.output(header="")
    with transaction.atomic():
        if ask.method == "get":
            answer = reader.client.get(ask.path, headers=ask.headers)
        else:
            answer = reader.client.post(ask.path, ask.sent, headers=ask.headers)
        if answer.streaming:
            answer.content = b"".join(answer.streaming_content)
        transaction.set_rollback(True)
    if ask.method == "post":
        cache.clear()
    if reader.client.cookies.output(header="") != cookies:
        reader.client.cookies.clear()
        reader.client.cookies.load(cookies.replace("\r\n", ";"))
    return answer


def asks(
    moment: Moment, name: str, reader: Reader, method: str, addresses: Collection[str] | None = None
) -> Iterator[Ask]:
    """Yield every request that this reader makes, or only the requests for the given addresses."""
    for address in every_address(admin=True):
        if addresses is not None and address not in addresses:
            continue
        due = LONG or is_read(address, method, moment.name) or _in_full(moment, reader, address, method)
        if due and would_ask(moment, reader, address, method):
            yield from asks_of(moment, name, address, method)


def _in_full(moment: Moment, reader: Reader, address: str, method: str) -> bool:
    """True if this reader requests an address of which nobody has seen yet that it reads something of a board."""
    return (
        moment.name == WHOLE
        and method == "get"
        and (moment.speaks(reader) or (reader.keeps and address.startswith("admin/")))
    )


def asks_of(moment: Moment, name: str, address: str, method: str) -> Iterator[Ask]:
    """Yield every request for an address that this reader could make at any moment."""
    if any(address.startswith(under) and name != only for only, under in ONLY_BY.items()):
        return
    if method == "post" and (address in LEAVES or (address.endswith(".pdf") and not address.endswith(LOOKS))):
        return
    reader = moment.readers[name]
    headers = {"Authorization": f"Bearer {reader.token}"} if address.startswith("api/") and reader.token else {}
    for values in _values(moment, reader, address):
        path = filled(address, values)
        if method == "get":
            for query in ("", "?boards=yes") if address in PRINTED else ("",):
                yield Ask(address, path + query, headers=headers)
        else:
            for sent in _sent(moment, address, values):
                yield Ask(address, path, "post", sent, headers)


def would_ask(moment: Moment, reader: Reader, address: str, method: str, *, long: bool = LONG) -> bool:
    """True if this reader requests this address by this method at this moment, if it reads something of a board."""
    if moment.name == WHOLE and long:
        return True
    if address.startswith(ORGANISERS):
        return reader.directs or bool(reader.organises)
    if "<str:letter>" in address or address.startswith(OF_NO_NIGHT):
        return False
    if address.startswith("director/"):
        if not reader.directs or address.endswith(LOOKS):
            return reader.directs
        if method == "get":
            return "/print/" not in address
        return reader.seat > 0 and moment.phase in ("draft", "before")
    if method == "post" and not reader.seat:
        return False
    if long or address.startswith("admin/") or (address.startswith("seat/") and reader.seat):
        return True
    return reader.directs if address.startswith("api/v1/nights/") else moment.speaks(reader)


def _values(moment: Moment, reader: Reader, address: str) -> Iterator[dict[str, Any]]:
    """Yield the values to fill into an address: every board, the reader's own seat and other seats, and every file."""
    values, night = moment.values, moment.night
    seat = address.startswith("seat/")
    shut = (address.startswith("director/") and not reader.directs) or (seat and not reader.seat)  # one tells enough
    boards = values["boards"] if any(part in address for part in OF_BOARD) and not shut else [1]
    tickets = {reader.seat, 1, 6} if seat and reader.seat else {2} if seat else {1}
    files = RESULT_FORMATS if "files/<str:name>" in address else ["movement.json"]
    of = moment.session
    if "/series/" in address:
        of = moment.series
    elif "/coming/" in address:
        of = moment.coming
    elif "events/" in address:
        of = moment.around.event
    elif address.startswith("play/match/"):
        of = moment.match
    elif address.startswith("play/challenge/"):
        of = moment.match.challenge_made
    parts = {
        name: values.get(what, what) for part, names in PARTS.items() if part in address for name, what in names.items()
    }
    for board in boards:
        count = 1 if "<int:table_board>" not in address else None if LONG or moment.name in FULL else 2
        rows = values["rows"][board][:count]
        for row in rows or [0]:
            for ticket in sorted(tickets):
                for file in files:
                    yield {
                        "slug": _slug(moment, reader, address), "public_id": of.public_id, "number": board,
                        "session_id": values["session"], "table_board": row, "heat_id": values["heat"], "key": board,
                        "name": "mitchell" if address.startswith("movements/") else file, "seq": values["seq"],
                        "pk": row if address.startswith("director/") else values["person"], "url": "nowhere/",
                        "ticket_id": night.tickets[ticket].public_id, "app_label": "clubs", "content_type_id": 1,
                        "code": moment.match.code if address.startswith("play/") else values["code"],
                        "object_id": _first_of(address), "id": 1, **parts,
                    }  # fmt: skip


def _slug(moment: Moment, reader: Reader, address: str) -> str:
    if address.startswith("movements/"):
        return "mitchell"
    return reader.organises if reader.organises and address.startswith(ORGANISERS) else moment.values["slug"]


def _first_of(address: str) -> Any:
    """Return the key of an object that this page of the admin can show, or 1."""
    match = re.match(r"admin/(\w+)/(\w+)/.*<", address)
    if match is None or match[1] == "r":
        return 1
    first = apps.get_model(match[1], match[2])._default_manager.order_by("pk").last()
    return first.pk if first else 1


def _sent(moment: Moment, address: str, values: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the data to submit to an address: what its form needs to show cards, or answers that fit many forms."""
    board = values["key"]
    if address.endswith("files/cards/"):
        yield from ({"boards": moment.values["set"], "form": form, "sure": "yes", "promise": "yes"} for form in FORMATS)
    elif address.endswith("files/bridgemates/"):
        yield {"computer": "X", "hands": "on", "sure": "yes", "promise": "yes"}
    elif address.endswith("/look/"):
        yield from ({"board": pk} for rows in moment.values["rows"].values() for pk in rows)
    elif address.endswith(("/slips.pdf", "/curtain-cards.pdf")):
        yield from ({"board": pk} for pk in moment.values["boards"].values())
    else:
        yield {
            "board": board, "number": board, "key": board, "round": 1, "table": 1, "seat": 1, "name": "Somebody",
            "sure": "yes", "promise": "yes", "go": "1", "action": "x", "moment": "before", "answer": "yes",
            "contract": "1N", "declarer": "S", "tricks": 7, "id": "0123456789abcdef0123456789abcdef",
        }  # fmt: skip


class Judge:
    """A judge that compares the secrets seen in an answer with the rule."""

    def __init__(self, moment: Moment):
        self.moment, self.recogniser = moment, Recogniser(moment.known)
        self._seen: dict[str, set[Seen]] = {}
        self._clean: set[str] = set()  # long lines of texts that show nothing: most pages begin and end alike

    def judge(self, report: Walked, name: str, ask: Ask, texts: list[str]):
        """Add everything that these strings reveal to `found`, either as rightly shown or as a leak."""
        reader = self.moment.readers[name]
        if any(secret in text for secret in self.moment.secrets for text in texts):
            report.leaks.add(Leak(name, ask.method, ask.path, Seen("secret", 0)))
        for seen in set().union(*map(self._of, texts)):
            if self.allowed(reader, ask.address, seen):
                report.shown.add((name, seen.what))
                report.with_cards |= {(name, ask.address)} if seen.what in ("cards", "sequence") else set()
            else:
                report.leaks.add(Leak(name, ask.method, ask.path, seen))

    def _of(self, text: str) -> set[Seen]:
        key = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
        if key not in self._seen:
            lines = text.split("\n")
            new = (line for line in lines if len(line) < LONG_LINE or line not in self._clean)
            self._seen[key] = self.recogniser.seen_in("\n".join(new))
            if not self._seen[key]:
                self._clean.update(line for line in lines if len(line) >= LONG_LINE)
        return self._seen[key]

    def allowed(self, reader: Reader, address: str, seen: Seen) -> bool:
        """True if the rule allows this reader to see this secret on this kind of page."""
        if seen.board == HOME:
            return False
        at_seat = address.startswith("seat/")
        if at_seat and seen.what in ("cards", "sequence", "replay"):
            own = set(self.moment.seats_own(reader))
            return (seen.board, seen.where) in own or (
                seen.what == "replay" and any(seen.board == board for board, _ in own)
            )
        director = address.startswith(("director/", "api/v1/nights/")) and reader.directs
        if seen.what in ("cards", "sequence") and not address.endswith(LOOKS):
            director = False
        way = {
            "directs": director,
            "keeps_site": address.startswith("admin/") and reader.keeps,
            "agreed": at_seat and seen.board in self.moment.met.get(reader.seat, ()),
            "has_link": address.startswith("slip/") and seen.board == 1,
            "watched": address.startswith("watch/"),
        }
        facts = self.moment.facts(reader, seen.board, **way)
        if address.endswith("files/cards/"):  # with the promise not to look, which `_sent` gives
            return may_see(replace(facts, promised=True), What.FILE)
        if seen.what == "cards" and seen.where in "EW" and may_see(facts, What.SEQUENCE):
            return True
        if seen.what == "score":
            own = self.moment.own_tables.get((reader.seat, seen.board)) == seen.where
            return may_see(facts, What.TRAVELLER if at_seat and not own else What.SCORE)
        return may_see(facts, What(seen.what))


class DrawnTexts:
    """The strings drawn into each picture. Create an instance before the first picture is drawn."""

    def __init__(self, monkeypatch):
        self._of: dict[str, list[str]] = {}
        self._new: list[str] = []
        for kept in (function for function in vars(pictures).values() if hasattr(function, "cache_clear")):
            kept.cache_clear()
        draw = ImageDraw.ImageDraw.text

        def text(canvas, xy, text, *args, **kwargs):
            self._new.append(text)
            return draw(canvas, xy, text, *args, **kwargs)

        monkeypatch.setattr(ImageDraw.ImageDraw, "text", text)

    def in_picture(self, data: bytes) -> str:
        """Return the text drawn into a picture. A cached picture has the text recorded when it was first drawn."""
        key = hashlib.sha256(data).hexdigest()
        if key not in self._of:
            assert self._new, "a picture whose data nobody saw: draw it with Pillow's text"
            self._of[key], self._new[:] = list(self._new), []
        return "\n".join(self._of[key])


def texts_of(answer: Any, drawn: DrawnTexts) -> list[str]:
    """Return all text in an answer: its headers and its body, whatever its file type."""
    kind, body = answer.get("Content-Type", ""), answer.content
    headers = json.dumps(dict(answer.headers)) + answer.cookies.output()
    if kind == "application/pdf":
        reader = PdfReader(BytesIO(body))
        texts = [page.extract_text() for page in reader.pages]
        return [headers, json.dumps(dict(reader.metadata or {}), default=str), *texts]
    if kind == "image/png":
        with Image.open(BytesIO(body)) as picture:
            return [headers, json.dumps(dict(picture.info), default=str), drawn.in_picture(body)]
    if "msaccess" in kind:
        rows = read_tables(body, {name: [column.name for column in columns] for name, columns in TABLES.items()})
        return [headers, *(" ".join(str(cell) for cell in row.values()) for table in rows.values() for row in table)]
    if "octet-stream" in kind:
        return [headers, _deals(body)]
    try:
        return [headers, body.decode()]
    except UnicodeDecodeError:
        raise AssertionError(f"a new kind of answer, {kind}: how can the walk read it?") from None


def _deals(body: bytes) -> str:
    """Return the cards in a file for dealing machines, one hand after another."""
    try:
        boards = read_deals(body).boards
    except DealFileError:
        return body.decode("latin-1")
    return "\n".join(" ".join(map(str, hand)) for board in boards for hand in board.deal.all_hands)
