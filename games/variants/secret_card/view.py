"""The game as each viewer may see it, as JSON values (SC-19). This is an allow-list: it names everything that is sent.

The hands are `S`, `N` and the dummy `D`. The dummy's `count` includes the hidden secret card; its `cards` include it
only for viewers who may see it. A trick's dummy card names its player in `by`. A complete trick has the hand that won
it as `winner` and the player for whom it counts as `won_by`. `dealt` has both hands as drafted, the dummy `D` with the
secret card, the 13 cards `out` of play, and the `pack` from the top: turn n of the draft used its cards 2n - 1 and 2n.

`more` is `{"stage", "a", "draft", "secret", "intended", "turn_order", "first_phase", "notes"}`:
- `stage` is `first` (keep or reject), `second` (look at the second card), `call`, `secret` (choose the secret card),
  `hand`, `dummy` (play a card from the hand or dummy), `answer` (allow or stop the card) or `over`;
- `a` is player A;
- `draft` is `{"number", "player", "first", "second", "told", "aces"}`. `number` is the current turn (1 to 26).
  `number` and `player` are null when the draft is over. Each card is given once the viewer has looked at it. For each
  decided turn, starting with A's first, `told` has `first` or `second` (the card taken up) or `ace first` or `ace
  second` (the announced card, which went down). `aces` says for S and N whether the next ace they pick up goes down;
- `secret` is `{"chosen", "hidden", "played", "forced", "card"}`: three booleans; the number of the trick to which it
  was played because the dummy had no other choice, or null; and the card for viewers who may know it, or null;
- `intended` is the dummy card that the defender shows while waiting for the declarer's answer, or null;
- `turn_order` is the trick on the table as `[{"hand", "by"}]` in order, or [] except during the play. The dummy's `by`
  is the player who will play it unless stopped;
- `first_phase` is whether the defender's hand has won every trick so far, or null except during the play;
- `notes`, with the option `notes = on`, has the cards seen in each of the viewer's turns, `[first, second]`; else
  null.
"""

from functools import partial
from typing import Any

from games.cards import sorted_hand
from games.claims_and_undo import can_view, tricks_left
from games.players import DIRECTOR, PLAYERS
from games.three_hands import DUMMY, hand_view, tricks_view
from games.variants.secret_card.draft import DRAFT_TURNS
from games.variants.secret_card.legal import card_refusal, hand_to_play, held, secret_refusal, turn_actions
from games.variants.secret_card.prompts import prompt, secret_label
from games.variants.secret_card.state import (
    SecretCardState,
    first_phase,
    outcome,
    table_cards,
    turn,
)
from games.views import contract_view, reasons, sees_all, texts, view_head

Json = dict[str, Any]


def view(state: SecretCardState, viewer: str) -> Json:
    """Return the whole view for S, N or D (the director, who sees everything). Raise ValueError for anyone else."""
    table = state.table
    everything = sees_all(state, viewer)
    return {
        **view_head("secret_card", state, viewer, state.auction.entries()),
        **_tricks(state, everything),
        "dealer": table.a,
        "turn": _turn(state),
        "hands": {
            **{player: _hand(state, player, viewer) for player in PLAYERS},
            DUMMY: _dummy(state, viewer),
        },
        "legal": list(turn_actions(state, viewer)),
        "can": can_view(state, state.request_rules, viewer),
        "claim_max": tricks_left(state) if state.phase == "play" else 0,
        "why_not": _why_not(state, viewer),
        "contract": contract_view(state.contract),
        "outcome": outcome(state),
        "dealt": _dealt(state) if everything else None,
        "prompt": prompt(state, viewer),
        "choices": _choices(state, viewer),
        "pick": None,
        "more": _more(state, viewer),
    }


# Who sees what (SC-19)


def sees_hand(state: SecretCardState, player: str, viewer: str) -> bool:
    """True if this viewer may see the cards in this player's own hand now."""
    return state.phase == "over" or viewer in (player, DIRECTOR) or player in state.requests.shown


def sees_dummy(state: SecretCardState, viewer: str) -> bool:
    """True if this viewer may see the dummy now, apart from the secret card."""
    if viewer == DIRECTOR or state.phase == "over":
        return True
    led = state.done or (state.trick is not None and state.trick.cards.cards)
    return bool(led) or (state.phase in ("secret", "play") and viewer == state.declarer)


def sees_secret(state: SecretCardState, viewer: str) -> bool:
    """True if this viewer knows the secret card. A claim that shows declarer's hand shows the secret card (SC-16g)."""
    if state.secret is None:
        return False
    knows = viewer in (state.declarer, DIRECTOR) or state.declarer in state.requests.shown
    return knows or not state.hidden or state.phase == "over"


