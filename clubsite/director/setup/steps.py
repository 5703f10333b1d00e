"""The steps for setting up a session. All steps are always shown, each with its result so far."""

from dataclasses import dataclass

from django.utils import timezone

from clubsite.director.links import page_url
from clubsite.events.selectors.heats import start_gaps
from clubsite.nights.models import Section, Session
from clubsite.nights.selectors.boards import boards_of
from clubsite.nights.selectors.drafts import DraftGap, lines_of, missing_for_start
from clubsite.nights.selectors.movements import boards_needed, movement_of
from clubsite.nights.selectors.sessions import board_groups_of, sections_of
from games.wording import counted


@dataclass(frozen=True, slots=True)
class SetupStep:
    """One step. `summary` says in a few words what has been decided so far."""

    slug: str
    title: str
    url: str
    done: bool
    summary: str


@dataclass(frozen=True, slots=True)
class StartGap:
    """A reason why the session cannot start, with the page where the problem can be fixed."""

    sentence: str
    url: str
    where: str


def steps_of(session: Session) -> list[SetupStep]:
    """Return all six steps, in order."""
    sections = sections_of(session)
    chosen, movements = _movements(sections)
    places = [line for line in lines_of(session) if not line.robot]
    named = sum(1 for line in places if line.person)
    stock = [(len(boards_of(group[0])), boards_needed(group)) for group in board_groups_of(session)]
    enough = all(have and (needed is None or have >= needed) for have, needed in stock)
    facts = [
        ("details", "Date and players", True, _details(session, sections)),
        ("movement", "Movement", chosen, movements),
        ("players", "Names", chosen and named == len(places), _names(named, len(places))),
        (
            "boards",
            "Boards",
            enough,
            "; ".join(dict.fromkeys(_boards(have, needed) for have, needed in stock)),
        ),
        ("print", "Print", False, "Slips, cards, travellers"),
        ("start", "Start", False, "Ready" if not _missing(session) else "Not ready yet"),
    ]
    return [SetupStep(slug, title, page_url(session, slug), done, text) for slug, title, done, text in facts]


def _details(session: Session, sections: list[Section]) -> str:
    words = [f"{session.players} players{' and a robot' if session.robot else ''}"]
    words += [f"{section.expected} pairs" for section in sections if section.pairs]
    return ", ".join([*words, f"{counted(session.boards_per_round, 'board')} a round"])


def _movements(sections: list[Section]) -> tuple[bool, str]:
    """Return a pair: whether every section has its movement, and the movements described as text."""
    found = [(section, movement_of(section)) for section in sections]
    if len(found) == 1:
        movement = found[0][1]
        return movement is not None, movement.title if movement else "Not chosen yet"
    missing = [section.name for section, movement in found if movement is None]
    if missing:
        return False, f"{len(found)} sections, not chosen for {', '.join(missing)}"
    return True, f"{len(found)} sections"


def _names(named: int, of: int) -> str:
    return f"{named} of {of} named" if of else "After the movement"


def _boards(have: int, needed: int | None) -> str:
    if not have:
        return f"{needed} needed" if needed else "None yet"
    return f"{have} made, {needed} needed" if needed else f"{have} made"


def next_step(session: Session) -> str:
    """Return the first unfinished step, for a director who returns to a draft."""
    return next((step.slug for step in steps_of(session)[:4] if not step.done), "start")


def gaps_of(session: Session) -> list[StartGap]:
    """Return what is missing before the session can start, each with a link to its step."""
    titles = {step.slug: step.title for step in steps_of(session)}
    return [StartGap(gap.sentence, page_url(session, gap.about), titles[gap.about]) for gap in _missing(session)]


def _missing(session: Session) -> list[DraftGap]:
    """Return what is missing for the start, of any night and of a heat."""
    return [*missing_for_start(session), *start_gaps(session)]


def late_date(session: Session) -> bool:
    """True if the draft's date has passed, for example because it was copied from last week's session."""
    return session.date < timezone.localdate()
