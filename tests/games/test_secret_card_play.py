"""Card play in the secret-card game: SC-10 to SC-16f. South is declarer, so North is defender B on the rules page."""

import pytest

from games.variants.secret_card.state import SecretCardState
from games.wording import plain
from tests.games.secret_card_positions import GAME, SUITS, called, drafted, ending, in_play, may, play, refused

Order = list[tuple[str, str]]


def order(state: SecretCardState, viewer: str = "N") -> Order:
    """Return (hand, player) for each card in the trick on the table."""
    return [(entry["hand"], entry["by"]) for entry in GAME.view(state, viewer)["more"]["turn_order"]]


def cards(state: SecretCardState, which: str = "trick") -> list[str]:
    return [entry["card"] for entry in GAME.view(state, "N")[which]["cards"]]


def won(state: SecretCardState) -> dict[str, int]:
    tricks: dict[str, int] = GAME.view(state, "N")["tricks"]
    return tricks


@pytest.mark.parametrize(("calls", "declarer"), [("1S P P", "S"), ("1S 2H P P", "N")])
def test_sc_10_the_declarer_sets_one_of_the_dummys_thirteen_aside(calls, declarer):
    state = play(drafted(SUITS), *(f"c:{call}" for call in calls.split()))
    assert (state.phase, GAME.turn(state)) == ("secret", declarer)
    assert may(state) == {f"secret:{card}" for card in SUITS["D"].split()}
    assert refused(state, declarer, "secret:SA").rule == "SC-10"
    state = play(state, "secret:D7")
    other = {"S": "N", "N": "S"}[declarer]
    assert (state.phase, GAME.turn(state)) == ("play", other)
    assert order(state) == [(other, other), ("D", other), (declarer, declarer)]


def test_sc_10_b_leads_and_then_the_other_twelve_are_opened_and_sc_16f_the_secret_card_is_not_changed():
    for action in ("secret:D7", "p:H2"):
        assert refused(called("1S P P"), "N", action).rule == "SC-10"
    state = in_play(SUITS, "D7")
    assert refused(state, "S", "secret:D8").rule == "SC-16f"
    assert not GAME.view(state, "S")["can"]["undo"]
    assert GAME.view(state, "N")["hands"]["D"] == {"owner": None, "dummy": True, "count": 13, "cards": None}
    opened = GAME.view(play(state, "p:H2"), "N")["hands"]["D"]
    assert opened["count"] == 13
    assert set(opened["cards"]) == set(SUITS["D"].split()) - {"D7"}


@pytest.mark.parametrize(
    ("leader", "first_phase", "hands", "acts"),
    [
        ("N", True, "N:N D:N S:S", "p:HA>N p:D2>S let>S"), ("N", False, "N:N S:S D:N", "p:HA>S p:S2>N p:D2>S"),
        ("DN", False, "D:N S:S N:N", "p:D2>S let>S p:S2>N"), ("S", False, "S:S N:N D:S", "p:SA>N p:H2>S p:D2>S"),
        ("DS", False, "D:S N:N S:S", "p:D2>N p:H2>S"),
    ],
    ids=["B in the first phase", "B later from hand", "B from the dummy", "A from hand", "A from the dummy"],
)  # fmt: skip
def test_sc_16a_the_order_of_the_hands_and_who_acts_next(leader, first_phase, hands, acts):
    state = ending(leader, first_phase=first_phase, N="HA H2", D="D2 D3", S="SA S2", secret="C4")
    assert order(state) == [tuple(hand.split(":")) for hand in hands.split()]
    for act, _, player in (act.partition(">") for act in acts.split()):
        state = play(state, act)
        assert GAME.turn(state) == player, act


def test_sc_16a_a_having_stopped_bs_lead_from_the_dummy():
    state = ending("DN", N="HA H2", D="D2 D3", S="SA S2", secret="C4")
    state = play(state, "p:D2", "stop")
    assert order(state) == [("D", "S"), ("N", "N"), ("S", "S")]
    assert (GAME.turn(state), cards(state)) == ("N", ["C4"])


