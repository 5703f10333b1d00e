"""What Two Handed Solo Bridge has of its own: the auction, claims, hints, take-backs by the director, and the robot."""

import pytest

from games.calls import BIDS
from games.cards import FULL_DECK, parse_cards
from games.deals import Deal
from games.robots import choose
from games.shuffle import deal_from_seed, sequences_from_seed
from games.variants.solo.hints import hint
from games.variants.solo.state import SoloState
from tests.games.plays import first
from tests.games.secrecy import but_told
from tests.games.solo_positions import SOLO, called, cards_to_play, mid_trick, play, play_on, position, refused, started


def legal_calls(calls: str, **options: str) -> set[str]:
    state = called(calls, **options)
    return {action[2:] for action in SOLO.legal(state, str(SOLO.turn(state))) if action.startswith("c:")}


def contract(calls: str, dealer: str = "S", **options: str) -> str:
    bid = SOLO.view(called(calls, dealer, **options), "D")["contract"]
    return f"{bid['text']} {bid['declarer']}"


def higher(bid: str) -> set[str]:
    return set(BIDS[BIDS.index(bid) + 1 :])


def test_solo_6_both_players_see_all_cards_during_the_auction():
    state = called("1S P 2H X")
    for viewer in "SN":
        hands = SOLO.view(state, viewer)["hands"]
        assert sum(len(hand["cards"]) for hand in hands.values()) == 52


def test_solo_7_strains_rank_no_trump_spades_hearts_diamonds_clubs():
    assert contract("P 1C 1D 1H 1S 1N 2C P P") == "2C S"


@pytest.mark.parametrize(
    ("calls", "player", "call", "reason"),
    [
        ("1S", "N", "1H", "1 heart is not enough: the bid to beat is 1 spade"),
        ("1S", "N", "1S", "1 spade is not enough"),
        ("1S P", "S", "X", "Only a bid of the opponent can be doubled"),
        ("P", "N", "X", "Only a bid of the opponent can be doubled"),
        ("1S X P", "N", "XX", "Only a double by the opponent can be redoubled"),
    ],
)
def test_solo_7a_a_bid_that_is_too_low_and_a_double_of_no_bid_of_his_are_refused(calls, player, call, reason):
    refusal = refused(called(calls), player, f"c:{call}")
    assert reason in refusal.reason and refusal.rule == "SOLO-7a"


@pytest.mark.parametrize(
    ("calls", "others"),
    [
        ("", {"P", *BIDS}), ("P", {"P", *BIDS}), ("1S", {"P", "X"} | higher("1S")), ("P 1S", {"P", "X"} | higher("1S")),
        ("1S X", {"P", "XX"} | higher("1S")), ("1S X XX", {"P"} | higher("1S")), ("1S P", {"P"} | higher("1S")),
        ("1S X P", {"P"} | higher("1S")), ("1S X XX P", {"P"} | higher("1S")), ("1S X 2C", {"P", "X"} | higher("2C")),
        ("1S X XX 2C", {"P", "X"} | higher("2C")), ("7N", {"P", "X"}), ("7N X", {"P", "XX"}),
    ],
)  # fmt: skip
def test_solo_7a_table_of_calls(calls, others):
    assert legal_calls(calls) == others


def test_solo_7a_solo_8_calls_alternate_until_two_passes_in_a_row():
    assert [entry["by"] for entry in SOLO.view(called("1C 1D P 2C"), "S")["auction"]] == ["S", "N", "S", "N"]
    refusal = refused(called("1C"), "S", "c:1D")
    assert (refusal.reason, refusal.rule) == ("It is North's turn", "SOLO-7a")
    assert SOLO.view(called("1S P"), "S")["phase"] == "auction"
    assert SOLO.view(called("1S P P"), "S")["phase"] == "play"
    assert "The auction has ended" in refused(called("1S P P"), "N", "c:2S").reason


def test_solo_8a_option_first_pass_after_a_bid_ends_the_auction():
    assert contract("1S P", auction_end="first_pass") == "1S S"
    assert contract("P 1S P", auction_end="first_pass") == "1S N"
    assert SOLO.view(called("P", auction_end="first_pass"), "S")["phase"] == "auction"
    passed_out = called("P P", auction_end="first_pass")
    assert SOLO.outcome(passed_out)["contract"] == "PASS"


def test_solo_9_two_passes_at_the_start_pass_the_board_out():
    nothing = {"contract": "PASS", "declarer": None, "tricks": None, "lead": None, "claimed": False}
    state = called("P P")
    assert SOLO.outcome(state) == nothing
    assert SOLO.turn(state) is None
    assert SOLO.view(state, "N")["outcome"] == nothing


