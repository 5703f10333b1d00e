"""The programs that some tests need and a machine may lack.

The reason for a skip starts with a command that would prevent the skip: `apt-get install ...` or `make ...`.
`make test` lists the reasons at its end. `FORBID_SKIPS=1` fails a run that lacks a package (tests/conftest.py).
"""

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from playwright._impl._driver import compute_driver_executable

from solver.build import find_compiler
from solver.compiled import why_not_compiled
from solver.compiled_three_hands import why_not_compiled_three_hands

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
NODE = str(compute_driver_executable()[0])
"""Playwright's own Node: it runs the browser tests and the scripts' logic."""

compiler = pytest.mark.skipif(
    find_compiler() is None, reason="apt-get install g++: there is no C++ compiler to try the build with"
)
compiled_solver = pytest.mark.skipif(
    bool(why_not_compiled()),
    reason="apt-get install g++, then make setup: the compiled solver is missing, the one in Python is too slow",
)
compiled_three_hands = pytest.mark.skipif(
    bool(why_not_compiled_three_hands()),
    reason="apt-get install g++, then make setup: the compiled search of the games with three hands is missing",
)
xmllint = pytest.mark.skipif(
    shutil.which("xmllint") is None, reason="apt-get install libxml2-utils: xmllint checks our USEBIO files"
)
mdbtools = pytest.mark.skipif(
    shutil.which("mdb-export") is None, reason="apt-get install mdbtools: mdb-export reads our .bws files"
)
caddy = pytest.mark.skipif(
    shutil.which("caddy") is None, reason="apt-get install caddy: it stands in front of a club's site"
)
systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="apt-get install systemd: systemd-analyze reads our unit files"
)
promtool = pytest.mark.skipif(
    shutil.which("promtool") is None, reason="apt-get install prometheus: promtool reads our alert rules"
)
git = pytest.mark.skipif(shutil.which("git") is None, reason="apt-get install git: it tags what is released")
endplay = pytest.mark.skipif(
    find_spec("endplay") is None,
    reason="make peers, with a Python before 3.14: endplay reads our PBN files"
    if sys.version_info >= (3, 14)
    else "make peers: it fetches endplay, which reads our PBN files",
)

FAKETIME = next(map(str, Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1")), "")
faketime = pytest.mark.skipif(
    not FAKETIME, reason="apt-get install libfaketime: it sets the clock of a process to another time"
)
strace = pytest.mark.skipif(
    shutil.which("strace") is None, reason="apt-get install strace: it shows what is on the disk before an answer"
)
HOST_PROGRAMS = {"caddy": "caddy", "redis-server": "redis-server", "ip": "iproute2", "ss": "iproute2", "curl": "curl"}


def why_no_hosts() -> str:
    """Return what is missing for the tests of several hosts on one machine, or "" if nothing is."""
    missing = {package for program, package in HOST_PROGRAMS.items() if shutil.which(program) is None}
    if not list(Path("/usr/lib/postgresql").glob("*/bin/postgres")):
        missing.add("postgresql")
    if missing:
        return f"apt-get install {' '.join(sorted(missing))}: the hosts' programs"
    if os.geteuid() != 0 or subprocess.run(["ip", "netns", "list"], capture_output=True).returncode != 0:
        return "sudo make test-hosts: only root makes network namespaces"
    return ""


hosts = pytest.mark.skipif(bool(why_no_hosts()), reason=why_no_hosts())


def why_no_node() -> str:
    """Return why Playwright's Node does not start, or "" if it does."""
    started = subprocess.run([NODE, "--version"], capture_output=True, text=True, timeout=30)
    if started.returncode == 0:
        return ""
    return f"apt-get install libatomic1: Playwright's Node does not start ({started.stderr.strip()[:200]})"


def why_no_browser() -> str:
    """Return what is missing for the browser tests, or "" if nothing is."""
    if shutil.which(CHROMIUM) is None:
        return "apt-get install chromium libatomic1: there is no browser (CHROMIUM=... names another path)"
    return why_no_node()
