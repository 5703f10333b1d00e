"""Requests between the two players: claims, and taking back a call or a card.

A game's state has `requests`, `phase`, `done` (complete tricks) and `won` (tricks won by S and N). The game
passes every action in `REQUEST_TEXTS` to `apply`, with its `RequestRules`, which name the paragraphs to cite.

A misclick is a call or card that its player takes back at once, without asking. The rules have no clock: the
server checks from the log that the misclick was taken back soon enough.
"""

from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from games.errors import IllegalAction
from games.players import ACTORS, DIRECTOR, OPPONENT, PLAYERS, more
from games.requests import Claim, HasRequests, How, Refusal, RequestRules, Requests, TakenBack
from games.wording import seat_name

T = TypeVar("T", bound=HasRequests)

CLAIM_TEXTS = {f"claim:{takes}": takes for takes in range(14)}
WITHDRAW, MISCLICK = "withdraw", "undo:misclick"
REQUEST_TEXTS = (*CLAIM_TEXTS, "accept", "refuse", WITHDRAW, "undo", "undo:yes", "undo:no", MISCLICK)


def answer_actions(state: HasRequests) -> tuple[str, ...]:
    """Return the possible answers for the player whose answer is awaited, or () if no answer is awaited."""
    if state.requests.claim:
        return ("accept", "refuse")
    return ("undo:yes", "undo:no") if state.requests.asking else ()


def tricks_left(state: HasRequests) -> int:
    """Return the number of the 13 tricks that are not yet completed, including the unfinished trick."""
    return 13 - len(state.done)


def waiting_refusal(state: HasRequests, request_rules: RequestRules, player: str) -> Refusal | None:
    """Return why a pending claim or request prevents anything else from happening, or None if neither is pending."""
    claim, asking = state.requests.claim, state.requests.asking
    if not (claim or asking):
        return None
    asker = claim.by if claim else str(asking)
    what, rule = ("claim", request_rules.claim_rule) if claim else ("request to take back", request_rules.undo_rule)
    if player == asker:
        return f"Your {what} waits for {seat_name(OPPONENT[asker])}'s answer", rule
    return f"Play has stopped: {seat_name(asker)}'s {what} must be answered first", rule


def claim_refusal(state: HasRequests, request_rules: RequestRules, player: str) -> Refusal | None:
    """Return why this player may not claim now, whether or not it is their turn, or None if a new claim is legal."""
    refused_in = state.requests.refused_in
    if state.phase != "play":
        return "Tricks can be claimed once the play of the cards has begun", request_rules.claim_rule
    if refused_in is not None and len(state.done) <= refused_in:
        sentence = "That claim is settled: play on until another trick is complete, then claim again"
        return sentence, request_rules.claim_rule
    return waiting_refusal(state, request_rules, player)


def _number_refusal(
    state: HasRequests, request_rules: RequestRules, player: str, takes: int, left: int
) -> Refusal | None:
    """Return why this player may not claim `takes` tricks now, or None if they may.

    Players may correct their own claim once.
    """
    claim, rule = state.requests.claim, request_rules.claim_rule
    if claim is None or claim.by != player:
        if refusal := claim_refusal(state, request_rules, player):
            return refusal
    elif claim.was is not None:
        return "You have corrected your claim once: withdraw it, or wait for the answer", rule
    elif claim.takes == takes:
        return "That is the number that you have claimed already", rule
    if takes > left:
        return f"Only {left} trick{'s are' if left > 1 else ' is'} left to claim", rule
    return None


def undo_refusal(state: HasRequests, request_rules: RequestRules, actor: str) -> Refusal | None:
    """Return why this actor cannot have the last call or card taken back, or None if that is possible."""
    option, last, rule = request_rules.undo, state.requests.last, request_rules.undo_rule
    if option == "off":
        return "Calls and cards are not taken back here", rule
    if option == "director" and actor != DIRECTOR:
        return "Only the director takes back a call or a card: please call the director", rule
    if option == "consent" and actor == DIRECTOR:
        return "Here a call or a card is taken back by the players' consent, not by the director", rule
    if waiting := waiting_refusal(state, request_rules, actor):
        return waiting
    if last is None:
        return "There is no call or card that can still be taken back", rule
    if actor not in (DIRECTOR, last.by):
        return f"{seat_name(last.by)} acted last: your own call or card stands", rule
    return None


def misclick_refusal(state: HasRequests, request_rules: RequestRules, actor: str) -> Refusal | None:
    """Return why this actor cannot take back their own last call or card alone, or None if the rules allow it.

    The act that replaces a misclick cannot be taken back, so nobody can go on taking acts back forever.
    """
    requests, rule = state.requests, request_rules.undo_rule
    last = requests.last
    if not request_rules.misclick:
        return "Nobody takes back this call or card alone", rule
    if waiting := waiting_refusal(state, request_rules, actor):
        return waiting
    if last is None or requests.taken is not None:
        return "There is no call or card that can still be taken back", rule
    if last.by != actor:
        return f"{seat_name(last.by)} acted last: only they can take that back", rule
    if last.instead:
        return "You have taken this back once already: now it stands", rule
    return None


