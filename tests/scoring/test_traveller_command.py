"""`python -m scoring traveller` and the teams' files, on a real evening and on faulty files."""

import csv
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scoring.__main__ import main, traveller
from scoring.evening import score_evening
from scoring.figures import fixed_text, percent_text
from scoring.settings import ScoringSettings
from scoring.team_file import team_evening
from scoring.traveller import TravellerError, read_traveller
from scoring.victory_points import victory_points
from tests.scoring.sessions import ranked

DATA = Path(__file__).parent / "data"
EVENING = DATA / "club-evening-2022-07-27-travellers.csv"
HEADING = "board,ns,ew,contract,declarer,tricks,ns_score\n"


def evening_rows() -> list[dict[str, str]]:
    with EVENING.open(newline="") as lines:
        return list(csv.DictReader(lines))


def as_csv(rows: list[dict[str, str]]) -> str:
    return "\n".join([",".join(rows[0]), *(",".join(row.values()) for row in rows)]) + "\n"


def test_the_real_evening_and_its_match_points_come_out_as_published():
    (placed,) = ranked(score_evening(read_traveller(EVENING.read_text())))
    places = {p.entry: (percent_text(p.percentage), fixed_text(p.factored, 2), p.place) for p in placed}
    rows = csv.DictReader((DATA / "club-evening-2022-07-27-ranking.csv").read_text().splitlines())
    assert len(places) == 12
    assert places == {int(row["pair"]): (row["percentage"], row["total_factored"], row["place"]) for row in rows}
    differing = [
        line["board"]
        for line, row in zip(traveller(EVENING.read_text())["lines"], evening_rows(), strict=True)
        if (line["ns_mp"], line["ew_mp"]) != (float(row["ns_mp"]), float(row["ew_mp"]))
    ]
    # Board 12 lacks a result. Its published match points are plain; the published ranking uses Neuberg's formula.
    assert differing == [12] * 5


def test_scores_left_empty_are_computed_from_the_contracts_and_the_order_of_rows_does_not_matter():
    rows, whole = evening_rows(), traveller(EVENING.read_text())
    emptied = [{**row, "ns_score": row["ns_score"] if row["ns_score"].startswith("A") else ""} for row in rows]
    assert traveller(as_csv(emptied)) == whole
    random.Random(12).shuffle(rows)
    assert traveller(as_csv(rows))["ranking"] == whole["ranking"]


@pytest.mark.parametrize(
    ("row", "column", "what"),
    [
        ("1,1,2,4H,S,8,100", "ns_score", "is −100, not \\+100: the sign is reversed"),
        ("1,1,2,5C,W,14,-400", "tricks", "14 tricks are not possible.*If 5C was just made, that is 11"),
        ("1,1,2,4H,,9,420", "ns_score", "9 tricks of 4H do not give 420"),
        ("1,1,2,4H,,,440", "ns_score", "no tricks of 4H give 440"),
        ("1,1,2,,,,-10", "ns_score", "No contract gives .10 on this board"),
        ("1,1,2,4S,S,,-420", "ns_score", "no tricks of 4S by S give -420: 420 can be, so the sign is reversed"),
        ("1,1,2,,,14,420", "tricks", "14 tricks are not possible"),
        ("1,1,2,8S,,,420", "contract", "'8S' is no contract"),
        ("1,1,2,4S,Q,,420", "declarer", "'Q' is no declarer"),
    ],
)
def test_points_that_the_contract_cannot_give_are_refused_with_what_was_meant(row, column, what):
    with pytest.raises(TravellerError, match=f"line 2, column {column}: .*{what}"):
        read_traveller(HEADING + row + "\n")


@pytest.mark.parametrize("row", ["1,1,2,4S,S,10,620", "1,1,2,4S,S,,420", "1,1,2,,,,420", "1,1,2,4H,,9,50"])
def test_points_that_the_contract_can_give_somehow_are_read(row):
    """Vulnerable on an unusual board, with ten tricks, with no contract to compare with, or by E or W."""
    assert len(read_traveller(HEADING + row + "\n")) == 1


