"""What a visitor sends of a problem."""

from django import forms

from clubsite.core.fields import LineField


class CardForm(forms.Form):
    """The card that is tried."""

    card = LineField(required=False)
