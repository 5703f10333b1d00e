"""The size limit on requests, tested with a real uvicorn and raw connections: nothing oversized reaches the disk."""

import ast
import asyncio
import inspect
import json
import sys
import tempfile
import tracemalloc
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from django.urls import URLPattern, URLResolver, get_resolver

from clubsite.asgi import application
from clubsite.core import request_limits
from clubsite.core.request_limits import DEFAULT_BODY_LIMIT, most_of
from tests.kit.served import served

CHUNK = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
FILES = "/director/abcdefghjkmn/files/results/"
READS_ITS_BODY = {"clubsite.api.events.view"}
"""The call that takes the whole state of a heat."""


@pytest.fixture
async def site():
    """The port of the site's own ASGI application behind a real server."""
    async with served(application, timeout_graceful_shutdown=1) as port:
        yield port


@pytest.fixture
def on_disk(monkeypatch):
    """A list with an entry for every body that is moved to a file."""
    seen: list[int] = []
    whole = tempfile.SpooledTemporaryFile.rollover

    def rollover(self):
        seen.append(self.tell())
        whole(self)

    monkeypatch.setattr(tempfile.SpooledTemporaryFile, "rollover", rollover)
    return seen


class Line:
    """A connection that the test controls byte by byte."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter):
        self.reader, self.writer = reader, writer

    @classmethod
    async def to(cls, port: int, path: str, *headers: str, method: str = "POST") -> "Line":
        line = cls(*await asyncio.open_connection("127.0.0.1", port))
        head = "\r\n".join([f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", *headers, "", ""])
        line.writer.write(head.encode())
        return line

    async def say(self, data: bytes, times: int = 1) -> int:
        """Send `data` up to `times` times. Return how often it was sent before the other side hung up."""
        for count in range(times):
            try:
                self.writer.write(data)
                await self.writer.drain()
            except OSError:
                return count
        return times

    async def answer(self) -> tuple[int, str, str]:
        """Return (status, headers in lower case, body), read until the server closes the connection."""
        whole = await asyncio.wait_for(self.reader.read(), 15)
        self.writer.close()
        head, _, body = whole.decode().partition("\r\n\r\n")
        return int(head.split(" ", 2)[1]), head.lower(), body


@pytest.fixture
def soon_over(monkeypatch):
    """Shorten the time that the site waits for the rest of a body."""
    monkeypatch.setattr(request_limits, "WHOLE_WITHIN", 0.5)


async def test_an_endless_body_is_cut_off_and_leaves_nothing_on_the_disk(site, on_disk, soon_over):
    """One unfinished `POST /join/` used to put 315 MB on the disk in two seconds."""
    get_resolver().url_patterns  # noqa: B018 - loaded by being asked for, as when the site starts
    line = await Line.to(site, "/join/", "Transfer-Encoding: chunked")
    tracemalloc.start()
    count = await asyncio.wait_for(line.say(CHUNK, 1_000_000), 60)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count < 1_000_000, "The server hangs up"
    assert on_disk == [] and peak < 4_000_000


async def test_an_unfinished_upload_is_given_up_and_leaves_nothing_on_the_disk(site, on_disk, soon_over):
    line = await Line.to(site, FILES, "Content-Length: 5000000")
    await line.say(b"x" * 4_000_000)
    status, head, page = await line.answer()
    assert (status, on_disk) == (408, []) and "connection: close" in head and "nearer to the Wi-Fi" in page


async def test_who_sends_to_the_end_reads_the_answer_though_it_was_clear_at_once(site, on_disk):
    """A browser that sends a large file reads the answer only when everything is sent or the connection breaks."""
    line = await Line.to(site, "/join/", f"Content-Length: {40 * 0x10000}")
    assert await line.say(b"x" * 0x10000, 40) == 40
    status, _, page = await line.answer()
    assert (status, on_disk) == (413, []) and page.rstrip().endswith("</html>")
    assert "That is too large" in page and "Nothing was changed" in page


async def test_a_program_is_refused_in_the_form_of_the_api(site):
    line = await Line.to(site, "/api/v1/nights/abc/scores/", f"Content-Length: {DEFAULT_BODY_LIMIT + 1}")
    await line.say(b"x" * (DEFAULT_BODY_LIMIT + 1))
    status, head, body = await line.answer()
    assert status == 413 and "content-type: application/problem+json" in head
    problem = json.loads(body)
    assert problem["status"] == 413
    assert problem["detail"] == "That is too much for one message. Send fewer scores at once."


async def test_a_hundred_scores_of_a_program_are_no_large_body():
    score = {
        "table_board": 123456, "contract": "7NTXX", "declarer": "S", "tricks": 13, "lead": "SA",
        "revision": 9,
    }  # fmt: skip
    score |= {"status": "artificial", "artificial": "A4060", "note": "x" * 200}
    assert len(json.dumps({"scores": [score] * 100}, indent=2)) < DEFAULT_BODY_LIMIT


async def test_what_fits_reaches_its_page_as_it_was_sent(site):
    """The body is sent in two chunks. The request is refused only because the form's token is missing."""
    headers = ("Transfer-Encoding: chunked", "Connection: close", "Content-Type: application/x-www-form-urlencoded")
    line = await Line.to(site, "/clubs/nowhere/programs/", *headers)
    await line.say(b"3\r\nnam\r\n")
    await line.say(b"3\r\ne=x\r\n0\r\n\r\n")
    status, _, page = await line.answer()
    assert status == 403 and "That was not accepted" in page, "Refused by the form's token, not by its size"


