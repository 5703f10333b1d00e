"""Card play in Two Handed Solo Bridge: SOLO-1 to SOLO-3, SOLO-12 to SOLO-20, SOLO-22c."""

import pytest

from games.shuffle import deal_from_seed, sequences_from_seed
from tests.games.solo_positions import SOLO, called, cards_to_play, play, position, refused, started


def test_solo_1_four_hands_of_thirteen_and_two_players():
    hands = SOLO.view(started(), "S")["hands"]
    assert {name: hand["count"] for name, hand in hands.items()} == {"N": 13, "E": 13, "S": 13, "W": 13}
    assert SOLO.players == ("S", "N")


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


def test_solo_17a_a_trump_end_is_forced_only_when_there_is_nothing_else():
    def ends(dummy, led="H3"):
        return cards_to_play(position(leader="N", trick=led, E=dummy, contract="4S"))

    assert ends("S7 HA D2") == {"S7", "D2"}
    assert ends("S7 HA S9") == {"S7", "S9"}
    assert ends("S7") == {"S7"}
    assert ends("S7 HA D2", led="S3") == {"S7"}


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


def test_solo_22c_no_forced_card_is_played_earlier():
    state = position(leader="N", N="H2 C2 C4", E="HA C3 D3", S="H4 CA CK", W="H5 C5 C6")
    state = play(state, "p:H2", "p:HA")
    assert SOLO.view(state, "S")["legal"] == ["p:H4"]


def test_solo_23_24_the_outcome_names_player_and_tricks_for_the_score():
    """South's result belongs to N/S and North's to E/W. The outcome names the player, and scoring does the rest."""
    state = called("1S 2H P P")
    lead = SOLO.view(state, "S")["legal"][0]
    state = play(state, lead, "N claim:5", "accept")
    assert SOLO.outcome(state) == {
        "contract": "2H", "declarer": "N", "tricks": 5, "lead": lead[2:], "claimed": True,
    }  # fmt: skip
