"""What a draft still lacks."""

from django.db.models import Count
from django.utils.translation import ngettext

from clubsite.duplicate.models import Section, Session
from clubsite.duplicate.selectors.movements import movement_of


def missing_for_start(session: Session) -> list[str]:
    """What is still to be done before the night can start, in sentences; empty when it can."""
    gaps = []
    for section in session.sections.select_related("board_set").order_by("name"):
        section.session = session
        where = f"Section {section.name}: " if section.lettered else ""
        gaps += [where + (gap[:1].lower() + gap[1:] if where else gap) for gap in _missing_in(section)]
    return gaps


def _missing_in(section: Section) -> list[str]:
    movement = movement_of(section)
    if movement is None:
        return ["Choose a movement."]
    gaps = []
    nameless = section.entries.filter(persons__isnull=True, robot="").count()
    if nameless:
        words = ("%d pair has no name yet.", "%d pairs have no name yet.")
        if not section.pairs:
            words = ("%d player has no name yet.", "%d players have no name yet.")
        gaps.append(ngettext(*words, nameless) % nameless)
    halves = _half_named(section)
    if halves:
        gaps.append(
            ngettext("%d pair has only one name yet.", "%d pairs have only one name yet.", halves) % halves
        )
    needed = movement.sets_needed * section.boards_per_round
    have = section.board_set.boards.count() if section.board_set else 0
    if section.live and section.board_set and section.board_set.source == "table":
        gaps.append("Make boards with cards: those dealt at the table cannot be played on screens.")
    elif not have:
        gaps.append(f"Make the boards: {needed} are needed.")
    elif have < needed:
        gaps.append(
            f"This movement needs {needed} boards, the set has {have}. Import more or choose another movement."
        )
    return gaps


def _half_named(section: Section) -> int:
    """Pairs of which only one is named."""
    if not section.pairs:
        return 0
    return section.entries.annotate(people=Count("persons")).filter(people=1).count()
