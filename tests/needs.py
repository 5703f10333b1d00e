"""The programs that a machine may lack. The reason for a skip starts with a command that would prevent it."""

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


def _needed(is_there: object, how: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(not is_there, reason=how)


def _program(name: str, package: str, why: str) -> pytest.MarkDecorator:
    return _needed(shutil.which(name), f"apt-get install {package}: {why}")


BUILT = "apt-get install g++, then make setup: the compiled"
compiler = _needed(find_compiler(), "apt-get install g++: there is no C++ compiler to try the build with")
compiled_solver = _needed(not why_not_compiled(), f"{BUILT} solver is missing, the one in Python is too slow")
compiled_three_hands = _needed(
    not why_not_compiled_three_hands(), f"{BUILT} search of the games with three hands is missing"
)
xmllint = _program("xmllint", "libxml2-utils", "xmllint checks our USEBIO files")
mdbtools = _program("mdb-export", "mdbtools", "mdb-export reads our .bws files")
caddy = _program("caddy", "caddy", "it stands in front of a club's site")
systemd = _program("systemd-analyze", "systemd", "systemd-analyze reads our unit files")
promtool = _program("promtool", "prometheus", "promtool reads our alert rules")
git = _program("git", "git", "it tags what is released")
strace = _program("strace", "strace", "it shows what is on the disk before an answer")
endplay = _needed(
    find_spec("endplay"),
    "make peers, with a Python before 3.14: endplay reads our PBN files"
    if sys.version_info >= (3, 14)
    else "make peers: it fetches endplay, which reads our PBN files",
)
FAKETIME = next(map(str, Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1")), "")
faketime = _needed(FAKETIME, "apt-get install libfaketime: it sets the clock of a process to another time")
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
