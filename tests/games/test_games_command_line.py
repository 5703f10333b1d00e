"""`python -m games` as a director uses it, to write transcripts and to check a PBN file."""

import json
from pathlib import Path

import pytest

from games.__main__ import main
from games.notation.deal_files import read_deals
from games.registry import rules_for

HERE = Path(__file__).parent
GOLDEN = HERE / "golden"
PLAY = GOLDEN / "solo.json"


@pytest.mark.parametrize("play", sorted(path.stem for path in GOLDEN.glob("*.json")))
def test_replay_prints_the_play_of_any_game_as_each_viewer_saw_it(play, capsys):
    path = GOLDEN / f"{play}.json"
    game = json.loads(path.read_text(encoding="utf-8"))["game"]
    printed = []
    for viewer in (*rules_for(game).players, "all"):
        assert main(["replay", game, str(path), "--viewer", viewer]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0].startswith("Board ") and "as South sees it" in printed[0]
    assert "\n".join(printed) == (GOLDEN / f"{play}.txt").read_text(encoding="utf-8")


def test_nobody_sits_north_at_a_solitaire(capsys):
    path = GOLDEN / "bridge-solitaire.json"
    assert main(["replay", "bridge_solitaire", str(path), "--viewer", "N"]) == 2
    assert capsys.readouterr().err == "Nobody sits North in this game; there are S, all\n"


def test_replay_prints_all_cards_unless_asked_otherwise(capsys):
    assert main(["replay", "solo", str(PLAY)]) == 0
    assert "as the director sees it" in capsys.readouterr().out


def test_an_unfinished_play_says_who_is_to_act(tmp_path, capsys):
    record = json.loads(PLAY.read_text(encoding="utf-8"))
    half = tmp_path / "half.json"
    half.write_text(json.dumps({"setup": record["setup"], "log": record["log"][:1]}), encoding="utf-8")
    assert main(["replay", "solo", str(half)]) == 0
    assert capsys.readouterr().out.endswith("Unfinished: North to act (call)\n")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "line 1, column 2: this is no JSON"),
        ("[]", "This is no play: {"),
        ('{"setup": {}, "log": 5}', "This is no play: {"),
        ("[" * 100_000, "nested too deep"),
        ("9" * 5_000, "a number is too long"),
        ('{"setup": {"board": 1}}', "Board 1, dealer"),
        ('{"setup": {"board": 1, "dealer": "N", "vul": "All"}}', "Board 1, hands"),
    ],
)
def test_a_bad_record_is_refused_in_words(text, words, tmp_path, capsys):
    path = tmp_path / "bad.json"
    path.write_text(text, encoding="utf-8")
    assert main(["replay", "solo", str(path)]) == 2
    assert words in capsys.readouterr().err


def test_an_illegal_event_is_named(tmp_path, capsys):
    record = json.loads(PLAY.read_text(encoding="utf-8"))
    record["log"][1]["a"] = "c:XX"
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    assert main(["replay", "solo", str(path)]) == 2
    assert capsys.readouterr().err.startswith(f"{path}: Event 2: N c:XX: Only a double")


def test_check_of_a_pbn_file(capsys):
    assert main(["check", str(HERE / "data" / "club-evening-2022-07-27.pbn")]) == 0
    assert capsys.readouterr().out == "27 boards, 0 of them with both dummies' sequences\n"


def test_check_names_a_format_other_than_pbn(tmp_path, capsys):
    evening = str(HERE / "data" / "club-evening-2022-07-27.pbn")
    assert main(["convert", evening, str(tmp_path / "evening.dup")]) == 0
    assert "27 boards written" in capsys.readouterr().out
    assert main(["check", str(tmp_path / "evening.dup")]) == 0
    assert capsys.readouterr().out == "27 boards (DUP), 0 of them with both dummies' sequences\n"


def test_a_file_converted_there_and_back_holds_the_same_cards(tmp_path, capsys):
    evening = HERE / "data" / "club-evening-2022-07-27.pbn"
    for ending in ("lin", "bri", "dge", "dlm"):
        there, back = tmp_path / f"there.{ending}", tmp_path / "back.pbn"
        assert main(["convert", str(evening), str(there)]) == 0
        machine = ending in ("bri", "dge")
        assert main(["convert", str(there), str(back)]) == (2 if machine else 0)
        assert ("Give the number of the first one. Add --first" in capsys.readouterr().err) == machine
        assert main(["convert", str(there), str(back), "--first", "13"]) == 0
        first, last = read_deals(evening.read_bytes()).boards, read_deals(back.read_bytes()).boards
        assert last[0].number == (13 if machine else 1)
        assert [set(one.deal.north) for one in last] == [set(one.deal.north) for one in first]


def test_what_cannot_be_converted_is_said(tmp_path, capsys):
    evening = str(HERE / "data" / "club-evening-2022-07-27.pbn")
    assert main(["convert", evening, str(tmp_path / "evening.docx")]) == 2
    assert "says no format by its ending" in capsys.readouterr().err
    (tmp_path / "bad.dup").write_bytes(b"01" * 40)
    assert main(["convert", str(tmp_path / "bad.dup"), str(tmp_path / "x.pbn")]) == 2
    assert "record 2 has 2: the file breaks off" in capsys.readouterr().err
    assert not (tmp_path / "x.pbn").exists()
