"""`python -m solver`, how its core is built, and the analysis of a play."""

import io
import json
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from games.cards import parse_card, parse_cards
from solver import build, compiled, engines
from solver.__main__ import main, read_hands
from solver.analysis import analyse_auction, analyse_play, points_of
from solver.auction import SolvedAuction
from solver.errors import BadPosition, SolverError
from solver.position import Position
from solver.reference import ReferenceEngine
from tests.needs import compiled_solver, compiler
from tests.solver.endings import EXACT, SPADES, STRAINS, each_engine, ending, scores

LINES = "\n".join(EXACT["endings"][-1][seat] for seat in "NESW") + "\n"
DEAL = "\n".join(EXACT["deals"][0][seat] for seat in "NESW") + "\n"
ROOT = Path(__file__).resolve().parents[2]


def run(monkeypatch, capsys, text: str | bytes, *arguments: str):
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
    code, out, _ = run(monkeypatch, capsys, DEAL, "--par", "N", "None")
    table = json.loads(out)
    assert code == 0
    assert table.pop("par") == {"south": 500, "contracts": ["7HX by N"]}
    assert table == EXACT["deals"][0]["table"]


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


@pytest.fixture
def not_built(tmp_path, monkeypatch):
    core = tmp_path / "solver" / "core"
    shutil.copytree(build.CORE, core)
    library = core.parent / "_core.so"
    monkeypatch.setattr(build, "CORE", core)
    monkeypatch.setattr(build, "LIBRARY", library)
    monkeypatch.setattr(compiled, "LIBRARY", library)
    compiled._loaded.cache_clear()
    yield library
    compiled._loaded.cache_clear()


def test_without_a_compiler_it_says_so_and_goes_on(not_built, monkeypatch, capsys):
    monkeypatch.setenv("CXX", "no-such-compiler")
    assert build.main([]) == 0
    assert "No C++ compiler" in capsys.readouterr().err
    assert build.main(["--required"]) == 1
    assert not not_built.exists()


def test_without_the_library_python_answers(not_built):
    assert engines.backend().startswith("solver, slow: Python only, as solver/_core.so is not built")
    assert isinstance(engines.engine(), ReferenceEngine) and isinstance(engines.engine(reference=True), ReferenceEngine)
    with pytest.raises(SolverError, match="not built"):
        compiled.Compiled()


def test_a_broken_library_is_named(not_built):
    not_built.write_bytes(b"this is no library")
    assert "cannot be loaded" in engines.backend()
    assert isinstance(engines.engine(), ReferenceEngine)


@compiler
def test_it_is_built_once_and_again_when_a_source_is_newer(not_built, capsys):
    assert build.main(["--required"]) == 0
    assert not_built.exists()
    assert [path.name for path in not_built.parent.iterdir() if path.name.startswith(".build")] == []
    first = not_built.stat().st_mtime_ns
    assert build.main([]) == 0
    assert not_built.stat().st_mtime_ns == first
    source = build.CORE / "search.hpp"
    source.touch()
    assert not build.is_fresh()


@compiler
def test_sources_that_do_not_compile_leave_python(not_built, capsys):
    (build.CORE / "search.hpp").write_text("this is no C++")
    assert build.main([]) == 0
    assert "could not be compiled" in capsys.readouterr().err
    assert build.main(["--required"]) == 1
    assert not not_built.exists()


SIZE = 6


@each_engine
@pytest.mark.parametrize("seed", range(3))
def test_what_the_cards_cost_is_what_was_lost(make, seed):
    rng = random.Random(seed)
    start = at = Position.of(ending(f"analysis {seed}", SIZE), rng.choice(STRAINS), rng.choice("NS"))
    while at.now.left:
        at = at.after(rng.choice(at.now.legal))
    engine = make()
    verdicts = analyse_play(start, at.played, engine)
    lost = {player: sum(v.tricks for v in verdicts if v.player == player) for player in "SN"}
    assert at.now.south == make().value(start) - lost["S"] + lost["N"]
    assert [v.card for v in verdicts] == list(at.played)
    assert any(v.tricks for v in verdicts)
    for verdict in verdicts:
        assert verdict.tricks >= 0
        assert (verdict.card in verdict.held) == (verdict.tricks == 0)
        assert verdict.held


@each_engine
def test_each_verdict_is_that_of_its_own_position(make):
    start = at = Position.of(ending("verdicts", 5), "H", "S")
    while at.now.left:
        at = at.after(at.now.legal[-1])
    for place, verdict in enumerate(analyse_play(start, at.played, make())):
        before = Position.of(start.hands, "H", "S", at.played[:place])
        assert verdict.seat == before.now.trick.to_play
        assert verdict.values == make().values(before)


@each_engine
def test_a_lead_away_from_the_ace_is_priced_in_tricks_and_points(make):
    hands = [parse_cards(text) for text in ("DA D2", "C2 C3", "HA DK", "C4 C5")]
    start = Position.of(hands, "N", "N")
    cards = [parse_card(text) for text in ("D2", "C2", "DK", "C4", "HA", "C5", "DA", "C3")]
    verdicts = analyse_play(start, cards, make(), points_of("1N", "N", scores("None"), 2))
    assert [v.tricks for v in verdicts] == [2, 0, 0, 0, 0, 0, 0, 0]
    assert (verdicts[0].player, verdicts[0].points) == ("N", 100)
    assert [card.text for card in verdicts[0].held] == ["DA"]


def test_points_are_to_south_whoever_declares():
    assert points_of("4S", "S", scores("NS"), 13)(10) == 620
    assert points_of("4S", "N", scores("NS"), 13)(3) == -420
    with pytest.raises(SolverError):
        points_of("4S", "W", scores("NS"), 13)


@each_engine
def test_a_play_cut_short_by_a_claim_is_judged_to_there(make):
    start = Position.of(ending("claim", 5), "N", "S")
    cards = [start.now.legal[0]]
    assert len(analyse_play(start, cards, make())) == 1
    assert analyse_play(start, [], make()) == []
    with pytest.raises(BadPosition, match="Card 2"):
        analyse_play(start, [*cards, cards[0]], make())


def test_a_call_is_a_mistake_only_if_the_worth_is_another_after_it():
    auction = SolvedAuction(SPADES, scores("None"))
    verdicts = analyse_auction(auction, "S", ("P", "P"))
    assert [(v.player, v.points) for v in verdicts] == [("S", 110), ("N", 0)]
    too_high = analyse_auction(auction, "S", ("3S", "X", "P", "P"))
    assert [v.points for v in too_high] == [210, 0, 0, 0]
    assert "X" in too_high[1].held
    lenient = analyse_auction(auction, "S", ("3S", "P", "P"))
    assert [v.points for v in lenient] == [210, 50, 0]
    assert analyse_auction(auction, "S", ("1S", "P"))[1].points == 0
    with pytest.raises(SolverError, match="Call 3"):
        analyse_auction(auction, "S", ("P", "P", "1C"))
