"""The game as each viewer may see it, as JSON values (SW-21). This is an allow-list: it names everything that is sent.

The view has the form common to all games (`docs/protocol.md`), without auction, contract or hints. The phases are
`inspect` (all hands are open until both players have said `ready`, SW-6), `play` and `over`. `more` always has:

- `trumps` is "S", "H", "D", "C", or "N" for no trump;
- `turned` is the turned card, as text, while it lies face up (SW-4); it is null if no card was turned, or once it has
  been taken up. It is shown again when the deal is over, and always to the director;
- `turned_by` is the player to whose hand the card in `turned` belongs, or null if `turned` is null;
- `first_lead` is the hand that leads to the first trick, "N", "E", "S" or "W";
- `ready` lists the players who have said `ready`, in the order in which they said it; it is empty unless the hands
  were inspected.
"""

from functools import partial
from typing import Any

from games.claims_and_undo import can_view, tricks_left
from games.end_dummies import HAND_OF
from games.end_dummies_play import by_trump
from games.end_dummies_view import open_hands_view, play_prompt, turn_view
from games.players import DIRECTOR, OPPONENT, PLAYERS
from games.variants.whist_for_two.legal import READY, card_refusal, turn_actions
from games.variants.whist_for_two.state import WhistState, outcome, turn
from games.views import sees_all, view_head
from games.wording import marked

Json = dict[str, Any]


def view(state: WhistState, viewer: str) -> Json:
    """Return the whole view for S, N or D (the director, who sees everything). Raise ValueError for anyone else."""
    table, actions = state.table, turn_actions(state, viewer)
    return {
        **view_head("whist_for_two", state, viewer),
        **open_hands_view(state, viewer, by_trump(table.trumps), actions, partial(card_refusal, state)),
        "dealer": str(table.dealer),
        "turn": turn_view(state, _asked(state, viewer), "choose"),
        "legal": list(actions),
        "can": can_view(state, table.request_rules, viewer),
        "claim_max": tricks_left(state) if state.phase == "play" else 0,
        "outcome": outcome(state),
        "prompt": _prompt(state, viewer),
        "choices": _choices(state, viewer),
        "pick": None,
        "more": _more(state, sees_all(state, viewer)),
    }


def turned_lies_open(state: WhistState) -> bool:
    """True until the dealer's hand has played to the first trick, while the turned card lies face up (SW-4)."""
    if state.table.turned is None or state.phase == "over":
        return False
    return len(state.hands[HAND_OF[state.table.dealing].place]) == 13


def _asked(state: WhistState, viewer: str) -> str | None:
    """Return the player who has to act, as shown to this viewer: themselves if they may still say `ready`."""
    undecided = state.phase == "inspect" and viewer in PLAYERS and viewer not in state.ready
    return viewer if undecided else turn(state)


def _prompt(state: WhistState, viewer: str) -> str:
    if state.phase != "inspect":
        return play_prompt(state, viewer, turn(state))
    if viewer == DIRECTOR:
        return "The players look at all four hands"
    if viewer in state.ready:
        return f"{marked(OPPONENT[viewer])} is still looking at the hands"
    return "All four hands are open\nlook at them, then say that you are ready"


def _choices(state: WhistState, viewer: str) -> list[Json]:
    if READY not in turn_actions(state, viewer):
        return []
    return [{"a": READY, "label": "Ready: take up the hands", "why_not": ""}]


def _more(state: WhistState, everything: bool) -> Json:
    table = state.table
    turned = table.turned if everything or turned_lies_open(state) else None
    return {
        "trumps": table.trumps,
        "turned": turned.text if turned else None,
        "turned_by": table.dealing if turned else None,
        "first_lead": str(table.first_hand),
        "ready": list(state.ready),
    }
