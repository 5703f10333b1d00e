"""The game as each viewer may see it, as JSON values (UM-19). This is an allow-list: it names everything that is sent.

The hands are S, N and the dummy D, which belongs to nobody. Before the play, D is the hand that will become the dummy.
`dealt` holds all three hands as they were at the start of the play. `turn.what` is choose (umbrage), call, pick (a
draw), card, claim or undo. A dummy card has its player in `by`. A trick's winner is a hand, and `won_by` is the player
who gets the trick.

`more` always has these keys:

    {"umbrage": {"S": true, "N": false, "decided": ["S", "N"]},  # S and N null until both have decided (UM-3)
     "bridge": 13,                           # cards left in the bridge
     "draw": {"bidder": "S", "player": "N",  # null except in a draw; `player` chooses now, up to `most`
              "changed": {"S": 4, "N": null}, "most": 4, "final": false},  # final: the last bid is the contract
     "draws": [{"calls": 2, "bidder": "S", "S": 4, "N": 3}],    # finished draws, each after `calls`; null: not asked
     "drawn": ["H4"],                        # cards from the last draw that the viewer still holds
     "discards": {"S": 4, "N": 3},           # totals
     "notes": ["S2"],                        # the viewer's own discards with the option `notes`, else null
     "opened": {"dealt": {"left": [...], "opponent": [...], "right": [...], "dealer": [...]},
                "bridge": [...], "discards": {"S": [...], "N": [...]}}}    # for D and once the deal is over, else null
"""

from functools import partial
from typing import Any

from games.cards import sorted_hand
from games.claims_and_undo import can_view, tricks_left
from games.players import DIRECTOR, PLAYERS
from games.three_hands import DUMMY, hand_view, tricks_view
from games.variants.umbrage.legal import card_refusal, hand_to_play, pick, turn_actions
from games.variants.umbrage.state import (
    HANDS,
    UmbrageState,
    decision,
    outcome,
    player_of,
    turn,
)
from games.variants.umbrage.umbrage import PLACES
from games.variants.umbrage.words import choices, prompt
from games.views import contract_view, reasons, sees_all, texts, view_head

Json = dict[str, Any]


def view(state: UmbrageState, viewer: str) -> Json:
    """Return the whole view for S, N or D (the director, who sees everything). Raise ValueError for anyone else."""
    table, everything, actor = state.table, sees_all(state, viewer), asked_now(state, viewer)
    choice = pick(state, viewer)
    return {
        **view_head("umbrage", state, viewer, state.bidding.calls),
        **_tricks(state, everything),
        "dealer": table.dealer,
        "turn": _turn(state, actor),
        "hands": {name: _hand(state, name, viewer) for name in HANDS},
        "legal": list(turn_actions(state, viewer)),
        "can": can_view(state, state.table.request_rules, viewer),
        "claim_max": tricks_left(state) if state.phase == "play" else 0,
        "why_not": _why_not(state, viewer),
        "contract": contract_view(state.contract),
        "outcome": outcome(state),
        "dealt": _dealt(state) if everything else None,
        "prompt": prompt(state, viewer, actor),
        "choices": choices(state, viewer),
        "pick": choice.view() if choice else None,
        "more": _more(state, viewer),
    }


def asked_now(state: UmbrageState, viewer: str) -> str | None:
    """Return the player who has to act, as shown to this viewer: themselves until they decide on umbrage (UM-20)."""
    if state.phase == "umbrage" and viewer in PLAYERS and decision(state, viewer) is None:
        return viewer
    return turn(state)


def sees_hand(state: UmbrageState, name: str, viewer: str) -> bool:
    """True if this viewer may see the cards in this hand now (UM-19)."""
    if sees_all(state, viewer):
        return True
    if name == DUMMY:
        return state.phase == "play" and (bool(state.done) or bool(state.trick and state.trick.cards))
    return name == viewer or name in state.requests.shown


def _turn(state: UmbrageState, actor: str | None) -> Json | None:
    if actor is None:
        return None
    hand = hand_to_play(state)
    answer = "claim" if state.requests.claim else "undo" if state.requests.asking else None
    what = {"umbrage": "choose", "auction": "call", "draw": "pick", "play": "card"}[state.phase]
    return {"player": actor, "hand": hand, "what": answer or what}


def _hand(state: UmbrageState, name: str, viewer: str) -> Json:
    cards = state.hand(name)
    return hand_view(name, cards, len(cards), sees_hand(state, name, viewer))


def _why_not(state: UmbrageState, viewer: str) -> dict[str, str]:
    hand = hand_to_play(state)
    if hand is None or turn(state) != viewer or not sees_hand(state, hand, viewer):
        return {}
    return reasons(sorted_hand(state.hand(hand)), partial(card_refusal, state, hand))


def _tricks(state: UmbrageState, everything: bool) -> Json:
    done = [(trick, partial(player_of, trick)) for trick in state.done]
    trick = state.trick
    return tricks_view(state, done, (trick, partial(player_of, trick)) if trick else None, everything)


def _dealt(state: UmbrageState) -> dict[str, list[str]]:
    hands = state.began or state.hands
    return {name: texts(sorted_hand(cards)) for name, cards in zip(HANDS, hands, strict=True)}


# What only this game has


def _more(state: UmbrageState, viewer: str) -> Json:
    south, north = state.out
    return {
        "umbrage": _umbrage(state, viewer),
        "bridge": len(state.bridge),
        "draw": _draw(state),
        "draws": [{"calls": calls, "bidder": draw.bidder, **draw.by_player()} for calls, draw in state.draws],
        "drawn": _drawn(state, viewer),
        "discards": {"S": len(south), "N": len(north)},
        "notes": _notes(state, viewer),
        "opened": _opened(state) if sees_all(state, viewer) else None,
    }


def _umbrage(state: UmbrageState, viewer: str) -> Json:
    visible = state.phase != "umbrage" or viewer == DIRECTOR
    decisions = {player: decision(state, player) if visible else None for player in PLAYERS}
    return {**decisions, "decided": [player for player in PLAYERS if decision(state, player) is not None]}


def _draw(state: UmbrageState) -> Json | None:
    draw = state.draw
    if draw is None:
        return None
    return {
        "bidder": draw.bidder,
        "player": draw.player,
        "changed": draw.by_player(),
        "most": draw.most,
        "final": draw.final,
    }


def _drawn(state: UmbrageState, viewer: str) -> list[str]:
    if viewer not in PLAYERS or state.phase == "over":
        return []
    held = state.hand(viewer)
    return texts(card for card in state.fresh[PLAYERS.index(viewer)] if card in held)


def _notes(state: UmbrageState, viewer: str) -> list[str] | None:
    if viewer not in PLAYERS or state.table.options["notes"] == "off":
        return None
    return texts(state.out[PLAYERS.index(viewer)])


def _opened(state: UmbrageState) -> Json:
    return {
        "dealt": {place: texts(getattr(state.table.dealt, place)) for place in PLACES},
        "bridge": texts(state.bridge),
        "discards": {player: texts(pile) for player, pile in zip(PLAYERS, state.out, strict=True)},
    }
