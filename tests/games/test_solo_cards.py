"""Card play in Two Handed Solo Bridge: SOLO-1 to SOLO-3, SOLO-12 to SOLO-20, SOLO-22c."""

import pytest

from games.cards import FULL_DECK, parse_cards
from games.seats import Seat
from games.shuffle import deal_from_seed, sequences_from_seed
from tests.games.solo_positions import SOLO, called, cards_to_play, play, position, refused, started


def on_turn(leader: str) -> tuple[list[str], list[str]]:
    """Return the hands and players in the order of a trick that this seat leads, if each plays any legal card."""
    state = position(leader=leader, size=3, E="S7 HA DK", W="C2 C3 C4")
    hands, players = [], []
    for _ in range(4):
        turn = SOLO.view(state, "D")["turn"]
        hands.append(turn["hand"])
        players.append({"N": "North", "S": "South"}[turn["player"]])
        state = play(state, SOLO.legal(state, turn["player"])[0])
    return hands, players


def test_solo_1_four_hands_of_thirteen_and_two_players():
    hands = SOLO.view(started(), "S")["hands"]
    assert {name: hand["count"] for name, hand in hands.items()} == {"N": 13, "E": 13, "S": 13, "W": 13}
    assert SOLO.players == ("S", "N")


def test_solo_2_south_plays_south_and_east_north_plays_north_and_west():
    hands = SOLO.view(started(), "S")["hands"]
    assert {name: hand["owner"] for name, hand in hands.items()} == {"N": "N", "E": "S", "S": "S", "W": "N"}
    assert {name for name, hand in hands.items() if hand["dummy"]} == {"E", "W"}


def test_solo_3_dummies_keep_their_sequence_and_hands_are_sorted():
    deal = deal_from_seed("test", 3)
    hands = SOLO.view(started("S"), "N")["hands"]
    assert hands["E"]["cards"] == [card.text for card in deal.east]
    assert hands["W"]["cards"] == [card.text for card in deal.west]
    suits = [card[0] for card in hands["S"]["cards"]]
    assert suits == sorted(suits, key="SHDC".index)


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


@pytest.mark.parametrize(("calls", "leader"), [("1S P P", "N"), ("1S 2S P P", "S")])
def test_solo_13_the_defender_leads_from_his_own_hand(calls, leader):
    state = called(calls)
    assert SOLO.view(state, "S")["turn"] == {"player": leader, "hand": leader, "what": "card"}
    assert len(cards_to_play(state)) == 13


def test_solo_13a_the_lead_is_open_to_both():
    state = called("1S P P")
    lead = SOLO.view(state, "N")["legal"][0]
    trick = SOLO.view(play(state, lead), "S")["trick"]
    assert trick == {"number": 1, "leader": "N", "cards": [{"seat": "N", "card": lead[2:]}]}


@pytest.mark.parametrize(
    ("leader", "hands", "players"),
    [
        ("N", "N E S W", "North South South North"),
        ("E", "E S W N", "South South North North"),
        ("S", "S W N E", "South North North South"),
        ("W", "W N E S", "North North South South"),
    ],
)
def test_solo_14a_table_of_turns(leader, hands, players):
    assert on_turn(leader) == (hands.split(), players.split())


def test_solo_14_a_card_out_of_turn_is_refused():
    state = position(leader="E", E="S7 HA DK", S="C5 C6 C7", W="C2 C3 C4")
    refusal = refused(state, "N", "p:C2")
    assert refusal.reason == "It is South's turn, with the East dummy"
    assert refused(state, "S", "p:C5").rule == "SOLO-14"


def test_solo_15_a_hand_follows_suit_if_it_can():
    state = position(leader="E", trick="H9", S="HA H2 SK", E="S7 D2")
    assert cards_to_play(state) == {"HA", "H2"}
    refusal = refused(state, "S", "p:SK")
    assert (refusal.reason, refusal.rule) == ("Hearts were led: South must follow suit", "SOLO-15")
    assert cards_to_play(position(leader="E", trick="H9", S="D3 C2 SK", E="S7 D2")) == {"D3", "C2", "SK"}


@pytest.mark.parametrize(
    ("dummy", "led", "playable"),
    [
        ("7S AH KD", "H", {"S7", "DK"}), ("7S AH KD", "D", {"DK"}), ("KD AH 2D", "D", {"DK", "D2"}),
        ("7S AH KD", None, {"S7", "DK"}), ("KD AH 2D", None, {"DK", "D2"}),
    ],
)  # fmt: skip
def test_solo_17_worked_example(dummy, led, playable):
    """This is the example at the end of the rules: the dummy is East's, and North leads hearts and diamonds."""
    trick = {"H": "H3", "D": "D3", None: ""}[led]
    state = position(leader="N" if led else "E", trick=trick, E=dummy)
    assert cards_to_play(state) == playable


def test_solo_16_a_buried_card_is_refused_with_its_depth():
    state = position(leader="E", E="S7 HA DK C2 C3 C4")
    refusal = refused(state, "S", "p:DK")
    assert (refusal.reason, refusal.rule) == ("That card is buried: 2 cards from the end", "SOLO-16")
    assert refused(state, "S", "p:HA").reason == "That card is buried: 1 card from the end"
    assert SOLO.view(state, "S")["why_not"]["DK"] == refusal.reason


def test_solo_17_an_end_card_of_the_suit_led_must_follow():
    state = position(leader="N", trick="H3", E="S7 HA DK H2")
    refusal = refused(state, "S", "p:S7")
    assert refusal.reason == "Hearts were led: an END card of hearts must follow"
    assert refusal.rule == "SOLO-17"
    assert cards_to_play(state) == {"H2"}


