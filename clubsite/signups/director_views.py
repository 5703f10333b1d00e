"""Pages on which a director announces nights, and sees and changes who is coming."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from clubsite.accounts.decorators import SignedInRequest
from clubsite.clubs.decorators import for_club
from clubsite.clubs.models import Club
from clubsite.clubs.selectors import people_of
from clubsite.clubs.time_zones import zone_of
from clubsite.core.origins import base_of
from clubsite.core.refused import attempt, attempt_form
from clubsite.core.tokens import idempotency_key
from clubsite.signups.forms import NewNightForm, NightForm, ReplyForm, ReplyPersonForm
from clubsite.signups.models import ComingNight, JoinedBy, Reply, ReplyPlayer, ReplyState
from clubsite.signups.selectors.filling import Matching, director_page
from clubsite.signups.selectors.nights import coming_nights, night_counted, night_of, past_nights
from clubsite.signups.services.nights import (
    night_cancel,
    night_change,
    nights_announce,
    nights_discard,
)
from clubsite.signups.services.replies import (
    ReplyAuthor,
    player_join,
    replies_together,
    reply_add,
    reply_again,
    reply_move,
    reply_take_back,
)


@for_club
def nights(request: SignedInRequest, club: Club) -> HttpResponse:
    """Show coming nights and the most recent past ones."""
    shown = {"club": club, "nights": coming_nights(club), "past": past_nights(club)}
    return render(request, "signups/director/nights.html", shown)


@for_club
def new(request: SignedInRequest, club: Club) -> HttpResponse:
    """Announce a night, or one night every week."""
    today = timezone.localdate(timezone=zone_of(club))
    form = NewNightForm(
        request.POST if request.method == "POST" else None,
        today=today,
        last=club.coming_nights.last(),
        place=club.venue,
    )
    made: list[ComingNight] = []

    def announce() -> None:
        weeks = form.cleaned_data["weeks"]
        made.extend(
            nights_announce(
                club=club, user=request.user, weeks=weeks, idempotency_key=idempotency_key(request), **form.facts()
            )
        )

    if attempt_form(request, form, announce):
        return redirect("coming_director:announced", slug=club.slug, batch=made[0].batch)
    return render(request, "signups/director/edit.html", {"club": club, "form": form, "night": None})


@for_club
def announced(request: SignedInRequest, club: Club, batch: str) -> HttpResponse:
    """Show the nights that were just announced. A POST deletes all of them."""
    nights = club.coming_nights.filter(batch=batch)
    rows = list(nights)
    if request.method == "POST":
        act = lambda: nights_discard(nights=nights, user=request.user)  # noqa: E731
        if attempt(request, "The announcements are deleted.", act):
            return redirect("coming_director:nights", slug=club.slug)
    if not rows:
        return redirect("coming_director:nights", slug=club.slug)
    return render(request, "signups/director/announced.html", {"club": club, "nights": rows, "batch": batch})


@for_club
def night(request: SignedInRequest, club: Club, public_id: str) -> HttpResponse:
    """Show who is coming to a night. A POST adds somebody to the list."""
    night = night_of(club, public_id)
    form = ReplyForm(request.POST if request.method == "POST" else None, night=night, director=True)
    if attempt_form(request, form, lambda: _added(request, night, form)):
        return redirect("coming_director:night", slug=club.slug, public_id=public_id)
    shown = {"club": club, "night": night_counted(night), "page": director_page(night), "form": form}
    return render(request, "signups/director/night.html", shown)


def _added(request: SignedInRequest, night: ComingNight, form: ReplyForm) -> None:
    matching, players = Matching(night.club), form.players()
    for player in players:
        exact = matching.exact(player.name)
        if len(exact) == 1:  # the only member or guest with this name
            player.person, player.joined_by = exact[0], JoinedBy.DIRECTOR
    reply = reply_add(
        night=night,
        players=players,
        author=_author(request),
        team=form.cleaned_data.get("team", ""),
        idempotency_key=idempotency_key(request),
    )
    where = "is on the waiting list" if reply.state == ReplyState.WAITING else "is on the list"
    messages.success(request, f"{form.first} {where}.")


@for_club
def change(request: SignedInRequest, club: Club, public_id: str) -> HttpResponse:
    """Change a night's announcement."""
    night = night_of(club, public_id)
    form = NightForm(request.POST if request.method == "POST" else None, night=night)
    facts: Callable[[], Any] = lambda: night_change(  # noqa: E731
        night=night, user=request.user, base=base_of(request), **form.facts()
    )
    if attempt_form(request, form, facts):
        messages.success(request, "Changes saved.")
        return redirect("coming_director:night", slug=club.slug, public_id=public_id)
    return render(request, "signups/director/edit.html", {"club": club, "form": form, "night": night})


