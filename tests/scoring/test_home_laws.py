"""The laws that every score sheet of a match at home keeps, and the command that prints it."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.errors import BadSetup
from games.registry import names
from games.shuffle import deal_from_seed
from games.wording import plain
from scoring.__main__ import home, main
from scoring.errors import ScoreError
from scoring.home import Finished, MatchStanding, match_options, standing
from tests.scoring.home_deals import now, told, umbrage, whist
from tests.scoring.sessions import contracts

PLAYERS = st.sampled_from("SN")
OTHER = {"S": "N", "N": "S"}
SEATS = {"S": "N", "N": "S", "E": "W", "W": "E", "": ""}
VULS = {"None": "None", "NS": "EW", "EW": "NS", "All": "All"}
HANDS = [deal_from_seed("home", number).to_setup(number)["hands"] for number in range(1, 6)]

# Mostly contracts that are nearly made, or the matches would seldom end.
RESULTS = st.one_of(
    st.builds(
        lambda contract, by, over: f"{contract} {by} {max(0, min(13, int(contract[0]) + 6 + over))}",
        contracts,
        PLAYERS,
        st.integers(-3, 2),
    ),
    st.just("PASS"),
)


BIDS = st.sampled_from(["PASS", "MIS", *(f"{tricks}{strain}" for tricks in range(6, 11) for strain in "SCDHN")])
HONOURS = st.sampled_from([{}, {}, {"S": 100}, {"N": 150}])
DEALS = {
    "solo": st.builds(lambda text, hands: told(text, setup={"hands": hands}), RESULTS, st.sampled_from(HANDS)),
    "secret_card": st.builds(told, RESULTS.filter(lambda text: text != "PASS")),
    "umbrage": st.builds(umbrage, RESULTS, st.sampled_from(["", "S", "N", "SN"]), HONOURS),
    "bridge_solitaire": st.builds(
        lambda text, n: told(text, honours={"S": n}, jokers=0),
        RESULTS.filter(lambda text: text != "PASS"),
        st.sampled_from([0, 100, 150]),
    ),
    "whist_for_two": st.builds(
        whist, st.integers(0, 13), st.sampled_from("SHDCN"), st.sampled_from([{}, {"S": 4}, {"N": 3}])
    ),
    "five_hundred_for_two": st.builds(
        lambda bid, by, won: told("PASS" if bid == "PASS" else f"{bid} {by} {won}"), BIDS, PLAYERS, st.integers(0, 10)
    ),
}
GAMES = tuple(DEALS)


@st.composite
def matches(draw: st.DrawFn) -> tuple[str, dict[str, str], str, list[Finished]]:
    """Draw a game, its options, its first dealer, and deals that do not go beyond the end of the match."""
    game = draw(st.sampled_from(GAMES))
    options = {name: draw(st.sampled_from(values)) for name, values in match_options(game).items()}
    first = draw(PLAYERS)
    deals: list[Finished] = []
    for deal in draw(st.lists(DEALS[game], max_size=14)):
        if standing(game, options, first, deals).over:
            break
        deals.append(deal)
    return game, options, first, deals


def column(entries: list[dict[str, object]], player: str) -> int:
    return sum(int(entry[player] or 0) for entry in entries)


def played(match: tuple[str, dict[str, str], str, list[Finished]], ended: bool = False) -> MatchStanding:
    return standing(*match, ended)


ROW = ["board", "contract", "declarer", "text", "S", "N"]


@given(matches(), st.booleans())
def test_a_sheet_is_whole_and_its_totals_are_the_sum_of_its_lines(match, ended):
    at = played(match, ended)
    sheet = at.sheet
    assert json.loads(json.dumps(at.to_json())) == at.to_json()
    assert list(sheet) == ["kind", "title", "lines", "totals", "winner", "summary", "above", "games"]
    assert list(at.totals) == list(sheet["totals"]) == ["S", "N"]
    assert all(list(line) == [*ROW, "score_text"] for line in sheet["lines"])
    entries = [*sheet["above"], *(row for game in sheet["games"] for row in game["rows"])]
    assert all(list(entry) == ROW for entry in entries)
    boards = [line["board"] for line in sheet["lines"] if line["board"] is not None]
    assert boards == list(range(1, len(match[3]) + 1))
    assert (sheet["totals"], sheet["winner"], plain(sheet["summary"])) == (at.totals, at.winner, at.summary)
    assert at.summary and not at.summary.endswith(".")
    assert (at.header is None) == at.over and (at.over or not ended)
    assert at.over or at.winner is None
    for player in "SN":
        check_totals(match, at, player)
    for line in sheet["lines"] if sheet["kind"] != "points" else ():
        if line["board"] is not None:  # it is what the sheet has of the deal elsewhere
            of_it = [entry for entry in entries if entry["board"] == line["board"]]
            assert (column(of_it, "S"), column(of_it, "N")) == (line["S"] or 0, line["N"] or 0)


def check_totals(match, at: MatchStanding, player: str):
    sheet = at.sheet
    lines = column(sheet["lines"], player)
    in_games = sum(column(game["rows"], player) for game in sheet["games"])
    if sheet["kind"] == "points":
        assert (at.totals[player], in_games, sheet["above"]) == (lines, 0, [])
    elif sheet["kind"] == "rubber":
        assert at.totals[player] == lines == in_games + column(sheet["above"], player)
    else:
        assert lines == in_games
        assert all(game["totals"][player] == column(game["rows"], player) for game in sheet["games"])
        won = sum(game["winner"] == player for game in sheet["games"])
        if match[1].get("rubber_points") != "on" and (match[1]["match"] in ("rubber", "three")):
            assert at.totals[player] == won


@given(matches(), st.booleans())
def test_turning_the_table_round_turns_the_sheet_round(match, ended):
    game, options, first, deals = match
    if game == "bridge_solitaire":
        return  # its two sides are not alike
    at, turned = (played(match, ended), standing(game, options, OTHER[first], [turn(deal) for deal in deals], ended))
    assert turned.totals == {"S": at.totals["N"], "N": at.totals["S"]}
    assert turned.winner == (at.winner and OTHER[at.winner])
    if at.header:
        dealer, vul = SEATS[at.header["dealer"]], VULS[at.header["vul"]]
        assert turned.header == {"board": at.header["board"], "dealer": dealer, "vul": vul}
    for line, mirrored in zip(at.sheet["lines"], turned.sheet["lines"], strict=True):
        assert (line["S"], line["N"]) == (mirrored["N"], mirrored["S"])


def turn(deal: Finished) -> Finished:
    """Return the same deal with the players sitting in each other's seats."""
    outcome = dict(deal.outcome)
    if outcome.get("declarer"):
        outcome["declarer"] = OTHER[outcome["declarer"]]
    for name in ("umbrage", "honours", "tricks"):
        if isinstance(outcome.get(name), dict):
            outcome[name] = {OTHER[player]: figure for player, figure in outcome[name].items()}
    setup = dict(deal.setup)
    if "hands" in setup:
        setup["hands"] = {SEATS[seat]: cards for seat, cards in setup["hands"].items()}
    return Finished(setup, deal.options, outcome)