@pytest.mark.parametrize(
    ("calls", "result"),
    [
        ("P 1S P P", "1S N"), ("1S P 4S P P", "4S S"), ("1S X P P", "1SX S"), ("1S X P 2C P P", "2C N"),
        ("1S X XX P P", "1SXX S"), ("7N P P", "7N S"), ("1S 2S P P", "2S N"),
    ],
)  # fmt: skip
def test_solo_9a_11_the_last_bidder_declares_whoever_named_the_strain_first(calls, result):
    assert contract(calls) == result


@pytest.mark.parametrize(("dealer", "first"), [("N", "N"), ("E", "S"), ("S", "S"), ("W", "N")])
def test_solo_10_and_10a_the_player_of_the_dealers_hand_calls_first(dealer, first):
    state = started(dealer)
    assert SOLO.turn(state) == first
    assert SOLO.view(state, "S")["turn"] == {"player": first, "hand": None, "what": "call"}


def test_solo_5_the_sequence_is_counted_from_its_written_start():
    state = position(leader="E", E="S7 HA DK", W="C2 C3 C4")
    assert SOLO.view(state, "N")["hands"]["E"]["from"] == 0
    assert SOLO.view(play(state, "p:S7"), "N")["hands"]["E"]["from"] == 1
    assert SOLO.view(play(state, "p:DK"), "N")["hands"]["E"]["from"] == 0


def test_solo_5b_imported_deals_get_their_sequences_from_a_seed_once_and_for_all():
    deal = deal_from_seed("club", 4)
    other_order = type(deal)(deal.north, deal.east[::-1], deal.south, deal.west[::-1])
    dealt = sequences_from_seed("night", 4, deal)
    assert dealt == sequences_from_seed("night", 4, other_order)
    assert set(dealt.east) == set(deal.east)
    assert dealt.east != sequences_from_seed("another", 4, deal).east
    assert (dealt.north, dealt.south) == (deal.north, deal.south)


def test_solo_12_the_opponents_hand_is_hidden_once_the_auction_ends():
    state = called("1S P P")
    south, north = SOLO.view(state, "S")["hands"], SOLO.view(state, "N")["hands"]
    assert south["N"] == {"owner": "N", "dummy": False, "count": 13, "cards": None}
    assert north["S"]["cards"] is None
    assert len(south["S"]["cards"]) == len(north["N"]["cards"]) == 13
    assert south["E"] == north["E"]
    assert south["W"] == north["W"]
    assert refused(called("1S"), "N", f"p:{north['N']['cards'][0]}").rule == "SOLO-12", "no card before that"


@pytest.mark.parametrize(("calls", "leader"), [("1S P P", "N"), ("1S 2S P P", "S")])
def test_solo_13_13a_the_defender_leads_from_his_own_hand_and_the_lead_is_open_to_both(calls, leader):
    state = called(calls)
    assert SOLO.view(state, "S")["turn"] == {"player": leader, "hand": leader, "what": "card"}
    assert len(cards_to_play(state)) == 13
    lead = SOLO.view(state, leader)["legal"][0]
    trick = SOLO.view(play(state, lead), "S")["trick"]
    assert trick == {"number": 1, "leader": leader, "cards": [{"seat": leader, "card": lead[2:]}]}


def test_solo_17a_a_trump_end_is_forced_only_when_there_is_nothing_else():
    def ends(dummy, led="H3"):
        return cards_to_play(position(leader="N", trick=led, E=dummy, contract="4S"))

    assert ends("S7 HA D2") == {"S7", "D2"}
    assert ends("S7 HA S9") == {"S7", "S9"}
    assert ends("S7") == {"S7"}
    assert ends("S7 HA D2", led="S3") == {"S7"}


def test_solo_11a_21a_23_24_the_outcome_names_player_and_tricks_for_the_score():
    state = called("1S 2H P P")
    lead = SOLO.view(state, "S")["legal"][0]
    state = play(state, lead, "N claim:5", "accept")
    assert SOLO.outcome(state) == {
        "contract": "2H", "declarer": "N", "tricks": 5, "lead": lead[2:], "claimed": True,
    }  # fmt: skip
    assert SOLO.outcome(play(called("7N P P"), "N claim:0", "accept")) == {  # SOLO-21a: before the opening lead
        "contract": "7N", "declarer": "S", "tricks": 13, "lead": None, "claimed": True,
    }  # fmt: skip


