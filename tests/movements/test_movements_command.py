"""The commands `python -m movements list` and `python -m movements show`."""

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


def test_list_names_every_movement():
    done = command("list")
    assert done.returncode == 0
    assert [line.split()[0] for line in done.stdout.splitlines()] == [
        "mitchell", "skip-mitchell", "relay-mitchell", "hesitation", "web", "appendix", "rover", "bump",
        "howell", "half-rounds", "barometer", "swiss", "american-whist", "swiss-teams", "sections",
    ]  # fmt: skip


def test_solo_25_the_list_says_who_moves_by_what_is_played():
    assert "North players go up one table" in command("list").stdout
    assert "E/W pairs go up one table" in command("list", "--pairs").stdout


def test_show_prints_the_plan_as_json():
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


def test_without_rounds_there_are_as_many_as_can_be(capsys):
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
def test_what_does_not_exist_is_a_sentence_and_exit_2(arguments, told, capsys):
    assert main(["show", *arguments]) == 2
    captured = capsys.readouterr()
    assert told in captured.err
    assert captured.out == ""


def test_show_gives_a_mitchell_one_winner_by_an_arrow_switch(capsys):
    assert main(["show", "mitchell", "--tables", "9", "--arrow-switch", "1"]) == 0
    plan = Plan.from_json(capsys.readouterr().out)
    assert (plan.name, plan.winners) == ("mitchell", 1)
    assert {p.ns for p in plan.round(8)} == {p.ew for p in plan.round(9)} == set(range(1, 10))
    assert problems(plan) == []


def test_a_rovers_field_is_one_more_than_its_tables_seat(capsys):
    assert main(["show", "rover", "--tables", "8", "--rounds", "7", "--contestants", "17"]) == 0
    plan = Plan.from_json(capsys.readouterr().out)
    assert (plan.tables, plan.contestants, plan.absent) == (9, 18, (18,))
    assert main(["show", "rover", "--tables", "8", "--contestants", "16"]) == 2
    assert "8 tables are for 17 contestants, not 16." in capsys.readouterr().err


def test_choose_prints_the_ranked_options(capsys):
    assert main(["choose", "--contestants", "18", "--boards", "30", "--minutes", "220"]) == 0
    found = json.loads(capsys.readouterr().out)
    best = found[0]
    assert best["recommended"]
    assert (best["name"], best["rounds"], best["boards_per_round"], best["winners"]) == ("mitchell", 9, 3, 2)
    assert (best["boards_each"], best["boards_needed"], best["minutes"], best["sit_outs"]) == (27, 27, 216, 0)
    assert problems(Plan.from_json(best["plan"])) == []
    assert all(option["problem"] is None or not option["recommended"] for option in found)


def test_choose_keeps_to_a_given_number_of_boards_a_round(capsys):
    assert main(["choose", "--contestants", "18", "--boards-per-round", "2"]) == 0
    assert {option["boards_per_round"] for option in json.loads(capsys.readouterr().out)} == {2}


def test_balance_prints_q_exactly_and_rounded(capsys):
    assert main(["balance", "mitchell", "--tables", "9", "--arrow-switch", "1"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["q"], found["q_exact"]) == (92.9699, "64800/697")
    assert (found["least"], found["greatest"], found["shares"]) == (0, 5, [])
    assert set(found["plays"].values()) == {9}


def test_balance_and_check_read_a_file(tmp_path, capsys):
    file = tmp_path / "ours.json"
    main(["show", "howell", "--tables", "3"])
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["balance", str(file)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["q"], found["q_exact"], len(found["shares"])) == (60.0, "60", 1)
    assert main(["check", str(file)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "It can be played: howell, 6 contestants, 3 tables, 5 rounds, 5 board sets.",
        "Tables 1, 2 and 3 share board set 5 in round 5: make 3 copies, or pass them from table to table.",
        "Contestant 6 sits the same way all night, and with one winner that is a little less fair.",
        "Balance 60.0 of 100: who wins depends much on the draw.",
    ]


def test_an_unsound_plan_ends_with_1_and_its_problems(tmp_path, capsys):
    main(["show", "mitchell", "--tables", "3", "--rounds", "2"])
    plan = json.loads(capsys.readouterr().out)
    plan["schedule"][5]["boardset"] = 3
    file = tmp_path / "ours.json"
    file.write_text(json.dumps(plan), encoding="utf-8")
    assert main(["check", str(file)]) == 1
    assert capsys.readouterr().out.splitlines() == ["Contestant 3 plays board set 3 twice, in rounds 1 and 2."]
    assert main(["balance", str(file)]) == 2
    assert "cannot be played" in capsys.readouterr().err


def test_a_flood_of_problems_is_counted(tmp_path, capsys):
    plan = {"name": "x", "tables": 90, "rounds": 90, "contestants": 180, "board_sets": 9, "winners": 1}
    file = tmp_path / "empty.json"
    rows = [{"round": 91, "table": table, "ns": 1, "ew": 2, "boardset": 1} for table in range(1, 91)]
    file.write_text(json.dumps({**plan, "absent": [], "schedule": rows}), encoding="utf-8")
    assert main(["check", str(file)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 41
    assert lines[-1] == "And 52 more."
