"""`python -m solver` reads four lines and prints JSON. If a line is faulty, a message names it."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from solver.__main__ import main, read_hands
from tests.needs import compiled_solver
from tests.solver.solver_positions import EXACT

LINES = "\n".join(EXACT["endings"][-1][seat] for seat in "NESW") + "\n"
DEAL = "\n".join(EXACT["deals"][0][seat] for seat in "NESW") + "\n"
ROOT = Path(__file__).resolve().parents[2]


def run(monkeypatch, capsys, text: str | bytes, *arguments: str):
    """Run the command. Return (code, stdout, stderr)."""
    raw = text if isinstance(text, bytes) else text.encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
    try:
        code = main(arguments)
    except SystemExit as exit:
        code = exit.code
    out = capsys.readouterr()
    return code, out.out, out.err


def test_ten_values_of_an_ending(monkeypatch, capsys):
    code, out, _ = run(monkeypatch, capsys, LINES)
    by_leader = EXACT["endings"][-1]["se_tricks_by_leader"]
    assert code == 0
    assert json.loads(out) == {strain: {"S": row["N"], "N": 5 - row["S"]} for strain, row in by_leader.items()}
    assert list(json.loads(out)) == ["C", "D", "H", "S", "NT"]


@pytest.mark.parametrize("engine", [(), ("--reference",)])
def test_values_by_leader(monkeypatch, capsys, engine):
    code, out, _ = run(monkeypatch, capsys, LINES, "--leaders", *engine)
    assert (code, json.loads(out)) == (0, EXACT["endings"][-1]["se_tricks_by_leader"])


@compiled_solver
def test_par_of_a_deal(monkeypatch, capsys):
    """South makes six spades for 980. North's seven hearts go three down doubled."""
    code, out, _ = run(monkeypatch, capsys, DEAL, "--par", "N", "None")
    found = json.loads(out)
    assert code == 0
    assert found.pop("par") == {"south": 500, "contracts": ["7HX by N"]}
    assert found == EXACT["deals"][0]["table"]


def test_labelled_lines_may_stand_in_any_order():
    north, east, south, west = LINES.splitlines()
    assert read_hands(f"W: {west}\nS {south}\n\nE:{east}\nN: {north}") == read_hands(LINES)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("S2\nH2\nD2\nC2 C3", "Line 4: it has 2 cards and line 1 has 1."),
        ("S2\nH2\nS2\nC2", "Line 3: S2 is also in line 1."),
        ("S2\nH2\nD1\nC2", "Line 3: 'D1' is not a card."),
        ("S2 JK\nH2 H3\nD2 D3\nC2 C3", "Line 1: 'JK' is not a card."),
        ("S2\nH2\nD2", "Line 3: four lines of cards are needed, N, E, S and W, and there are 3."),
        ("", "Line 1: four lines of cards are needed, N, E, S and W, and there are 0."),
        ("N: S2\nE: H2\nS: D2\nN: C2", "Line 4: North is also line 1."),
        ("N:\nE: H2\nS: D2\nW: C2", "Line 1: 1 to 13 cards are needed, not 0."),
    ],
)
def test_bad_lines_are_named(monkeypatch, capsys, text, sentence):
    assert run(monkeypatch, capsys, text) == (2, "", f"standard input: {sentence}\n")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--par", "N", "None"), "standard input: Par is asked of whole deals: each line needs 13 cards, not 5."),
        (("no-such-file",), "no-such-file cannot be read: No such file or directory."),
        (("--par", "X", "None"), "python -m solver: 'X' is no dealer: N, E, S or W. --help says more."),
        (("--par", "N", "Both"), "python -m solver: 'Both' is no vulnerability: None, NS, EW, All. --help says more."),
    ],
)
def test_bad_arguments(monkeypatch, capsys, arguments, sentence):
    assert run(monkeypatch, capsys, LINES, *arguments) == (2, "", sentence + "\n")


def test_it_runs_as_a_program():
    command = [sys.executable, "-m", "solver"]
    done = subprocess.run(command, input="S2\nH2\nD2\nC2\n", capture_output=True, text=True, cwd=ROOT)
    assert (done.returncode, json.loads(done.stdout)["S"]) == (0, {"S": 0, "N": 1})