def mid_play(**options: str) -> SoloState:
    """Return a state in 3NT by South, with five tricks left. North has led, and South is to play from East."""
    hands = {"N": "H2 C2 S2 D2", "E": "HA C3 S3 D3 D4", "S": "HK CA SA DA DK", "W": "H5 C5 S5 D5 D6"}
    return position(leader="N", trick="H9", **hands, **options)


def test_solo_21a_both_see_that_a_claim_was_refused_and_when_one_may_be_made_again():
    before = SOLO.view(mid_play(), "S")
    assert before["claim_refused"] is None
    trick = (before["last_trick"] or {"number": 0})["number"] + 1
    refusal = {"by": "S", "takes": 4, "of": 5, "trick": trick}
    state = play(mid_play(), "S claim:4", "N refuse")
    assert [SOLO.view(state, player)["claim_refused"] for player in "SN"] == [refusal, refusal]
    state = play(state, "p:HA", "p:HK", "p:H5")
    view = SOLO.view(state, "S")
    assert view["last_trick"]["number"] == trick and view["can"]["claim"]
    assert view["claim_refused"] == refusal, "a page that missed the refusal still learns of it"
    assert SOLO.view(play(state, "S claim:3"), "N")["claim_refused"] is None


def test_solo_21a_a_claim_is_withdrawn_while_it_waits_and_the_shown_hand_stays_open():
    state = play(mid_play(), "S claim:4")
    assert refused(state, "N", "withdraw").reason == "Only South can withdraw this claim"
    state = play(state, "S withdraw")
    for player in "SN":
        view = SOLO.view(state, player)
        assert view["claim"] is None
        assert view["taken_back"] == {"by": "S", "action": "claim:4", "how": "withdrawn"}
        assert "until another trick is complete" in refused(state, player, "claim:1").reason
    assert SOLO.view(state, "N")["hands"]["S"]["cards"] is not None
    assert refused(state, "N", "accept").reason == "There is no claim to answer"
    assert refused(state, "S", "withdraw").reason == "There is no claim that could be withdrawn"
    assert SOLO.view(play(state, "p:HA"), "S")["taken_back"] is None, "told until the next act"


def test_solo_21a_a_claim_is_corrected_once_while_it_waits():
    state = play(mid_play(), "S claim:4")
    assert "already" in refused(state, "S", "claim:4").reason
    assert refused(state, "S", "claim:6").reason == "Only 5 tricks are left to claim"
    state = play(state, "S claim:5")
    claim = SOLO.view(state, "N")["claim"]
    assert (claim["takes"], claim["of"], claim["was"]) == (5, 5, 4)
    assert "corrected your claim once" in refused(state, "S", "claim:3").reason
    assert SOLO.outcome(play(state, "N accept"))["tricks"] is not None
    assert play(state, "S withdraw").requests.claim is None
    conceded = play(mid_play(), "S claim:0")
    assert SOLO.view(conceded, "N")["claim"]["cards"] is None
    assert SOLO.view(play(conceded, "S claim:2"), "N")["claim"]["cards"] is not None


def two_tricks(**options: str) -> SoloState:
    """Return a state of a play that began with six cards in each hand, after two complete tricks and one more card."""
    hands = {"N": "H2 C2 S2 D2 D7 D8", "E": "HA C3 S3 D3 D4 C9", "S": "HK CA SA DA DK D9", "W": "H5 C5 S5 D5 D6 CJ"}
    state = position(leader="N", **hands, **options)
    return play(state, "p:H2", "p:HA", "p:HK", "p:H5", "p:C3", "p:CA", "p:C5", "p:C2", "p:DA")


def test_solo_29_points_lengths_and_depth_of_a_dummy():
    hand = parse_cards("SA SK SQ SJ S2 HA H3 D4 D5 D6 CA C2 C3")
    dummy = parse_cards("HK S9 S8 DQ S7 S6 D2 D3 D7 HQ H4 H5 CJ")
    counts = hint(hand, dummy)
    assert (counts["hand"], counts["dummy"], counts["both"]) == (18, 8, 26)
    assert counts["suits"] == {"S": [5, 4], "H": [2, 4], "D": [3, 4], "C": [3, 1]}
    assert counts["depth"] == {"HK": 0, "DQ": 3, "HQ": 3, "CJ": 0}


def test_solo_29_everybody_sees_both_counts_in_the_auction_unless_the_option_hints_is_off():
    south, north = (SOLO.view(started(), viewer)["hints"] for viewer in "SN")
    assert south == north
    assert south["S"]["both"] + south["N"]["both"] == 40
    for state in (started(hints="off"), two_tricks(hints="off")):
        assert SOLO.view(state, "S")["hints"] is None