@given(matches())
def test_a_standing_depends_on_the_deals_alone_and_ending_a_match_that_is_over_changes_nothing(match):
    game, options, first, deals = match
    headed: list[Finished] = []
    for deal in deals:
        header = standing(game, options, first, headed).header
        assert header is not None and header["board"] == len(headed) + 1
        headed.append(Finished({**deal.setup, **header}, deal.options, deal.outcome))
    assert standing(game, options, first, headed) == played(match)
    at = played(match)
    if at.over:
        assert played(match, ended=True) == at
    else:
        assert played(match, ended=True).over


@given(st.lists(st.tuples(PLAYERS, st.sampled_from(["4S {} 10", "2S {} 8", "4S {} 9", "2SX {} 8"])), max_size=16))
def test_sc_18c_the_vulnerability_cycle(results):
    """A game by a player who is not vulnerable makes that player vulnerable. After a game by a vulnerable player,
    neither player is vulnerable. No other result matters.
    """
    vulnerable: set[str] = set()
    deals = [told(text.format(player)) for player, text in results]
    for n, (player, text) in enumerate(results):
        if text in ("4S {} 10", "2SX {} 8"):
            vulnerable = set() if player in vulnerable else vulnerable | {player}
        header = now("secret_card", deals[: n + 1], deals="open").header
        name = {"": "None", "S": "NS", "N": "EW", "NS": "All"}["".join(sorted(vulnerable))]
        assert header is not None and header["vul"] == name


