"""The cost of calls, cards and claims: the figures add up, and each applies to the play as it was at that point."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from games.cards import parse_cards
from games.deals import Deal
from games.registry import rules_for
from games.replay import replay
from solver import Position, engine
from solver.analysis import points_of
from solver.tables import ten_values
from solver.verdicts.judge import CardPlay, Judged, judge_play, standing
from solver.verdicts.solution import scorer
from solver.verdicts.verdict_text import NOTHING_LOST, VerdictWords, cards_in_words, given_away
from tests.needs import compiled_solver

GOLDEN = Path(__file__).parents[2] / "games" / "golden" / "solo.json"


@cache
def golden() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(GOLDEN.read_text())
    return found


@cache
def ten() -> dict[str, dict[str, int]]:
    return ten_values(Deal.from_setup(golden()["setup"]).all_hands, engine())


def judged(log, **options: str) -> tuple[Judged, dict[str, Any]]:
    """Return the verdicts on the golden deal with this log, and its outcome."""
    setup, rules = golden()["setup"], rules_for("solo")
    outcome = rules.outcome(replay(rules, setup, options, log))
    assert outcome is not None
    score = scorer(setup["vul"])
    return judge_play(setup, options, log, outcome, engine=engine(), tricks=ten(), score=score), outcome


@cache
def judged_golden() -> tuple[Judged, dict[str, Any]]:
    return judged(golden()["log"])


def log_of(*actions: str) -> list[dict[str, Any]]:
    """Return a log that consists of actions such as `"S c:P"`."""
    return [
        {"seq": seq, "actor": actor, "a": action}
        for seq, (actor, action) in enumerate((each.split() for each in actions), start=1)
    ]


@compiled_solver
def test_what_the_cards_cost_is_what_happened():
    found, outcome = judged_golden()
    lost = {player: given_away(player, found.cards)[0] for player in "SN"}
    declarer, defender = outcome["declarer"], {"S": "N", "N": "S"}[outcome["declarer"]]
    par = found.cards[0]["before"]
    assert par == ten()[outcome["contract"][1]][declarer]
    assert outcome["tricks"] == par - lost[declarer] + lost[defender]
    assert lost["S"] and lost["N"]
    for one, then in zip(found.cards, found.cards[1:], strict=False):
        assert one["after"] == then["before"]


@compiled_solver
def test_what_calls_and_cards_cost_is_the_score():
    found, outcome = judged_golden()
    lost = {player: given_away(player, [*found.calls, *found.cards])[1] for player in "SN"}
    score = scorer("NS")(outcome["contract"], outcome["declarer"], outcome["tricks"])
    assert found.calls[0]["before"] - lost["S"] + lost["N"] == score


@compiled_solver
def test_a_known_mistake_is_named_with_what_held():
    found, _ = judged_golden()
    six = next(entry for entry in found.cards if entry["a"] == "p:C6")
    assert (six["tricks"], six["points"], six["before"], six["after"]) == (2, 400, 8, 6)
    assert sorted(six["held"]) == ["p:CJ", "p:CQ"]
    assert len(six["worth"]) == six["of"] and six["worth"]["p:C6"] == 6
    assert {action for action, tricks in six["worth"].items() if tricks == 8} == set(six["held"])
    page = VerdictWords("N").page(found.calls, found.cards)
    assert {"seq": 29, "text": "Trick 5: North’s 6 of clubs cost 2 tricks, 400 points"} in page["list"]
    moment = page["moments"]["29"]
    assert moment["cost"] == "Cost 2 tricks, 400 points." and moment["mark"] == "−2"
    assert moment["held"] == "The queen or jack of clubs held 8 tricks."
    assert moment["now"] == "Declarer makes 6 tricks from here."
    assert page["heading"] == "Six calls and three cards cost something"


@compiled_solver
def test_the_line_that_held_is_legal_and_holds():
    found, outcome = judged_golden()
    hands = Deal.from_setup(golden()["setup"]).all_hands
    start = Position.of(hands, outcome["contract"][1], "S")
    at, lines = start, 0
    for entry in found.cards:
        if entry["tricks"]:
            then = at
            for one in entry["line"]:
                assert str(then.now.trick.to_play) == one["seat"]
                then = then.after(parse_cards(one["card"])[0])
            assert engine().value(then) == 13 - entry["before"]
            assert not then.now.trick.cards
            lines += 1
        at = at.after(parse_cards(entry["a"][2:])[0])
    assert lines == 3


@compiled_solver
def test_what_was_taken_back_is_left_out_solo_22b():
    log = golden()["log"]
    undone = [event["seq"] for event in log if event["a"].startswith("undo")]
    assert undone
    found, _ = judged(log)
    seqs = [entry["seq"] for entry in [*found.calls, *found.cards]]
    assert not {*undone, *(seq - 1 for seq in undone)} & set(seqs)
    asked = log_of("S c:1S", "S undo", "N undo:yes", "S c:1H", "S undo", "N undo:no", "N c:P", "D undo", "N c:X")
    assert [event["seq"] for event in standing(asked)] == [4, 9]


def test_a_board_passed_out_has_calls_and_no_cards_solo_9():
    found, _ = judged(log_of("S c:P", "N c:P"))
    assert found.cards == [] and [entry["a"] for entry in found.calls] == ["c:P", "c:P"]
    assert [entry["points"] for entry in found.calls] == [110, 0]
    page = VerdictWords(None, {"S": "Bo", "N": "Ann"}, "S").page(found.calls, found.cards)
    assert page["list"] == [{"seq": 1, "text": "The auction: your pass cost 110 points"}]
    assert page["start"] == "With best calls and play this deal is worth +110 to you."


def test_an_auction_that_the_first_pass_ends_is_judged_as_such_solo_8a():
    found, outcome = judged(log_of("S c:1D", "N c:P", "S claim:13", "N accept"), auction_end="first_pass")
    assert outcome["contract"] == "1D"
    assert len(found.calls) == 2


def ending() -> CardPlay:
    """Return an ending in which North, declarer in 1NT, leads and wins both of the last two tricks."""
    hands = [parse_cards(text) for text in ("DA D2", "C2 C3", "HA DK", "C4 C5")]
    points = points_of("1N", "N", scorer("None"), 2)
    return CardPlay(Position.of(hands, "N", "N"), "N", points, engine())


@pytest.mark.parametrize(
    ("claim", "cost", "accepting", "words"),
    [
        ("N claim:2", 0, 0, "The claim was right."),
        ("N claim:1", 1, 0, "Best play takes 2 tricks of the 2 that are left."),
        ("S claim:0", 0, 0, "The claim was right."),
        ("S claim:2", 0, 2, "Best play takes no tricks of the 2 that are left."),
    ],
)
def test_a_claim_is_judged_and_so_is_its_answer_solo_21(claim, cost, accepting, words):
    log = log_of(claim, {"N": "S", "S": "N"}[claim[0]] + " accept")
    claimed, answered = ending().claim(log, [])
    assert (claimed["tricks"], answered["tricks"]) == (cost, accepting)
    assert bool(claimed["points"]) == bool(cost) and bool(answered["points"]) == bool(accepting)
    assert VerdictWords("N").page([], [claimed, answered])["moments"]["1"]["held"] == words


def test_a_refused_claim_and_one_after_which_play_went_on_are_not_judged_solo_21():
    log = log_of("N p:DA", "N claim:2", "S refuse", "S p:DK")
    assert [event["seq"] for event in standing(log)] == [1, 4]


def test_words_for_several_cards_name_a_few():
    assert cards_in_words(["p:H7", "p:SJ"], "or") == "the jack of spades or the 7 of hearts"
    assert cards_in_words(["p:C2", "p:CT", "p:CQ"], "and") == "the queen, 10 and 2 of clubs"
    many = [f"p:D{rank}" for rank in "AKQJT9"]
    assert cards_in_words(many, "or") == "the ace, king, queen or jack of diamonds or 2 others"
    assert "others" not in cards_in_words(many[:5], "or")


def test_nothing_given_away_is_said_plainly():
    entries = ending().entries(log_of("N p:DA", "S p:C2", "S p:DK", "N p:C4"))
    assert VerdictWords("N").page([], entries)["heading"] == NOTHING_LOST
    assert [entry["after"] for entry in entries] == [2, 2, 2, 2]
