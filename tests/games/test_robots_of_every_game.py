"""Every game's robot plays by the rules to the end, is repeatable, awaits its turn, and answers claims."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from games.registry import names, rules_for
from games.robots import choose
from games.rules import Rules
from scoring.home import Finished, standing
from tests.games import bridge_solitaire_positions as bs
from tests.games import five_hundred_positions as fh
from tests.games import secret_card_positions as sc
from tests.games import solo_positions as so
from tests.games import umbrage_positions as um
from tests.games import whist_for_two_positions as wh
from tests.games.plays import Player, at_random, first, most, played, robot, tricks_of
from tests.games.secrecy import setup_of
from tests.long import sample


def waiting_robot(rules, state, player: str, rng: random.Random) -> str:
    for other in set(rules.players) - {player}:
        view = rules.view(state, other)
        assert view["legal"] or choose(view, rng.choice) is None
    return robot(rules, state, player, rng)


@pytest.mark.parametrize("game", names())
def test_a_robot_plays_by_the_rules_to_the_end_under_every_option(game):
    """The robot also plays against random cards, so that it meets all kinds of contract."""
    rules = rules_for(game)
    for number in range(sample(20, 200)):
        rng = random.Random(number)
        options = {name: rng.choice(values) for name, values in rules.options.items()}
        start = rules.start(setup_of(game, number), options)
        state, actions = played(rules, start, number, waiting_robot, (robot, at_random)[number % 2])
        assert rules.outcome(state) is not None and "concede" not in actions
        for viewer in rules.players:
            assert choose(rules.view(state, viewer), rng.choice) is None, "nothing is asked any more"


@pytest.mark.parametrize("game", names())
def test_a_robot_does_the_same_for_the_same_chance_and_needs_none(game):
    rules, start = rules_for(game), rules_for(game).start(setup_of(game, 3), {})

    def first_choice(rules, state, player, rng) -> str:
        return str(choose(rules.view(state, player), lambda equals: equals[0]))

    assert played(rules, start, 9) == played(rules, start, 9)
    assert played(rules, start, 1, first_choice, first_choice) == played(rules, start, 2, first_choice, first_choice)


@pytest.mark.parametrize("game", sorted({*names()} - {"bridge_solitaire"}))
def test_a_robot_lets_an_opponent_take_back(game):
    rules, answers = rules_for(game), []

    def asks(rules, state, player: str, rng: random.Random) -> str:
        for actor in rules.players:
            if "undo" in rules.legal(state, actor):
                waiting = rules.apply(state, actor, "undo")
                answers.append(robot(rules, waiting, str(rules.turn(waiting)), rng))
        return robot(rules, state, player, rng)

    for number in range(6):
        options = {"undo": "consent"} if "undo" in rules.options else {}
        played(rules, rules.start(setup_of(game, number), options), number, asks, asks)
    assert answers and set(answers) == {"undo:yes"}


def deal_played(game: str, number: int, south: Player = robot, north: Player = robot) -> tuple[int, Any]:
    """Play the first deal of a match at home. Return South's points less North's, and the director's last view."""
    rules, dealer = rules_for(game), "SN"[number // 2 % 2]
    setup = rules.deal(f"chance {number}", standing(game, {}, dealer, []).header or {}, {})
    state, _ = played(rules, rules.start(setup, {}), number, south, north)
    sheet = standing(game, {}, dealer, [Finished(setup, {}, rules.outcome(state) or {})]).sheet
    return sum((line["S"] or 0) - (line["N"] or 0) for line in sheet["lines"]), rules.view(state, "D")


def modest(rules, state, player: str, rng: random.Random) -> str:
    low = [action for action in rules.view(state, player)["legal"] if action.startswith("c:")][:6]
    return rng.choice(low) if low else at_random(rules, state, player, rng)


@pytest.mark.parametrize("other", [at_random, modest])
@pytest.mark.parametrize("game", sorted({*names()} - {"bridge_solitaire"}))
def test_a_robot_beats_cards_at_random_in_most_deals(game, other):
    gains = []
    for number in range(24):
        if number % 2:
            gains.append(-deal_played(game, number, other, robot)[0])
        else:
            gains.append(deal_played(game, number, robot, other)[0])
    assert sum(gain > 0 for gain in gains) >= 18 and sum(gains) > 0


@pytest.mark.parametrize("game", sorted({*names()} - {"whist_for_two"}))
def test_a_robots_contracts_are_neither_wild_nor_timid(game):
    views = [deal_played(game, number)[1] for number in range(100, 140)]
    bid = [view for view in views if view["contract"]]
    margins = [view["tricks"][view["contract"]["declarer"]] - view["contract"]["needs"] for view in bid]
    assert len(bid) > 35 and -1.5 < sum(margins) / len(margins) < 1.5
    assert 0.4 < sum(margin >= 0 for margin in margins) / len(margins) < 0.9
    assert sum(margin < -4 for margin in margins) < 4
    assert 5 < sum(view["contract"]["needs"] >= 9 for view in bid) < 35


def test_umbrage_robots_take_umbrage_and_stay_and_draw():
    views = [deal_played("umbrage", number)[1] for number in range(100, 120)]
    assert {view["more"]["umbrage"][player] for view in views for player in "SN"} == {True, False}
    assert sum(bool(view["more"]["opened"]["discards"]["S"]) for view in views) > 15


# South holds all trumps and all high cards: ten tricks in hearts for South, and none for North.
TEN_TRICKS = {
    "S": "JK HJ DJ HA HK HQ HT H9 H8 H7", "E": "SA H6 H5 H4 SK CA CK DA DK SQ", "N": "S5 S6 S7 S8 S9 C5 C6 C7 C8 C9",
    "W": "D4 D5 D6 D7 D8 D9 DT DQ ST SJ", "kitty": "CT CJ CQ",
}  # fmt: skip
SURE = fh.FIVE_HUNDRED.start({"board": 1, "dealer": "N", "vul": "None", "hands": TEN_TRICKS}, {})
SPADES = "SA SK SQ SJ S9 S2 HK HQ H2 D8 D6 D2 JB"
UNSTOPPED = sc.ending("N", N="H3 H2", D="HK D3", S="SA S2", secret="HA")
USELESS = sc.ending("N", N="H3 H2", D="H5 D3", S="HA S2", secret="H4")
POOR_END = um.position("N S D", "3N", N="H5 C9", S="HJ C8", D="DA C2")
RICH_END = um.position("N S D", "3N", N="HQ C9", S="HJ C8", D="DA C2")
MISERE = {"contract": "M", "declarer": "N"}
MOMENTS = {
    "solo: the jack wins cheaply": (so, so.position("N", "H5 H2 H9", W="H3 S2 HJ", N="S7 S8"), "", "p:HJ"),
    "solo: the trick is lost": (so, so.position("N", "HQ H2 H9", W="H3 S2 HJ", N="S7 S8"), "", "p:H3"),
    "whist: the queen, an end, is enough": (
        wh, wh.dealt(N="D2 D3", E="DJ .. D4", S="D5 D6", W="DQ .. DA"), "p:D2 p:DJ p:D5", "p:DQ",
    ),
    "whist: the trick is lost": (
        wh, wh.dealt(N="D2 D3", E="DA .. D4", S="D5 D6", W="D7 .. DQ"), "p:D2 p:DA p:D5", "p:D7",
    ),
    "500: its own bid was passed": (fh, fh.called("7D P"), "", "c:P"),
    "500: ten tricks": (fh, SURE, "", "c:9H c:10H c:9N c:10N"),
    "500: none": (fh, SURE, "c:9H", "c:P"),
    "500: the jack, an end, is enough": (
        fh, fh.position("N", contract="8S", N="D5 D4 C5", E="DT S9 D7", S="D6 D8 C6", W="DJ C7 DA"),
        "p:D5 p:DT p:D6", "p:DJ",
    ),
    "500: the highest card that loses at misere": (
        fh, fh.position("N", "D9", **MISERE, E="DT C9 S9", S="D8 DQ C6", N="C5 S5"), "p:DT", "p:D8",
    ),
    "500: it ducks at misere": (
        fh, fh.position("S", "D9", **MISERE, N="D4 D8 DQ", S="C6 C7", E="D5 C8 C9"), "", "p:D8",
    ),
    "umbrage: it leads an ace (UM-18e)": (um, um.called("1S P 0 0"), "", "p:HA"),
    "umbrage: third in hand it wins cheaply": (
        um, um.position("N S D", N="H5 C9", S="HJ C8", D="HK HA"), "p:H5 p:HJ", "p:HK",
    ),
    "umbrage: who loses throws the dummy's ace, or the other could cash it (UM-18e)": (
        um, POOR_END, "p:H5 p:HJ", "p:DA",
    ),
    "umbrage: who wins keeps it": (um, RICH_END, "p:HQ p:HJ", "p:C2"),
    "secret card: it keeps a king": (sc, sc.started("SK S2", ace_procedure="off"), "", "keep"),
    "secret card: it rejects a two": (sc, sc.started("S2 SK", ace_procedure="off"), "", "reject"),
    "secret card: it has seen its ace": (sc, sc.started("SA S2"), "", "seen"),
    "secret card: a stop wins the trick": (sc, UNSTOPPED, "p:H3 p:S2 p:HK", "stop"),
    "secret card: a stop wins nothing": (sc, USELESS, "p:H3 p:HA p:H5", "let"),
    "secret card: the queen wins cheaply": (
        sc, sc.ending("S", N="SK SQ H2", D="D2 D3 D4", S="SJ H3 H4"), "p:SJ", "p:SQ",
    ),
    "secret card: the trick is lost": (
        sc, sc.ending("S", N="SK S3 H2", D="D2 D3 D4", S="SA H3 H4"), "p:SA", "p:S3",
    ),
    "solitaire: four or five spades": (
        bs, bs.bidding("SA SK SQ SJ ST S9 S8 S7 HA HK HQ CA CK"), "", "c:4S c:5S",
    ),
    "solitaire: eight tricks are not likely enough": (
        bs, bs.bidding("SA SK SQ SJ S9 S2 HK HQ H4 D8 D6 C3 C2"), "", "c:1S",
    ),
    "solitaire: the stock has bid 6S": (bs, bs.bidding("S5 S4 S3 H6 H5 H4 H3 D8 D7 D6 C4 C3 C2"), "", "c:P"),
    "solitaire: the cheapest that wins": (bs, bs.playing(SPADES, "2S", "HJ"), "", "p:HQ"),
    "solitaire: the lowest when none does": (bs, bs.playing(SPADES, "2S", "HA"), "", "p:H2"),
    "solitaire: the lowest trump": (bs, bs.playing(SPADES, "2S", "CA"), "", "p:S2"),
    "solitaire: the one card that beats a joker": (bs, bs.playing(SPADES, "2S", "JR"), "", "p:JB"),
    "solitaire: a joker before a card that may win": (
        bs, bs.playing("SA SK SQ SJ S9 S2 HK HQ H2 H7 H6 H5 JB", "2D", "C9"), "", "p:JB",
    ),
}  # fmt: skip
RULES = {so: so.SOLO, wh: wh.WHIST, fh: fh.FIVE_HUNDRED, um: um.UMBRAGE, sc: sc.GAME, bs: bs.BS}


@pytest.mark.parametrize(("game", "state", "acts", "wanted"), MOMENTS.values(), ids=MOMENTS)
def test_what_a_robot_does_at_particular_moments(game, state, acts, wanted):
    state, rules = game.play(state, *acts.split()), RULES[game]
    assert choose(rules.view(state, str(rules.turn(state))), first) in wanted.split()


GAMES = ("solo", "whist_for_two", "five_hundred_for_two", "secret_card", "umbrage")
OWN_WAY = {  # the tricks that a robot counts exactly; before that it has a proof of its own
    "solo": "games.variants.solo.robot.cardplay.EXACT_CLAIM",
    "whist_for_two": "games.variants.whist_for_two.robot.EXACT_CLAIM",
    "five_hundred_for_two": "games.variants.five_hundred_for_two.robot.cardplay.EXACT_TRICKS",
}
# In the last two, guesses at a hidden hand once agreed and were wrong.
DEALS = (*range(sample(10, 200)), 110, 142)
LAST = sample(2, 3)  # tricks that are played out here


def shown(game: str, shows: str = "yes") -> dict[str, str]:
    return {"claim_shows": shows} if "claim_shows" in rules_for(game).options else {}


@pytest.mark.parametrize("shows", ["yes", "no"])
@pytest.mark.parametrize("game", GAMES)
def test_a_robot_accepts_no_false_claim(game, shows):
    answers = answered(game, shown(game, shows))
    assert answers["accept", 0] and answers["refuse", LAST]
    assert not answers["refuse", 0], "whoever gives up everything is believed"


@pytest.mark.parametrize("game", GAMES)
def test_what_it_takes_for_proved_without_playing_it_out_is_true(game, monkeypatch):
    if game in OWN_WAY:
        monkeypatch.setattr(OWN_WAY[game], 0)
    answers = answered(game, shown(game))
    assert sum(answers["accept", takes] for takes in range(1, LAST + 1)), "it accepts something"


def answered(game: str, options: dict[str, str]) -> Counter[tuple[str, int]]:
    """Count the answers to claims of each number of tricks. Every accepted claim is played out in all lines."""
    rules, answers = rules_for(game), Counter[tuple[str, int]]()
    for state, rng in endings(rules, options):
        for claimant in "SN":
            accepted = 0
            for takes in range(rules.view(state, "D")["claim_max"] + 1):
                if f"claim:{takes}" not in rules.legal(state, claimant):
                    continue
                claim_state = rules.apply(state, claimant, f"claim:{takes}")
                answer = str(choose(rules.view(claim_state, str(rules.turn(claim_state))), rng.choice))
                answers[answer, takes] += 1
                accepted = takes if answer == "accept" else accepted
            if accepted:
                best = most(rules, state, claimant) - tricks_of(rules, state, claimant)
                assert accepted <= best, (claimant, accepted, best, rules.view(state, "D"))
    return answers


def endings(rules: Rules[Any], options: dict[str, str], left: int = LAST) -> Iterator[tuple[Any, random.Random]]:
    """Yield deals in which so many tricks are left, some of them with a trick begun."""
    for number in DEALS:
        rng = random.Random(f"{rules.name} {number}")
        state = begun(rules, number, {n: rng.choice(v) for n, v in rules.options.items()} | options, rng)
        cards = rng.randrange(4)
        while state is not None and (cards or rules.view(state, "D")["claim_max"] != left):
            cards -= rules.view(state, "D")["claim_max"] == left
            state = step(rules, state, rng)
        if state is not None and rules.view(state, "D")["phase"] == "play":
            yield state, rng


def begun(rules: Rules[Any], number: int, options: dict[str, str], rng: random.Random):
    """Return a deal before the lead in which both players want tricks (no misère), or None if everybody passes."""
    dealer = "NESW"[number % 4] if rules.name in ("solo", "whist_for_two") else "SN"[number % 2]
    header = {"board": number + 1, "dealer": dealer, "vul": "None"}
    state = rules.start(rules.deal(f"claims {number}", header, options), options)
    while rules.turn(state) and rules.view(state, "D")["phase"] != "play":
        player = str(rules.turn(state))
        state = rules.apply(state, player, str(choose(rules.view(state, player), rng.choice)))
    misere = (rules.view(state, "D").get("more") or {}).get("misere")
    return None if misere or rules.turn(state) is None else state


def step(rules: Rules[Any], state, rng: random.Random):
    """Return the state after one more random legal action, or None if the play has ended."""
    player = rules.turn(state)
    return rules.apply(state, player, rng.choice(rules.view(state, player)["legal"])) if player else None
