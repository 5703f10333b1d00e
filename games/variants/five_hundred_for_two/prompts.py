"""Prompts: what a viewer has to do, or who has to act. They use only what everyone at the table may know (FH-34)."""

from games.end_dummies_view import play_prompt
from games.five_hundred import value
from games.variants.five_hundred_for_two.state import FiveHundredState, turn
from games.wording import call_name, marked, strain_name


def prompt(state: FiveHundredState, viewer: str) -> str:
    """Return, as marked text, what this viewer is asked to do, or who has to act."""
    player = turn(state)
    if player is None or state.requests.answers:
        return play_prompt(state, viewer, player)
    if state.phase == "auction":
        return _call_prompt(state) if viewer == player else f"{marked(player)} is to call"
    if state.phase == "discard":
        if viewer == player:
            return "The kitty is in your hand\nlay three of your 13 cards face down"
        return f"{marked(player)} takes the kitty and lays three cards face down"
    return play_prompt(state, viewer, player) + _asked(state)


def _call_prompt(state: FiveHundredState) -> str:
    last = state.auction.last_bid()
    if last is None:
        return "Bid for 6 to 10 tricks, or pass"
    by, bid = last
    if by == state.auction.caller:
        return f"Your bid was passed\npass to play {call_name(bid)}, or bid more than {value(bid)}"
    return f"Bid more than {call_name(bid)}, worth {value(bid)}, or pass"


def _asked(state: FiveHundredState) -> str:
    suit = state.trick.asked if state.trick else ""
    return f"\nthe joker asks for {strain_name(suit)}" if suit else ""
