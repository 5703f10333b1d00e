"""`python -m movements list` and `show`."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from movements.__main__ import main
from movements.checks import problems
from movements.plan import Plan


def command(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "movements", *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )


def test_list_names_every_movement() -> None:
    done = command("list")
    assert done.returncode == 0
    assert [line.split()[0] for line in done.stdout.splitlines()] == ["mitchell", "skip-mitchell", "howell"]


def test_show_prints_the_plan_as_json() -> None:
    done = command("show", "mitchell", "--tables", "3", "--rounds", "2")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == {
        "name": "mitchell",
        "tables": 3,
        "rounds": 2,
        "contestants": 6,
        "board_sets": 3,
        "winners": 2,
        "absent": [],
        "schedule": [
            {"round": 1, "table": 1, "ns": 1, "ew": 4, "boardset": 1},
            {"round": 1, "table": 2, "ns": 2, "ew": 5, "boardset": 2},
            {"round": 1, "table": 3, "ns": 3, "ew": 6, "boardset": 3},
            {"round": 2, "table": 1, "ns": 1, "ew": 6, "boardset": 2},
            {"round": 2, "table": 2, "ns": 2, "ew": 4, "boardset": 3},
            {"round": 2, "table": 3, "ns": 3, "ew": 5, "boardset": 1},
        ],
    }


def test_an_odd_field_keeps_the_missing_number_in_its_rows(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "howell", "--tables", "4", "--rounds", "7", "--contestants", "7"]) == 0
    plan = Plan.from_json(capsys.readouterr().out)
    assert plan.absent == (8,)
    assert [p.boardset for p in plan.schedule if p.ns == 8] == [0] * 7
    assert problems(plan) == []


def test_without_rounds_there_are_as_many_as_can_be(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "skip-mitchell", "--tables", "8"]) == 0
    assert json.loads(capsys.readouterr().out)["rounds"] == 7


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["waltz", "--tables", "4", "--rounds", "3"], "There is no movement called 'waltz'"),
        (["howell", "--tables", "15", "--rounds", "15"], "A Howell has 2 to 14 tables, not 15."),
        (["mitchell", "--tables", "8", "--rounds", "7"], "Use skip-mitchell"),
        (["mitchell", "--tables", "-1"], "1 to 100 tables, not -1"),
        (["howell", "--tables", "4", "--contestants", "6"], "8 contestants, or 7 with a sit-out, not 6"),
    ],
)
def test_what_does_not_exist_is_a_sentence_and_exit_2(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", *arguments]) == 2
    captured = capsys.readouterr()
    assert told in captured.err
    assert captured.out == ""


def test_the_process_ends_with_2_and_no_traceback() -> None:
    done = command("show", "howell", "--tables", "19", "--rounds", "3")
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
    assert command("show", "howell", "--tables", "many").returncode == 2
