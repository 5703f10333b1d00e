"""The line that a page sends about its own fault: what is kept of it, and what a hostile sender gets."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from clubsite.keeper.checks.jobs import pages_look
from clubsite.keeper.metrics import metrics_text
from clubsite.keeper.models import PageFault

TO = "/page-fault/"
LINE = "version 0a1b, file seat.0123456789ab.js, line 7, TypeError"


def send(line=LINE, page="http://testserver/seat/abc123/", **more):
    return Client().post(TO, {"line": line, **more}, headers={"Referer": page}).status_code


def test_the_doctor_the_metrics_and_the_log_tell_of_it_once_a_minute_and_page(db, caplog):
    assert [send(), send(LINE.replace("7", "8")), send(page="http://testserver/play/")] == [204, 204, 204]
    [found] = pages_look()
    assert f"home:lounge: {LINE}; play:seat: {LINE}." in found.sentence
    assert 'club_page_faults_total{page="play:seat"}' in metrics_text().decode()
    lines = [one.getMessage() for one in caplog.records if one.name == "clubsite.keeper.views"]
    assert lines == [f"A page failed in a browser: {page}, {LINE}" for page in ("play:seat", "home:lounge")]
    assert "abc123" not in caplog.text, "an address may have a key"
    PageFault.objects.bulk_create(PageFault(page=f"p{n}", line=LINE, at=timezone.now()) for n in range(99))
    [found] = pages_look()
    assert found.sentence.count(LINE) == 5, "a stranger makes no endless mail of it"
    PageFault.objects.update(at=timezone.now() - timedelta(days=2))
    assert "No page has reported a fault" in next(iter(pages_look())).sentence


@pytest.mark.parametrize(
    "bad", ["", LINE + "\n", LINE + ": SA", "x" * 500, LINE.replace("file ", "file ../"), "\0\x1b[2J"]
)
def test_what_is_no_such_line_is_refused_and_leaves_nothing(db, caplog, bad):
    assert send(bad) == send(LINE, more="x" * 500) == 400
    assert not PageFault.objects.exists() and "failed in a browser" not in caplog.text


def test_lines_from_no_page_of_the_site_are_one_row_and_one_a_minute(db):
    pages = ["http://elsewhere.example/x", "", "http://[", *(f"http://testserver/nowhere/{n}/" for n in range(30))]
    assert {send(page=page, line=LINE.replace("7", str(n))) for n, page in enumerate(pages)} == {204}
    assert [row.line for row in PageFault.objects.all()] == [LINE.replace("7", "0")]
    assert [row.page for row in PageFault.objects.all()] == ["unknown"]


def test_it_takes_the_site_s_token_which_a_get_brings(db):
    browser = Client(enforce_csrf_checks=True)
    assert browser.post(TO, {"line": LINE}).status_code == 403 and browser.get(TO).status_code == 204
    token = {"X-CSRFToken": browser.cookies["csrftoken"].value}
    assert browser.post(TO, {"line": LINE}, headers=token).status_code == 204
