"""Checks of a draft: the things that it still needs before its session can start."""

from dataclasses import dataclass

from django.db.models import Count
from django.utils.translation import ngettext

from clubsite.nights.models import BoardSet, Section, Session
from clubsite.nights.selectors.movements import movement_of


@dataclass(frozen=True, slots=True)
class DraftGap:
    """Something that a draft lacks. `about` is `movement`, `players` or `boards`; `sentence` says what to do."""

    about: str
    sentence: str


def missing_for_start(session: Session) -> list[DraftGap]:
    """Return what still has to be done before the session can start, or [] if nothing is missing."""
    gaps = []
    for section in session.sections.select_related("board_set").order_by("name"):
        section.session = session
        where = f"Section {section.name}: " if section.lettered else ""
        for gap in _missing_in(section):
            sentence = where + gap.sentence[:1].lower() + gap.sentence[1:] if where else gap.sentence
            gaps.append(DraftGap(gap.about, sentence))
    return gaps


def _missing_in(section: Section) -> list[DraftGap]:
    movement = movement_of(section)
    if movement is None:
        return [DraftGap("movement", "Choose a movement.")]
    names = [DraftGap("players", sentence) for sentence in _names_missing(section)]
    needed = movement.sets_needed * section.boards_per_round
    return names + [DraftGap("boards", sentence) for sentence in _boards_missing(section, needed)]


def _names_missing(section: Section) -> list[str]:
    gaps = []
    nameless = section.contestants.filter(persons__isnull=True, robot="").count()
    if nameless:
        words = ("%d pair has no name yet.", "%d pairs have no name yet.")
        if not section.pairs:
            words = ("%d player has no name yet.", "%d players have no name yet.")
        gaps.append(ngettext(*words, nameless) % nameless)
    halves = _half_named(section)
    if halves:
        gaps.append(ngettext("%d pair has only one name yet.", "%d pairs have only one name yet.", halves) % halves)
    return gaps


def _boards_missing(section: Section, needed: int) -> list[str]:
    boards = section.board_set.boards if section.board_set else None
    have = boards.count() if boards else 0
    if section.any_live and section.board_set and section.board_set.source == "table":
        return ["Make boards with cards: those dealt at the table cannot be played on screens."]
    if section.any_live and section.board_set and (closed := _why_closed(section.board_set)):
        return [closed]
    if not have:
        return [f"Make the boards: {needed} are needed."]
    if have < needed:
        return [f"This movement needs {needed} boards, the set has {have}. Import more or choose another movement."]
    return []


def _why_closed(board_set: BoardSet) -> str:
    """Return why the boards cannot be played on screens, or "". All sealed boards of a set have the same key. The cards
    of an event's boards may still have to come.
    """
    boards = board_set.boards.all()
    if boards.filter(known=False, number__gt=board_set.event_boards).exists():
        return "Some of these boards have no cards any more. Deal or import the boards again."
    first = boards.exclude(sealed="").first()
    if first is not None and first.sealed.is_lost():
        return "These boards are sealed with a key that this server does not have. Put the key back, or deal again."
    return ""


def _half_named(section: Section) -> int:
    """Return the number of pairs with only one name entered."""
    if not section.pairs:
        return 0
    return section.contestants.annotate(people=Count("persons")).filter(people=1).count()
