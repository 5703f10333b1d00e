"""The director calls that a room keeps, each with its reason, its caller, and whether it has been answered."""

import datetime
from collections.abc import Collection
from dataclasses import asdict, dataclass, replace
from typing import Any

from clubsite.play.models import DISPUTE_REASONS, CallReason, Room

ANSWERED_KEPT = 6
"""How many answered calls a room keeps, so that an answer can be taken back."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call for the director from the seat of `player`.

    `by` is the key of the seat that made the call or that the call is about. If a result is disputed, `play` and
    `board` say which one. `answered` is the time at which the director came, or None while the call is open.
    """

    reason: CallReason
    player: str
    by: int
    at: datetime.datetime
    play: str = ""
    board: int | None = None
    answered: datetime.datetime | None = None

    @property
    def key(self) -> str:
        """The key of this call among the room's calls. Making the same call twice gives the same key."""
        return "/".join((self.reason, str(self.by), self.play))

    @property
    def disputed(self) -> bool:
        return self.reason in DISPUTE_REASONS

    def as_json(self) -> dict[str, Any]:
        """Return the call in the form that `Room.calls` stores."""
        answered = self.answered.isoformat() if self.answered else None
        return {**asdict(self), "reason": str(self.reason), "at": self.at.isoformat(), "answered": answered}


def calls_kept(room: Room) -> list[Call]:
    """Return every call that the room keeps, in the order in which the calls were made."""
    return [_read(row) for row in room.calls]


def calls_standing(room: Room) -> list[Call]:
    """Return the calls that have not been answered."""
    return [call for call in calls_kept(room) if call.answered is None]


def calls_answered(room: Room) -> list[Call]:
    """Return the most recently answered calls, newest answer first."""
    answered = [call for call in calls_kept(room) if call.answered is not None]
    return sorted(answered, key=lambda call: call.answered or call.at, reverse=True)


def with_call(room: Room, call: Call) -> list[dict[str, Any]] | None:
    """Return the room's calls with this call added, or None if the same call is already open."""
    kept = calls_kept(room)
    if any(other.key == call.key and other.answered is None for other in kept):
        return None
    return _rows([*(other for other in kept if other.key != call.key), call])


def without_plain(room: Room, by: int) -> list[dict[str, Any]] | None:
    """Return the room's calls without this player's plain call, or None if the player may not take it back.

    While the director is also needed for another reason, no player can take back their call.
    """
    standing = calls_standing(room)
    plain = [call for call in standing if call.reason == CallReason.PLAIN]
    if len(plain) < len(standing) or not any(call.by == by for call in plain):
        return None
    return _rows([call for call in calls_kept(room) if call.answered is not None or call.by != by])


def answered_at(room: Room, keys: Collection[str], now: datetime.datetime) -> list[dict[str, Any]]:
    """Return the room's calls, with the calls that have these keys marked as answered at the time `now`."""
    return _rows(
        [
            replace(call, answered=now) if call.answered is None and call.key in keys else call
            for call in calls_kept(room)
        ]
    )


def standing_again(room: Room, key: str) -> list[dict[str, Any]]:
    """Return the room's calls, with the call that has this key open again."""
    return _rows([replace(call, answered=None) if call.key == key else call for call in calls_kept(room)])


def _rows(calls: list[Call]) -> list[dict[str, Any]]:
    """Return the calls in stored form: every open call, and the most recently answered ones."""
    answered = sorted((call.answered for call in calls if call.answered), reverse=True)
    oldest = answered[ANSWERED_KEPT - 1] if len(answered) > ANSWERED_KEPT else None
    return [call.as_json() for call in calls if call.answered is None or oldest is None or call.answered >= oldest]


def _read(row: dict[str, Any]) -> Call:
    times = {name: row[name] and datetime.datetime.fromisoformat(row[name]) for name in ("at", "answered")}
    return Call(**{**row, **times, "reason": CallReason(row["reason"])})
