"""Every reader on every socket, and a letter of every kind, at one moment of a night."""

import asyncio
import json
from collections.abc import Callable, Iterator
from typing import Any

from asgiref.sync import sync_to_async
from django.core.mail import EmailMessage
from django.utils import timezone

from clubsite.accounts.letters import CONFIRM, NOTICE_KINDS
from clubsite.accounts.models import User
from clubsite.outbox import services as letters
from clubsite.outbox.models import Letter
from clubsite.outbox.services import kind_of
from clubsite.rankings.services.sweep import results_sweep
from clubsite.results.models import MailRequest
from clubsite.routing import websocket_urlpatterns
from clubsite.signups.models import ReplyPlayer
from clubsite.signups.services.replies import ReplyAuthor, reply_add
from tests.attack.moments import Moment, Reader
from tests.attack.walk import Ask, Judge, Walked
from tests.clubsite.at_tables import sensibly, step
from tests.clubsite.every_address import filled
from tests.clubsite.play.seat_socket import line_end, line_to
from tests.kit.typed_scores import enter_score

SITE = "http://testserver"
OF_REPLIES = "signups.answer signups.moved_up signups.changed signups.restored signups.cancelled".split()


def all_kinds() -> set[str]:
    """Return the codes of all kinds of letters that the site writes."""
    return set(letters._kinds)


def letters_of(moment: Moment, user: User) -> dict[str, Letter]:
    """Return a letter of every kind that this account can get, keyed by the kind's code."""
    user.email, user.email_wanted = "dee@home.example", "new@home.example"
    user.save(update_fields=["email", "email_wanted"])
    club, now = moment.session.club, timezone.now()
    reply = reply_add(
        night=moment.coming,
        players=[ReplyPlayer(name="Somebody")],
        author=ReplyAuthor(director=user),
        mail="x@home.example",
    )
    fields = {"club": club, "site": SITE, "asked_at": now}
    by_account = MailRequest.objects.create(user=user, confirmed_at=now, **fields)
    by_address = MailRequest.objects.create(address="y@home.example", **fields)
    of: dict[str, dict[str, Any]] = {code: {"reply": reply} for code in OF_REPLIES}
    of |= {kind.code: {"user": user} for kind in (CONFIRM, *NOTICE_KINDS)}
    of["accounts.forgotten"] = {"address": user.email}
    of["results.confirmation"] = {"mail_request": by_address}
    of["results.results"] = {"mail_request": by_account, "session": moment.session}
    return {code: Letter.objects.create(kind=code, site=SITE, **about) for code, about in of.items()}


def walk_letters(moment: Moment, letters: dict[str, Letter]) -> tuple[Walked, set[str]]:
    """Write all letters. Return what they show, judged by the rule for strangers, and the kinds of letters written."""
    report, written, judge = Walked(), set[str](), Judge(moment)
    for code, mail in _mails(moment, letters):
        written.add(code)
        judge.judge(report, "stranger", Ask("mail/", code, "mail"), texts_of_mail(mail))
    return report, written


def _mails(moment: Moment, letters: dict[str, Letter]) -> Iterator[tuple[str, EmailMessage]]:
    """Yield the mail written for each letter, unless the letter has no purpose at this moment."""
    for code, letter in letters.items():
        moment.coming.cancelled_at = timezone.now() if code == "signups.cancelled" else None
        moment.coming.save(update_fields=["cancelled_at"])
        letter = Letter.objects.get(pk=letter.pk)
        if (mail := kind_of(letter).write(letter)) is not None:
            yield code, mail


def texts_of_mail(mail: EmailMessage) -> list[str]:
    """Return a mail's headers and all its parts, decoded, as strings."""
    message = mail.message()
    parts = [part.get_payload(decode=True) for part in message.walk() if not part.is_multipart()]
    return [mail.subject, *(f"{key}: {value}" for key, value in message.items()), *(part.decode() for part in parts)]


