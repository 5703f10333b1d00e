"""The movements: a list for a field of players, one movement round by round, and its cards on paper."""

from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubsite.catalogue import movement_page
from clubsite.catalogue.movement_page import MOST_PLAYERS
from clubsite.core.forms import WholeField
from clubsite.core.responses import attached_json
from clubsite.pdf.guide_cards import contestant_cards, guide_cards, table_guides
from clubsite.pdf.response import pdf_answer
from movements.aims import AIM_NAMES, Aim, order_text
from movements.errors import MovementError


class FieldForm(forms.Form):
    """The number of players, the length of the evening, and which movements come first."""

    players = WholeField(min_value=2, max_value=MOST_PLAYERS, initial=12, label="Players")
    boards = WholeField(min_value=1, max_value=12, initial=2, label="Boards a round")
    minutes = WholeField(min_value=20, max_value=600, required=False, label="Minutes (optional)")
    aim = forms.TypedChoiceField(
        choices=list(AIM_NAMES.items()),
        coerce=Aim,
        empty_value=Aim.USUAL,
        required=False,
        initial=Aim.USUAL,
        label="First comes",
    )


class OneForm(forms.Form):
    """The size of one movement. A missing or unreadable value is replaced by its default."""

    players = WholeField(min_value=2, max_value=MOST_PLAYERS + 2, required=False)
    boards = WholeField(min_value=1, max_value=12, required=False)
    switch = WholeField(min_value=1, max_value=MOST_PLAYERS, required=False)
    following = forms.BooleanField(required=False)

    def asked(self) -> dict[str, Any]:
        """Return the arguments for `movement_page.sheet_of`."""
        self.is_valid()
        facts = self.cleaned_data
        return {
            "players": facts.get("players"),
            "per_round": facts.get("boards") or 2,
            "switch": facts.get("switch") or 0,
            "following": facts.get("following", False),
        }


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show the movements that suit a field of players."""
    usual = {name: field.initial for name, field in FieldForm.base_fields.items()}
    form = FieldForm(request.GET if "players" in request.GET else usual)
    sheets = []
    if form.is_valid():
        facts = form.cleaned_data
        try:
            sheets = movement_page.field_sheets(facts["players"], facts["boards"], facts["minutes"], facts["aim"])
        except MovementError as no:
            form.add_error(None, str(no))
    context = {"form": form, "found": sheets, "kinds": movement_page.kinds()}
    context["order"] = order_text(form.cleaned_data["aim"]) if sheets else ""
    return render(request, "catalogue/index.html", context)


@require_safe
def movement(request: HttpRequest, name: str, tables: int, rounds: int) -> HttpResponse:
    """Show one movement: its properties, the room as a picture, the grid, and what can be printed."""
    return render(request, "catalogue/movement.html", {"sheet": _sheet(request, name, tables, rounds)})


@require_safe
def as_json(request: HttpRequest, name: str, tables: int, rounds: int) -> HttpResponse:
    """Return the plan in the form that `python -m movements show` prints, for clubs that want to change it."""
    sheet = _sheet(request, name, tables, rounds)
    return attached_json(sheet.plan.to_json(), f"{name}-{tables}x{rounds}.json")


@require_safe
def guides(request: HttpRequest, name: str, tables: int, rounds: int) -> HttpResponse:
    """Return a card for each contestant."""
    sheet = _sheet(request, name, tables, rounds)
    cards = contestant_cards(sheet.plan, sheet.boards, {}, sheet.notes)
    return pdf_answer(guide_cards(sheet.title, "", cards), "guide-cards.pdf")


@require_safe
def at_tables(request: HttpRequest, name: str, tables: int, rounds: int) -> HttpResponse:
    """Return a card for each table."""
    sheet = _sheet(request, name, tables, rounds)
    cards = table_guides(sheet.plan, sheet.boards)
    return pdf_answer(guide_cards(sheet.title, "", cards), "table-cards.pdf")


def _sheet(request: HttpRequest, name: str, tables: int, rounds: int) -> movement_page.MovementSheet:
    try:
        return movement_page.sheet_of(name, tables, rounds, **OneForm(request.GET).asked())
    except MovementError as no:
        raise Http404(str(no)) from no
