"""The commands `list` and `show` of `python -m movements`, and the files of movements that they read."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from movements.__main__ import main
from movements.catalogue import FAMILIES, build
from movements.check_words import fault_text, note_text, notes_told
from movements.checks import problems
from movements.empty_seats import without_empty_seats
from movements.errors import MovementError
from movements.faults import FaultCode, faults
from movements.files import read_plan, write_rounds
from movements.howell import howell
from movements.notes import NoteCode, notes
from movements.plan import Pairing, Plan, with_sit_out


def test_list_names_every_movement_and_solo_25_who_moves_by_what_is_played(capsys):
    assert main(["list"]) == 0
    printed = capsys.readouterr().out
    assert [line.split()[0] for line in printed.splitlines()] == [
        "mitchell", "skip-mitchell", "relay-mitchell", "hesitation", "web", "appendix", "rover", "bump",
        "howell", "half-rounds", "barometer", "swiss", "american-whist", "swiss-teams", "sections",
    ]  # fmt: skip
    assert "North players go up one table" in printed
    assert main(["list", "--pairs"]) == 0
    assert "E/W pairs go up one table" in capsys.readouterr().out


def test_show_prints_the_plan_as_json():
    command = [sys.executable, "-m", "movements", "show", "mitchell", "--tables", "3", "--rounds", "2"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2])
    assert (done.returncode, done.stderr) == (0, "")
    plan = json.loads(done.stdout)
    rows = [tuple(row.values()) for row in plan.pop("schedule")]
    assert plan == {
        "name": "mitchell", "tables": 3, "rounds": 2, "contestants": 6, "board_sets": 3, "winners": 2, "absent": [],
    }  # fmt: skip
    # round, table, N/S, E/W and board set
    assert rows == [
        (1, 1, 1, 4, 1), (1, 2, 2, 5, 2), (1, 3, 3, 6, 3), (2, 1, 1, 6, 2), (2, 2, 2, 4, 3), (2, 3, 3, 5, 1),
    ]  # fmt: skip


def test_show_gives_a_mitchell_one_winner_by_an_arrow_switch_and_a_rover_one_contestant_more(capsys):
    assert main(["show", "mitchell", "--tables", "9", "--arrow-switch", "1"]) == 0
    plan = Plan.from_json(capsys.readouterr().out)
    assert (plan.name, plan.rounds, plan.winners) == ("mitchell", 9, 1)
    assert {p.ns for p in plan.round(8)} == {p.ew for p in plan.round(9)} == set(range(1, 10))
    assert problems(plan) == []
    assert main(["show", "rover", "--tables", "8", "--rounds", "7", "--contestants", "17"]) == 0
    plan = Plan.from_json(capsys.readouterr().out)
    assert (plan.tables, plan.contestants, plan.absent) == (9, 18, (18,))
    assert main(["show", "rover", "--tables", "8", "--contestants", "16"]) == 2
    captured = capsys.readouterr()
    assert "8 tables are for 17 contestants, not 16." in captured.err and captured.out == ""


def test_choose_prints_the_ranked_options(capsys):
    assert main(["choose", "--contestants", "18", "--boards", "30", "--minutes", "220"]) == 0
    offers = json.loads(capsys.readouterr().out)
    best = offers[0]
    assert best["recommended"]
    assert (best["name"], best["rounds"], best["boards_per_round"], best["winners"]) == ("mitchell", 9, 3, 2)
    assert (best["boards_each"], best["boards_needed"], best["minutes"], best["sit_outs"]) == (27, 27, 216, 0)
    assert problems(Plan.from_json(best["plan"])) == []
    assert all(option["problem"] is None or not option["recommended"] for option in offers)
    assert main(["choose", "--contestants", "18", "--boards-per-round", "2"]) == 0
    assert {option["boards_per_round"] for option in json.loads(capsys.readouterr().out)} == {2}


def test_balance_prints_q_exactly_and_rounded_and_it_and_check_read_a_file(tmp_path, capsys):
    assert main(["balance", "mitchell", "--tables", "9", "--arrow-switch", "1"]) == 0
    balance = json.loads(capsys.readouterr().out)
    assert (balance["q"], balance["q_exact"]) == (92.9699, "64800/697")
    assert (balance["least"], balance["greatest"], balance["shares"]) == (0, 5, [])
    assert set(balance["plays"].values()) == {9}
    file = tmp_path / "ours.json"
    main(["show", "howell", "--tables", "3"])
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["balance", str(file)]) == 0
    balance = json.loads(capsys.readouterr().out)
    assert (balance["q"], balance["q_exact"], len(balance["shares"])) == (60.0, "60", 1)
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


# Ten pairs at six tables. One table is empty in every round, so that no boards are shared.
SIX_TABLES = """\
10 6 3 6 0
 1- 2:A  3- 4:B  5- 6:C  7- 8:D  9-10:E  0  0 0   # round 1
 4- 7:A  6- 9:B 10- 8:C  2- 5:D  0  0 0  1- 3:F

 9- 8:A 10- 1:B  3- 2:C  0  0 0  7- 6:E  5- 4:F