@pytest.mark.parametrize("missing", ["12,1,3,,,,,SIT,,", "12,1,3,,,,,,,", "12,1,3,,,,,NP,,"])
def test_the_missing_line_of_board_12_can_be_written_out(missing):
    text = EVENING.read_text()
    evening = traveller(text + missing + "\n")
    assert evening["ranking"] == traveller(text)["ranking"]
    assert (evening["lines"][-1]["ns_mp"], evening["lines"][-1]["ew_mp"]) == (None, None)


def test_a_sit_out_costs_the_one_who_sits_out_nothing():
    text = HEADING + "1,1,4,3N,S,9,\n1,2,5,3N,S,10,\n1,3,,,,,\n2,1,5,1N,N,7,\n2,3,4,1N,N,8,\n2,2,6,,,,SIT\n"
    evening = traveller(text, ScoringSettings(winners=1))
    assert [line["ns_score"] for line in evening["lines"]] == [400, 430, "SIT", 90, 120, "SIT"]
    percentages = {row["entry"]: row["percentage"] for row in evening["ranking"]}
    assert percentages == {1: 0, 2: 100, 3: 100, 4: 50, 5: 50}


def test_sides_that_never_change_are_ranked_apart():
    text = HEADING + "1,1,3,,,,50\n1,2,4,,,,-50\n2,1,4,,,,50\n2,2,3,,,,-50\n"
    apart = [(row["entry"], row["percentage"], row["place"]) for row in traveller(text)["ranking"]]
    assert apart == [(1, 100, "1"), (2, 0, "2"), (3, 50, "1="), (4, 50, "1=")]
    together = [(row["entry"], row["place"]) for row in traveller(text, ScoringSettings(winners=1))["ranking"]]
    assert together == [(1, "1"), (3, "2="), (4, "2="), (2, "4")]


def test_semicolons_a_byte_order_mark_odd_headings_and_a_minus_copied_from_a_page_are_read():
    text = "\ufeff Board ;NS;EW;NS_Score;note\r\n1;1;3;50;x\r\n\r\n1;2;4;-50;\r\n"
    assert [line["ns_mp"] for line in traveller(text)["lines"]] == [2, 0]
    assert [line["ns_score"] for line in traveller("\n" + HEADING + "1,1,2,,,,−50,,\n")["lines"]] == [-50]


@pytest.mark.parametrize(
    ("row", "line_and_column", "what"),
    [
        ("x,1,2,,,,50", "line 3, column board", "'x'"), ("0,1,2,,,,50", "line 3, column board", "'0'"),
        ("2,,,,,,50", "line 3, column ns", "neither"), ("2,1,1,,,,50", "line 3, column ew", "itself"),
        ("2,1,,,,,50", "line 3, column ew", "nobody"), ("2,1,2,,,,4S", "line 3, column ns_score", "'4S'"),
        ("2,1,2,,,,A5", "line 3, column ns_score", "'A5'"), ("2,1,2,4S,S,ten,", "line 3, column tricks", "'ten'"),
        ("2,1,2,4S,S,+4,", "line 3, column tricks", "14 tricks are not possible"),
        ("2,1,2,,,,60% 620, 40% -100", "line 3, column ns_score", "in quotes"),
        ("2,1,2,4S,S,,", "line 3, column tricks", "missing"), ("2,1,2,4S", "line 3, column declarer", "missing"),
        ("2,1,2,PASS,,,50", "line 3, column ns_score", "passed out"), ("1,3,1,,,,50", "line 3, column ew", "on line 2"),
    ],
)  # fmt: skip
def test_bad_rows_name_line_and_column(row, line_and_column, what):
    with pytest.raises(TravellerError) as raised:
        read_traveller(HEADING + "1,1,2,,,,50\n" + row + "\n")
    (sentence,) = raised.value.sentences
    assert sentence.startswith(line_and_column + ":")
    assert what in sentence


