"""`python -m scoring teams FILE.csv`: matches, victory points, the team table, and the messages for faults."""

import json

import pytest

from scoring.__main__ import main
from scoring.team_file import team_evening
from scoring.traveller import TravellerError
from scoring.victory_points import victory_points

HEADING = "round,board,ns,ew,ns_score\n"
TWO_ROUNDS = HEADING + (
    "1,1,Ash,Beech,420\n1,1,Beech,Ash,170\n1,2,Ash,Beech,-50\n1,2,Beech,Ash,-50\n1,1,Cedar,,SIT\n"
    "2,3,Cedar,Ash,100\n2,3,Ash,Cedar,400\n2,3,Beech,,SIT\n"
)


def test_an_evening_of_three_teams():
    found = team_evening(TWO_ROUNDS)
    first, bye, second, _ = found["matches"]
    assert (first["round"], first["first"], first["second"], first["boards"], first["won"]) == (
        "1", "Ash", "Beech", 2, [6, -6],
    )  # fmt: skip
    assert [swing["first"] for swing in first["swings"]] == [6, 0]
    assert first["vps"] == [float(victory_points(6, 2)), float(victory_points(-6, 2))]
    assert (bye["first"], bye["second"]) == ("Cedar", None)
    assert (second["first"], second["won"]) == ("Cedar", [-7, 7])
    rows = {row["team"]: row for row in found["table"]}
    assert (rows["Ash"]["place"], rows["Ash"]["won"], rows["Ash"]["net"]) == ("1", 2, 13)
    assert rows["Cedar"]["vps"] == pytest.approx(12 + float(victory_points(-7, 1)))


def test_the_order_of_rows_changes_no_place():
    heading, *rows = TWO_ROUNDS.splitlines()
    turned = team_evening("\n".join([heading, *reversed(rows)]))
    assert turned["table"] == team_evening(TWO_ROUNDS)["table"]


def test_options_of_the_command(tmp_path, capsys):
    file = tmp_path / "teams.csv"
    file.write_text(TWO_ROUNDS)
    assert main(["teams", str(file), "--scale", "wbf-whole", "--bye", "10.5"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["matches"][0]["vps"] == [
        int(victory_points(6, 2, "wbf_whole")),
        int(victory_points(-6, 2, "wbf_whole")),
    ]
    assert main(["teams", str(file), "--board-a-match"]) == 0
    assert json.loads(capsys.readouterr().out)["matches"][0]["vps"] == [3, 1]
    assert main(["teams", str(file), "--scale", "acbl_20"]) == 2
    assert "6 to 11 boards" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["teams", str(file), "--bye", "21"])


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("1,1,Ash,Beech,50\n1,1,Ash,Beech,0\n", "line 3, column ns: Ash has a result on board 1 already, on line 2"),
        ("1,1,Ash,Beech,50\n1,1,Beech,Cedar,0\n", "line 3: Beech meets Cedar here and Ash before, in one round."),
        ("1,1,Ash,Beech,50\n1,2,Ash,,SIT\n", "line 3: Ash meets nobody here and Beech before"),
    ],
)
def test_matches_that_cannot_be(rows, said):
    with pytest.raises(TravellerError, match=said):
        team_evening(HEADING + rows)
