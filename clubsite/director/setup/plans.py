"""The movement as the director reads it: the grid of every round, and the boards it needs."""

from clubsite.duplicate.models import Section, Session
from clubsite.duplicate.selectors.contestants import contestants_of, names_of
from clubsite.duplicate.selectors.movements import movement_of
from clubsite.duplicate.selectors.sessions import sections_of
from clubsite.play.robot_names import STRENGTHS


def names_by_number(section: Section) -> dict[int, str]:
    """Map each contestant number to a name, for contestants that have one. A robot has one too."""
    named = [e for e in contestants_of(section) if e.robot or e.persons.all()]
    names = names_of([contestant.pk for contestant in named])
    return {contestant.number: names[contestant.pk] for contestant in named}


def robots_for(section: Section) -> list[tuple[str, str, bool]]:
    """Return the possible answers to "Let a robot take the empty seat?", each as (value, words, chosen).

    Return [] if the field is even or if a table plays with cards.
    """
    session = section.session
    if section.expected % 2 == 0 or section.any_cards:
        return []
    answers = [("", "No, a sit-out"), *((value, words.capitalize()) for value, words in STRENGTHS.items())]
    return [(value, words, value == session.robot) for value, words in answers]


def needed_boards(sections: list[Section]) -> int | None:
    """Return how many boards the sections that share a set need, or None until they all have a movement."""
    found = [(movement_of(section), section.boards_per_round) for section in sections]
    needed = [movement.sets_needed * per_round for movement, per_round in found if movement]
    return max(needed) if found and len(needed) == len(found) else None


def board_groups_of(session: Session) -> list[list[Section]]:
    """Return the sections grouped by their boards: first those that share the session's boards, then the others."""
    rows = sections_of(session)
    shared = [section for section in rows if not section.own_boards]
    return [group for group in (shared, *([section] for section in rows if section.own_boards)) if group]
