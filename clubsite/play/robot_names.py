"""The robots that may fill the empty seat of an odd field: how strong, in words."""

STRENGTHS = {
    "beginner": "beginner",
    "improver": "improver",
    "club": "club player",
    "expert": "expert",
    "perfect": "perfect",
}


def robot_name(strength: str) -> str:
    """What a robot is called wherever a player's name is shown: "Robot, club player"."""
    return f"Robot, {STRENGTHS.get(strength, strength)}"
