"""500 for two: claims, taking back, the last trick, tricks shown. FH-24, as SOLO-21a, 22b, 22c, 22d."""

import json
import re

from games.variants.five_hundred_for_two.state import FiveHundredState
from games.wording import plain
from tests.games.five_hundred_positions import (
    FIVE_HUNDRED,
    called,
    laid_away,
    own_hand,
    play,
    position,
    refused,
    to_play,
)
from tests.games.views_compared import but_told

HANDS = {"N": "H5 C5 S5 D5", "E": "HA C9 S9 DT", "S": "HK CA SA DA", "W": "H6 C6 S6 D6"}


def mid_play(**options: str) -> FiveHundredState:
    """Return a state: South has bid nine spades; four cards each; North leads."""
    return position("N", contract="9S", **HANDS, **options)


# Claims


def test_fh_24_a_claim_names_how_many_of_the_tricks_left_and_shows_the_hand():
    state = play(mid_play(), "S claim:4")
    view = FIVE_HUNDRED.view(state, "N")
    assert view["claim"] == {"by": "S", "takes": 4, "of": 4, "was": None, "cards": ["SA", "HK", "DA", "CA"]}
    assert view["hands"]["S"]["cards"] == ["SA", "HK", "DA", "CA"]
    assert view["turn"] == {"player": "N", "hand": None, "what": "claim"}
    assert FIVE_HUNDRED.outcome(play(state, "accept"))["claimed"] is True
    refused_claim = play(state, "refuse", "p:H5")
    assert FIVE_HUNDRED.view(refused_claim, "N")["hands"]["S"]["cards"] is not None


def test_fh_24_a_contractors_claim_does_not_show_his_discards():
    state = play(mid_play(), "S claim:4")
    discards = [card.text for card in state.discards]
    assert len(discards) == 3
    view = FIVE_HUNDRED.view(state, "N")
    assert view["more"]["discards"] is None
    view["more"]["bowers"] = []
    assert not any(re.search(rf"\b{card}\b", json.dumps(view)) for card in discards)


def test_fh_24_option_claim_shows_no():
    state = play(mid_play(claim_shows="no"), "S claim:4")
    assert FIVE_HUNDRED.view(state, "N")["claim"]["cards"] is None
    assert FIVE_HUNDRED.view(state, "N")["hands"]["S"]["cards"] is None


def test_fh_24_no_claim_before_the_cards_are_played_nor_for_more_than_are_left():
    assert refused(called("7D P P"), "S", "claim:9").rule == "FH-24"
    assert FIVE_HUNDRED.view(called("7D P P"), "S")["claim_max"] == 0
    assert refused(mid_play(), "S", "claim:5").reason == "Only 4 tricks are left to claim"
    assert FIVE_HUNDRED.view(laid_away(called("7D P P")), "N")["claim_max"] == 10


# Taking back


def test_fh_24_a_card_is_taken_back_by_consent():
    state = mid_play()
    asked = play(state, "p:H5", "N undo")
    assert FIVE_HUNDRED.view(asked, "S")["undo"] == {"by": "N", "action": "p:H5"}
    assert "asks to take back" in plain(FIVE_HUNDRED.view(asked, "S")["prompt"])
    back = FIVE_HUNDRED.view(play(asked, "S undo:yes"), "N")
    assert but_told(back) == but_told(FIVE_HUNDRED.view(state, "N"))
    assert back["taken_back"] == {"by": "N", "action": "p:H5", "how": "consent"}
    assert to_play(play(asked, "S undo:no")) == {"HA"}


def test_fh_24_never_after_the_opponent_has_acted():
    state = play(mid_play(), "p:H5", "p:HA")
    assert refused(state, "N", "undo").rule == "FH-24"


def test_fh_24_option_director_and_off():
    by_director = play(mid_play(undo="director"), "p:H5")
    assert "Only the director" in refused(by_director, "N", "undo").reason
    assert FIVE_HUNDRED.view(play(by_director, "D undo"), "N")["trick"]["cards"] == []
    for actor in "SND":
        assert refused(play(mid_play(undo="off"), "p:H5"), actor, "undo").rule == "FH-24"


def test_fh_24_the_closing_pass_is_taken_back_after_an_open_auction_until_the_discards():
    """All had seen the kitty already. After the undo the auction goes on."""
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


# The last trick, and the tricks shown


def test_fh_24_the_last_trick_is_played_by_the_server():
    state = position("N", contract="9S", N="H5 C5", E="HA C9", S="HK CA", W="H6 C6")
    state = play(state, "p:H5", "p:HA", "p:HK", "p:H6")
    view = FIVE_HUNDRED.view(state, "S")
    assert (view["phase"], len(view["history"]), view["history"][-1]["winner"]) == ("over", 10, "S")
    kept = position("N", contract="9S", N="H5 C5", E="HA C9", S="HK CA", W="H6 C6", autoplay="off")
    kept = play(kept, "p:H5", "p:HA", "p:HK", "p:H6")
    assert FIVE_HUNDRED.view(kept, "S")["turn"]["hand"] == "E"


def test_fh_24_a_joker_led_to_the_last_trick_wins_without_a_suit_named():
    state = position("N", contract="9N", N="HA JK", E="H5 C9", S="HK CA", W="H6 C6")
    state = play(state, "p:HA", "p:H5", "p:HK", "p:H6")
    last = FIVE_HUNDRED.view(state, "S")["history"][-1]
    assert (last["cards"][0]["card"], last["winner"], last["asked"]) == ("JK", "N", None)


def test_fh_24_only_the_trick_on_the_table_and_the_last_are_shown():
    state = play(mid_play(), "p:H5", "p:HA", "p:HK", "p:H6", "p:C9", "p:CA", "p:C6", "p:C5", "p:SA")
    view = FIVE_HUNDRED.view(state, "N")
    assert [entry["card"] for entry in view["trick"]["cards"]] == ["SA"]
    assert [entry["card"] for entry in view["last_trick"]["cards"]] == ["C9", "CA", "C6", "C5"]
    assert view["history"] is None
    assert "HK" not in json.dumps(view)


def test_fh_24_option_all_tricks_are_shown():
    state = play(mid_play(tricks_shown="all"), "p:H5", "p:HA", "p:HK", "p:H6", "p:C9")
    history = FIVE_HUNDRED.view(state, "N")["history"]
    assert "HK" in [entry["card"] for trick in history for entry in trick["cards"]]
    assert history[-1]["winner"] is None
