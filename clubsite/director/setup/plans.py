"""The robots that can take an empty seat."""

from clubsite.nights.models import Section
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