@pytest.mark.parametrize(("size", "status"), [(5_000_000, 403), (5_200_000, 413)])
async def test_an_address_that_takes_files_takes_larger_bodies_and_no_disk(site, on_disk, size, status):
    line = await Line.to(site, FILES, f"Content-Length: {size}", "Connection: close")
    await line.say(b"x" * size)
    code, _, page = await line.answer()
    assert (code, on_disk) == (status, [])
    assert ("A file here may have up to 5 MB" in " ".join(page.split())) == (status == 413)


def views(patterns: list[Any] | None = None) -> Iterator[Callable[..., Any]]:
    """Yield every view behind the site's own addresses, as the URL patterns call it."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        if isinstance(pattern, URLResolver):
            yield from views(pattern.url_patterns)
        elif isinstance(pattern, URLPattern) and pattern.callback.__module__.startswith("clubsite."):
            yield pattern.callback


def readers_of_files(module) -> set[str]:
    """Return the functions in a module that read uploads, directly or through another function in the module."""
    functions = [node for node in ast.walk(ast.parse(inspect.getsource(module))) if isinstance(node, ast.FunctionDef)]
    names: set[str] = set()
    while True:
        more = {f.name for f in functions if any(_reads(node, names) for node in ast.walk(f))}
        if more == names:
            return names
        names = more


def _reads(node: ast.AST, known: set[str]) -> bool:
    if isinstance(node, ast.Attribute):
        return node.attr == "FILES"
    return isinstance(node, ast.Name) and node.id in known


def test_exactly_the_views_that_read_files_take_larger_bodies_and_django_keeps_all_in_memory():
    reading, marked = set(), set()
    for view in views():
        inner = inspect.unwrap(view)
        name = f"{inner.__module__}.{inner.__name__}"
        if inner.__name__ in readers_of_files(sys.modules[inner.__module__]):
            reading.add(name)
        if hasattr(view, "most_bytes"):
            marked.add(name)
    assert reading | READS_ITS_BODY == marked and len(marked) == 9
    # Form fields may fill the whole body. Django would write only bodies above the limit to disk.
    most = max(getattr(view, "most_bytes", DEFAULT_BODY_LIMIT) for view in views())
    assert most <= settings.DATA_UPLOAD_MAX_MEMORY_SIZE == settings.FILE_UPLOAD_MAX_MEMORY_SIZE
    for path in ("/", "/join/", "/nowhere/", "/\x00/", "/admin/", "/api/v1/nights/"):
        assert most_of(path) == DEFAULT_BODY_LIMIT
