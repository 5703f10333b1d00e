"""What the director does to the whole room, and what he is asked before he does it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from clubsite.duplicate.models import Session
from clubsite.duplicate.selectors import section_of
from clubsite.duplicate.services import directing, rounds
from clubsite.night.director.progress import Floor, floor_of, open_boards
from clubsite.results.services import publish, unpublish


@dataclass(frozen=True, slots=True)
class Act:
    """`done` is what the next page says."""

    do: Callable[[Session, Any], Any]
    done: str = ""
    # Does it to the round that the director was asked about, whatever round is in play by now.
    do_in_round: Callable[[Session, Any, int], Any] | None = None


@dataclass(slots=True)
class Question:
    """What will change, in sentences, and the words of the two buttons."""

    act: str
    title: str
    sentence: str
    yes: str
    no: str
    items: list[str] = field(default_factory=list)
    round: int | None = None


ACTS = {
    "pause": Act(lambda s, u: directing.session_pause(session=s, user=u)),
    "resume": Act(lambda s, u: directing.session_resume(session=s, user=u)),
    "hold": Act(lambda s, u: rounds.round_hold(section=section_of(s), hold=True, user=u)),
    "release": Act(lambda s, u: rounds.round_hold(section=section_of(s), hold=False, user=u)),
    "add": Act(lambda s, u: directing.clock_add(section=section_of(s), minutes=2, user=u)),
    "force": Act(
        lambda s, u: rounds.round_force(section=section_of(s), user=u),
        "The round has moved on.",
        lambda s, u, number: rounds.round_force(section=section_of(s), user=u, number=number),
    ),
    "end": Act(lambda s, u: directing.session_end(session=s, user=u), "The night has ended."),
    "publish": Act(publish, "The results are published."),
    "unpublish": Act(unpublish, "The results are withdrawn: members do not see them any more."),
}
ROUNDS = frozenset(map(str, range(1, 1000)))


def do(act: Act, session: Session, user: Any, asked_about: str) -> None:
    """Do it. `asked_about`: the round that the question named, as its form sends it back; empty without one."""
    if act.do_in_round and asked_about:
        act.do_in_round(session, user, int(asked_about) if asked_about in ROUNDS else 0)
    else:
        act.do(session, user)


def question_of(act: str, session: Session) -> Question | None:
    """The question before an act that cannot be undone; None for all others."""
    ask = {"force": _force, "end": _end, "unpublish": _unpublish}.get(act)
    return ask(floor_of(session)) if ask else None


def _items(floor: Floor) -> list[str]:
    items = []
    for tile in floor.unfinished:
        numbers = open_boards(tile)
        boards = ", ".join(map(str, numbers))
        who = " and ".join(chair.name for chair in tile.chairs)
        items.append(f"Table {tile.number}: {'board' if len(numbers) == 1 else 'boards'} {boards} ({who})")
    return items


def _force(floor: Floor) -> Question:
    number = floor.section.round_number
    items = _items(floor)
    last = number == floor.rounds
    onward = "close the last round" if last else f"begin round {number + 1}"
    sentence = (
        "These boards have no score yet. They become “not played” until you type a score for them."
        if items
        else "Every board of this round has its score. Nothing is lost."
    )
    return Question(
        "force",
        f"End round {number} now and {onward}?",
        sentence,
        f"Yes, {onward}",
        "No, let them play",
        items,
        number,
    )


def _end(floor: Floor) -> Question:
    items = _items(floor)
    later = floor.rounds - floor.section.round_number
    parts = []
    if items:
        parts.append(
            "These boards have no score yet. They become “not played” until you type a score for them."
        )
    if later:
        parts.append(
            f"{later} {'round has' if later == 1 else 'rounds have'} not been played and will not be."
        )
    parts.append("A night that has ended cannot start again; scores can still be typed and corrected.")
    return Question("end", "End the night?", " ".join(parts), "Yes, end the night", "No, play on", items)


def _unpublish(floor: Floor) -> Question:
    sentence = (
        "Members will not see the results of this night until you publish them again. Nothing is deleted."
    )
    return Question("unpublish", "Withdraw the results?", sentence, "Yes, withdraw them", "No, leave them")
