"""Counts, times and the ends of sentences are written in the same way on every page."""

import re
from pathlib import Path

import pytest

from clubsite.core.templatetags.bridge import stop
from games.wording import counted, how_often, score_text

ROOT = Path(__file__).resolve().parents[3]
PAGES = [path for path in (ROOT / "templates").rglob("*") if path.suffix in (".html", ".txt")]
SCRIPTS = [path for path in (ROOT / "static/js").rglob("*.js") if "vendor" not in path.parts]


def test_a_number_has_its_noun_and_a_score_says_who_gained_it():
    assert [counted(n, "board") for n in (0, 1, 2)] == ["0 boards", "1 board", "2 boards"]
    assert [how_often(n) for n in (0, 1, 2, 3)] == ["0 times", "once", "twice", "3 times"]
    assert score_text(420) == "+420 to South" and score_text(-420) == "+420 to North"
    assert score_text(-420, four_handed=True) == "+420 to E/W"


@pytest.mark.parametrize("said, ends", [("Ann Hill", "Ann Hill."), ("M. T.", "M. T."), ("Bo, M. T.", "Bo, M. T.")])
def test_no_second_full_stop_follows_initials(said, ends):
    assert stop(said) == ends


@pytest.mark.parametrize(
    ("files", "pattern"),
    [
        (PAGES, r"""(?:date|time):["'][^"']*[gahAP][^"']*["']"""),  # 8:32 pm beside 20:32 is two clocks
        ([*PAGES, *SCRIPTS], r"""<span class="label[^>]*>[^<]*\w</span>(\$\{|\{\{)"""),  # "Contract3" is no word
        (PAGES, r"time\{\{ ?[^}]*\|pluralize"),  # `how_often` says it
    ],
    ids=["12 hours", "a label run into what it labels", "times"],
)
def test_no_page_says_it_in_another_way(files, pattern):
    assert {path.name for path in files if re.search(pattern, path.read_text())} == set()


def test_what_is_hidden_is_hidden_whatever_else_it_is():
    sheets = {path.name: path.read_text() for path in (ROOT / "static/css").glob("*.css")}
    assert "[hidden] { display: none !important; }" in sheets["base.css"]
    others = {name for name, text in sheets.items() if re.search(r"\[hidden\]\s*\{", text)}
    assert others == {"base.css"}