def test_every_bad_row_is_listed_at_once():
    with pytest.raises(TravellerError) as raised:
        read_traveller(HEADING + "x,1,2,,,,50\n1,3,3,,,,50\n")
    assert [sentence[:6] for sentence in raised.value.sentences] == ["line 2", "line 3"]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "the file is empty. The first line names the columns: board,ns,ew"), (" \n\n", "the file is empty"),
        ("1,1,2,4S,S,10,420\n", "no column board, ns, ew"), ("board,ns,contract\n", "no column ew"),
        ("board,ns,ew\n1,1,2\n", "no column contract, declarer, tricks"),
        ("board,ns,ew,ns,ns_score\n", "column ns is there more than once"), (HEADING, "no results"),
        (HEADING + "1,1,2," + "x" * 200_000 + ",,,50\n", "no CSV"),
    ],
)  # fmt: skip
def test_files_that_are_no_travellers(text, what):
    with pytest.raises(TravellerError, match=what):
        read_traveller(text)


def test_the_command_prints_json():
    command = [sys.executable, "-m", "scoring", "traveller", str(EVENING)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2])
    assert (done.returncode, done.stderr) == (0, "")
    report: dict[str, Any] = json.loads(done.stdout)
    assert set(report) == {"lines", "ranking"}
    assert report["lines"][0].keys() == {"board", "ns", "ew", "ns_score", "ns_mp", "ew_mp"}
    assert report["ranking"][0] == {"entry": 6, "percentage": 60.22, "place": "1"}


def test_butler_on_the_command_line_as_published(tmp_path, capsys):
    file = tmp_path / "board.csv"
    scores = (-650, -170, -1440, 100, -170, -200)
    file.write_text(HEADING + "".join(f"1,{n},{n + 10},,,,{score}\n" for n, score in enumerate(scores)))
    assert main(["traveller", str(file), "--method", "butler"]) == 0
    output = json.loads(capsys.readouterr().out)
    assert [line["ns_imps"] for line in output["lines"]] == [-8, 4, -15, 9, 4, 3]
    assert output["lines"][0].keys() == {"board", "ns", "ew", "ns_score", "ns_imps", "ew_imps"}
    for written in ("cross-imps", "cross_imps", "Cross IMPs", "CROSSIMPS"):
        assert main(["traveller", str(file), "--method", written, "--imp-divisor", "sum"]) == 0
        assert json.loads(capsys.readouterr().out)["lines"][3]["ns_imps"] == 13 + 7 + 17 + 7 + 7


SHORT = HEADING + "1,1,4,,,,50\n1,2,5,,,,0\n1,3,6,,,,-50\n2,1,5,,,,50\n2,2,6,,,,0\n"


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ([], [3.5, 0.5]), (["--neuberg"], [3.5, 0.5]), (["--no-neuberg"], [2, 0]), (["--factoring"], [4, 0]),
        (["--points", "one-half"], [1.75, 0.25]),
    ],
)  # fmt: skip
def test_options_for_fewer_results_than_the_field(options, expected, tmp_path, capsys):
    file = tmp_path / "short.csv"
    file.write_text(SHORT)
    assert main(["traveller", str(file), *options]) == 0
    assert [line["ns_mp"] for line in json.loads(capsys.readouterr().out)["lines"][3:]] == expected


@pytest.mark.parametrize(
    ("rows", "scores", "match_points"),
    [
        # The weighted score beats 100 with six tenths; 620 beats both.
        ("1;1;4;100\n1;2;5;60% 400, 40% -50\n1;3;6;620 / A40", [100, "60% 400, 40% -50", "620 / A40"], [0.8, 1.2, 4]),
        ("1;1;4;0\n1;2;5;200\n1;3;6;A6060\n1;7;8;", [0, 200, "A6060", None], [1, 5, 3.6, None]),
        ("1;1;4;420", [420], [0]),  # nothing to compare with
    ],
)
def test_rulings_in_a_file_are_shown_as_they_were_written(rows, scores, match_points):
    lines = traveller(f"board;ns;ew;ns_score\n{rows}\n")["lines"]
    assert [line["ns_score"] for line in lines] == scores
    assert [line["ns_mp"] for line in lines] == match_points


