"""The forms for a daily problem."""

from clubsite.core.fields import LineField
from clubsite.core.forms import ButtonForm


class CardForm(ButtonForm):
    """The card that a visitor wants to try."""

    card = LineField(required=False)