def test_solo_17_a_buried_suit_need_not_be_followed_and_may_be_ruffed():
    assert cards_to_play(position(leader="N", trick="H3", E="S7 HA HK HQ DK", contract="4S")) == {"S7", "DK"}


def test_solo_17a_a_trump_end_is_forced_only_when_there_is_nothing_else():
    def ends(dummy, led="H3"):
        return cards_to_play(position(leader="N", trick=led, E=dummy, contract="4S"))

    assert ends("S7 HA D2") == {"S7", "D2"}
    assert ends("S7 HA S9") == {"S7", "S9"}
    assert ends("S7") == {"S7"}
    assert ends("S7 HA D2", led="S3") == {"S7"}


@pytest.mark.parametrize(
    ("contract", "trick", "winner"),
    [
        ("3N", "H3 H9 HT S2", "S"), ("4S", "H3 H9 HT S2", "W"), ("4S", "H3 S3 HT S2", "E"),
        ("4C", "H3 DA CA C2", "S"), ("3N", "H3 DA SA CA", "N"),
    ],
)  # fmt: skip
def test_solo_18_who_wins_leads_next(contract, trick, winner):
    north, east, south, west = trick.split()
    hands = {"N": f"{north} C7 C9", "E": f"{east} C8 D5", "S": f"{south} D8 D6", "W": f"{west} DT D7"}
    state = play(position(leader="N", contract=contract, **hands), *(f"p:{card}" for card in trick.split()))
    view = SOLO.view(state, "S")
    assert view["last_trick"]["winner"] == winner
    assert view["turn"]["hand"] == winner


def test_solo_18_a_dummy_on_lead_leads_either_end_whichever_was_played_before():
    state = position(leader="E", E="SA HA DK C2", S="D2 D3 D4 D5", W="C3 C4 C5 C6", N="H2 H3 H4 H5")
    state = play(state, "p:SA", "p:D2", "p:C3", "p:H2")
    assert SOLO.view(state, "S")["turn"]["hand"] == "E"
    assert cards_to_play(state) == {"HA", "C2"}


def test_solo_19_tricks_of_hand_and_dummy_count_together_to_thirteen():
    state = called("1S P P")
    while SOLO.turn(state):
        before = SOLO.view(state, "D")["tricks"]
        state = play(state, SOLO.view(state, str(SOLO.turn(state)))["legal"][0])
        after = SOLO.view(state, "D")
        if sum(after["tricks"].values()) == sum(before.values()) + 1:
            owner = after["hands"][after["last_trick"]["winner"]]["owner"]
            assert after["tricks"][owner] == before[owner] + 1
    tricks = SOLO.view(state, "S")["tricks"]
    assert sum(tricks.values()) == 13
    assert SOLO.outcome(state)["tricks"] == tricks["S"]
    assert "over" in refused(state, "S", "p:S2").reason


def test_solo_20_the_last_card_of_a_dummy_is_both_its_ends():
    state = position(leader="E", E="S7", autoplay="off")
    assert cards_to_play(state) == {"S7"}
    assert len(SOLO.view(state, "S")["legal"]) == 1


LAST_TWO = {"N": "H2 C2", "E": "HA C3", "S": "H4 CA", "W": "H5 C5"}


def test_solo_22c_the_last_trick_plays_itself():
    state = play(position(leader="N", **LAST_TWO), "p:H2", "p:HA", "p:H4")
    assert SOLO.view(state, "S")["phase"] == "play"
    over = play(state, "p:H5")
    assert SOLO.view(over, "S")["phase"] == "over"
    assert SOLO.view(over, "S")["last_trick"]["number"] == 13
    assert SOLO.view(over, "S")["last_trick"]["winner"] == "S"
    assert sum(SOLO.view(over, "S")["tricks"].values()) == 13


def test_solo_22c_option_off_leaves_the_last_trick_to_the_players():
    state = play(position(leader="N", autoplay="off", **LAST_TWO), "p:H2", "p:HA", "p:H4", "p:H5")
    assert SOLO.view(state, "S")["turn"]["hand"] == "E"
    over = play(state, "p:C3", "p:CA", "p:C5", "p:C2")
    assert SOLO.view(over, "S")["phase"] == "over"


def test_solo_22c_no_forced_card_is_played_earlier():
    state = position(leader="N", N="H2 C2 C4", E="HA C3 D3", S="H4 CA CK", W="H5 C5 C6")
    state = play(state, "p:H2", "p:HA")
    assert SOLO.view(state, "S")["legal"] == ["p:H4"]


def test_solo_22_an_illegal_card_changes_nothing():
    state = position(leader="E", trick="H9", S="HA H2 SK", E="S7 D2")
    before = SOLO.view(state, "D")
    refused(state, "S", "p:SK")
    assert SOLO.view(state, "D") == before


def test_solo_23_24_the_outcome_names_player_and_tricks_for_the_score():
    """South's result belongs to N/S and North's to E/W. The outcome names the player, and scoring does the rest."""
    state = called("1S 2H P P")
    lead = SOLO.view(state, "S")["legal"][0]
    state = play(state, lead, "N claim:5", "accept")
    assert SOLO.outcome(state) == {
        "contract": "2H", "declarer": "N", "tricks": 5, "lead": lead[2:], "claimed": True,
    }  # fmt: skip


def test_solo_16_ends_are_where_the_dummy_lies_whatever_seat_it_is():
    west = parse_cards("D9 SA CK")
    state = position(leader="W", W="D9 SA CK", size=3)
    assert state.hands[Seat.W.place] == west
    assert cards_to_play(state) == {"D9", "CK"}
    assert len({card for hand in state.table.deal.all_hands for card in hand}) == len(FULL_DECK)
