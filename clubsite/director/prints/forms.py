"""What a director sends from a page that prints."""

from django import forms

from clubsite.core.forms import ButtonForm


class SlipsForm(ButtonForm):
    """The one board whose slips are wanted, by its id; none: all."""

    board = forms.IntegerField(min_value=1, required=False)
