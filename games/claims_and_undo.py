"""What two players ask of each other beside the cards: claims, and taking a call or a card back.

A game's state has a field `requests` beside `phase`, `done` (the complete tricks) and `won` (tricks of S and N),
and hands every action of `REQUEST_TEXTS` to `apply`. Which paragraphs say so is in its `RequestRules`.
"""

from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeVar

from games.errors import IllegalAction
from games.players import ACTORS, DIRECTOR, OPPONENT, PLAYERS, Pair, more
from games.wording import seat_name

Refusal = tuple[str, str]  # sentence, paragraph


@dataclass(frozen=True, slots=True)
class Claim:
    """`by` takes `takes` of the `of` tricks left, the unfinished one included, and concedes the others."""

    by: str
    takes: int
    of: int


@dataclass(frozen=True, slots=True)
class Act:
    """A call or a card, as its player sent it."""

    by: str
    action: str


@dataclass(frozen=True, slots=True)
class RequestRules:
    """Claims and taking back: paragraphs to cite, `undo` (consent, director, off), whether a claim shows the hand."""

    claim_rule: str
    undo_rule: str
    undo: str = "consent"
    claim_shows: bool = True


@dataclass(frozen=True, slots=True)
class Requests:
    """A claim or a request that waits, and what became of earlier ones.

    `refused_in` is the number of complete tricks when a claim was last refused; `shown` are the players whose hand
    lies open after a claim; `claimed` that a claim ended the deal. `asking` is the player who asks to take back
    `last`, the act that still can be; `before` is the state that it met.
    """

    claim: Claim | None = None
    claimed: bool = False
    refused_in: int | None = None
    shown: tuple[str, ...] = ()
    asking: str | None = None
    last: Act | None = None
    before: Any = field(default=None, repr=False)

    def acted(self, state: Any, by: str, action: str) -> "Requests":
        """After an act that its player may have taken back, `state` being the one it met."""
        return replace(self, last=Act(by, action), before=state)

    def settled(self) -> "Requests":
        """After something that cannot be taken back: somebody has seen a new card, or has answered."""
        return replace(self, last=None, before=None)

    def claim_view(self, cards: list[str]) -> dict[str, Any] | None:
        """The claim as JSON values; `cards` are the claimant's, told if they are shown."""
        claim = self.claim
        if claim is None:
            return None
        told = cards if claim.by in self.shown else None
        return {"by": claim.by, "takes": claim.takes, "of": claim.of, "cards": told}

    def undo_view(self) -> dict[str, Any] | None:
        """The request to take back as JSON values."""
        return {"by": self.asking, "action": self.last.action} if self.asking and self.last else None

    @property
    def answers(self) -> str | None:
        """The player who must answer before anything else happens; None when nothing waits."""
        asker = self.claim.by if self.claim else self.asking
        return OPPONENT[asker] if asker else None


NO_TALK = Requests()


class HasRequests(Protocol):
    """A state that keeps claims and requests to take back."""

    @property
    def phase(self) -> str: ...
    @property
    def requests(self) -> Requests: ...
    @property
    def done(self) -> tuple[Any, ...]: ...
    @property
    def won(self) -> Pair: ...


T = TypeVar("T", bound=HasRequests)

CLAIM_TEXTS = {f"claim:{takes}": takes for takes in range(14)}
REQUEST_TEXTS = (*CLAIM_TEXTS, "accept", "refuse", "undo", "undo:yes", "undo:no")


def answer_actions(state: HasRequests) -> tuple[str, ...]:
    """What the player whose answer is awaited can say; () when nothing waits."""
    if state.requests.claim:
        return ("accept", "refuse")
    return ("undo:yes", "undo:no") if state.requests.asking else ()


def waiting_refusal(state: HasRequests, request_rules: RequestRules, player: str) -> Refusal | None:
    """Why nothing else happens while a claim or a request waits for its answer; None if none does."""
    claim, asking = state.requests.claim, state.requests.asking
    if not (claim or asking):
        return None
    asker = claim.by if claim else str(asking)
    what, rule = (
        ("claim", request_rules.claim_rule) if claim else ("request to take back", request_rules.undo_rule)
    )
    if player == asker:
        return f"Your {what} waits for {seat_name(OPPONENT[asker])}'s answer", rule
    return f"Play has stopped: {seat_name(asker)}'s {what} must be answered first", rule


def claim_refusal(state: HasRequests, request_rules: RequestRules, player: str) -> Refusal | None:
    """Why this player may not claim now, out of turn or not; None if a claim is legal."""
    refused_in = state.requests.refused_in
    if state.phase != "play":
        return "Tricks can be claimed once the play of the cards has begun", request_rules.claim_rule
    if refused_in is not None and len(state.done) <= refused_in:
        sentence = "A claim was refused: play on until another trick is complete, then claim again"
        return sentence, request_rules.claim_rule
    return waiting_refusal(state, request_rules, player)


