"""The docs can be followed: links and paths exist, examples run, and every requirement of the ASVS is listed."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from clubsite.play.protocol import parse
from games.registry import rules_for
from games.replay import replay
from games.shuffle import deal_from_seed

ROOT = Path(__file__).resolve().parent.parent
OF_APPS = sorted((ROOT / "clubsite").glob("*/README.md"))
PAGES = sorted(
    [
        ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md"),
        *OF_APPS,
    ]
)  # fmt: skip
README = (ROOT / "README.md").read_text(encoding="utf-8")
LINK = re.compile(r"\]\(([^)\s]+)\)")
CODE_PATH = re.compile(r"`([a-z_]+(?:/[\w.<>*-]+)+)`")
FENCE = re.compile(r"```\w*\n(.*?)```", re.S)
PLACES = ("clubsite/", "games/", "scoring/", "movements/", "solver/", "static/", "tests/", "docs/", "bench/")
LIBRARIES = r"\.venv/bin/python (-m (?:movements|scoring|games|solver) .*)"


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


MAKE = re.findall(r"^([a-z -]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
TARGETS = {target for rule in MAKE for target in rule.split()}
COMMANDS = {path.stem for path in ROOT.glob("clubsite/*/management/commands/*.py") if not path.stem.startswith("_")}
COMMANDS |= {"collectstatic", "createsuperuser", "changepassword", "migrate", "sendtestemail"}


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_link_path_make_target_and_command_of_a_page_exists(page):
    text = page.read_text(encoding="utf-8")
    links = [link for link in LINK.findall(text) if ":" not in link]
    assert not [link for link in links if not (page.parent / link.split("#")[0]).exists()]
    named = [path for path in CODE_PATH.findall(FENCE.sub("", text)) if path.startswith(PLACES) and "<" not in path]
    assert not [path for path in named if not (ROOT / path).exists()]
    assert set(re.findall(r"`?\bmake ([a-z-]+)(?=`|\s+#|\s+HOST|\s+PORT)", text)) <= TARGETS
    assert set(re.findall(r"manage\.py ([a-z_]+)", text)) <= COMMANDS


def test_every_link_to_a_decision_leads_to_its_entry():
    decisions = (ROOT / "docs" / "decisions.md").read_text(encoding="utf-8")
    anchors = {
        re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-")
        for heading in re.findall(r"^## (.+)$", decisions, re.M)
    }
    linked = {
        link for page in PAGES for link in re.findall(r"decisions\.md#([^)\s]+)\)", page.read_text(encoding="utf-8"))
    }
    assert linked
    assert linked <= anchors


@pytest.mark.parametrize("page", OF_APPS, ids=name)
def test_the_readme_of_an_app_names_modules_that_are_there(page):
    """Each item begins with its subject: the app's modules, packages or classes, or one of its commands."""
    app = page.parent
    there = {path.stem for path in app.rglob("*.py")} | {path.name for path in app.rglob("*") if path.is_dir()}
    code = "\n".join(path.read_text(encoding="utf-8") for path in app.rglob("*.py"))
    heads = [re.split(r"[:.](?:\s|$)", line, maxsplit=1)[0] for line in page.read_text(encoding="utf-8").splitlines()]
    named = [word for head in heads if head.lstrip().startswith("- `") for word in re.findall(r"`([\w/]+)`", head)]
    gone = [
        word for word in named if word.rstrip("/").split("/")[-1] not in there and not re.search(rf"\b{word}\b", code)
    ]
    assert not gone


