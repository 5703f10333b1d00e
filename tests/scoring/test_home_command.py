"""`python -m scoring home FILE.json`: reads a match at home and prints its standing."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from scoring.__main__ import home, main
from scoring.home import standing
from tests.scoring.home_deals import told

ROOT = Path(__file__).resolve().parents[2]
DEALS = ["3N S 9", "4S N 10", "2H S 6"]


def match(**changes) -> dict[str, Any]:
    deals = [told(deal) for deal in DEALS]
    as_json = [{"setup": d.setup, "options": d.options, "outcome": d.outcome} for d in deals]
    return {"game": "solo", "options": {}, "first": "N", "deals": as_json, **changes}


def written(folder: Path, content) -> str:
    file = folder / "match.json"
    file.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return str(file)


def test_the_standing_is_printed_as_json(tmp_path, capsys):
    assert main(["home", written(tmp_path, match())]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed == standing("solo", {}, "N", [told(deal) for deal in DEALS]).to_json()
    assert printed["header"] == {"board": 4, "dealer": "W", "vul": "None"}
    assert printed["summary"] == "North leads by 120 points after 3 deals of 4"


def test_a_match_may_be_ended(tmp_path, capsys):
    assert main(["home", written(tmp_path, match(ended=True))]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert (printed["over"], printed["winner"], printed["header"]) == (True, "N", None)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("{", "line 1, column 2: this is no JSON"),
        ("[" * 100_000, "nested too deep"),
        ({"game": "solo"}, "'deals' is missing"),
        (match(deals=[{"setup": {}, "options": {}}]), "'outcome' is missing"),
        (match(game="whist"), "There is no game called 'whist'"),
        (
            match(options={"match": "long"}),
            "The option match is four_deals or chicago or boards_6 or boards_8 or rubber",
        ),
        (match(options=[1]), "this is no match"),
        (match(first="W"), "'W' cannot deal first"),
        (match(deals=[{"setup": {"vul": "NS"}, "options": {}, "outcome": told("PASS").outcome}]), "Deal 1: its vul"),
        (match(deals=[{"setup": [], "options": {}, "outcome": {}}]), "this is no match"),
        (match(deals=[{"setup": {}, "options": {}, "outcome": "4S"}]), "this is no match"),
        (match(deals=7), "this is no match"),
        ("[]", "this is no match"),
    ],
)
def test_a_bad_file_is_told_in_words(tmp_path, capsys, content, sentence):
    file = written(tmp_path, content)
    assert main(["home", file]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"{file}: ") and sentence in captured.err


def test_the_example_of_the_page_gives_what_the_page_shows():
    page = (ROOT / "docs/scoring.md").read_text(encoding="utf-8")
    given, shown = re.findall(r"```json\n(.*?)```", page.split("## Matches at home")[1], re.S)
    assert home(given) == json.loads(shown)
