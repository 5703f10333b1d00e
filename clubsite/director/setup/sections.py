"""The sections of a draft: split or merge the field, add a four-handed section, or choose screens or cards."""

from collections.abc import Callable
from typing import Any, ClassVar

from django import forms
from django.forms import Form
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect

from clubsite.accounts.decorators import SignedInRequest
from clubsite.accounts.models import User
from clubsite.core.forms import LineField, ShortNumberField
from clubsite.core.refused import attempt_form
from clubsite.director.scores.forms import TypedField
from clubsite.director.setup.steps import page, rows_of
from clubsite.nights.decorators import for_director, posted_by_director
from clubsite.nights.forms import SectionForm
from clubsite.nights.models import Section, SectionKind, Session
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
from clubsite.nights.services.setup import MIN_PLAYERS
from movements.sections import even_split

MANY_PLAYERS = 28
SMALLEST_PROPOSED = 10


class SplitForm(forms.Form):
    """The sizes of the sections, either chosen or typed ("18+16")."""

    sizes = TypedField("Or your own sizes", 60, "18 + 16")

    def clean_sizes(self) -> list[int]:
        text = self.cleaned_data["sizes"].replace(",", "+").replace(" ", "+")
        sizes = [part for part in text.split("+") if part]
        if not sizes or not all(part.isdecimal() and len(part) < 4 for part in sizes):
            raise forms.ValidationError("Write how many players each section has, as 18 + 16.")
        return [int(part) for part in sizes]


class PairsForm(forms.Form):
    """A four-handed section to add. `seen` is the number of sections that the page showed."""

    pairs = ShortNumberField(f"How many pairs play four-handed? {MIN_PLAYERS} or more.", label="Pairs")
    boards = LineField(required=False)
    seen = LineField(required=False)

    def clean_seen(self) -> int | None:
        seen = self.cleaned_data["seen"]
        return int(seen) if seen.isdecimal() and len(seen) < 4 else None


class PaceForm(forms.Form):
    """Each section's boards per round and minutes per board. An empty field takes the session's value."""

    WORDS: ClassVar = {"boards": "boards a round", "minutes": "minutes a board"}

    def __init__(self, session: Session, data: Any = None) -> None:
        super().__init__(data)
        self.session, self.sections = session, sections_of(session)
        for section in self.sections:
            for what, now in (("boards", section.boards_per_round), ("minutes", section.minutes_per_board)):
                message, label = (
                    f"Write how many {self.WORDS[what]} there are, as a number.",
                    self.WORDS[what].capitalize(),
                )
                field = ShortNumberField(message, required=False, initial=now, label=label)
                self.fields[f"{what}-{section.name}"] = field

    @property
    def rows(self) -> list[dict[str, Any]]:
        """Every section with its fields and the length of a round in minutes; [] if there is only one section."""
        return [
            {
                "section": section,
                "boards": self[f"boards-{section.name}"],
                "minutes": self[f"minutes-{section.name}"],
                "round": section.boards_per_round * section.minutes_per_board,
            }
            for section in (self.sections if len(self.sections) > 1 else [])
        ]

    def paces(self) -> list[tuple[Section, int, int]]:
        """Return (section, boards per round, minutes per board) for each section, for the service."""
        usual = {"boards": self.session.boards_per_round, "minutes": self.session.minutes_per_board}

        def typed(what: str, section: Section) -> int:
            value = self.cleaned_data[f"{what}-{section.name}"]
            return usual[what] if value is None else value

        return [(section, typed("boards", section), typed("minutes", section)) for section in self.sections]


class SectionUseForm(SectionForm):
    """Whether a section plays on screens or with cards, or whether each table or each player has a device."""

    play = LineField(required=False)
    devices = LineField(required=False)


def is_large(session: Session) -> bool:
    """True if the field is so large that the page suggests sections unasked."""
    return session.players >= MANY_PLAYERS


def divisions_for(session: Session) -> list[dict[str, Any]]:
    """Return the ways to split the field that give each section a fair size, and the director's own division."""
    now = tuple(section.expected for section in sections_of(session) if section.kind == SectionKind.TWO_HANDED)
    most = min(MOST_SECTIONS, session.players // SMALLEST_PROPOSED)
    divisions: list[tuple[int, ...]] = [(session.players,)]
    divisions += [tuple(even_split(session.players, count)) for count in range(2, most + 1)]
    if sorted(now) not in [sorted(sizes) for sizes in divisions]:
        divisions.append(now)
    return [
        {
            "key": "+".join(map(str, sizes)),
            "words": f"{len(sizes)} sections: {' + '.join(map(str, sizes))} players" if sizes[1:] else "One section",
            "now": sorted(sizes) == sorted(now),
        }
        for sizes in divisions
    ]


@for_director
def sections(request: SignedInRequest, session: Session) -> HttpResponse:
    """Show how the field is divided now, and suggest other divisions."""
    return _page(request, session)


def _page(request: SignedInRequest, session: Session, **sent_forms: Any) -> HttpResponse:
    """Show the page. `sent_forms` holds the submitted form under the name of its action."""
    context = {
        "rows": rows_of(session),
        "divisions": divisions_for(session),
        "paces": (sent_forms.get("pace") or PaceForm(session)).rows,
        "split": sent_forms.get("split") or SplitForm(),
        "pairs": sent_forms.get("pairs") or PairsForm(),
    }
    return page(request, session, "movement", template="sections", **context)


@posted_by_director
def act(request: SignedInRequest, session: Session, act: str) -> HttpResponse:
    """Perform the action. A refusal is shown next to the field that it concerns."""
    if act not in SECTION_ACTS:
        raise Http404("No such act")
    make_form, perform = SECTION_ACTS[act]
    form = make_form(request.POST, session)
    if attempt_form(request, form, lambda: perform(session, form, request.user)):
        return redirect("director:sections", session_id=session.public_id)
    return _page(request, session, **{act: form})


def _add_pairs(session: Session, form: Any, user: User) -> None:
    data = form.cleaned_data
    own = data["boards"] == "own"
    section_add_pairs(session=session, pairs=data["pairs"], own_boards=own, user=user, seen=data["seen"])


def _play(session: Session, form: Any, user: User) -> None:
    live = form.cleaned_data["play"] != "cards"
    section_play(session=session, section=form.chosen(), live=live, user=user)


def _devices(session: Session, form: Any, user: User) -> None:
    of_table = form.cleaned_data["devices"] == "table"
    section_devices(session=session, section=form.chosen(), of_table=of_table, user=user)


SECTION_ACTS: dict[str, tuple[Callable[[QueryDict, Session], Form], Callable[[Session, Any, User], Any]]] = {
    "split": (
        lambda data, _: SplitForm(data),
        lambda session, form, user: sections_split(session=session, user=user, **form.cleaned_data),
    ),
    "pairs": (lambda data, _: PairsForm(data), _add_pairs),
    "pace": (
        lambda data, session: PaceForm(session, data),
        lambda session, form, user: sections_pace(session=session, wanted=form.paces(), user=user),
    ),
    "remove": (
        SectionForm,
        lambda session, form, user: section_remove(session=session, section=form.chosen(), user=user),
    ),
    "play": (SectionUseForm, _play),
    "devices": (SectionUseForm, _devices),
}