def test_every_game_has_a_match():
    assert set(GAMES) == set(names())


@pytest.mark.parametrize("game", GAMES)
def test_a_match_begins_with_the_first_dealers_deal(game):
    at = standing(game, {}, "N", [])
    assert at.header == {"board": 1, "dealer": "" if game == "bridge_solitaire" else "N", "vul": "None"}
    assert (at.over, at.winner, at.totals) == (False, None, {"S": 0, "N": 0})
    assert at.summary == "No deal is finished yet"


def test_unknown_games_options_and_dealers_are_refused():
    with pytest.raises(BadSetup, match="no game called 'whist'"):
        match_options("whist")
    with pytest.raises(BadSetup, match="'score' is not an option"):
        standing("solo", {"score": "rubber"}, "S", [])
    with pytest.raises(BadSetup, match="deals is 8 or 4"):
        standing("secret_card", {"deals": "9"}, "S", [])
    with pytest.raises(ScoreError, match="'E' cannot deal first"):
        standing("solo", {}, "E", [])


ROOT = Path(__file__).resolve().parents[2]
THREE_DEALS = ["3N S 9", "4S N 10", "2H S 6"]


def match(**changes) -> dict[str, Any]:
    deals = [told(deal) for deal in THREE_DEALS]
    as_json = [{"setup": d.setup, "options": d.options, "outcome": d.outcome} for d in deals]
    return {"game": "solo", "options": {}, "first": "N", "deals": as_json, **changes}


def written(folder: Path, content) -> str:
    file = folder / "match.json"
    file.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return str(file)


def test_the_standing_is_printed_as_json_and_a_match_may_be_ended(tmp_path, capsys):
    assert main(["home", written(tmp_path, match())]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed == standing("solo", {}, "N", [told(deal) for deal in THREE_DEALS]).to_json()
    assert main(["home", written(tmp_path, match(ended=True))]) == 0
    ended = json.loads(capsys.readouterr().out)
    assert (ended["over"], ended["winner"], ended["header"]) == (True, "N", None)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("{", "line 1, column 2: this is no JSON"),
        ("[" * 100_000, "nested too deep"),
        ({"game": "solo"}, "'deals' is missing"),
        (match(deals=[{"setup": {}, "options": {}}]), "'outcome' is missing"),
        (match(game="whist"), "There is no game called 'whist'"),
        (match(options={"match": "long"}), "The option match is four_deals or chicago or"),
        (match(options=[1]), "this is no match"),
        (match(first="W"), "'W' cannot deal first"),
        (match(deals=[{"setup": {"vul": "NS"}, "options": {}, "outcome": told("PASS").outcome}]), "Deal 1: its vul"),
        (match(deals=[{"setup": [], "options": {}, "outcome": {}}]), "this is no match"),
        (match(deals=[{"setup": {}, "options": {}, "outcome": "4S"}]), "this is no match"),
        (match(deals=7), "this is no match"),
        ("[]", "this is no match"),
    ],
)
def test_a_bad_file_is_refused_in_words(tmp_path, capsys, content, sentence):
    file = written(tmp_path, content)
    assert main(["home", file]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"{file}: ") and sentence in captured.err


def test_the_example_of_the_page_gives_what_the_page_shows():
    page = (ROOT / "docs/scoring.md").read_text(encoding="utf-8")
    given, shown = re.findall(r"```json\n(.*?)```", page.split("## Matches at home")[1], re.S)
    assert home(given) == json.loads(shown)