def test_solo_29a_in_play_the_opponents_hand_is_not_counted():
    hints = SOLO.view(two_tricks(), "S")["hints"]
    assert (hints["S"]["hand"], hints["S"]["dummy"], hints["S"]["both"]) == (7, 0, 7)
    assert hints["N"]["hand"] is None
    assert hints["N"]["both"] is None
    assert hints["N"]["dummy"] == 1
    assert hints["N"]["suits"] == {"S": [None, 1], "H": [None, 0], "D": [None, 2], "C": [None, 1]}
    assert SOLO.view(play(two_tricks(), "S claim:1"), "N")["hints"]["S"]["hand"] is None
    assert SOLO.view(two_tricks(), "D")["hints"]["N"]["both"] is not None, "SOLO-31: the director sees everything"


def test_solo_30_over_everything_is_open_as_dealt():
    state = play_on(called("1S P P"), 60)
    view = SOLO.view(state, "N")
    assert {seat: len(cards) for seat, cards in view["dealt"].items()} == {"N": 13, "E": 13, "S": 13, "W": 13}
    assert view["dealt"]["E"] == [card.text for card in state.table.deal.east]
    assert len(view["history"]) == 13
    assert view["hints"]["S"]["both"] + view["hints"]["N"]["both"] == 40


def test_solo_22b_the_director_takes_back_the_last_call_and_nothing_once_the_board_is_over():
    assert refused(called("P P"), "D", "undo").reason == "This board is over"
    state = play(called("1S 2S"), "D undo")
    assert [entry["call"] for entry in SOLO.view(state, "S")["auction"]] == ["1S"]
    assert SOLO.turn(state) == "N"


def test_solo_22b_never_after_the_opponent_has_acted_on_it():
    state = play(called("1S P P"), SOLO.view(called("1S P P"), "N")["legal"][0])
    two = play(state, *(SOLO.view(state, "S")["legal"][:1]))
    two = play(two, SOLO.view(two, "S")["legal"][0])
    back = play(two, "D undo", "D undo")
    assert but_told(SOLO.view(back, "D")) == but_told(SOLO.view(state, "D"))
    assert "can still be taken back" in refused(back, "D", "undo").reason


def test_solo_22b_consent_only_for_ones_own_last_act():
    state = play(called("1S", undo="consent"), "N c:2S")
    assert "North acted last" in refused(state, "S", "undo").reason
    assert SOLO.view(state, "N")["can"]["undo"] is True
    assert "not by the director" in refused(state, "D", "undo").reason


def test_solo_22b_a_hand_shown_with_a_claim_stays_open_through_an_undo():
    state = play(mid_trick(), "S claim:2", "N refuse", "p:HT", "D undo")
    assert SOLO.view(state, "N")["hands"]["S"]["cards"] is not None
    assert "until another trick" in refused(state, "S", "claim:2").reason


def bid_with(south: str, east: str, *calls: str) -> str | None:
    """Return South's call when South and East hold these hands. North and West get the rest in the usual order."""
    mine = parse_cards(south), parse_cards(east)
    rest = [card for card in FULL_DECK if card not in mine[0] + mine[1]]
    deal = Deal.of((tuple(rest[::2]), mine[1], mine[0], tuple(rest[1::2])), 3)
    state = play(SOLO.start(deal.to_setup(3), {}), *(f"c:{call}" for call in calls))
    return choose(SOLO.view(state, "S"), first)


WEAK = ("S9 S8 S7 S6 H9 H8 H7 D9 D8 D7 C9 C8 C7", "S5 S4 S3 S2 H6 H5 H4 D6 D5 D4 C6 C5 C4")
SPADES = ("SA SK SQ SJ ST HA H2 H3 D2 D3 CA C2 C3", "S9 S8 S7 D4 DA DK D5 H4 HK H5 C4 C5 C6")


@pytest.mark.parametrize(
    ("cards", "calls", "bid"),
    [
        (WEAK, "", "c:P"), (SPADES, "", "c:4S"), (SPADES, "1S P", "c:4S"), (SPADES, "P 7H", "c:X"),
        (SPADES, "4S P", "c:P"), (SPADES, "P 2H", "c:4S"),
    ],
    ids=["no points", "game", "game, one spade passed", "an overbid", "its own game stands", "an overcall"],
)  # fmt: skip
def test_the_robot_bids_what_its_cards_are_worth(cards, calls, bid):
    assert bid_with(*cards, *calls.split()) == bid
