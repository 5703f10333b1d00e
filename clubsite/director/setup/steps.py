"""The steps for setting up a session. All steps are always shown, each with its result so far."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect

from clubsite.accounts.decorators import SignedInRequest
from clubsite.director.links import page_url
from clubsite.events.selectors.heats import start_gaps
from clubsite.nights.decorators import session_page
from clubsite.nights.models import Section, Session
from clubsite.nights.selectors.boards import boards_of
from clubsite.nights.selectors.drafts import DraftGap, lines_of, missing_for_start
from clubsite.nights.selectors.movements import boards_needed, movement_of
from clubsite.nights.selectors.sessions import board_groups_of, sections_of
from games.wording import counted

DRAFT = "draft"


def page(request: SignedInRequest, session: Session, slug: str, template: str = "", **context: Any) -> HttpResponse:
    """Show a step's page next to the list of all steps. A session that has started can no longer be set up."""
    if session.status != DRAFT and slug != "print":
        return redirect("director:monitor", session_id=session.public_id)
    context |= {"steps": steps_of(session), "here": slug}
    return session_page(request, session, f"director/setup/step_{template or slug}.html", **context)


def rows_of(session: Session) -> list[tuple[Section, Any]]:
    """Return every section with its movement, or None if it has no movement."""
    return [(section, movement_of(section)) for section in sections_of(session)]


def steps_of(session: Session) -> list[dict[str, Any]]:
    """Return all six steps, in order. A `summary` says in a few words what has been decided so far."""
    rows = rows_of(session)
    chosen, movements = _movements(rows)
    places = [line for line in lines_of(session) if not line.robot]
    named = sum(1 for line in places if line.person)
    stock = [(len(boards_of(group[0])), boards_needed(group)) for group in board_groups_of(session)]
    enough = all(have and (needed is None or have >= needed) for have, needed in stock)
    names = f"{named} of {len(places)} named" if places else "After the movement"
    facts = [
        ("details", "Date and players", True, _details(session, [section for section, _ in rows])),
        ("movement", "Movement", chosen, movements),
        ("players", "Names", chosen and named == len(places), names),
        ("boards", "Boards", enough, "; ".join(dict.fromkeys(_boards(have, needed) for have, needed in stock))),
        ("print", "Print", False, "Slips, cards, travellers"),
        ("start", "Start", False, "Ready" if not _missing(session) else "Not ready yet"),
    ]
    return [
        {"slug": slug, "title": title, "url": page_url(session, slug), "done": done, "summary": text}
        for slug, title, done, text in facts
    ]


def _details(session: Session, sections: list[Section]) -> str:
    words = [f"{session.players} players{' and a robot' if session.robot else ''}"]
    words += [f"{section.expected} pairs" for section in sections if section.pairs]
    return ", ".join([*words, f"{counted(session.boards_per_round, 'board')} a round"])


def _movements(rows: list[tuple[Section, Any]]) -> tuple[bool, str]:
    if len(rows) == 1:
        movement = rows[0][1]
        return movement is not None, movement.title if movement else "Not chosen yet"
    missing = [section.name for section, movement in rows if movement is None]
    if missing:
        return False, f"{len(rows)} sections, not chosen for {', '.join(missing)}"
    return True, f"{len(rows)} sections"


def _boards(have: int, needed: int | None) -> str:
    if not have:
        return f"{needed} needed" if needed else "None yet"
    return f"{have} made, {needed} needed" if needed else f"{have} made"


def next_step(session: Session) -> str:
    return next((step["slug"] for step in steps_of(session)[:4] if not step["done"]), "start")


def gaps_of(session: Session) -> list[dict[str, str]]:
    """Return what is missing before the session can start, each with a link to its step."""
    titles = {step["slug"]: step["title"] for step in steps_of(session)}
    return [
        {"sentence": gap.sentence, "url": page_url(session, gap.about), "where": titles[gap.about]}
        for gap in _missing(session)
    ]


def _missing(session: Session) -> list[DraftGap]:
    return [*missing_for_start(session), *start_gaps(session)]
