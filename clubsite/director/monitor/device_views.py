"""The session's devices: the list, what each device is for, and how seats are freed or given back."""

from functools import partial
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect

from clubsite.accounts.requests import SignedInRequest
from clubsite.core.links import base_of
from clubsite.core.refused import attempt, attempt_form
from clubsite.core.second_place import NOT_THERE, places_here, second_place
from clubsite.director.links import join_url
from clubsite.director.monitor.consent import asks_consent, consent_number
from clubsite.director.monitor.devices import DeviceRow, device_row, devices_of
from clubsite.director.monitor.forms import DeviceUseForm
from clubsite.nights.decorators import for_director, posted_by_director, session_page
from clubsite.nights.models import Session
from clubsite.nights.services.setup import copies_choose
from clubsite.play.models import SeatTicket
from clubsite.scores.services.devices import device_aim, device_free, device_give_back

DEVICE_CHANGED = (
    "Device {} is changed. Its page goes on by itself within a quarter of a minute. You can change it back here."
)


def _context(request: SignedInRequest, session: Session) -> dict[str, Any]:
    found = devices_of(session)
    urls = {one.table.pk: join_url(base_of(request), one.table.code) for one in found.tables if one.table}
    return {"devices": found, "urls": urls, "base": base_of(request)}


@for_director
def devices(request: SignedInRequest, session: Session) -> HttpResponse:
    return session_page(request, session, "director/monitor/devices.html", **_context(request, session))


@for_director
def part(request: SignedInRequest, session: Session) -> HttpResponse:
    """Show the list of devices, which is fetched again whenever a device comes or goes."""
    return session_page(request, session, "director/monitor/_devices.html", **_context(request, session))


@for_director
@asks_consent
def device(request: SignedInRequest, session: Session, ticket_id: str) -> HttpResponse:
    """Show what a device is for, and what else it could be used for. GET changes nothing."""
    row, aims = device_row(session, ticket_id)
    form = DeviceUseForm(aims, request.POST if request.method == "POST" else None)
    by: Any = {"user": request.user, "number": consent_number(request)}
    change = partial(device_aim, session=session, ticket=_ticket(row), now=row.words, **by)
    if attempt_form(request, form, lambda: change(aim=form.aim)):
        messages.success(request, DEVICE_CHANGED.format(row.number))
        return redirect("director:devices", session_id=session.public_id)
    return session_page(request, session, "director/monitor/device.html", row=row, form=form, aims=aims)


@posted_by_director
def free(request: SignedInRequest, session: Session, ticket_id: str) -> HttpResponse:
    """Release a device from its seat. The list then offers to give the seat back."""
    row, _ = device_row(session, ticket_id)
    attempt(
        request,
        f"Device {row.number} is sent away. Another can join with the table’s code, or it gets the seat back below.",
        lambda: device_free(session=session, ticket=_ticket(row), now=row.words, user=request.user),
    )
    return redirect("director:devices", session_id=session.public_id)


@posted_by_director
@asks_consent
def back(request: SignedInRequest, session: Session, ticket_id: str) -> HttpResponse:
    """Give a released device its seat back."""
    row, _ = device_row(session, ticket_id)
    by: Any = {"user": request.user, "number": consent_number(request)}
    give_back = partial(device_give_back, session=session, ticket=_ticket(row), now=row.words, **by)
    attempt(request, f"Device {row.number} has its seat again: {row.words}.", give_back)
    return redirect("director:devices", session_id=session.public_id)


def _ticket(row: DeviceRow) -> SeatTicket:
    assert row.ticket is not None, "a device has a ticket"
    return row.ticket


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
