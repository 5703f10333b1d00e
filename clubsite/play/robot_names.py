"""The robots that may fill the empty seat of an odd field: how strong, in words."""

STRENGTHS = {
    "beginner": "beginner",
    "improver": "improver",
    "club": "club player",
    "expert": "expert",
    "perfect": "perfect",
}


def robot_name(strength: str) -> str:
    """Return a robot's name, shown where a player's name would be: "Robot, club player"."""
    return f"Robot, {STRENGTHS.get(strength, strength)}"