def _looks(state: SecretCardState, viewer: str) -> bool:
    """True if the viewer may see the cards of the draft's current turn."""
    return state.phase == "draft" and viewer in (state.draft.player, DIRECTOR)


# The parts of the view


def _turn(state: SecretCardState) -> Json | None:
    player = turn(state)
    if player is None:
        return None
    hand = hand_to_play(state)
    otherwise = "card" if hand else "call" if state.phase == "auction" else "choose"
    what = "claim" if state.requests.claim else "undo" if state.requests.asking else otherwise
    return {"player": player, "hand": hand, "what": what}


def _hand(state: SecretCardState, player: str, viewer: str) -> Json:
    cards = state.hand(player)
    return hand_view(player, cards, len(cards), sees_hand(state, player, viewer))


def _dummy(state: SecretCardState, viewer: str) -> Json:
    hidden = (state.secret,) if state.secret and state.hidden else ()
    cards = state.dummy + (hidden if sees_secret(state, viewer) else ())
    return hand_view(DUMMY, cards, len(state.dummy) + len(hidden), sees_dummy(state, viewer))


def _why_not(state: SecretCardState, viewer: str) -> dict[str, str]:
    hand = hand_to_play(state)
    if hand is None or turn(state) != viewer:
        return {}
    return reasons(sorted_hand(held(state, hand, viewer)), partial(card_refusal, state, hand, viewer))


def _tricks(state: SecretCardState, everything: bool) -> Json:
    done = [(trick.cards, trick.player_of) for trick in state.done]
    trick = state.trick
    return tricks_view(state, done, (trick.cards, trick.player_of) if trick else None, everything)


def _dealt(state: SecretCardState) -> dict[str, list[str]]:
    """Return the hands, the dummy, the cards out of play and the pack used for the draft.

    Until the draft is over, the dummy and the cards out of play are empty.
    """
    dummy, out = table_cards(state.table, state.draft) if state.draft.over else ((), ())
    south, north = state.draft.hands()
    hands = {"S": south, "N": north, DUMMY: dummy, "out": out}
    return {name: texts(sorted_hand(cards)) for name, cards in hands.items()} | {"pack": texts(state.table.pack)}


def _choices(state: SecretCardState, viewer: str) -> list[Json]:
    if turn(state) != viewer or state.requests.answers:
        return []
    if state.phase == "draft":
        if state.draft.decided:
            return [_choice("seen", "I have seen it")]
        return [_choice("keep", "Keep it"), _choice("reject", "Reject it")]
    if state.phase == "secret":
        cards = sorted_hand(state.dummy)
        return [_choice(f"secret:{card.text}", f"Set {card.name} aside") for card in cards]
    if state.intended and state.secret:
        refusal = secret_refusal(state)
        stop = _choice("stop", secret_label(state.secret), refusal[0] if refusal else "")
        return [_choice("let", f"Let {state.intended.name} be played"), stop]
    return []


def _choice(action: str, label: str, why_not: str = "") -> Json:
    return {"a": action, "label": label, "why_not": why_not}


def _more(state: SecretCardState, viewer: str) -> Json:
    trick = state.trick if state.phase == "play" else None
    order = [{"hand": hand, "by": trick.player_of(hand)} for hand in trick.cards.order] if trick else []
    noted = state.table.options["notes"] == "on" and viewer in PLAYERS
    return {
        "stage": _stage(state),
        "a": state.table.a,
        "draft": _draft(state, viewer),
        "secret": _secret(state, viewer),
        "intended": state.intended.text if state.intended and state.phase == "play" else None,
        "turn_order": order,
        "first_phase": first_phase(state) if trick else None,
        "notes": [texts(cards) for cards in state.draft.looked_at(viewer)] if noted else None,
    }


def _stage(state: SecretCardState) -> str:
    if state.phase == "draft":
        return "second" if state.draft.decided else "first"
    if state.phase != "play" or state.trick is None:
        return "call" if state.phase == "auction" else state.phase
    return "answer" if state.intended else "dummy" if state.trick.cards.to_play == DUMMY else "hand"


def _draft(state: SecretCardState, viewer: str) -> Json:
    draft, first, second = state.draft, None, None
    if _looks(state, viewer):
        cards = texts(draft.cards_of(draft.seen))
        first, second = cards[0], cards[1] if draft.decided else None
    return {
        "number": min(draft.seen + 1, DRAFT_TURNS),
        "player": None if draft.over else draft.player,
        "first": first,
        "second": second,
        "told": list(draft.told),
        "aces": {player: draft.open_to(player) for player in PLAYERS},
    }


def _secret(state: SecretCardState, viewer: str) -> Json:
    chosen = state.secret is not None
    return {
        "chosen": chosen,
        "hidden": state.hidden,
        "played": chosen and not state.hidden,
        "forced": state.forced,
        "card": state.secret.text if state.secret and sees_secret(state, viewer) else None,
    }