def talk_actions(state: HasRequests, request_rules: RequestRules, actor: str, left: int) -> tuple[str, ...]:
    """Return the claims and take-back requests that this actor may make now, whether or not it is their turn.

    `left` is the number of tricks that are not complete yet.
    """
    actions: tuple[str, ...] = ()
    claim = state.requests.claim
    if actor in PLAYERS:
        refused = partial(_number_refusal, state, request_rules, actor, left=left)
        actions += tuple(f"claim:{takes}" for takes in range(left + 1) if refused(takes) is None)
        if claim is not None and claim.by == actor:
            actions += (WITHDRAW,)
        if misclick_refusal(state, request_rules, actor) is None:
            actions += (MISCLICK,)
    if actor in ACTORS and undo_refusal(state, request_rules, actor) is None:
        actions += ("undo",)
    return actions


def can_view(state: HasRequests, request_rules: RequestRules, viewer: str) -> dict[str, bool]:
    """Return, as JSON values, whether the viewer may make each kind of request now."""
    over = state.phase == "over"
    return {
        "claim": not over and viewer in PLAYERS and claim_refusal(state, request_rules, viewer) is None,
        "undo": not over and undo_refusal(state, request_rules, viewer) is None,
        "misclick": not over and misclick_refusal(state, request_rules, viewer) is None,
    }


def apply(state: T, request_rules: RequestRules, actor: str, action: str, left: int) -> T:
    """Return the state after an action in REQUEST_TEXTS. Raise IllegalAction if the rules refuse it.

    An accepted claim ends the deal (phase `over`).
    """
    if action in CLAIM_TEXTS:
        return _claim(state, request_rules, actor, CLAIM_TEXTS[action], left)
    if action == "undo":
        refuse(undo_refusal(state, request_rules, actor))
        if actor == DIRECTOR:
            return _taken_back(state, How.DIRECTOR)
        return _with(state, replace(state.requests, asking=actor, taken=None))
    if action == MISCLICK:
        refuse(misclick_refusal(state, request_rules, actor))
        return _taken_back(state, How.MISCLICK)
    if action == WITHDRAW:
        return _withdraw(state, request_rules, actor)
    if action in ("accept", "refuse"):
        return _answer_claim(state, request_rules, actor, action)
    return _answer_undo(state, request_rules, actor, action)


def refuse(refusal: Refusal | None) -> None:
    """Raise IllegalAction for the refusal. Do nothing if it is None."""
    if refusal:
        raise IllegalAction(*refusal)


def _with(state: T, requests: Requests, **changes: Any) -> T:
    changed: T = replace(state, requests=requests, **changes)  # type: ignore[type-var]
    return changed


def _claim(state: T, request_rules: RequestRules, actor: str, takes: int, left: int) -> T:
    if actor == DIRECTOR:
        raise IllegalAction("The director claims no tricks", request_rules.claim_rule)
    refuse(_number_refusal(state, request_rules, actor, takes, left))
    requests = state.requests
    was = requests.claim.takes if requests.claim else None
    shows = takes > 0 and request_rules.claim_shows and actor not in requests.shown
    shown = (*requests.shown, actor) if shows else requests.shown
    # The opponent has acted on whatever came before, so none of it can be taken back.
    claimed = Claim(actor, takes, left, was)
    return _with(state, replace(requests.settled(), claim=claimed, refused=None, shown=shown))


def _withdraw(state: T, request_rules: RequestRules, actor: str) -> T:
    requests = state.requests
    claim, rule = requests.claim, request_rules.claim_rule
    if claim is None:
        raise IllegalAction("There is no claim that could be withdrawn", rule)
    if actor != claim.by:
        raise IllegalAction(f"Only {seat_name(claim.by)} can withdraw this claim", rule)
    taken = TakenBack(actor, f"claim:{claim.takes}", How.WITHDRAWN)
    # Play goes on as after a refusal, and a hand shown with the claim stays open.
    return _with(state, replace(requests, claim=None, refused_in=len(state.done), taken=taken))


def _answer_claim(state: T, request_rules: RequestRules, actor: str, action: str) -> T:
    requests = state.requests
    claim, rule = requests.claim, request_rules.claim_rule
    if claim is None:
        raise IllegalAction("There is no claim to answer", rule)
    if actor != OPPONENT[claim.by]:
        raise IllegalAction(f"{seat_name(OPPONENT[claim.by])} answers this claim", rule)
    if action == "refuse":  # play goes on; a hand shown with the claim stays open
        return _with(state, replace(requests, claim=None, refused=claim, refused_in=len(state.done)))
    won = more(more(state.won, claim.by, claim.takes), actor, claim.of - claim.takes)
    return _with(state, replace(requests, claim=None, claimed=True), phase="over", won=won)


def _answer_undo(state: T, request_rules: RequestRules, actor: str, action: str) -> T:
    asking, rule = state.requests.asking, request_rules.undo_rule
    if asking is None:
        raise IllegalAction("Nobody has asked to take anything back", rule)
    if actor != OPPONENT[asking]:
        raise IllegalAction(f"{seat_name(OPPONENT[asking])} answers this request", rule)
    if action == "undo:yes":
        return _taken_back(state, How.CONSENT)
    return _with(state, replace(state.requests.settled(), asking=None))  # it is not taken back, and nobody asks again


def _taken_back(state: T, how: How) -> T:
    last, earlier = state.requests.last, state.requests.before
    assert last is not None and earlier is not None
    requests: Requests = earlier.requests
    # An act before it goes too only if the same player made it: the opponent had acted on any other.
    still = requests if requests.last and requests.last.by == last.by else requests.settled()
    taken = TakenBack(last.by, last.action, how)
    back: T = replace(earlier, requests=replace(still, taken=taken))
    return back