def undo_refusal(state: HasRequests, request_rules: RequestRules, actor: str) -> Refusal | None:
    """Why this actor cannot have the last call or card taken back; None if it can."""
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


def talk_actions(state: HasRequests, request_rules: RequestRules, actor: str, left: int) -> tuple[str, ...]:
    """Claims and `undo`, in turn or not, of this actor; `left` is the number of tricks not yet complete."""
    actions: tuple[str, ...] = ()
    if actor in PLAYERS and claim_refusal(state, request_rules, actor) is None:
        actions += tuple(f"claim:{takes}" for takes in range(left + 1))
    if actor in ACTORS and undo_refusal(state, request_rules, actor) is None:
        actions += ("undo",)
    return actions


def can_view(state: HasRequests, request_rules: RequestRules, viewer: str) -> dict[str, bool]:
    """Whether the viewer may claim or have something taken back now, as JSON values."""
    over = state.phase == "over"
    return {
        "claim": not over and viewer in PLAYERS and claim_refusal(state, request_rules, viewer) is None,
        "undo": not over and undo_refusal(state, request_rules, viewer) is None,
    }


def apply(state: T, request_rules: RequestRules, actor: str, action: str, left: int) -> T:
    """The state after one of REQUEST_TEXTS. Raises IllegalAction. An accepted claim ends the deal (phase `over`)."""
    if action in CLAIM_TEXTS:
        return _claim(state, request_rules, actor, CLAIM_TEXTS[action], left)
    if action == "undo":
        refuse(undo_refusal(state, request_rules, actor))
        requests = state.requests
        return _taken_back(state) if actor == DIRECTOR else _with(state, replace(requests, asking=actor))
    if action in ("accept", "refuse"):
        return _answer_claim(state, request_rules, actor, action)
    return _answer_undo(state, request_rules, actor, action)


def refuse(refusal: Refusal | None) -> None:
    """Raises IllegalAction if there is a refusal."""
    if refusal:
        raise IllegalAction(*refusal)


def _with(state: T, requests: Requests, **changes: Any) -> T:
    changed: T = replace(state, requests=requests, **changes)  # type: ignore[type-var]
    return changed


def _claim(state: T, request_rules: RequestRules, actor: str, takes: int, left: int) -> T:
    if actor == DIRECTOR:
        raise IllegalAction("The director claims no tricks", request_rules.claim_rule)
    refuse(claim_refusal(state, request_rules, actor))
    if takes > left:
        sentence = f"Only {left} trick{'s are' if left > 1 else ' is'} left to claim"
        raise IllegalAction(sentence, request_rules.claim_rule)
    requests = state.requests
    shows = takes > 0 and request_rules.claim_shows and actor not in requests.shown
    shown = (*requests.shown, actor) if shows else requests.shown
    # The opponent will have acted on whatever came before: nothing of it can be taken back.
    return _with(state, replace(requests.settled(), claim=Claim(actor, takes, left), shown=shown))


def _answer_claim(state: T, request_rules: RequestRules, actor: str, action: str) -> T:
    requests = state.requests
    claim, rule = requests.claim, request_rules.claim_rule
    if claim is None:
        raise IllegalAction("There is no claim to answer", rule)
    if actor != OPPONENT[claim.by]:
        raise IllegalAction(f"{seat_name(OPPONENT[claim.by])} answers this claim", rule)
    if action == "refuse":  # play goes on; a hand shown with the claim stays open
        return _with(state, replace(requests, claim=None, refused_in=len(state.done)))
    won = more(more(state.won, claim.by, claim.takes), actor, claim.of - claim.takes)
    return _with(state, replace(requests, claim=None, claimed=True), phase="over", won=won)


def _answer_undo(state: T, request_rules: RequestRules, actor: str, action: str) -> T:
    asking, rule = state.requests.asking, request_rules.undo_rule
    if asking is None:
        raise IllegalAction("Nobody has asked to take anything back", rule)
    if actor != OPPONENT[asking]:
        raise IllegalAction(f"{seat_name(OPPONENT[asking])} answers this request", rule)
    if action == "undo:yes":
        return _taken_back(state)
    return _with(
        state, replace(state.requests.settled(), asking=None)
    )  # it stands, and is not asked for again


def _taken_back(state: T) -> T:
    last, earlier = state.requests.last, state.requests.before
    assert last is not None and earlier is not None
    requests: Requests = earlier.requests
    # An act before it goes too only if the same player made it: the opponent had acted on any other.
    still = requests if requests.last and requests.last.by == last.by else requests.settled()
    back: T = replace(earlier, requests=still)
    return back
