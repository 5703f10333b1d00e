"""What a visitor sends of a problem."""

from clubsite.core.fields import LineField
from clubsite.core.forms import ButtonForm


class CardForm(ButtonForm):
    """The card that is tried."""

    card = LineField(required=False)