@pytest.mark.parametrize(
    ("hands", "tricks"),
    [
        ({"N": "HA H2 H3", "D": "S3 D2 D3", "S": "S2 SK DA"}, {"p:HA p:S3 p:S2": "N:N D:N S:S"}),  # B keeps the lead
        (
            {"N": "H2 SA H3 H5", "D": "H4 D2 D3 D4", "S": "S2 SK HQ D5"},
            {"p:H2 p:H4 p:HQ": "S:S N:N D:S", "p:SK p:SA p:D2": "N:N S:S D:N"},
        ),
        (
            {"N": "H2 DA H3", "D": "HA D2 D3", "S": "S2 SK S4"},
            {"p:H2 p:HA p:S2": "D:N S:S N:N", "p:D2 p:S4 p:DA": "N:N S:S D:N"},
        ),
    ],
    ids="nobody A dummy".split(),
)
def test_sc_11_the_dummy_plays_second_until_a_or_the_dummy_has_won_and_then_for_good_in_the_other_order(hands, tricks):
    state = ending("N", first_phase=True, **hands)
    for acts, then in tricks.items():
        state = play(state, *acts.split())
        assert order(state) == [tuple(hand.split(":")) for hand in then.split()]


def test_sc_12_b_shows_the_card_and_a_may_let_it_be_played_or_play_the_secret_card_instead():
    state = ending("N", first_phase=True, N="H5 H2", D="H3 D3", S="SA S2", secret="H4")
    state = play(state, "p:H5", "p:H3")
    for viewer in "SND":
        assert GAME.view(state, viewer)["more"]["intended"] == "H3"
    assert cards(state) == ["H5"]
    assert may(state) == {"let", "stop"}
    after = play(state, "let")
    assert cards(after) == ["H5", "H3"]
    assert GAME.view(after, "N")["more"]["intended"] is None
    view = GAME.view(play(state, "stop"), "N")
    assert view["trick"]["cards"][1] == {"seat": "D", "card": "H4", "by": "S"}
    assert view["hands"]["D"]["cards"] == ["H3", "D3"]
    assert view["more"]["secret"] == {
        "chosen": True, "hidden": False, "played": True, "forced": None, "card": "H4",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("leader", "hands", "acts", "by", "then"),
    [
        ("N", ("H3 H2", "HA D3", "SA S2", "C4"), "p:H3 p:S2 p:HA let", "N", "D:N S:S N:N"),
        ("S", ("H3 S3", "SA D3", "S4 S2", "C4"), "p:S4 p:S3 p:SA", "S", "D:S N:N S:S"),
        ("N", ("H3 H2", "H5 D3", "SA S2", "HK"), "p:H3 p:S2 p:H5 stop", "S", "D:S N:N S:S"),
        ("DN", ("H3 C2", "H5 D3", "SA S2", "C4"), "p:H5 stop p:C2 p:S2", "S", "D:S N:N S:S"),
    ],
    ids=["B's dummy card", "A's dummy card", "a secret card where B played", "a dummy lead that was stopped"],
)
def test_sc_13_a_dummy_card_counts_for_who_played_it_and_he_leads_from_the_dummy(leader, hands, acts, by, then):
    north, dummy, south, secret = hands
    state = play(ending(leader, N=north, D=dummy, S=south, secret=secret), *acts.split())
    assert won(state) == {"S": 11 + (by == "S"), "N": int(by == "N")}
    assert order(state) == [tuple(hand.split(":")) for hand in then.split()]
    last = GAME.view(state, "S")["last_trick"]
    assert (last["winner"], last["won_by"]) == ("D", by)


def test_sc_14_when_only_the_secret_card_can_follow_the_server_plays_it_unasked():
    state = ending("N", first_phase=True, N="H5 H2", D="D2 D3", S="SA S2", secret="H4")
    state = play(state, "p:H5")
    assert cards(state) == ["H5", "H4"]
    assert GAME.turn(state) == "S"
    for viewer in "SN":
        view = GAME.view(state, viewer)
        assert "the secret card was played" in plain(view["prompt"])
        assert view["more"]["secret"]["forced"] == 12


def test_sc_14_the_server_plays_it_as_the_last_card_of_a_trick_too_and_says_so():
    state = ending("N", N="H5 H2", D="D2 D3", S="SA S2", secret="HK")
    state = play(state, "p:H5", "p:S2")
    assert won(state) == {"S": 12, "N": 0}
    assert "the secret card was played" in plain(GAME.view(state, "N")["prompt"])
    assert order(state) == [("D", "S"), ("N", "N"), ("S", "S")]
    assert "the secret card was played" not in plain(GAME.view(play(state, "p:D2"), "N")["prompt"])


