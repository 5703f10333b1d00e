"""The sections of a draft: split or merge the field, add a four-handed section, or choose screens or cards."""

from collections.abc import Callable
from typing import Any

from django.forms import Form
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect

from clubsite.accounts.decorators import SignedInRequest
from clubsite.accounts.models import User
from clubsite.core.refused import attempt_form
from clubsite.director.setup.forms import PaceForm, PairsForm, SectionUseForm, SplitForm
from clubsite.director.setup.steps import page, rows_of
from clubsite.nights.decorators import for_director, posted_by_director
from clubsite.nights.forms import SectionForm
from clubsite.nights.models import SectionKind, Session
from clubsite.nights.selectors.sessions import sections_of
from clubsite.nights.services.sections import (
    MOST_SECTIONS,
    section_add_pairs,
    section_devices,
    section_play,
    section_remove,
    sections_pace,
    sections_split,
)
from movements.sections import even_split

MANY_PLAYERS = 28
SMALLEST_PROPOSED = 10


def is_large(session: Session) -> bool:
    """True if the field is so large that the page suggests sections unasked."""
    return session.players >= MANY_PLAYERS


def divisions_for(session: Session) -> list[dict[str, Any]]:
    """Return the ways to split the field that give each section a fair size, and the director's own division."""
    now = tuple(one.expected for one in sections_of(session) if one.kind == SectionKind.TWO_HANDED)
    most = min(MOST_SECTIONS, session.players // SMALLEST_PROPOSED)
    found: list[tuple[int, ...]] = [(session.players,)]
    found += [tuple(even_split(session.players, count)) for count in range(2, most + 1)]
    if sorted(now) not in [sorted(sizes) for sizes in found]:
        found.append(now)
    return [
        {
            "key": "+".join(map(str, sizes)),
            "words": f"{len(sizes)} sections: {' + '.join(map(str, sizes))} players" if sizes[1:] else "One section",
            "now": sorted(sizes) == sorted(now),
        }
        for sizes in found
    ]


def paces_of(session: Session, form: PaceForm) -> list[dict[str, Any]]:
    """Return every section with its fields and the length of a round in minutes; [] if there is only one section."""
    rows = sections_of(session)
    return [
        {
            "section": one,
            "boards": form[f"boards-{one.name}"],
            "minutes": form[f"minutes-{one.name}"],
            "round": one.boards_per_round * one.minutes_per_board,
        }
        for one in (rows if len(rows) > 1 else [])
    ]


@for_director
def sections(request: SignedInRequest, session: Session) -> HttpResponse:
    """Show how the field is divided now, and which other divisions are suggested."""
    return _page(request, session)


def _page(request: SignedInRequest, session: Session, **asked: Any) -> HttpResponse:
    """Show the page. `asked` holds the submitted form under the name of its action."""
    context = {
        "rows": rows_of(session),
        "divisions": divisions_for(session),
        "paces": paces_of(session, asked.get("pace") or PaceForm(session, sections_of(session))),
        "split": asked.get("split") or SplitForm(),
        "pairs": asked.get("pairs") or PairsForm(),
    }
    return page(request, session, "movement", template="sections", **context)


@posted_by_director
def act(request: SignedInRequest, session: Session, act: str) -> HttpResponse:
    """Perform the action. A refusal is shown next to the field that it concerns."""
    if act not in SECTION_ACTS:
        raise Http404("No such act")
    form = _form(act, session, request.POST)
    if attempt_form(request, form, lambda: SECTION_ACTS[act](session, form, request.user)):
        return redirect("director:sections", session_id=session.public_id)
    return _page(request, session, **{act: form})


def _form(act: str, session: Session, data: QueryDict) -> Form:
    if act == "pace":
        return PaceForm(session, sections_of(session), data)
    if act == "remove":
        return SectionForm(data, session)
    if act in ("play", "devices"):
        return SectionUseForm(data, session)
    return SplitForm(data) if act == "split" else PairsForm(data)


def _add_pairs(session: Session, form: Any, user: User) -> None:
    asked = form.cleaned_data
    own = asked["boards"] == "own"
    section_add_pairs(session=session, pairs=asked["pairs"], own_boards=own, user=user, seen=asked["seen"])


def _play(session: Session, form: Any, user: User) -> None:
    live = form.cleaned_data["play"] != "cards"
    section_play(session=session, section=form.chosen(), live=live, user=user)


def _devices(session: Session, form: Any, user: User) -> None:
    of_table = form.cleaned_data["devices"] == "table"
    section_devices(session=session, section=form.chosen(), of_table=of_table, user=user)


def _pace(session: Session, form: Any, user: User) -> None:
    sections_pace(session=session, wanted=[(one, *form.of(one)) for one in sections_of(session)], user=user)


SECTION_ACTS: dict[str, Callable[[Session, Any, User], Any]] = {
    "split": lambda session, form, user: sections_split(session=session, user=user, **form.cleaned_data),
    "pairs": _add_pairs,
    "pace": _pace,
    "remove": lambda session, form, user: section_remove(session=session, section=form.chosen(), user=user),
    "play": _play,
    "devices": _devices,
}
