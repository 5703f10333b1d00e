"""Views of a position that was come to in two ways: by taking something back, and without it."""

from typing import Any


def but_told(view: dict[str, Any]) -> dict[str, Any]:
    """The view without what it tells of the last thing taken back, and without what can be taken back next."""
    return {key: value for key, value in view.items() if key not in ("taken_back", "can")}