def test_sc_14_the_declarer_too_must_play_it_then_and_if_the_open_cards_can_follow_and_it_cannot_he_may_not():
    state = play(ending("S", N="H5 H2", D="D2 D3", S="SA S2", secret="S4"), "p:SA", "p:H2")
    assert may(state) == {"p:S4"}
    assert refused(state, "S", "p:D2").rule == "SC-14"
    assert set(GAME.view(state, "S")["why_not"]) == {"D2", "D3"}
    state = play(ending("S", N="H5 H2", D="S5 D3", S="SA S2", secret="C4"), "p:SA", "p:H2")
    assert may(state) == {"p:S5"}
    assert refused(state, "S", "p:C4").rule == refused(state, "S", "p:D3").rule == "SC-16"


def test_sc_14_option_secret_forced_no_leaves_the_stop_a_free_choice_and_the_declarer_an_open_card():
    state = ending("N", True, secret_forced="no", N="H5 H2", D="D2 D3", S="SA S2", secret="H4")
    state = play(state, "p:H5")
    assert (GAME.turn(state), may(state)) == ("N", {"p:D2", "p:D3"})
    shown = play(state, "p:D3")
    assert may(shown) == {"let", "stop"}
    assert cards(play(shown, "let")) == ["H5", "D3"]
    assert cards(play(shown, "stop")) == ["H5", "H4"]
    state = ending("S", secret_forced="no", N="H5 H2", D="D2 D3", S="SA S2", secret="S4")
    assert may(play(state, "p:SA", "p:H2")) == {"p:D2", "p:D3", "p:S4"}


@pytest.mark.parametrize(("secret_forced", "secret", "south"), [("yes", "HK", 13), ("no", "C4", 12)])
def test_sc_16d_the_last_card_of_the_dummy_is_played_by_the_server_for_the_declarer(secret_forced, secret, south):
    state = play(ending("N", secret_forced=secret_forced, N="H5", D="", S="S2", secret=secret), "p:H5", "p:S2")
    assert (state.phase, won(state)) == ("over", {"S": south, "N": 13 - south})
    last = GAME.view(state, "N")["last_trick"]
    assert last["cards"][-1] == {"seat": "D", "card": secret, "by": "S"}


def test_sc_14_sc_15_only_the_declarer_plays_the_secret_card_at_his_own_dummy_turns():
    state = ending("DS", N="HA C2", D="D2 D3", S="SA S2", secret="C4")
    assert may(state) == {"p:D2", "p:D3", "p:C4"}
    state = play(state, "p:C4")
    assert GAME.view(state, "N")["trick"]["cards"] == [{"seat": "D", "card": "C4", "by": "S"}]
    assert GAME.view(state, "N")["more"]["secret"]["played"]
    state = ending("DN", N="HA H2", D="D2 D3", S="SA S2", secret="C4")
    assert may(state) == {"p:D2", "p:D3"}
    hidden, elsewhere = refused(state, "N", "p:C4"), refused(state, "N", "p:C5")
    assert hidden.reason.replace("4", "5") == elsewhere.reason
    assert hidden.rule == elsewhere.rule == "SC-16a"


def test_sc_15_the_intended_card_is_final_unless_stopped_and_there_is_no_answer_without_it():
    before = ending("DN", N="HA H2", D="D2 D3", S="SA S2", secret="C4")
    state = play(before, "p:D2")
    assert refused(state, "N", "p:D3").rule == "SC-16a"
    assert refused(state, "S", "p:SA").rule == "SC-15"
    assert refused(state, "N", "let").rule == "SC-16a"
    for answer in ("let", "stop"):
        assert refused(before, "S", answer).rule == "SC-15"


def test_sc_15_only_the_declarer_knows_whether_the_secret_card_is_legal():
    views = []
    for secret in ("H4", "C4"):
        state = ending("N", first_phase=True, N="H5 H2", D="H3 D3", S="SA S2", secret=secret)
        views.append(GAME.view(play(state, "p:H5", "p:H3"), "N"))
    assert views[0] == views[1]
    assert plain(views[0]["prompt"]) == "You intend the 3 of hearts from the dummy: waiting for South"
    assert views[0]["turn"] == {"player": "S", "hand": None, "what": "choose"}


def test_sc_16_follow_suit_if_able():
    state = play(ending("S", N="S3 H2", D="D2 D3", S="SA S2"), "p:SA")
    assert may(state) == {"p:S3"}
    assert refused(state, "N", "p:H2").rule == "SC-16"
    assert may(play(ending("S", N="H3 H2", D="D2 D3", S="SA S2"), "p:SA")) == {"p:H3", "p:H2"}