SOCKETS = [str(pattern.pattern) for pattern in websocket_urlpatterns]
QUIET, LONGEST = 0.3, 10
"""Seconds without a frame after which nothing more is waited for, and seconds to wait for those who must hear."""
Heard = dict[str, set[str]]


class Line:
    """A reader's connection to a socket, with everything that was sent on it."""

    def __init__(self, address: str, path: str, name: str, reader: Reader):
        cookies = "; ".join(f"{key}={morsel.value}" for key, morsel in reader.client.cookies.items())
        headers = [(b"host", b"testserver"), (b"origin", b"http://testserver"), (b"cookie", cookies.encode())]
        self.address, self.path, self.name = address, path, name
        self.app = line_to(path, *headers)
        self.frames: list[str] = []
        self.closed = False

    def take(self) -> bool:
        """Collect the frames that have arrived. Return True if there were any."""
        count = len(self.frames)
        while not self.app.output_queue.empty():
            message = self.app.output_queue.get_nowait()
            self.closed = self.closed or message["type"] == "websocket.close"
            self.frames += [message["text"]] if message["type"] == "websocket.send" else []
        return len(self.frames) > count

    async def end(self):
        await line_end(self.app)

    @property
    def told(self) -> int:
        """The number of frames, not counting a frame that sends a stranger away from a seat."""
        return sum(json.loads(frame).get("t") != "gone" for frame in self.frames)


async def walk_sockets(moment: Moment) -> tuple[Walked, Heard, Heard]:
    """Connect every reader to every socket, and make something happen if the night is running. Return what was shown,
    which readers each socket let in, and which readers heard about the event.
    """
    lines = list(_lines(moment))
    for line in lines:
        await line.app.send_input({"type": "websocket.connect"})
    await _listen(lines, lambda: all(line.frames or line.closed for line in lines))
    let_in = _names(lines, lambda line: line.told > 0)
    before = {line: line.told for line in lines}
    if await sync_to_async(_something_happens)(moment):
        await _listen(lines, lambda: any(line.told > before[line] for line in lines))
    heard = _names(lines, lambda line: line.told > before[line])
    for line in lines:
        await line.end()
        line.take()
    return await sync_to_async(_judged)(moment, lines), let_in, heard


def _lines(moment: Moment):
    for address in SOCKETS:
        for name, reader in moment.readers.items():
            for number in sorted({reader.seat or 2, 1, 6}) if "ticket_id" in address else [1]:
                ticket = moment.night.tickets[number].public_id
                path = filled(address, {"ticket_id": ticket, "session_id": moment.values["session"]})
                yield Line(address, path, name, reader)


async def _listen(lines: list[Line], complete: Callable[[], bool]):
    """Collect frames until `complete()` is true and no more frames have arrived for a while."""
    clock = asyncio.get_running_loop()
    begun = last = clock.time()
    while clock.time() - begun < LONGEST and not (complete() and clock.time() - last > QUIET):
        if sum(line.take() for line in lines):
            last = clock.time()
        await asyncio.sleep(0.02)


def _names(lines: list[Line], wanted: Callable[[Line], bool]) -> Heard:
    return {address: {line.name for line in lines if line.address == address and wanted(line)} for address in SOCKETS}


def _something_happens(moment: Moment) -> bool:
    """Continue the play at a table with screens, or enter a score for cards. True if the night is running."""
    if moment.phase == "before":
        assert any(step(moment.night.tickets[number], sensibly("attack")) for number in (2, 5))
    elif moment.phase == "after":
        rows = moment.night.section.rounds.get(number=2).table_boards
        row = rows.select_related("board", "round__section", "ns", "ew").get(table__number=3)
        enter_score(row, moment.session.created_by, "1N S 7")
        results_sweep()
    return moment.phase in ("before", "after")


def _judged(moment: Moment, lines: list[Line]) -> Walked:
    report, judge = Walked(), Judge(moment)
    for line in lines:
        judge.judge(report, line.name, Ask(line.address, line.path, "socket"), line.frames)
    return report
