"""When a play is analysed, and who may see the result: nobody until the deal is closed."""

import json
import re
from collections.abc import Callable
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from clubsite.analysis.models import PlayAnalysis
from clubsite.analysis.selectors.verdicts import verdicts
from clubsite.analysis.services.plays import play_analyse, plays_analyse_some
from clubsite.core import jobs
from clubsite.nights.services.directing import session_end
from clubsite.play.models import Play
from clubsite.rankings.services.sweep import results_sweep
from clubsite.seats.kept import logs_forget
from games.cards import parse_cards
from games.deals import Deal
from games.registry import rules_for
from games.replay import replay
from solver import Position, engine
from solver.analysis import points_of
from solver.tables import ten_values
from solver.verdicts.judge import CardPlay, Judged, judge_play, standing
from solver.verdicts.solution import scorer
from solver.verdicts.verdict_text import NOTHING_LOST, VerdictWords, cards_in_words, given_away, lost_in_words
from tests.kit.aged import logs_aged
from tests.kit.meanwhile import TRANSACTION, before_statement
from tests.kit.nights import end_and_publish
from tests.needs import compiled_solver


@pytest.fixture
def asked(monkeypatch):
    """The jobs that were put into the slow queue, except those for boards."""
    slow_jobs = []

    def put(name, row_id, delay):
        if name == "analysis.analyse_play":
            slow_jobs.append((name, row_id))

    monkeypatch.setattr(jobs.slow_worker, "put", put)
    return slow_jobs


@pytest.fixture
def played(open_boards, play_out):
    row = open_boards()[0]
    row.play = play_out(row)
    results_sweep()
    return row


@pytest.fixture
def closed(played, night, dee):
    end_and_publish(night.session, dee)
    return played


def replay_url(night, row) -> str:
    return f"/results/{night.session.public_id}/board/{row.board.number}/replay/{row.pk}/"


def data_in(body: str, name: str):
    match = re.search(rf'id="{name}" type="application/json">(.*?)</script>', body, re.S)
    return json.loads(match[1]) if match else None


@compiled_solver
def test_a_play_is_analysed_once(closed):
    play = closed.play
    assert play_analyse(play.pk) is True
    made = PlayAnalysis.objects.get(play=play)
    assert len(made.calls) == play.events.filter(action__startswith="c:").count()
    cards = sum(entry["a"].startswith("p:") for entry in made.cards)
    assert cards == play.events.filter(action__startswith="p:").count()
    assert play_analyse(play.pk) is False
    again = PlayAnalysis.objects.get(play=play)
    assert (again.calls, again.cards, again.made_at) == (made.calls, made.cards, made.made_at)


def test_nothing_is_worked_out_while_the_session_goes_on(played, night, client, asked, on_commit):
    with on_commit():
        assert play_analyse(played.play.pk) is False
        assert plays_analyse_some() == 0
    assert not PlayAnalysis.objects.exists() and asked == []
    assert verdicts(played.play) is None
    for page in ("", "verdicts/"):
        assert client.get(replay_url(night, played) + page).status_code == 404


@compiled_solver
def test_the_end_of_a_session_asks_for_its_plays(played, night, dee, asked, on_commit):
    with on_commit():
        session_end(session=night.session, user=dee)
    assert asked == [("analysis.analyse_play", played.play.pk)]
    assert plays_analyse_some() == 1 and plays_analyse_some() == 0


@compiled_solver
def test_a_replay_says_that_it_is_being_worked_out_and_asks(closed, night, client, asked, on_commit):
    url = replay_url(night, closed)
    with on_commit():
        body = client.get(url).text
    assert data_in(body, "verdicts-data") == {"state": "coming"}
    assert f'data-verdicts="{url}verdicts/"' in body
    assert asked == [("analysis.analyse_play", closed.play.pk)]
    assert client.get(url + "verdicts/").json() == {"state": "coming"}
    play_analyse(closed.play.pk)
    verdicts = client.get(url + "verdicts/").json()
    assert verdicts["state"] == "ready" and len(verdicts["moments"]) == sum(map(len, verdicts["order"].values()))
    assert data_in(client.get(url).text, "verdicts-data") == verdicts


@compiled_solver
def test_an_own_card_tells_what_was_given_away_where_that_is_known(closed, night, client, asked):
    url = f"/results/{night.session.public_id}/player/{closed.ns.number}/"
    assert "Given away" not in client.get(url).text
    assert play_analyse(closed.play.pk)
    made = PlayAnalysis.objects.get(play=closed.play)
    for player, contestant in (("S", closed.ns), ("N", closed.ew)):
        own = [entry for entry in [*made.calls, *made.cards] if entry["by"] == player]
        lost = sum(entry.get("tricks", 0) for entry in own), sum(entry["points"] for entry in own)
        card = client.get(f"/results/{night.session.public_id}/player/{contestant.number}/").text
        assert "Given away" in card and lost_in_words(*lost) in card