@pytest.mark.parametrize(
    ("contract", "dummy", "winner"), [("1N", "D2", "S"), ("1D", "D2", "D"), ("1H", "D2", "N"), ("1N", "SK", "S")]
)
def test_sc_16_the_highest_trump_wins_or_else_the_highest_of_the_suit_led(contract, dummy, winner):
    state = ending("S", contract=contract, N="H3 H2", D=f"{dummy} D3", S="SA S2")
    last = GAME.view(play(state, "p:SA", "p:H3", f"p:{dummy}"), "N")["last_trick"]
    assert last["winner"] == winner
    assert last["won_by"] == {"D": "S"}.get(winner, winner)


def test_sc_16_thirteen_tricks():
    state = in_play(SUITS, "D2")
    while GAME.turn(state):
        state = play(state, sorted(may(state))[0])
    assert GAME.view(state, "N")["outcome"] == {
        "contract": "1N", "declarer": "S", "tricks": 0, "lead": "H2", "claimed": False,
    }  # fmt: skip
    assert GAME.result_text(GAME.outcome(state) or {}) == "1N by South, 7 down"
    assert refused(state, "S", "p:S2").rule == "SC-16"


@pytest.mark.parametrize(
    ("led", "secret", "stops"),
    [("H5", "H4", True), ("H5", "C4", False), ("C5", "C4", None), ("C5", "S4", True), ("C5", "D4", True)],
)
def test_sc_16c_where_the_secret_card_is_legal(led, secret, stops):
    """The open cards are a heart and a diamond. None means that only the secret card can follow suit."""
    state = ending("N", first_phase=True, N=f"{led} H2", D="H3 D3", S="SA S2", secret=secret)
    state = play(state, f"p:{led}")
    if stops is None:
        assert cards(state) == [led, secret]
        return
    assert "p:H3" in may(state)
    assert may(play(state, "p:H3")) == ({"let", "stop"} if stops else {"let"})


def test_sc_16d_if_b_was_to_lead_from_the_dummy_the_declarer_has_led():
    before = ending("N", N="H5 H3", D="HK", S="S2 S3", secret="C4")
    state = play(before, "p:H5", "p:S2", "p:HK", "let")
    assert cards(state) == ["C4"]
    assert order(state) == [("D", "S"), ("N", "N"), ("S", "S")]
    assert won(play(state, "p:H3", "p:S3")) == {"S": 12, "N": 1}
    own = ending("DS", N="H5", D="", S="S2", secret="C4")
    assert may(own) == {"p:C4"}, "at his own turn he plays it himself"
    assert won(play(own, "p:C4", "p:H5", "p:S2")) == {"S": 13, "N": 0}


@pytest.mark.parametrize(
    ("hands", "acts", "first_phase", "then"),
    [
        (("HA H2", "H3 D3", "SA S2", "H4"), "p:HA p:H3 stop p:S2", True, "N:N D:N S:S"),  # B's hand still wins
        (("H5 H2", "HK D3", "SA S2", "C4"), "p:H5 p:HK let p:S2", False, "D:N S:S N:N"),  # an open dummy card wins
    ],
)
def test_sc_16b_only_a_trick_that_bs_hand_wins_leaves_the_first_phase_going(hands, acts, first_phase, then):
    north, dummy, south, secret = hands
    state = play(ending("N", True, N=north, D=dummy, S=south, secret=secret), *acts.split())
    assert GAME.view(state, "N")["more"]["first_phase"] is first_phase
    assert order(state) == [tuple(hand.split(":")) for hand in then.split()]


def test_sc_16e_the_declarer_answers_every_intended_card_with_one_button_until_the_secret_card_is_played():
    state = ending("N", first_phase=True, N="H5 H2", D="H3 D3", S="SA S2", secret="C4")
    state = play(state, "p:H5", "p:H3")
    assert refused(state, "S", "stop").rule == "SC-16c"
    let, stop = GAME.view(state, "S")["choices"]
    assert let == {"a": "let", "label": "Let the 3 of hearts be played", "why_not": ""}
    assert stop["why_not"] == "Hearts were led and an open card can follow"
    played = play(ending("DN", N="HA H2", D="D2 D3", S="SA S2"), "p:D2")
    assert (cards(played), GAME.turn(played)) == (["D2"], "S")


def test_sc_16a_out_of_turn_and_strange_cards_are_refused_and_sc_1_the_director_plays_nothing():
    state = ending("DS", N="HA H2", D="D2 D3", S="SA S2", secret="C4")
    assert [refused(state, actor, "p:HA").rule for actor in "SND"] == ["SC-16a", "SC-16a", "SC-1"]
