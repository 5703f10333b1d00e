"""Examples in docstrings, and the command lines: standard input, refusals, exit codes, `python -m games` itself."""

import doctest
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from games.__main__ import main as games
from games.notation.deal_files import read_deals
from games.registry import names, rules_for
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
    (games, ["replay", "solo"], (TESTS / "games/golden/solo.json").read_bytes()), (solver, [], b"S2\nH2\nD2\nC2\n"),
    (scoring, ["traveller"], b"board,ns,ew,ns_score\n1,1,2,50\n"), (scoring, ["teams"], TEAMS.encode()),
    (scoring, ["home"], MATCH.encode()), (movements, ["check"], PLAN.encode()), (movements, ["balance"], PLAN.encode()),
]  # fmt: skip
NAMES = ["check", "replay", "solver", "traveller", "teams", "home", "movements-check", "balance"]
each_reader = pytest.mark.parametrize(("main", "command", "good"), READERS, ids=NAMES)


def given(monkeypatch: pytest.MonkeyPatch, raw: bytes):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))


@pytest.mark.parametrize(("package", "lines"), [("games", 6), ("movements", 6), ("scoring", 7), ("scoring.home", 1)])
def test_the_example_in_a_packages_docstring_is_true(package, lines):
    done = doctest.testmod(import_module(package))
    assert done.failed == 0 and done.attempted >= lines


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


GOLDEN = TESTS / "games/golden"
PLAY = GOLDEN / "solo.json"
GAME_OF = {path: json.loads(path.read_text(encoding="utf-8"))["game"] for path in sorted(GOLDEN.glob("*.json"))}


@pytest.mark.parametrize(("path", "game"), GAME_OF.items(), ids=[path.stem for path in GAME_OF])
def test_replay_prints_the_play_of_any_game_as_each_viewer_saw_it(path, game, capsys):
    """The files `golden/<name>.txt` are reviewed like code. With WRITE_GOLDEN=1 they are written again."""
    assert {*GAME_OF.values()} == {*names()}
    printed = []
    for viewer in (*rules_for(game).players, "all"):
        assert games(["replay", game, str(path), "--viewer", viewer]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0].startswith("Board ") and "as South sees it" in printed[0]
    if os.environ.get("WRITE_GOLDEN"):
        path.with_suffix(".txt").write_text("\n".join(printed), encoding="utf-8")
    assert "\n".join(printed) == path.with_suffix(".txt").read_text(encoding="utf-8")


def test_replay_prints_all_cards_unless_asked_otherwise_and_says_who_is_to_act(tmp_path, capsys):
    record = json.loads(PLAY.read_text(encoding="utf-8"))
    half = tmp_path / "half.json"
    half.write_text(json.dumps({"setup": record["setup"], "log": record["log"][:1]}), encoding="utf-8")
    assert games(["replay", "solo", str(half)]) == 0
    printed = capsys.readouterr().out
    assert "as the director sees it" in printed
    assert printed.endswith("Unfinished: North to act (call)\n")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "line 1, column 2: this is no JSON"), ("[]", "This is no play: {"),
        ('{"setup": {}, "log": 5}', "This is no play: {"), ("[" * 100_000, "nested too deep"),
        ("9" * 5_000, "a number is too long"), ('{"setup": {"board": 1}}', "Board 1, dealer"),
        ('{"setup": {"board": 1, "dealer": "N", "vul": "All"}}', "Board 1, hands"),
        (PLAY.read_text(encoding="utf-8").replace("c:P", "c:XX", 1), "Event 1: S c:XX: Only a double"),
    ],
)  # fmt: skip
def test_a_bad_record_is_refused_in_words(text, words, tmp_path, capsys):
    path = tmp_path / "bad.json"
    path.write_text(text, encoding="utf-8")
    assert games(["replay", "solo", str(path)]) == 2
    assert words in capsys.readouterr().err


def test_check_counts_the_boards_and_names_a_format_other_than_pbn(tmp_path, capsys):
    assert games(["check", str(EVENING)]) == 0
    assert capsys.readouterr().out == "27 boards, 0 of them with both dummies' sequences\n"
    assert games(["convert", str(EVENING), str(tmp_path / "evening.dup")]) == 0
    assert "27 boards written" in capsys.readouterr().out
    assert games(["check", str(tmp_path / "evening.dup")]) == 0
    assert capsys.readouterr().out == "27 boards (DUP), 0 of them with both dummies' sequences\n"


def test_a_file_converted_there_and_back_holds_the_same_cards(tmp_path, capsys):
    for ending in ("lin", "bri", "dge", "dlm"):
        there, back = tmp_path / f"there.{ending}", tmp_path / "back.pbn"
        assert games(["convert", str(EVENING), str(there)]) == 0
        machine = ending in ("bri", "dge")
        assert games(["convert", str(there), str(back)]) == (2 if machine else 0)
        assert ("Give the number of the first one. Add --first" in capsys.readouterr().err) == machine
        assert games(["convert", str(there), str(back), "--first", "13"]) == 0
        first, last = read_deals(EVENING.read_bytes()).boards, read_deals(back.read_bytes()).boards
        assert last[0].number == (13 if machine else 1)
        assert [set(record.deal.north) for record in last] == [set(record.deal.north) for record in first]


def test_what_cannot_be_converted_or_viewed_is_said(tmp_path, capsys):
    assert games(["convert", str(EVENING), str(tmp_path / "evening.docx")]) == 2
    assert "says no format by its ending" in capsys.readouterr().err
    (tmp_path / "bad.dup").write_bytes(b"01" * 40)
    assert games(["convert", str(tmp_path / "bad.dup"), str(tmp_path / "x.pbn")]) == 2
    assert "record 2 has 2: the file breaks off" in capsys.readouterr().err
    assert not (tmp_path / "x.pbn").exists()
    path = GOLDEN / "bridge-solitaire.json"
    assert games(["replay", "bridge_solitaire", str(path), "--viewer", "N"]) == 2
    assert capsys.readouterr().err == "Nobody sits North in this game; there are S, all\n"
