"""Sentences that say what each viewer is asked to do, or who has to act. They reveal no hidden fact (SC-15, SC-21)."""

from games.cards import Card
from games.players import OPPONENT
from games.three_hands import DUMMY
from games.variants.secret_card.draft import ACE_FIRST, ACE_SECOND, DRAFT_TURNS, FIRST, SECOND
from games.variants.secret_card.legal import hand_to_play, secret_refusal
from games.variants.secret_card.state import SecretCardState, turn
from games.views import answer_prompt
from games.wording import call_name, marked

_TOLD = {
    FIRST: "{name} kept the first card and looks at the second",
    SECOND: "{name} rejected the first card and took the second",
    ACE_FIRST: "{name} says ace\nthe first card was one and went down, and the second was taken",
    ACE_SECOND: "{name} says ace\nthe second card was one and went down, and the first was taken",
}
_SEEN = {
    FIRST: "You keep {first}\nthe second card, {second}, goes down",
    SECOND: "You rejected {first}, so {second} is yours",
    ACE_FIRST: "{first} is announced and goes down\nthe second card, {second}, is yours",
    ACE_SECOND: "{second} is announced and goes down, and {first}, which you rejected, is yours",
}


def prompt(state: SecretCardState, viewer: str) -> str:
    """Return, as marked text, what this viewer (S, N or D) is asked to do. The director, D, is asked nothing."""
    player = turn(state)
    if player is None:
        return "The deal is over"
    if state.requests.answers:
        return answer_prompt(state.requests, viewer, player)
    if state.phase == "draft":
        return _draft(state, viewer, player)
    if state.phase == "auction":
        return _auction(state, viewer, player)
    if state.phase == "secret":
        return _secret(viewer, player)
    if state.intended:
        return _answer(state, viewer, player)
    return _card(state, viewer, player) + _forced(state)


def _draft(state: SecretCardState, viewer: str, player: str) -> str:
    draft = state.draft
    first, second = draft.cards_of(draft.seen)
    if viewer == player:
        if not draft.decided:
            return f"The first card is {first.name}\nkeep it, or reject it and take the second?"
        words = _SEEN[draft.told[-1]].format(first=first.name, second=second.name)
        return words[:1].upper() + words[1:]
    if draft.decided:
        return _TOLD[draft.told[-1]].format(name=marked(player))
    return f"{marked(player)} looks at a card of the pack\nturn {draft.seen + 1} of {DRAFT_TURNS}"


def _auction(state: SecretCardState, viewer: str, player: str) -> str:
    auction, name = state.auction, marked(player)
    last = auction.last_bid()
    if last is None:
        return "Open with a bid at the one level" if viewer == player else f"{name} opens at the one level"
    if auction.raising:
        bid = call_name(last[1])
        return f"Pass, or raise {bid}" if viewer == player else f"{name} may raise {bid}"
    return "It is your turn to call" if viewer == player else f"{name} is to call"


def _secret(viewer: str, player: str) -> str:
    if viewer == player:
        return "Choose one card of the dummy as your secret card\nit stays face down until you play it"
    return f"{marked(player)} looks at the dummy and chooses the secret card"


def _forced(state: SecretCardState) -> str:
    """Return a line of text if the secret card was played because the dummy had no choice (SC-14), or "" otherwise."""
    now = len(state.done) + (state.trick is not None and bool(state.trick.cards.cards))
    if state.forced is None or state.forced != now:
        return ""
    return "\nthe dummy had no other card to play, so the secret card was played"


def _answer(state: SecretCardState, viewer: str, player: str) -> str:
    assert state.intended is not None
    defender = OPPONENT[player]
    subject = "You intend" if viewer == defender else f"{marked(defender)} intends"
    shown = f"{subject} {state.intended.name} from the dummy\n"
    if viewer != player:
        return f"{shown}waiting for {marked(player)}"
    if secret_refusal(state):
        return f"{shown}let it be played. Your secret card may not be played now"
    return f"{shown}let it be played, or play your secret card instead?"


def _card(state: SecretCardState, viewer: str, player: str) -> str:
    leads = "play" if state.trick is not None and state.trick.cards.cards else "lead"
    name, dummy = marked(player), hand_to_play(state) == DUMMY
    if viewer != player:
        return f"{name} is to {leads} a card from {'the dummy' if dummy else 'hand'}"
    if not dummy:
        return f"{leads.capitalize()} a card from your hand"
    if state.hidden and player != state.declarer:
        return f"Show the dummy's card that you want to {leads}\n{marked(OPPONENT[player])} may stop it"
    return f"{leads.capitalize()} a card from the dummy"


def secret_label(card: Card) -> str:
    """Return the text of the button that plays the secret card."""
    return f"Play the secret card: {card.name}"
