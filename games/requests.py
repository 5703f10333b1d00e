"""Claims and requests to take something back, as parts of a game's state. The actions are in `claims_and_undo.py`."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Protocol

from games.players import OPPONENT, Pair

Refusal = tuple[str, str]  # sentence, paragraph


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim: `by` takes `takes` of the `of` tricks left, including the unfinished trick, and concedes the other
    tricks.

    `was` is the number of tricks claimed at first, or None if the claim has not been corrected.
    """

    by: str
    takes: int
    of: int
    was: int | None = None


@dataclass(frozen=True, slots=True)
class ActRequest:
    """A call or card as its player sent it. `instead` is True if it replaces a misclick that the player took back."""

    by: str
    action: str
    instead: bool = False


class How(StrEnum):
    """The way in which something was taken back."""

    MISCLICK = "misclick"
    CONSENT = "consent"
    DIRECTOR = "director"
    WITHDRAWN = "withdrawn"  # a claim


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The call, card or claim that was taken back. `by` is the player who made it."""

    by: str
    action: str
    how: How


@dataclass(frozen=True, slots=True)
class RequestRules:
    """A table's rules for claims and for taking things back.

    The rules consist of the paragraphs to cite, the `undo` option (consent, director, off), whether a claim shows
    the hand, and whether a player may take back a misclick.
    """

    claim_rule: str
    undo_rule: str
    undo: str = "consent"
    claim_shows: bool = True
    misclick: bool = False

    @classmethod
    def chosen(cls, claim_rule: str, undo_rule: str, options: Mapping[str, str]) -> "RequestRules":
        """Return the rules for a game's chosen options.

        If the game has no `undo` or `claim_shows` option, calls and cards are taken back by consent, and a claim
        shows the hand.
        """
        undo, shows = options.get("undo", "consent"), options.get("claim_shows", "yes")
        return cls(claim_rule, undo_rule, undo, shows == "yes", options["misclick"] != "off")


@dataclass(frozen=True, slots=True)
class Requests:
    """A claim or request awaiting its answer, and the outcome of earlier claims and requests.

    `refused` is the last claim that was refused, and `refused_in` is the number of complete tricks when a claim was
    last refused or withdrawn. `shown` lists the players whose hands are open after a claim; `claimed` is True if a
    claim ended the deal. `asking` is the player who asks to take back `last`, the only act that can still be taken
    back; `before` is the state before that act. `taken` is what was taken back, and is kept until the next event.
    """

    claim: Claim | None = None
    claimed: bool = False
    refused: Claim | None = None
    refused_in: int | None = None
    shown: tuple[str, ...] = ()
    asking: str | None = None
    last: ActRequest | None = None
    before: Any = field(default=None, repr=False)
    taken: TakenBack | None = None

    def acted(self, state: Any, by: str, action: str) -> "Requests":
        """Return the requests after an act that its player may still take back. `state` is the state before the act."""
        taken = self.taken
        instead = taken is not None and taken.how == How.MISCLICK and taken.by == by
        return replace(self, last=ActRequest(by, action, instead), before=state, taken=None)

    def settled(self) -> "Requests":
        """Return the requests after an event that cannot be taken back.

        An example is an event after which a player has seen a new card or has answered a request.
        """
        return replace(self, last=None, before=None, taken=None)

    def claim_view(self, cards: list[str]) -> dict[str, Any] | None:
        """Return the pending claim as JSON values, or None if no claim is pending. The claimant's `cards` are included
        only if they are shown.
        """
        claim = self.claim
        if claim is None:
            return None
        hand = cards if claim.by in self.shown else None
        return {"by": claim.by, "takes": claim.takes, "of": claim.of, "was": claim.was, "cards": hand}

    def refused_view(self) -> dict[str, Any] | None:
        """Return the last claim that was refused, as JSON values, or None if no claim was refused.

        `trick` is the number of the trick that has to be complete before anyone may claim again.
        """
        claim = self.refused
        if claim is None or self.refused_in is None:
            return None
        return {"by": claim.by, "takes": claim.takes, "of": claim.of, "trick": self.refused_in + 1}

    def undo_view(self) -> dict[str, Any] | None:
        """Return the pending request to take something back, as JSON values, or None if there is no request."""
        return {"by": self.asking, "action": self.last.action} if self.asking and self.last else None

    def taken_view(self) -> dict[str, Any] | None:
        """Return what has just been taken back as JSON values, or None. It is in both views, as both players saw it."""
        taken = self.taken
        return {"by": taken.by, "action": taken.action, "how": taken.how.value} if taken else None

    @property
    def answers(self) -> str | None:
        """The player who must answer before anything else happens, or None if nothing is pending."""
        asker = self.claim.by if self.claim else self.asking
        return OPPONENT[asker] if asker else None


NO_TALK = Requests()


class HasRequests(Protocol):
    """The interface of a state that holds claims and requests to take something back."""

    @property
    def phase(self) -> str: ...
    @property
    def requests(self) -> Requests: ...
    @property
    def done(self) -> tuple[Any, ...]: ...
    @property
    def won(self) -> Pair: ...