def test_groups_of_a_fouled_board_and_sections_are_columns():
    text = "board,ns,ew,ns_score,group,section\n1,1,2,100,,A\n1,3,4,0,,A\n1,1,2,500,x,B\n1,3,4,400,x,B\n"
    evening = traveller(text, ScoringSettings(winners=1))
    assert [line["ns_mp"] for line in evening["lines"]] == [5, 1, 5, 1]
    places = [(row["section"], row["entry"], row["place"]) for row in evening["ranking"]]
    assert places[:2] == [("A", 1, "1="), ("A", 4, "1=")]
    with pytest.raises(TravellerError, match="line 4: 1 is in two sections"):
        traveller(text, ScoringSettings(sections="together"))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--method", "rubber"], "'rubber' (choose from 'match_points', 'cross_imps', 'butler')"),
        (["--winners", "3"], "--winners"),
        (["--rounding", "half"], "'exact', 'tenth', 'tenth_to_average'"),
        (["--neuberg", "--factoring"], "not allowed with"),
        (["--butler-trim", "6"], "--butler-trim"),
    ],
)
def test_an_option_that_there_is_not_is_one_sentence_and_2(options, message, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["traveller", str(EVENING), *options])
    assert ended.value.code == 2
    captured = capsys.readouterr()
    assert message in captured.err and captured.err.count("\n") == 1 and captured.out == ""


TEAM_HEADING = "round,board,ns,ew,ns_score\n"
TWO_ROUNDS = TEAM_HEADING + (
    "1,1,Ash,Beech,420\n1,1,Beech,Ash,170\n1,2,Ash,Beech,-50\n1,2,Beech,Ash,-50\n1,1,Cedar,,SIT\n"
    "2,3,Cedar,Ash,100\n2,3,Ash,Cedar,400\n2,3,Beech,,SIT\n"
)


def test_an_evening_of_three_teams():
    evening = team_evening(TWO_ROUNDS)
    first, bye, second, _ = evening["matches"]
    assert (first["round"], first["first"], first["second"], first["boards"], first["won"]) == (
        "1", "Ash", "Beech", 2, [6, -6],
    )  # fmt: skip
    assert [swing["first"] for swing in first["swings"]] == [6, 0]
    assert first["vps"] == [float(victory_points(6, 2)), float(victory_points(-6, 2))]
    assert (bye["first"], bye["second"]) == ("Cedar", None)
    assert (second["first"], second["won"]) == ("Cedar", [-7, 7])
    rows = {row["team"]: row for row in evening["table"]}
    assert (rows["Ash"]["place"], rows["Ash"]["won"], rows["Ash"]["net"]) == ("1", 2, 13)
    assert rows["Cedar"]["vps"] == pytest.approx(12 + float(victory_points(-7, 1)))
    heading, *lines = TWO_ROUNDS.splitlines()
    assert team_evening("\n".join([heading, *reversed(lines)]))["table"] == evening["table"], "in any order of the rows"


def test_options_of_the_command(tmp_path, capsys):
    file = tmp_path / "teams.csv"
    file.write_text(TWO_ROUNDS)
    assert main(["teams", str(file), "--scale", "wbf-whole", "--bye", "10.5"]) == 0
    output = json.loads(capsys.readouterr().out)
    assert output["matches"][0]["vps"] == [int(victory_points(won, 2, "wbf_whole")) for won in (6, -6)]
    assert main(["teams", str(file), "--board-a-match"]) == 0
    assert json.loads(capsys.readouterr().out)["matches"][0]["vps"] == [3, 1]
    assert main(["teams", str(file), "--scale", "acbl_20"]) == 2
    assert "6 to 11 boards" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["teams", str(file), "--bye", "21"])


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("1,1,Ash,Beech,50\n1,1,Ash,Beech,0\n", "line 3, column ns: Ash has a result on board 1 already, on line 2"),
        ("1,1,Ash,Beech,50\n1,1,Beech,Cedar,0\n", "line 3: Beech meets Cedar here and Ash before, in one round."),
        ("1,1,Ash,Beech,50\n1,2,Ash,,SIT\n", "line 3: Ash meets nobody here and Beech before"),
    ],
)
def test_matches_that_cannot_be(rows, message):
    with pytest.raises(TravellerError, match=message):
        team_evening(TEAM_HEADING + rows)
