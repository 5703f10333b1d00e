"""`make run` in an empty folder: it prints a message at once, then the links, and nothing else."""

import re
import signal
import subprocess
import sys

import pytest

from tests.browser.site import ROOT, Site

AT = r"http://127\.0\.0\.1:\d+"
PRINTED = rf"""Making the database and a demo club in .+\. This takes half a minute, the first time only\.

  Two Handed Solo Bridge, the demo club of Lantern Street

  The club          {AT}/
  Last week         {AT}/clubs/lantern-street/results/
  Play at home      {AT}/play/      learn: {AT}/learn/
  Director          {AT}/director/\w+/   sign in: dee / lantern
  A simultaneous    {AT}/events/\w+/      its clubs come in while you look
  Table 1, South    {AT}/seat/\w+/enter/\?key=\w+
  Table 1, North    {AT}/seat/\w+/enter/\?key=\w+

  Open both seats of table 1 in two windows: the other tables are playing already\.

Stop it with Ctrl-C\.
"""


@pytest.mark.timeout(300)
def test_a_newcomer_reads_what_they_need_and_nothing_else(first_start):
    assert re.fullmatch(PRINTED, (first_start.data / "out.txt").read_text())
    assert first_start.errors() == ""


def test_the_first_word_comes_before_anything_is_built(tmp_path):
    site = Site(tmp_path / "var")
    command = [sys.executable, "manage.py", "serve", "--no-demo", "--port", str(site.port)]
    process = subprocess.Popen(command, cwd=ROOT, env=site.env, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout
        assert process.stdout.readline().startswith(f"Making the database in {site.data}. This takes")
        process.send_signal(signal.SIGSTOP)
        tables = site.data / "club.sqlite3"
        assert not tables.exists() or tables.stat().st_size < 1_000_000
    finally:
        process.kill()
        process.wait(10)
