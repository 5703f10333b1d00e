"""The names of a session's teams, entered before the session, during the session, or afterwards as a correction."""

import re
from collections.abc import Mapping

from django.db import transaction

from clubsite.accounts.models import User
from clubsite.clubs.audit_actions import AuditAction
from clubsite.core.names import clean_name
from clubsite.core.refused import Refused
from clubsite.nights.models import Section, Session, SessionStatus, Team
from clubsite.nights.models.movements import LONGEST_TEAM_NAME
from clubsite.nights.selectors.movements import plan_of
from clubsite.nights.selectors.sessions import sections_of
from clubsite.nights.selectors.teams import team_names
from clubsite.nights.services.locks import changed, session_locked
from clubsite.nights.services.session_audit import session_audit_add
from movements.teams import teams_in

BY_NUMBER = re.compile(r"team\s*0*(\d+)", re.IGNORECASE)
Faults = dict[str, str]


def team_names_set(*, session: Session, typed: Mapping[str, str], user: User) -> Faults:
    """Give teams the names in `typed`, keyed by team ("3", "B3"); "" removes a name.

    Return the faults by key. If a section has a fault, none of its teams' names are changed. Raise Refused if there
    is no such team.
    """
    with transaction.atomic():
        session = session_locked(session)
        left, faults = dict(typed), Faults()
        for section in sections_of(session):
            keys = {section.label(number): number for number in range(1, team_count(section) + 1)}
            wanted = {keys[key]: left.pop(key) for key in typed if key in keys}
            if wanted:
                wrong = _set(Section.objects.select_for_update().get(pk=section.pk), session, wanted, user)
                faults |= {section.label(number): said for number, said in wrong.items()}
        if left:
            raise Refused("There is no such team in this movement.", "team")
    return faults


def team_count(section: Section) -> int:
    """Return the number of teams playing in a section, or 0."""
    plan = plan_of(section)
    return teams_in(plan) if plan else 0


def _set(section: Section, session: Session, typed: dict[int, str], user: User) -> dict[int, str]:
    """Set the names of one section's teams. Return the faults by team number; if there is any fault, write nothing."""
    before = team_names(section)
    wanted = {number: _without_number(number, clean_name(name)) for number, name in typed.items()}
    news = {number: name for number, name in wanted.items() if name != before.get(number, "")}
    after = before | wanted
    faults = {number: said for number, name in news.items() if (said := _fault(number, name, after))}
    if faults or not news:
        return faults
    Team.objects.filter(section=section, number__in=news).delete()
    Team.objects.bulk_create(Team(section=section, number=number, name=name) for number, name in news.items() if name)
    if session.status != SessionStatus.DRAFT:
        for number, name in news.items():
            _note(section, session, number, before.get(number, ""), name, user)
        changed(session)
    return {}


def _without_number(number: int, name: str) -> str:
    """Return the name, or "" if it only repeats the team's number, as "Team 3" does."""
    found = BY_NUMBER.fullmatch(name)
    return "" if found and int(found[1]) == number else name


def _fault(number: int, name: str, names: dict[int, str]) -> str:
    """Return what is wrong with a team's name, compared with the other names in its section, or ""."""
    if len(name) > LONGEST_TEAM_NAME:
        return f"A team's name has at most {LONGEST_TEAM_NAME} characters; this one has {len(name)}."
    if BY_NUMBER.fullmatch(name):
        return f"“{name}” is what another team is called by its number. Choose another name."
    for other, its_name in names.items():
        if name and other != number and its_name.casefold() == name.casefold():
            return f"Team {other} is called {its_name} already. Choose another name."
    return ""


def _note(section: Section, session: Session, number: int, before: str, after: str, user: User) -> None:
    facts = {"team": section.label(number), "before": before, "after": after}
    session_audit_add(session, AuditAction.TEAM_NAMED, after, user=user, **facts)
