"""The page for a session's scoring: the settings, the contestants, and the penalties."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django import forms

from clubsite.accounts.models import User
from clubsite.core.refused import Refused
from clubsite.director.scores.forms import ContestantForm, PenaltyForm, ScoringForm
from clubsite.nights.models import Contestant, Session
from clubsite.nights.selectors.contestants import contestants_of, names_of
from clubsite.nights.selectors.sessions import sections_of
from clubsite.rankings.models import Penalty
from clubsite.rankings.services.settings import (
    ContestantFacts,
    contestants_set,
    penalty_add,
    penalty_withdraw,
    scoring_set,
)
from clubsite.season.selectors.ladder import handicaps_for
from scoring.settings import ScoringSettings


@dataclass(slots=True)
class ScoringPage:
    session: Session
    settings: ScoringSettings
    form: ScoringForm
    contestants: list[ContestantForm]
    penalty: PenaltyForm
    penalties: list[tuple[Penalty, str]]
    several: bool

    @property
    def asks_contestants(self) -> bool:
        return any(form.fields for form in self.contestants)


def scoring_page_of(session: Session, data: Any = None) -> ScoringPage:
    """Return the page. The form whose button was pressed is bound to `data`."""
    sent = data or {}
    settings = ScoringSettings.from_json(session.scoring)
    sections = sections_of(session)
    contestants = [contestant for section in sections for contestant in contestants_of(section) if not contestant.robot]
    names = names_of([contestant.pk for contestant in contestants])
    noting = data if "contestants" in sent else None
    people = [(contestant.pk, f"{contestant.label} {names[contestant.pk]}") for contestant in contestants]
    rows = Penalty.objects.filter(contestant__in=contestants).select_related("contestant__section")
    several = len(sections) > 1
    return ScoringPage(
        session,
        settings,
        ScoringForm(data if "scoring" in sent else None, settings=settings, several=several),
        [ContestantForm(noting, contestant=e, name=names[e.pk], settings=settings) for e in contestants],
        PenaltyForm(data if "penalty" in sent else None, club=session.club, people=people),
        [(row, names[row.contestant_id]) for row in rows],
        several,
    )


def scoring_kept(page: ScoringPage, user: User) -> bool:
    """Store the settings if the form is valid. Return True if they were stored."""
    form = page.form
    return form.is_valid() and _tried(
        [form], lambda: scoring_set(session=page.session, values=form.values(), user=user)
    )


def contestants_kept(page: ScoringPage, user: User) -> bool:
    """Store all strata, handicaps and carry-overs, or none of them. Return True if they were stored."""
    if [form for form in page.contestants if not form.is_valid()]:
        return False
    noted = {form.contestant.pk: form.facts() for form in page.contestants}
    return _tried(page.contestants, lambda: contestants_set(session=page.session, noted=noted, user=user))


def handicaps_drawn(page: ScoringPage, user: User) -> tuple[int, list[str]]:
    """Fill in everyone's handicap according to the session's scheme, from earlier published sessions.

    Return how many handicaps were found, and the earlier values that now differ, such as "Bo 2.5", so that they can
    be typed again.
    """
    if page.settings.handicap is None:
        return 0, []
    contestants: list[Contestant] = [form.contestant for form in page.contestants]
    found = handicaps_for(page.session, contestants, page.settings.handicap)
    noted = {e.pk: ContestantFacts(e.stratum, found.get(e.pk, e.handicap), e.carry) for e in contestants}
    names = names_of([e.pk for e in contestants])
    before = [
        f"{names[e.pk]} {e.handicap.normalize():f}"
        for e in contestants
        if e.handicap and noted[e.pk].handicap != e.handicap
    ]
    contestants_set(session=page.session, noted=noted, user=user)
    return len(found), before


def penalty_given(page: ScoringPage, user: User) -> bool:
    """Give the penalty if the form is valid. Return True if it was given."""
    form = page.penalty
    if not form.is_valid():
        return False
    facts = {**form.cleaned_data}
    contestant_id = int(facts.pop("contestant"))
    del facts["named"]
    return _tried([form], lambda: penalty_add(session=page.session, contestant_id=contestant_id, user=user, **facts))


def penalty_back(session: Session, penalty_id: int, user: User) -> str:
    """Withdraw a penalty, and return a message that says so."""
    try:
        penalty_withdraw(session=session, penalty_id=penalty_id, user=user)
    except Refused as no:
        return str(no)
    return "The penalty is taken back."


def _tried(asked: list[Any], act: Callable[[], Any]) -> bool:
    try:
        act()
    except Refused as no:
        for field, sentence in no.problems.items():
            _told(asked, field, sentence)
        return False
    return True


def _told(asked: list[forms.Form], field: str, sentence: str) -> None:
    """Add a sentence to the form field that it concerns."""
    for form in asked:
        name = field.removeprefix(f"{form.prefix}-") if form.prefix else field
        if name in form.fields:
            form.add_error(name, sentence)
            return
    asked[0].add_error(None, sentence)
