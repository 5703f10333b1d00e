"""The one exception that services raise to refuse an action, and how pages show it."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest

from movements.errors import MovementError


class Refused(Exception):
    """The refusal of an action. `str()` is a sentence that says what to do; `field` names the field it concerns.

    `problems` maps each field to its message. A mapping for several fields may be given instead of one sentence.
    """

    def __init__(self, sentence: str | dict[str, str], field: str = "") -> None:
        self.problems = {field: sentence} if isinstance(sentence, str) else sentence
        super().__init__(" ".join(self.problems.values()))
        self.field = next(iter(self.problems), "")


def attempt(request: HttpRequest, done: str, act: Callable[[], Any]) -> bool:
    """Call `act`, and return True if it succeeded. Show `done` (nothing if "") on the next page, or the refusal."""
    try:
        act()
    except (Refused, MovementError) as no:
        messages.error(request, str(no))
        return False
    if done:
        messages.success(request, done)
    return True


def attempt_form(request: HttpRequest, form: BaseForm, act: Callable[[], Any]) -> bool:
    """Call `act` if the form is valid. Return True if it succeeded, or show the refusal at its field or on the page."""
    if not form.is_valid():
        return False
    try:
        act()
    except (Refused, MovementError) as no:
        for field, sentence in getattr(no, "problems", {"": str(no)}).items():
            if field in form.fields:
                form.add_error(field, sentence)
            else:
                messages.error(request, sentence)
        return False
    return True
