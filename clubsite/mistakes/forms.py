"""The form of a puzzle's buttons."""

from clubsite.core.fields import LineField
from clubsite.core.forms import ButtonForm


class AnswerForm(ButtonForm):
    """The call or card that was tapped, as the log writes it: `c:1S` or `p:H7`."""

    a = LineField(required=False)