def test_every_page_of_docs_can_be_reached_from_the_readme():
    reached, waiting = set(), [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        if page in reached or page.suffix != ".md":
            continue
        reached.add(page)
        links = [link for link in LINK.findall(page.read_text(encoding="utf-8")) if ":" not in link]
        waiting += [(page.parent / link.split("#")[0]).resolve() for link in links]
    assert set(PAGES) <= reached


def protocol_examples(heading: str) -> list[str]:
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    return FENCE.findall(page.split(f"\n## {heading}")[1].split("\n## ")[0])


def test_the_protocol_page_shows_messages_that_the_server_understands_and_the_view_that_the_game_makes():
    kinds = set()
    for line in protocol_examples("Client to server")[0].strip().splitlines():
        kinds.add(json.loads(line)["t"])
        parse(line.replace("<uuid>", "6f1c2d0e-3b57-4e0a-9d8e-0a4f1c2b3d4e").replace("<id>", "hkexg4hj4wfd"))
    assert kinds == {"act", "ready", "disagree", "help", "help_off", "ping"}
    shown = json.loads(protocol_examples("`view`: the play")[0])
    rules = rules_for("solo")
    log = [{"seq": 1, "actor": "N", "a": "c:1S"}, {"seq": 2, "actor": "S", "a": "c:P"}]
    log.append({"seq": 3, "actor": "N", "a": "c:P"})
    real = rules.view(replay(rules, deal_from_seed("docs", 1).to_setup(1), {}, log), "S")
    assert shown.keys() == real.keys()
    for part in ("turn", "contract", "trick", "can", "tricks", "hands"):
        assert shown[part].keys() == real[part].keys(), part
    assert [hand.keys() for hand in shown["hands"].values()] == [h.keys() for h in real["hands"].values()]


def test_the_readme_shows_all_four_command_lines():
    shown = {command.split()[1] for command in re.findall(LIBRARIES, README)}
    assert shown == {"movements", "scoring", "games", "solver"}


@pytest.mark.parametrize("command", re.findall(LIBRARIES, README))
def test_the_command_lines_of_the_readme_run(command):
    done = subprocess.run([sys.executable, *shlex.split(command)], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
    if " show " in command or " traveller " in command:
        json.loads(done.stdout)


@pytest.mark.parametrize("command", {line.split()[1]: line for line in re.findall(LIBRARIES, README)}.values())
def test_a_reader_of_a_command_line_that_stops_early_is_no_error(command):
    """A program that reads the command's output stops early, as `| head` does."""
    unread, printed = os.pipe()
    os.close(unread)
    done = subprocess.run(
        [sys.executable, *shlex.split(command)], cwd=ROOT, stdout=printed, stderr=subprocess.PIPE, timeout=60
    )
    os.close(printed)
    assert (done.returncode, done.stderr) == (0, b"")


PAGE = (Path(__file__).parents[1] / "docs" / "asvs.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (V[\dV., ]+) \| (.+?) \| (.+?) \| (.*) \|$", re.M)
# The numbers of requirements of levels 1 and 2 in each section: they count from 1, those of level 3 come after them.
COUNTS = """
1.1 2, 1.2 9, 1.3 11, 1.4 3, 1.5 2, 2.1 3, 2.2 3, 2.3 4, 2.4 1, 3.2 2, 3.3 4, 3.4 6, 3.5 5, 3.7 2, 4.1 3, 4.2 1,
4.3 2, 4.4 4, 5.1 1, 5.2 3, 5.3 2, 5.4 3, 6.1 3, 6.2 12, 6.3 4, 6.4 4, 6.5 5, 6.6 3, 6.8 4, 7.1 3, 7.2 4, 7.3 2,
7.4 5, 7.5 2, 7.6 2, 8.1 2, 8.2 3, 8.3 1, 8.4 1, 9.1 3, 9.2 4, 10.1 2, 10.2 2, 10.3 4, 10.4 11, 10.5 5, 10.6 2,
10.7 3, 11.1 2, 11.2 3, 11.3 3, 11.4 4, 11.5 1, 11.6 1, 12.1 3, 12.2 2, 12.3 4, 13.1 1, 13.2 5, 13.3 2, 13.4 5,
14.1 2, 14.2 4, 14.3 3, 15.1 3, 15.2 3, 15.3 7, 16.1 1, 16.2 5, 16.3 4, 16.4 3, 16.5 3, 17.1 1, 17.2 4, 17.3 2
"""


def expected() -> list[str]:
    sections = (each.split() for each in COUNTS.replace("\n", " ").split(","))
    return [f"V{section}.{number}" for section, count in sections for number in range(1, int(count) + 1)]


def test_every_requirement_of_levels_1_and_2_is_there_once():
    listed = [number for row in ROW.findall(PAGE) for number in row[0].split(", ")]
    assert listed == expected()
    assert len(listed) == 253


@pytest.mark.parametrize("row", ROW.findall(PAGE), ids=lambda row: row[0].split(",")[0])
def test_each_has_a_state_and_a_place_or_a_reason(row):
    _, about, state, why = row
    assert state in ("met", "partly", "not met", "not applicable")
    assert about and why
    assert len(why.split()) >= 5 or state not in ("partly", "not met"), "a reason"
