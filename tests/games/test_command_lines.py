"""Features shared by the command lines of the four libraries: standard input, the form of refusals, and exit codes."""

import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from games.__main__ import main as games
from movements.__main__ import main as movements
from scoring.__main__ import main as scoring
from solver.__main__ import main as solver

TESTS = Path(__file__).parents[1]
EVENING = TESTS / "games/data/club-evening-2022-07-27.pbn"
MATCH = """{"game": "solo", "options": {}, "first": "N", "deals": []}"""
TEAMS = "round,board,ns,ew,ns_score\n1,1,Ash,Beech,420\n1,1,Beech,Ash,170\n"
PLAN = """{"name": "x", "tables": 1, "rounds": 1, "contestants": 2, "board_sets": 1, "winners": 1, "absent": [],
"schedule": [{"round": 1, "table": 1, "ns": 1, "ew": 2, "boardset": 1}]}"""

Main = Callable[[list[str]], int]
READERS: list[tuple[Main, list[str], bytes]] = [
    (games, ["check"], EVENING.read_bytes()),
    (games, ["replay", "solo"], (TESTS / "games/golden/solo.json").read_bytes()),
    (solver, [], b"S2\nH2\nD2\nC2\n"),
    (scoring, ["traveller"], b"board,ns,ew,ns_score\n1,1,2,50\n"),
    (scoring, ["teams"], TEAMS.encode()),
    (scoring, ["home"], MATCH.encode()),
    (movements, ["check"], PLAN.encode()),
    (movements, ["balance"], PLAN.encode()),
]
NAMES = ["check", "replay", "solver", "traveller", "teams", "home", "movements-check", "balance"]
each_reader = pytest.mark.parametrize(("main", "command", "good"), READERS, ids=NAMES)


def given(monkeypatch: pytest.MonkeyPatch, raw: bytes):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))


@each_reader
def test_a_file_a_dash_and_nothing_are_read_alike(main, command, good, tmp_path, monkeypatch, capsys):
    file = tmp_path / "input"
    file.write_bytes(good)
    printed = []
    for named in ([str(file)], ["-"], []):
        given(monkeypatch, good)
        assert main([*command, *named]) == 0
        printed.append(capsys.readouterr())
    assert printed[0].out and not printed[0].err
    assert printed[1] == printed[2] == printed[0]


@each_reader
@pytest.mark.parametrize("raw", [b"", b"\n", b"nonsense", b"\xff\xfe\x00", b"{}", b"null", b"[1]", b"\0" * 9])
def test_bad_input_is_lines_on_stderr_and_2(main, command, good, raw, monkeypatch, capsys):
    given(monkeypatch, raw)
    assert main(command) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err
    assert all(line.startswith("standard input: ") for line in captured.err.splitlines())


@each_reader
def test_a_file_that_cannot_be_opened_is_named(main, command, good, tmp_path, capsys):
    for file in (str(tmp_path / "none"), str(tmp_path), "a\0b"):
        assert main([*command, file]) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err.startswith(f"{file} cannot be read: ") and captured.err.count("\n") == 1


@pytest.mark.parametrize("main", [games, solver, scoring, movements])
@pytest.mark.parametrize("arguments", [["--nonsense"], ["nonsense", "more"]])
def test_bad_arguments_are_one_sentence_and_2(main, arguments, capsys):
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    captured = capsys.readouterr()
    assert (ended.value.code, captured.out) == (2, "")
    assert captured.err.startswith("python -m ") and captured.err.endswith(". --help says more.\n")
    assert captured.err.count("\n") == 1


@pytest.mark.parametrize("main", [games, solver, scoring, movements])
def test_help_says_how_it_ends(main, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    assert "with 2 and what is wrong on stderr" in capsys.readouterr().out


def test_a_closed_pipe_and_no_standard_input_end_without_a_traceback():
    shown = "movements show mitchell --tables 40 | head -c 9"
    script = f"{sys.executable} -m scoring traveller <&-; {sys.executable} -m {shown}"
    done = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=False, cwd=TESTS.parent)
    assert (done.stdout, done.stderr) == ('{"name": ', "There is no standard input to read.\n")


def test_names_are_printed_as_utf8_on_any_terminal():
    done = subprocess.run(
        [sys.executable, "-m", "scoring", "traveller"],
        input="board,ns,ew,ns_score\n1,Zoë,Łukasz,50\n".encode(),
        capture_output=True,
        check=False,
        cwd=TESTS.parent,
        env={"PYTHONIOENCODING": "ascii"},
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert {row["entry"] for row in json.loads(done.stdout)["ranking"]} == {"Zoë", "Łukasz"}
