"""The page on which the director of an embedded site chooses where a night is copied every five minutes."""

from django import forms
from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import redirect

from clubsite.accounts.requests import SignedInRequest
from clubsite.core.refused import attempt_form
from clubsite.core.second_place import NOT_THERE, places_here, second_place
from clubsite.nights.decorators import for_director, session_page
from clubsite.nights.models import Session
from clubsite.nights.services.copies import copies_choose


class SecondPlaceForm(forms.Form):
    """The choice among the disks and sticks that the computer has now, and none."""

    folder = forms.ChoiceField(
        label="Copy the night to",
        required=False,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": NOT_THERE.format("%(value)s")},
    )

    def __init__(self, *args: object, **options: object) -> None:
        super().__init__(*args, **options)  # type: ignore[arg-type]
        folder = self.fields["folder"]
        assert isinstance(folder, forms.ChoiceField)
        folder.choices = [*((one, one) for one in places_here()), ("", "No other disk")]


@for_director
def place(request: SignedInRequest, session: Session) -> HttpResponse:
    """Show how the last copy went, and the places to choose from."""
    found = second_place()
    if found is None:
        raise Http404("A club server has a standby instead")
    likely = found.folder or next(iter(places_here()), "")
    form = SecondPlaceForm(request.POST if request.method == "POST" else None, initial={"folder": likely})
    choose = lambda: copies_choose(session=session, folder=form.cleaned_data["folder"], user=request.user)  # noqa: E731
    if not settings.SECOND_PLACE and attempt_form(request, form, choose):
        return redirect("director:second-place", session_id=session.public_id)
    context = {"form": form, "second": found, "fixed": bool(settings.SECOND_PLACE)}
    return session_page(request, session, "director/monitor/second_place.html", **context)
