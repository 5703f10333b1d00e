"""The robots that can take an empty seat, and the number of boards that a movement needs."""

from clubsite.duplicate.models import Section
from clubsite.duplicate.selectors.movements import movement_of
from clubsite.play.robot_names import STRENGTHS


def robots_for(section: Section) -> list[tuple[str, str, bool]]:
    """Return the possible answers to "Let a robot take the empty seat?", each as (value, words, chosen).

    Return [] if the field is even or if any table plays with cards.
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
