"""The pages for adding many members at once: a pasted list or a CSV file is previewed before anything is stored."""

from collections import Counter
from itertools import zip_longest
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from clubsite.accounts.requests import SignedInRequest
from clubsite.clubs.decorators import for_club
from clubsite.clubs.forms import ImportForm
from clubsite.clubs.models import Club
from clubsite.clubs.people.member_columns import ColumnRole
from clubsite.clubs.people.member_import import import_take_back, members_import
from clubsite.clubs.people.member_list import MOST_BYTES, MemberList, MemberRowKind, sorted_out
from clubsite.core.body_limits import takes_files
from clubsite.core.refused import Refused


@takes_files(MOST_BYTES * 4)
@for_club
def many(request: SignedInRequest, club: Club) -> HttpResponse:
    """Show a preview of a submitted list, or store the list when it is submitted again with rows ticked."""
    form = ImportForm(request.POST, request.FILES) if request.method == "POST" else ImportForm()
    page: dict[str, Any] = {"club": club, "form": form}
    if form.is_bound and form.is_valid():
        try:
            if form.cleaned_data["confirmed"]:
                return _stored(request, club, form)
            page |= _preview(club, form.cleaned_data["text"], form.cleaned_data["roles"])
        except Refused as no:
            form.add_error("text", str(no))
    return render(request, "clubs/many.html", page, status=422 if form.errors else 200)


def _preview(club: Any, text: str, roles: list[str]) -> dict[str, Any]:
    read = MemberList(text)
    rows = sorted_out(club, read.rows(roles))
    columns = read.columns()
    counts = Counter(MemberRowKind(row.kind) for row in rows)
    return {
        "rows": rows,
        "counts": [(kind, counts[kind]) for kind in MemberRowKind if counts[kind]],
        "text": text,
        "roles": roles,
        "choices": ColumnRole.choices,
        "columns": [
            (said or column.role, column.samples) for said, column in zip_longest(roles[: len(columns)], columns)
        ],
        "mixed": read.mixed,
        "any": any(row.may_be_added for row in rows),
    }


def _stored(request: SignedInRequest, club: Any, form: ImportForm) -> HttpResponse:
    text, lines, roles = (form.cleaned_data[name] for name in ("text", "lines", "roles"))
    people = members_import(club=club, text=text, lines=lines, user=request.user, roles=roles)
    if not people:
        form.add_error("text", "No row was ticked: nothing is stored.")
        page = {"club": club, "form": form, **_preview(club, text, roles)}
        return render(request, "clubs/many.html", page, status=422)
    many = "1 member is" if len(people) == 1 else f"{len(people)} members are"
    messages.success(request, f"{many} on the list now.")
    return redirect("clubs:people", slug=club.slug)


@for_club
@require_POST
def take_back(request: SignedInRequest, club: Club, pk: int) -> HttpResponse:
    """Undo the last import."""
    gone, stay = import_take_back(club=club, import_id=pk, user=request.user)
    said = f"{gone} taken off the list again."
    if stay:
        said += f" {stay} stay: they have played, said something of their name, or have an account."
    messages.success(request, said)
    return redirect("clubs:people", slug=club.slug)
