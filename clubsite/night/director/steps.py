"""The steps of setting a night up: always all in sight, each with what it has come to."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils import timezone

from clubsite.duplicate.models import Session
from clubsite.duplicate.selectors import boards_of, entries_of, section_of
from clubsite.duplicate.services.missing import missing_for_start
from clubsite.night.director.plans import movement_of, needed_boards

# The words that `missing_for_start` begins or ends with, and the step that mends it.
MENDS = [("movement.", "movement"), ("name yet", "players"), ("names yet", "players"), ("boards", "boards")]


@dataclass(frozen=True, slots=True)
class Step:
    """One step: `summary` is what was decided so far, in a few words."""

    slug: str
    title: str
    url: str
    done: bool
    summary: str


@dataclass(frozen=True, slots=True)
class Gap:
    """What keeps the night from starting, and where to mend it."""

    sentence: str
    url: str
    where: str


def steps_of(session: Session) -> list[Step]:
    """All six, in order."""
    section = section_of(session)
    movement = movement_of(section)
    entries = [entry for entry in entries_of(section) if not entry.robot] if movement else []
    named = sum(1 for entry in entries if entry.persons.all())
    have, needed = len(boards_of(section)), needed_boards(session)
    facts = [
        (
            "details",
            "Date and players",
            True,
            f"{session.players} players{' and a robot' if session.robot else ''}, "
            f"{session.boards_per_round} boards a round",
        ),
        ("movement", "Movement", movement is not None, movement.title if movement else "Not chosen yet"),
        ("players", "Names", bool(entries) and named == len(entries), _names(named, len(entries))),
        ("boards", "Boards", bool(have) and (needed is None or have >= needed), _boards(have, needed)),
        ("print", "Print", False, "Slips, table cards, movement"),
        ("start", "Start", False, "Ready" if not missing_for_start(session) else "Not ready yet"),
    ]
    return [Step(slug, title, step_url(session, slug), done, text) for slug, title, done, text in facts]


def _names(named: int, of: int) -> str:
    return f"{named} of {of} named" if of else "After the movement"


def _boards(have: int, needed: int | None) -> str:
    if not have:
        return f"{needed} needed" if needed else "None yet"
    return f"{have} made, {needed} needed" if needed else f"{have} made"


def step_url(session: Session, slug: str) -> str:
    """The page of a step."""
    return reverse(f"director-{slug}", kwargs={"session_id": session.public_id})


def next_step(session: Session) -> str:
    """The first step that is not done, for the director who comes back to a draft."""
    return next((step.slug for step in steps_of(session)[:4] if not step.done), "start")


def gaps_of(session: Session) -> list[Gap]:
    """What is missing for the start, each with a link to its step."""
    titles = {step.slug: step.title for step in steps_of(session)}
    found = []
    for sentence in missing_for_start(session):
        slug = next((slug for words, slug in MENDS if words in sentence), "details")
        found.append(Gap(sentence, step_url(session, slug), titles[slug]))
    return found


def late_date(session: Session) -> bool:
    """Whether the draft's date has passed (a director who copied last week's)."""
    return session.date < timezone.localdate()
