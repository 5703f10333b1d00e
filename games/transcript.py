"""A play as text: what one viewer saw at each stage, taken only from that viewer's views."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from games.players import DIRECTOR, PLAYERS
from games.replay import Event, states
from games.rules import Rules
from games.wording import seat_name

ACTOR_NAME = {**{player: seat_name(player) for player in PLAYERS}, DIRECTOR: "Director"}


def transcript(
    rules: Rules[Any],
    setup: Mapping[str, Any],
    options: Mapping[str, str],
    log: Iterable[Event],
    viewer: str,
) -> Iterator[str]:
    """Yield the lines of the play as seen by `viewer` (S, N or D). Raise BadSetup or BadLog for a faulty record."""
    seen: dict[str, Any] = {}
    for event, state in states(rules, setup, options, log):
        view = rules.view(state, viewer)
        if event is None:
            yield from _heading(view)
        else:
            yield _event_line(event, _told(rules, event, viewer), view)
        if _stage(view) != _stage(seen):
            yield from _hands(view)
        if changed := ", ".join(_changed(seen.get("more"), view.get("more"))):
            yield f"     {changed}"
        seen = view
    yield from _ending(rules, seen)


def _told(rules: Rules[Any], event: Event, viewer: str) -> str:
    """Return the action in the form in which this viewer is told about it.

    The cards in a secret action are known only to the player who took the action and to the director.
    """
    verb, _, named = event["a"].partition(":")
    if named and verb in rules.secret_verbs and viewer not in (event["actor"], DIRECTOR):
        return f"{verb}:?"
    return str(event["a"])


def _changed(old: Any, new: Any, name: str = "") -> Iterator[str]:
    """Yield the changes in the game-specific part of the view, such as `draft.number 2, draft.told + ["first"]`."""
    if isinstance(new, dict):
        before = old if isinstance(old, dict) else {}
        for key in (*new, *(gone for gone in before if gone not in new)):
            yield from _changed(before.get(key), new.get(key), f"{name}.{key}" if name else key)
    elif new != old:
        grown = isinstance(new, list) and isinstance(old, list) and old and new[: len(old)] == old
        yield f"{name} + {json.dumps(new[len(old) :])}" if grown else f"{name} {json.dumps(new)}"


def _stage(view: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return the phase, the trick number, and whether there is a claim.

    The hands are printed again when any of these values changes.
    """
    if not view:
        return ()
    return view["phase"], view["trick"] and view["trick"]["number"], bool(view["claim"])


def _heading(view: Mapping[str, Any]) -> Iterator[str]:
    who = "the director" if view["me"] == DIRECTOR else seat_name(view["me"])
    dealer = f", dealer {view['dealer']}" if view["dealer"] else ""
    yield f"Board {view['board']}{dealer}, vulnerable {view['vul']}, as {who} sees it"


def _event_line(event: Event, action: str, view: Mapping[str, Any]) -> str:
    tricks = view["tricks"]
    number = event.get("seq", "")
    line = f"{number!s:>3}  {ACTOR_NAME.get(event['actor'], event['actor']):<8} {action:<9}"
    if view["phase"] not in ("play", "over"):
        return line.rstrip()
    return f"{line} S {tricks['S']} N {tricks['N']}{_trick(view)}".rstrip()


def _trick(view: Mapping[str, Any]) -> str:
    trick = view["trick"]
    if trick and trick["cards"]:
        return "  on the table " + _cards(trick)
    last = view["last_trick"]
    return f"  last trick {_cards(last)} won by {last['winner']}" if last else ""


def _cards(trick: Mapping[str, Any]) -> str:
    return " ".join(f"{play['seat']}:{play['card']}" for play in trick["cards"])


def _hands(view: Mapping[str, Any]) -> Iterator[str]:
    if view["contract"] and not sum(view["tricks"].values()):
        contract = view["contract"]
        yield f"     contract {contract['text']} by {seat_name(contract['declarer'])}"
    for name, hand in view["hands"].items():
        cards = "-" if hand["cards"] is None else " ".join(hand["cards"])
        start = f" from {hand['from']}" if "from" in hand else ""
        yield f"     {name} {hand['count']:>2}{start:<8} {cards}".rstrip()


def _ending(rules: Rules[Any], view: Mapping[str, Any]) -> Iterator[str]:
    outcome, turn = view["outcome"], view["turn"]
    if turn:
        yield f"Unfinished: {seat_name(turn['player'])} to act ({turn['what']})"
        return
    how = " by claim" if outcome.get("claimed") else ""
    lead = f", lead {outcome['lead']}" if outcome.get("lead") else ""
    yield f"Result: {rules.result_text(outcome)}{how}{lead}"