Qf=46.67
"""
ROWS = """\
Section,Table,Round,NSPair,EWPair,LowBoard,HighBoard,CustomBoards
1,1,1,1,4,1,3,
1,2,1,2,3,4,6,
1,1,2,1,3,4,6,
1,2,2,4,2,1,3,
"""


def rounds(plan: Plan) -> list[list[tuple[int, int, int]]]:
    return [
        [(p.ns, p.ew, p.boardset) for p in plan.round(number) if p.boardset] for number in range(1, plan.rounds + 1)
    ]


def test_lines_of_rounds_are_read_with_their_empty_tables():
    read = read_plan(SIX_TABLES, "N002")
    plan = read.plan
    assert (plan.name, plan.tables, plan.rounds, plan.board_sets) == ("N002", 6, 3, 6)
    assert plan.present == tuple(range(1, 11)) and plan.absent == (11, 12)
    assert rounds(plan)[1] == [(4, 7, 1), (6, 9, 2), (10, 8, 3), (2, 5, 4), (1, 3, 6)]
    assert faults(plan) == [] and not plan.shares()
    assert any(note.code == NoteCode.UNUSED and note.tables == (4, 5, 6) for note in notes(plan))


def test_numbered_board_sets_a_flag_and_a_short_header_are_read():
    numbered = read_plan("4 2 3 3 0 g\n1-2 1  3-4 1\n1-3 2  2-4 2\n1-4 3  2-3 3").plan
    short = read_plan("4 3\n1 2 A 3 4 A\n1 3 B 2 4 B\n1 4 C 2 3 C").plan
    assert rounds(numbered) == rounds(short) == [[(1, 2, 1), (3, 4, 1)], [(1, 3, 2), (2, 4, 2)], [(1, 4, 3), (2, 3, 3)]]


@pytest.mark.parametrize(
    ("text", "tables", "absent", "sit_outs"),
    [
        ("5 2 2 3 0\n1-2 A 3-4 B\n5-1 B 2-3 C", 3, (6,), {(1, 5), (2, 4)}),  # not mentioned
        ("3 2 3 3 0\n1-2 A 3-0 B\n1-3 C 2-0 A\n2-3 B 1-0 C", 2, (4,), {(1, 3), (2, 2), (3, 1)}),
    ],
)
def test_whoever_is_not_mentioned_or_sits_at_half_a_table_written_with_0_sits_out(text, tables, absent, sit_outs):
    plan = read_plan(text).plan
    assert faults(plan) == []
    assert (plan.tables, plan.absent) == (tables, absent)
    assert {(p.round, c) for p in plan.sit_outs() for c in (p.ns, p.ew) if c not in absent} == sit_outs


def test_half_a_table_in_our_own_json_may_be_written_with_0_too():
    whole = with_sit_out(howell(3), 6).to_json()
    rows = [row | {side: 0 for side in ("ns", "ew") if row[side] == 6} for row in whole["schedule"]]
    for contestants, absent in ((5, []), (6, [6])):
        others = {**whole, "contestants": contestants, "absent": absent, "schedule": rows}
        assert read_plan(json.dumps(others)).plan == Plan.from_json(whole)


def test_rows_as_in_a_bridgemate_file_say_how_many_boards_a_round_has():
    read = read_plan(ROWS)
    assert read.per_round == 3
    assert rounds(read.plan) == [[(1, 4, 1), (2, 3, 2)], [(1, 3, 2), (4, 2, 1)]]


@pytest.mark.parametrize(
    "text",
    [
        "round table NS EW boards\n1 1 1 4 1-3\n1 2 2 3 4-6\n2 1 1 3 4-6\n2 2 4 2 1-3",
        "Rd;Tbl;N/S;E/W;Set\n1;1;1;4;A\n1;2;2;3;B\n2;1;1;3;B\n2;2;4;2;A",
        "1 1 1 4 1\n1 2 2 3 2\n2 1 1 3 2\n2 2 4 2 1",
        'table\tround\tew\tns\tboards\n1\t1\t4\t1\t"1-3"\n2\t1\t3\t2\t4-6\n1\t2\t3\t1\t4-6\n2\t2\t2\t4\t1-3',
    ],
)
def test_rows_in_other_dress_are_the_same_movement(text):
    assert rounds(read_plan(text).plan) == rounds(read_plan(ROWS).plan)


TABBED = (
    '0000\t"Two tables"\t3\t"Relay at table 2"\n0001\t1\t"N-S stay"\n0100\t1\t2\n0101\t1\t1\t1\t4\t1\tF\n'
    "0102\t1\t2\t2\t3\t2\tF\n0200\t2\t2\n0201\t2\t1\t1\t3\t3\tF\n0202\t2\t2\t4\t2\t3\tF\n"
)


def test_lines_with_tabs_are_read_under_their_own_name():
    plan = read_plan(TABBED, "M1").plan
    assert (plan.name, rounds(plan)) == ("Two tables", [[(1, 4, 1), (2, 3, 2)], [(1, 3, 3), (4, 2, 3)]])
    assert faults(plan) == []


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("\t4\t1\tF", "\t4\t1\tR", "line 4: 'R' stands at its end"),
        ("\t1\t4\t1\tF", "\t1002\t806\t1\tF", "line 4: two players share a seat"),
        ("\t1\t4\t1\tF", "", "line 4: a table needs round, table, N/S, E/W and board set"),
        ("0101\t1\t", "0101\t0\t", "line 4: rounds and tables count from 1"),
    ],
)
def test_a_line_with_tabs_that_cannot_be_read_is_refused(old, new, sentence):
    with pytest.raises(MovementError, match=sentence):
        read_plan(TABBED.replace(old, new))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("8 4 6 6 1\n", "line 1: this is a movement for individuals"),
        ("8 4 6\n", "line 1: the header is five numbers: pairs, tables, rounds, board sets and 0."),
        ("8 4 0 6 0\n", "only the last may be 0."),
        ("4 2 2 2 0\n1-2 A 3-4 B\n1-3 A", "line 3: round 2 needs N/S, E/W and board set for each of 2 tables"),
        ("4 2 2 2 0\n1-2 A 3-4 B\n", "line 2: the file ends after round 1 of 2"),
        ("4 2 1 2 0\n1-x A 3-4 B\n", "line 2: each seat at table 1 must be a number, not 'x'."),
        ("4 2 1 2 0\n1-2 ? 3-4 B\n", "line 2: a board set (a number or a letter) must be a number, not '?'."),
        ("4 2 1 2 0\n1-2 999 3-4 B\n", "line 2: a board set (a number or a letter) must be from 0 to 500"),
        ("round table NS\n1 1 1", "line 1: no column for ew, boards: write a first line with the headings"),
        ("1 1 1 4\n", "line 1: a row is round, table, N/S, E/W, boards"),
        ("round table NS EW boards\n", "line 1: there are headings and no rows"),
        ("round table NS EW boards\n0 1 1 2 1", "line 2: rounds and tables count from 1."),
        ("round,table,NS,EW,boards\n1,1,1,2,1-3\n1,2,3,4,4-5", "line 3: 2 boards, others have 3"),
        ("round,table,NS,EW,boards\n1,1,1,2,1-3\n1,2,3,4,3-5", "line 3: boards 3 to 5 overlap those that begin with 1"),
        ("round,table,NS,EW,boards\n1,1,1,2,3-1", "line 2: boards 3 to 1: write the lower number first"),
        ("round,table,NS,EW,boards\n1,1,1,2,1-3\n1,2,3,4,B", "line 3: write boards such as 5-6 in every row"),
        ("section,round,table,NS,EW,boards\n2,1,1,1,2,1", "line 2: a second section, '2': put each"),
        ("# nothing\n\n", "the file has no lines."),
        ("\x01\x00\x02", "line 1: no column for round"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_with_its_line(text, sentence):
    with pytest.raises(MovementError) as refused:
        read_plan(text)
    assert sentence in str(refused.value)


@given(st.text(max_size=60) | st.text(alphabet="0123456789 -ABC\n,", max_size=80))
def test_any_text_is_read_or_refused_with_a_sentence(text):
    try:
        plan = read_plan(text, "x").plan
    except MovementError as refused:
        assert str(refused).endswith(".")
    else:
        sentences = [*map(fault_text, faults(plan)), *map(note_text, notes(plan) if not faults(plan) else [])]
        assert all(sentence.endswith(".") for sentence in sentences)


@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_our_own_movements_are_read_as_they_are(family):
    for tables in (2, 3, 4, 5, 8, 9):
        try:
            plan = build(family, tables)
        except MovementError:
            continue
        assert without_empty_seats(plan) == replace(plan)
        assert faults(read_plan(json.dumps(plan.to_json())).plan) == []


def test_what_is_written_is_read_again_with_its_empty_tables():
    for text in (SIX_TABLES, TABBED, "5 2 2 3 0\n1-2 A 3-4 B\n5-1 B 2-3 C"):
        plan = read_plan(text, "x").plan
        again = read_plan(write_rounds(plan), plan.name).plan
        assert rounds(again) == rounds(plan) and again.present == plan.present
    assert write_rounds(read_plan(SIX_TABLES).plan).splitlines()[1].endswith("9-10 5  0-0 0")


def test_a_shared_set_and_a_second_meeting_are_notes_with_what_comes_of_them():
    plan = read_plan("4 2 2 4 0\n1-2 A 3-4 A\n1-2 B 3-4 C").plan
    assert faults(plan) == []
    sentences = [note_text(note) for note in notes(plan)]
    assert "Tables 1 and 2 share board set 1 in round 1: duplicate them, or pass them at half-time." in sentences
    assert "Contestant 1 and contestant 2 meet in rounds 1 and 2: on other boards, and every board counts." in sentences
    assert notes_told(notes(plan)) == sentences
    on_screens = notes_told(notes(plan), live=True)
    assert on_screens[0] == "Some tables share boards in round 1: on screens each has its own, nobody waits."
    assert len(on_screens) == len(sentences)
    assert plan.declares == ("shares", "rematches")


def test_faults_and_notes_have_the_places_where_they_show():
    twice = read_plan("4 2 2 2 0\n1-2 A 3-4 B\n1-3 B 3-2 B").plan
    by_code = {fault.code: fault for fault in faults(twice)}
    assert by_code[FaultCode.TWO_SEATS].places == ((2, 1), (2, 2))
    replay = {(fault.number, fault.places) for fault in faults(twice) if fault.code == FaultCode.REPLAY}
    assert (3, ((1, 2), (2, 1), (2, 2))) in replay
    codes = {note.code: note for note in notes(read_plan("4 2 2 4 0\n1-2 A 3-4 A\n1-3 B 2-4 C").plan)}
    assert codes[NoteCode.UNPLAYED].boardsets == (4,)
    assert codes[NoteCode.ALONE].boardsets == (2, 3)
    assert (codes[NoteCode.PLAYS].least, codes[NoteCode.PLAYS].most) == (1, 2)
    empty = Plan("x", 2, 1, 2, 1, 1, (), (Pairing(1, 1, 1, 2, 1), Pairing(1, 2, 0, 0, 0)))
    assert faults(without_empty_seats(empty)) == [], "a row with nobody at it is no fault"
