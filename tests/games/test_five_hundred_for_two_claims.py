"""500 for two: claims, take-backs around the kitty and the discards, and the last trick. FH-24."""

import json
import re

from tests.games.five_hundred_positions import FIVE_HUNDRED, called, laid_away, own_hand, play, position, refused


def test_fh_24_a_contractors_claim_does_not_show_his_discards():
    state = play(position("N", contract="9S", S="HK CA SA DA"), "S claim:4")
    discards = [card.text for card in state.discards]
    assert len(discards) == 3
    view = FIVE_HUNDRED.view(state, "N")
    assert view["more"]["discards"] is None
    view["more"]["bowers"] = []
    assert not any(re.search(rf"\b{card}\b", json.dumps(view)) for card in discards)


def test_fh_24_the_closing_pass_is_taken_back_after_an_open_auction_until_the_discards():
    """Everyone had already seen the kitty. After the undo, the auction goes on."""
    state = called("7D P P")
    assert FIVE_HUNDRED.view(state, "S")["can"]["undo"] is True
    asked = play(state, "S undo")
    view = FIVE_HUNDRED.view(asked, "S")
    assert (view["pick"], view["turn"]["what"]) == (None, "undo")
    assert FIVE_HUNDRED.view(asked, "N")["pick"] is None
    cards = own_hand(asked, "S")
    assert "waits for North's answer" in refused(asked, "S", f"discard:{'.'.join(cards[:3])}").reason
    back = play(asked, "N undo:yes")
    assert FIVE_HUNDRED.view(back, "N")["phase"] == "auction"
    assert FIVE_HUNDRED.view(play(back, "S c:8D"), "N")["phase"] == "auction"


def test_fh_24_after_a_closed_auction_who_has_seen_the_kitty_takes_no_call_back():
    state = called("7D P P", auction="closed", undo="director")
    for actor in "SND":
        assert FIVE_HUNDRED.view(state, actor)["can"]["undo"] is False
    assert "no call or card" in refused(state, "D", "undo").reason
    unseen = called("7D P P", auction="closed", kitty="dead", undo="director")
    assert FIVE_HUNDRED.view(unseen, "D")["can"]["undo"] is True


def test_fh_14_the_discards_are_final():
    state = laid_away(called("7D P P", undo="director"))
    for actor in "SND":
        assert "undo" not in FIVE_HUNDRED.legal(state, actor)
    assert refused(state, "D", "undo").rule == "FH-24"


def test_fh_24_a_joker_led_to_the_last_trick_wins_without_a_suit_named():
    state = position("N", contract="9N", N="HA JK", E="H5 C9", S="HK CA", W="H6 C6")
    state = play(state, "p:HA", "p:H5", "p:HK", "p:H6")
    last = FIVE_HUNDRED.view(state, "S")["history"][-1]
    assert (last["cards"][0]["card"], last["winner"], last["asked"]) == ("JK", "N", None)
