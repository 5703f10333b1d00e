"""Pages on which members and strangers see coming nights and reply."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from clubsite.accounts.cookies import device_of, keep_device
from clubsite.clubs.models import NamesFor
from clubsite.clubs.selectors import club_by_slug, directs
from clubsite.core.origins import base_of
from clubsite.core.rate_limits import address_of
from clubsite.core.refused import attempt, attempt_form
from clubsite.core.responses import attached, found_or_404, fresh_page, public_page
from clubsite.core.tokens import idempotency_key
from clubsite.privacy.names import A_PLAYER
from clubsite.readers.visitor import ClubVisitor, KnownBy, Visitor, visitor_of
from clubsite.signups.calendar_file import TYPE, calendar_file
from clubsite.signups.forms import ReplyForm
from clubsite.signups.letters import reply_count, reply_mail_refusal
from clubsite.signups.models import ComingNight, JoinedBy, Reply, ReplyPlayer, ReplyState
from clubsite.signups.selectors.nights import (
    coming_nights,
    dealt_for,
    feed_nights,
    night_counted,
    night_of,
    own_replies,
    own_reply,
    replies_of,
    reply_by_key,
    who_comes,
)
from clubsite.signups.services.replies import (
    ReplyAuthor,
    reply_add,
    reply_again,
    reply_change,
    reply_link_new,
    reply_take_back,
)


def _you(visitor: ClubVisitor) -> str:
    called = visitor.called_person(visitor.person) if visitor.person else ""
    return "" if called == A_PLAYER else called


@fresh_page
def coming(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the coming nights."""
    club = club_by_slug(slug)
    feed = reverse("signups:feed", args=[slug])
    shown = {
        "club": club,
        "here": "coming",
        "nights": coming_nights(club),
        "webcal": "webcal://" + base_of(request).partition("://")[2] + feed,
        "directs": directs(request.user, club),
    }
    return render(request, "signups/coming.html", shown)