@for_club
@require_POST
def act(request: SignedInRequest, club: Club, public_id: str, act: str) -> HttpResponse:
    """Cancel a night, restore a cancelled night, or delete a night's announcement."""
    night = night_of(club, public_id)
    if act == "discard":
        nights = club.coming_nights.filter(pk=night.pk)
        discard = lambda: nights_discard(nights=nights, user=request.user)  # noqa: E731
        if attempt(request, "The announcement is deleted.", discard):
            return redirect("coming_director:nights", slug=club.slug)
    elif act in NIGHT_ACTS:
        words, service = NIGHT_ACTS[act]
        base = base_of(request)
        attempt(request, words, lambda: service(night=night, user=request.user, base=base))
    else:
        raise Http404("No such act")
    return redirect("coming_director:night", slug=club.slug, public_id=public_id)


NIGHT_ACTS: dict[str, tuple[str, Callable[..., None]]] = {
    "cancel": ("The night is cancelled. Its page and calendars say so.", night_cancel),
    "restore": ("The night takes place after all.", partial(night_cancel, cancelled=False)),
}


@for_club
@require_POST
def reply(request: SignedInRequest, club: Club, public_id: str, pk: int, act: str) -> HttpResponse:
    night = night_of(club, public_id)
    reply = get_object_or_404(night.replies.all(), pk=pk)
    reply.night = night
    if act not in REPLY_ACTS:
        raise Http404("No such act")
    words, service = REPLY_ACTS[act]
    attempt(request, words, lambda: service(request, reply, ReplyPersonForm(request.POST).sent))
    return redirect("coming_director:night", slug=club.slug, public_id=public_id)


def _author(request: SignedInRequest) -> ReplyAuthor:
    return ReplyAuthor(director=request.user, base=base_of(request))


def _together(request: SignedInRequest, reply: Reply, sent: dict[str, Any]) -> None:
    other = get_object_or_404(reply.night.replies.all(), pk=sent["other"] or 0)
    replies_together(first=reply, second=other, user=request.user)


def _join(request: SignedInRequest, reply: Reply, sent: dict[str, Any]) -> None:
    person = get_object_or_404(people_of(reply.night.club), pk=sent["person"] or 0)
    player_join(player=_player(reply, sent), person=person, user=request.user)


def _player(reply: Reply, sent: dict[str, Any]) -> ReplyPlayer:
    player = get_object_or_404(reply.players.all(), pk=sent["player"] or 0)
    player.reply = reply
    return player


REPLY_ACTS: dict[str, tuple[str, Callable[..., None]]] = {
    "off": (
        "They are off the list. You find them below, and can put them back.",
        lambda request, reply, _: reply_take_back(reply=reply, author=_author(request)),
    ),
    "again": (
        "They are on the list again.",
        lambda request, reply, _: reply_again(reply=reply, author=_author(request)),
    ),
    "up": ("They have a place.", lambda request, reply, _: reply_move(reply=reply, up=True, user=request.user)),
    "wait": (
        "They are on the waiting list again.",
        lambda request, reply, _: reply_move(reply=reply, up=False, user=request.user),
    ),
    "together": ("They come together.", _together),
    "apart": (
        "Each of them is looking for a partner again.",
        lambda request, reply, _: replies_together(first=reply, second=None, user=request.user),
    ),
    "join": ("The name is joined.", _join),
    "part": (
        "The name is no longer joined to anybody in the club.",
        lambda request, reply, sent: player_join(player=_player(reply, sent), person=None, user=request.user),
    ),
}
