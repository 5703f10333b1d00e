"""The robots that may fill the empty seat in an odd field, each with a description of its strength."""

STRENGTHS = {
    "first": "first evening",
    "beginner": "beginner",
    "improver": "improver",
    "club": "club player",
    "tournament": "tournament player",
    "expert": "expert",
    "perfect": "perfect",
}


def robot_name(strength: str) -> str:
    """Return a robot's name as shown in place of a player's name: "Robot, club player"."""
    return f"Robot, {STRENGTHS.get(strength, strength)}"