@compiled_solver
def test_a_failure_leaves_the_others_analysed(closed, monkeypatch, caplog):
    broken: Callable[..., Any] = Play.objects.get
    monkeypatch.setattr("clubsite.analysis.services.plays.judge_play", broken)
    assert plays_analyse_some() == 0
    assert "the next sweep tries again" in caplog.text


@compiled_solver
def test_nothing_is_stored_of_a_play_whose_log_is_deleted_meanwhile(closed):
    logs_aged(timezone.now() - timedelta(days=200))
    tomorrow = timezone.now() + timedelta(days=1)
    with before_statement(TRANSACTION, lambda: logs_forget(tomorrow)):
        assert play_analyse(closed.play.pk) is False
    assert not PlayAnalysis.objects.exists()


GOLDEN = Path(__file__).parents[2] / "games" / "golden" / "solo.json"


@cache
def golden() -> dict[str, Any]:
    record: dict[str, Any] = json.loads(GOLDEN.read_text())
    return record


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
def test_what_the_cards_cost_is_what_happened_and_with_the_calls_the_score():
    verdicts, outcome = judged_golden()
    lost = {player: given_away(player, verdicts.cards)[0] for player in "SN"}
    declarer, defender = outcome["declarer"], {"S": "N", "N": "S"}[outcome["declarer"]]
    par = verdicts.cards[0]["before"]
    assert par == ten()[outcome["contract"][1]][declarer]
    assert outcome["tricks"] == par - lost[declarer] + lost[defender]
    assert lost["S"] and lost["N"]
    for card, then in zip(verdicts.cards, verdicts.cards[1:], strict=False):
        assert card["after"] == then["before"]
    lost = {player: given_away(player, [*verdicts.calls, *verdicts.cards])[1] for player in "SN"}
    score = scorer("NS")(outcome["contract"], outcome["declarer"], outcome["tricks"])
    assert verdicts.calls[0]["before"] - lost["S"] + lost["N"] == score


@compiled_solver
def test_a_known_mistake_is_named_with_what_held():
    verdicts, _ = judged_golden()
    six = next(entry for entry in verdicts.cards if entry["a"] == "p:C6")
    assert (six["tricks"], six["points"], six["before"], six["after"]) == (2, 400, 8, 6)
    assert sorted(six["held"]) == ["p:CJ", "p:CQ"]
    assert len(six["worth"]) == six["of"] and six["worth"]["p:C6"] == 6
    assert {action for action, tricks in six["worth"].items() if tricks == 8} == set(six["held"])
    page = VerdictWords("N").page(verdicts.calls, verdicts.cards)
    assert {"seq": 29, "text": "Trick 5: North’s 6 of clubs cost 2 tricks, 400 points"} in page["list"]
    moment = page["moments"]["29"]
    assert moment["cost"] == "Cost 2 tricks, 400 points." and moment["mark"] == "−2"
    assert moment["held"] == "The queen or jack of clubs held 8 tricks."
    assert moment["now"] == "Declarer makes 6 tricks from here."
    assert page["heading"] == "Six calls and three cards cost something"


@compiled_solver
def test_the_line_that_held_is_legal_and_holds():
    verdicts, outcome = judged_golden()
    hands = Deal.from_setup(golden()["setup"]).all_hands
    start = Position.of(hands, outcome["contract"][1], "S")
    at, lines = start, 0
    for entry in verdicts.cards:
        if entry["tricks"]:
            then = at
            for card in entry["line"]:
                assert str(then.now.trick.to_play) == card["seat"]
                then = then.after(parse_cards(card["card"])[0])
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
    verdicts, _ = judged(log)
    seqs = [entry["seq"] for entry in [*verdicts.calls, *verdicts.cards]]
    assert not {*undone, *(seq - 1 for seq in undone)} & set(seqs)
    undo_log = log_of("S c:1S", "S undo", "N undo:yes", "S c:1H", "S undo", "N undo:no", "N c:P", "D undo", "N c:X")
    assert [event["seq"] for event in standing(undo_log)] == [4, 9]


def test_a_board_passed_out_has_calls_and_no_cards_solo_9():
    verdicts, _ = judged(log_of("S c:P", "N c:P"))
    assert verdicts.cards == [] and [entry["a"] for entry in verdicts.calls] == ["c:P", "c:P"]
    assert [entry["points"] for entry in verdicts.calls] == [110, 0]
    page = VerdictWords(None, {"S": "Bo", "N": "Ann"}, "S").page(verdicts.calls, verdicts.cards)
    assert page["list"] == [{"seq": 1, "text": "The auction: your pass cost 110 points"}]
    assert page["start"] == "With best calls and play this deal is worth +110 to you."


def test_an_auction_that_the_first_pass_ends_is_judged_as_such_solo_8a():
    verdicts, outcome = judged(log_of("S c:1D", "N c:P", "S claim:13", "N accept"), auction_end="first_pass")
    assert outcome["contract"] == "1D"
    assert len(verdicts.calls) == 2


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