@never_cache
def night(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Show one night with the people who are coming, and take replies."""
    visitor = visitor_of(request).at(club_by_slug(slug))
    night = night_of(visitor.club, public_id)
    you = _you(visitor) if "else" not in request.GET else ""
    if request.method != "POST":
        return _night_page(request, visitor, night, _reply_form(None, night, you=you), you)
    you = _you(visitor) if "you" in request.POST else ""
    form = _reply_form(request.POST, night, you=you)
    kept: list[str] = []
    if attempt_form(request, form, lambda: kept.append(_answered(request, visitor, night, form))):
        return keep_device(redirect("signups:night", slug=slug, public_id=public_id), kept[0])
    return _night_page(request, visitor, night, form, you)


def _answered(request: HttpRequest, visitor: ClubVisitor, night: ComingNight, form: ReplyForm) -> str:
    """Store the reply and return the device's token. Raise Refused for too many replies, and as `reply_add` does."""
    reply_count(request, visitor.visitor.device)
    device, token = device_of(request)
    author = ReplyAuthor(device, visitor, base=base_of(request), address=address_of(request))
    mail = form.cleaned_data.get("mail", "")
    no_mail = reply_mail_refusal(author.address, mail)
    reply = reply_add(
        night=night,
        players=_players(visitor, form),
        author=author,
        team=form.cleaned_data.get("team", ""),
        mail=mail,
        idempotency_key=idempotency_key(request),
    )
    if reply.state == ReplyState.WAITING:
        messages.success(request, "You are on the waiting list.")
    else:
        messages.success(request, "You are coming.")
    if no_mail:
        messages.warning(request, no_mail)
    return token


def _players(visitor: ClubVisitor, form: ReplyForm) -> list[ReplyPlayer]:
    first, *further = form.players()
    if form.you:
        first.person = visitor.person
        first.joined_by = JoinedBy.ACCOUNT if visitor.known_by == KnownBy.ACCOUNT else JoinedBy.DEVICE
    return [first, *further]


def _night_page(
    request: HttpRequest, visitor: ClubVisitor, night: ComingNight, form: ReplyForm, you: str
) -> HttpResponse:
    replies = list(replies_of(night))
    own = own_replies(replies, visitor)
    shown: dict[str, Any] = {
        "club": visitor.club,
        "here": "coming",
        "night": night_counted(night),
        "who": who_comes(night, replies, visitor),
        "own": [own_reply(night, reply, replies, visitor) for reply in own],
        "form": form,
        "you": you,
        "known": _you(visitor),
        "directs": directs(request.user, visitor.club),
        "dealt": dealt_for(night),
    }
    return render(request, "signups/night.html", shown)


def _reply_form(data: Any, night: ComingNight, **options: Any) -> ReplyForm:
    names_open = night.club.names_for == NamesFor.NAMES and Visitor.as_public().at(night.club).may_read
    return ReplyForm(data, night=night, names_open=names_open, **options)


@never_cache
def own(request: HttpRequest, slug: str, public_id: str, pk: int) -> HttpResponse:
    """Change or withdraw a reply that was given on this device or by this account. Show anybody else a 404."""
    visitor = visitor_of(request).at(club_by_slug(slug))
    night = night_of(visitor.club, public_id)
    mine = own_replies(list(replies_of(night)), visitor)
    reply = found_or_404(next((answer for answer in mine if answer.pk == pk), None), "No such answer")
    reply.night = night
    return _own_page(request, visitor, reply)


@never_cache
def answer(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Change or withdraw a reply through its private link."""
    club = club_by_slug(slug)
    return _own_page(request, visitor_of(request).at(club), reply_by_key(club, key))


def _own_page(request: HttpRequest, visitor: ClubVisitor, reply: Reply) -> HttpResponse:
    author = ReplyAuthor(reply.device, visitor, base=base_of(request))
    form = _reply_form(request.POST if "save" in request.POST else None, reply.night, reply=reply)
    link = ""
    if "link" in request.POST:
        link = base_of(request) + reply_link_new(reply=reply)
    elif request.method == "POST" and _done(request, form, reply, author):
        return redirect("signups:night", slug=visitor.club.slug, public_id=reply.night.public_id)
    replies = list(replies_of(reply.night))
    shown = {
        "club": visitor.club,
        "here": "coming",
        "night": night_counted(reply.night),
        "one": own_reply(reply.night, reply, replies, visitor),
        "form": form,
        "link": link,
    }
    return render(request, "signups/own.html", shown)


def _done(request: HttpRequest, form: ReplyForm, reply: Reply, author: ReplyAuthor) -> bool:
    if "back" in request.POST:
        done = "Your answer is withdrawn. You can still come if you say so before the night begins."
        return attempt(request, done, lambda: reply_take_back(reply=reply, author=author))
    if "again" in request.POST:
        return attempt(request, "Your answer counts again.", lambda: reply_again(reply=reply, author=author))
    return attempt_form(request, form, lambda: _changed(request, form, reply, author))


def _changed(request: HttpRequest, form: ReplyForm, reply: Reply, author: ReplyAuthor) -> None:
    reply_change(
        reply=reply,
        players=form.players(),
        author=author,
        team=form.cleaned_data.get("team", ""),
        mail=form.cleaned_data.get("mail", reply.mail),
    )
    messages.success(request, "Changes saved.")


@public_page
def feed(request: HttpRequest, slug: str) -> HttpResponse:
    """Return a club's nights as a calendar."""
    club = club_by_slug(slug)
    return HttpResponse(calendar_file(club, feed_nights(club), base_of(request)), content_type=TYPE)


@public_page
def file(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Return one night as a calendar file."""
    club = club_by_slug(slug)
    night = night_of(club, public_id)
    return attached(calendar_file(club, [night], base_of(request)), f"{slug}-{night.date:%Y-%m-%d}.ics", TYPE)
