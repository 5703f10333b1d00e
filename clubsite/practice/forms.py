"""The form behind a puzzle's buttons."""

from clubsite.core.forms import ButtonForm, LineField


class AnswerForm(ButtonForm):
    """The call or card that was tapped, in the log's notation: `c:1S` or `p:H7`."""

    a = LineField(required=False)


class CardForm(ButtonForm):
    """The card that a visitor wants to try."""

    card = LineField(required=False)
