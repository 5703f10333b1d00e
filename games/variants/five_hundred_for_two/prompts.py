"""What a viewer is asked, or who is to act: from nothing but what everybody at the table may know (FH-34)."""

from games.calls import STRAIN_NAMES
from games.crow_view import play_prompt
from games.five_hundred import value
from games.players import PLAYER_NAME
from games.variants.five_hundred_for_two.auction import bid_name
from games.variants.five_hundred_for_two.state import State, turn


def prompt(state: State, viewer: str) -> str:
    """The sentence for this viewer."""
    player = turn(state)
    if player is None or state.talk.answers:
        return play_prompt(state, viewer, player)
    if state.phase == "auction":
        return _call_prompt(state) if viewer == player else f"{PLAYER_NAME[player]} is to call"
    if state.phase == "discard":
        if viewer == player:
            return "The kitty is in your hand: lay three of your 13 cards face down"
        return f"{PLAYER_NAME[player]} takes the kitty and lays three cards face down"
    return play_prompt(state, viewer, player) + _asked(state)


def _call_prompt(state: State) -> str:
    last = state.auction.last_bid()
    if last is None:
        return "Bid for 6 to 10 tricks, or pass"
    by, bid = last
    if by == state.auction.caller:
        return f"Your bid was passed: pass to play {bid_name(bid)}, or bid more than {value(bid)}"
    return f"Bid more than {bid_name(bid)}, worth {value(bid)}, or pass"


def _asked(state: State) -> str:
    asked = state.trick.asked if state.trick else ""
    return f": the joker asks for {STRAIN_NAMES[asked]}" if asked else ""
