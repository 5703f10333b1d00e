"""The messages that tell a viewer what to do. They reveal nothing that the rest of the view does not show."""

from games.players import PLAYERS
from games.three_hands import DUMMY
from games.variants.umbrage.bidding import BridgeDraw
from games.variants.umbrage.legal import DECISIONS, DRAW_ALL, hand_to_play, may_draw_all
from games.variants.umbrage.state import UmbrageState, decision
from games.views import answer_prompt
from games.wording import call_name, marked

LABELS = {"umbrage:take": "Take umbrage: swap hands", "umbrage:stay": "Keep this hand"}


def prompt(state: UmbrageState, viewer: str, actor: str | None) -> str:
    """Return, as marked text, what this viewer is asked to do, or who has to act.

    `actor` is the player who has to act, as far as the viewer knows, or None when the deal is over.
    """
    if actor is None:
        return "The deal is over" if state.contract else "Both passed\nthe deal is thrown in"
    mine, name = viewer == actor, marked(actor)
    if state.requests.answers:
        return answer_prompt(state.requests, viewer, actor)
    if state.phase == "umbrage":
        return _umbrage_prompt(viewer, mine, name)
    if state.phase == "auction":
        return _call_prompt(state, mine, name)
    if state.draw:
        return _draw_prompt(state.draw, mine, name)
    return _card_prompt(state, mine, name)


def choices(state: UmbrageState, viewer: str) -> list[dict[str, str]]:
    """Return the buttons shown to this viewer now, for taking or refusing umbrage or exchanging a whole hand."""
    if state.phase == "umbrage" and viewer in PLAYERS and decision(state, viewer) is None:
        return [{"a": action, "label": LABELS[action], "why_not": ""} for action in DECISIONS]
    if may_draw_all(state, viewer):
        return [{"a": DRAW_ALL, "label": "Change all 13 cards", "why_not": ""}]
    return []


def _umbrage_prompt(viewer: str, mine: bool, name: str) -> str:
    if mine:
        return "Take umbrage, swapping your hand unseen for the spare hand on your right, or keep it?"
    if viewer in PLAYERS:
        return f"You have decided\n{name} has yet to decide on umbrage"
    return "The players decide on umbrage"


def _call_prompt(state: UmbrageState, mine: bool, name: str) -> str:
    if not state.bidding.drawn:
        return "Your call" if mine else f"{name} is to call"
    bid = call_name(state.bidding.bid)
    return f"Repeat {bid} or bid higher" if mine else f"{name} must repeat {bid} or bid higher"


def _draw_prompt(draw: BridgeDraw, mine: bool, name: str) -> str:
    if draw.left == 1:
        return "You may discard a card for the last one of the bridge" if mine else f"{name} may take the last card"
    count = f"up to {draw.most} card{'s' if draw.most > 1 else ''}"
    if mine:
        return f"Discard {count} to draw as many from the bridge"
    return f"{name} may change {count}"


def _card_prompt(state: UmbrageState, mine: bool, name: str) -> str:
    leads = state.trick is not None and not state.trick.cards
    dummy = hand_to_play(state) == DUMMY
    if mine:
        return f"{'Lead' if leads else 'Play'} a card from {'the dummy' if dummy else 'your hand'}"
    return f"{name} {'leads' if leads else 'plays'} from {'the dummy' if dummy else 'hand'}"
