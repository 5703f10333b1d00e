"""Replaying a log, `[{"seq": 1, "actor": "S", "a": "c:1S"}, ...]`, by folding `rules.apply` over its events."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from games.errors import BadLog, IllegalAction
from games.rules import Rules

S = TypeVar("S")
Event = Mapping[str, Any]


def states(
    rules: Rules[S], setup: Mapping[str, Any], options: Mapping[str, str], log: Iterable[Event]
) -> Iterator[tuple[Event | None, S]]:
    """Yield (None, state) for the start, then every event together with the state after it.

    Raise BadSetup if the play cannot start, or BadLog for an event that the rules refuse.
    """
    state = rules.start(setup, options)
    yield None, state
    for place, event in enumerate(log, start=1):
        try:
            state = rules.apply(state, event["actor"], event["a"])
        except IllegalAction as error:
            raise BadLog(event.get("seq", place), f"{event['actor']} {event['a']}: {error.reason}") from error
        except (KeyError, TypeError):
            raise BadLog(place, "an event needs an actor and an action `a`") from None
        yield event, state


def replay(rules: Rules[S], setup: Mapping[str, Any], options: Mapping[str, str], log: Iterable[Event]) -> S:
    """Return the state after the whole log. Raise BadSetup if the play cannot start, or BadLog for a refused event."""
    *_, (_, state) = states(rules, setup, options, log)
    return state
