"""Sessions in preparation. All but the movement (`movement`) is here, with the game's options until the first cards."""

import datetime
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db import transaction

from clubsite.accounts.models import User
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import Club
from clubsite.core.refused import Refused
from clubsite.core.row_locks import deletion_lock
from clubsite.core.second_place import second_place_choose
from clubsite.core.tokens import idempotent_public_id
from clubsite.nights import signals
from clubsite.nights.models import (
    Board,
    ClaimChecking,
    Contestant,
    Movement,
    Section,
    SectionKind,
    Session,
    SessionStatus,
    Table,
    TableBoard,
)
from clubsite.nights.models.sessions import SESSION_GAME, session_date_fault
from clubsite.nights.selectors.movements import in_team_order
from clubsite.nights.services.locks import session_locked
from clubsite.nights.services.session_audit import session_audit_add
from clubsite.play.game_options import SOLO_OPTIONS, unusual
from clubsite.play.robot_names import STRENGTHS, robot_name
from clubsite.play.seat_tickets import seats_delete
from clubsite.play.services import rooms_delete
from games.errors import BadSetup
from games.options import checked, usual
from games.registry import rules_for
from movements.plan import Plan

MIN_PLAYERS = 2


def session_create(
    *,
    club: Club,
    user: User,
    name: str,
    date: datetime.date,
    players: int,
    boards_per_round: int = 3,
    minutes_per_board: int = 8,
    options: dict[str, Any] | None = None,
    claim_checking: str = ClaimChecking.PLAYERS,
    live: bool = True,
    other_tables: Sequence[int] = (),
    idempotency_key: str = "",
) -> Session:
    """Make a draft session with one section, on screens if `live`, else with cards; `other_tables` do the opposite.

    If the same page (`idempotency_key`) is submitted twice, only one session is created.
    """
    _check(players, boards_per_round, date)
    facts: dict[str, Any] = {
        "name": name.strip() or f"{date:%A}",
        "date": date,
        "players": players,
        "boards_per_round": boards_per_round,
        "minutes_per_board": minutes_per_board,
        "options": options or {},
        "claim_checking": claim_checking,
    }
    tables = (live, *other_tables)
    public_id = idempotent_public_id(idempotency_key, "session", club.pk, user.pk, *facts.values(), tables)
    with transaction.atomic():
        if idempotency_key:
            Club.objects.select_for_update(no_key=True).get(pk=club.pk)
            made = Session.objects.filter(club=club, public_id=public_id).first()
            if made is not None:
                return made
        session = Session.objects.create(club=club, created_by=user, public_id=public_id, **facts)
        Section.objects.create(session=session, live=live, other_tables=list(other_tables))
        session_audit_add(session, AuditAction.SESSION_CREATED, str(session), user=user)
    return session


def _check(players: int, boards_per_round: int, date: datetime.date | None) -> None:
    if not 2 <= players <= 120:
        raise Refused("A night has from 2 to 120 players.", "players")
    if not 1 <= boards_per_round <= 12:
        raise Refused("Choose from 1 to 12 boards a round.", "boards_per_round")
    if date is not None and (fault := session_date_fault(date)):
        raise Refused(fault, "date")


def session_update(*, session: Session, user: User, **facts: Any) -> Session:
    """Change a draft's facts. A new number of players needs a new movement, and goes to the last section with room."""
    with transaction.atomic():
        session = draft_locked(session)
        before = shapes(session)
        for key, value in facts.items():
            setattr(session, key, value)
        session.name = session.name.strip() or f"{session.date:%A}"
        _check(session.players, session.boards_per_round, facts.get("date"))
        session.save()
        _share_out(session)
        reshaped(session, before)
        session_audit_add(session, AuditAction.SESSION_CHANGED, str(session), user=user)
    return session


def _share_out(session: Session) -> None:
    sections = list(session.sections.filter(kind=SectionKind.TWO_HANDED).order_by("-name"))
    if len(sections) == 1:
        return
    over = session.players - sum(section.expected for section in sections)
    for section in sections:
        size = max(MIN_PLAYERS, section.expected + over)
        over -= size - section.expected
        section.players = size
        section.save(update_fields=["players"])
    if over:
        raise Refused(
            f"{session.players} players are too few for {len(sections)} sections: put them together first.", "players"
        )


class Shape(NamedTuple):
    """The field that a section's movement was chosen for: contestants, a robot in the last seat, boards per round."""

    contestants: int
    robot: bool
    boards_per_round: int


def shapes(session: Session) -> dict[int, Shape]:
    """Map each section id to the section's shape."""
    sections = list(session.sections.all())
    for section in sections:
        section.session = session
    return {row.pk: Shape(row.expected, bool(row.robot), row.boards_per_round) for row in sections}


def reshaped(session: Session, before: dict[int, Shape]) -> None:
    """Delete the movements of sections whose shape differs from `before`, and any robot that no longer has a seat."""
    after = shapes(session)
    for pk, shape in after.items():
        if before.get(pk) != shape:
            for movement in Movement.objects.filter(section=pk):
                _number_by_team(movement)
                movement.delete()
    if session.robot and not any(shape.robot for shape in after.values()):
        session.robot = ""
        session.save(update_fields=["robot"])


def _number_by_team(movement: Movement) -> None:
    """Number contestants in team order, so that the teams are still known after the movement is deleted."""
    rows = {contestant.number: contestant for contestant in movement.section.contestants.all()}
    order = in_team_order(Plan.from_json(movement.plan), sorted(rows))
    if order == sorted(rows):
        return
    for clear_of in (max(rows), 0):  # no two ever have the same number
        for number, old in enumerate(order, start=1):
            rows[old].number = number + clear_of
            rows[old].save(update_fields=["number"])


def robot_ask(*, session: Session, strength: str, user: User) -> Session:
    """Let a robot of this strength, or nobody (""), take the empty seat. Both change the field."""
    with transaction.atomic():
        session = draft_locked(session)
        if strength and strength not in STRENGTHS:
            raise Refused("Choose one of the strengths.", "robot")
        before = shapes(session)
        if strength and not any(shape.contestants % 2 for shape in before.values()):
            raise Refused("With an even number of players no seat is empty.", "robot")
        if strength == session.robot:
            return session
        if strength:
            Contestant.objects.filter(section__session=session).exclude(robot="").update(robot=strength)
        session.robot = strength
        session.save(update_fields=["robot"])
        reshaped(session, before)
        action = AuditAction.ROBOT_ASKED if strength else AuditAction.NO_ROBOT_ASKED
        session_audit_add(session, action, robot_name(strength) if strength else "", user=user)
    return session


def draft_locked(session: Session) -> Session:
    """Return the session, locked, if it has not started. Raise Refused otherwise."""
    session = session_locked(session)
    if session.status != SessionStatus.DRAFT:
        raise Refused("This night has begun: its set-up can no longer be changed here.")
    return session


def session_discard(*, session: Session, user: User) -> None:
    """Delete a draft."""
    with transaction.atomic():
        session = draft_locked(session)
        session_audit_add(session, AuditAction.SESSION_DISCARDED, str(session), user=user)
        rooms = list(Table.objects.filter(section__session=session).values_list("room", flat=True))
        deletion_lock(Board.objects.filter(board_set__session=session))
        for holder in (Contestant, Table):
            seats_delete(holder.objects.filter(section__session=session))
        session.delete()
        rooms_delete(rooms)


def copies_choose(*, session: Session, folder: str, user: User) -> None:
    """Copy nights to this folder from now on, or nowhere for "". Raise Refused if this computer does not have it."""
    with transaction.atomic():
        session_audit_add(session, AuditAction.SECOND_PLACE_SET, folder, user=user)
        second_place_choose(folder)


OPTIONS_AFTER_START = "The first cards have been shown: the game stays as it is until the end of the night."
OPTIONS_AFTER_END = "The night is over: this is how it was played."


def options_of(session: Session) -> dict[str, str]:
    """Return every option of the game with its value for this session."""
    known = rules_for(SESSION_GAME).options
    return checked(known, {name: value for name, value in session.options.items() if name in known})


def options_fixed(session: Session) -> str:
    """Return a sentence that says why the game's options can no longer be chosen, or ""."""
    if session.status == SessionStatus.ENDED:
        return OPTIONS_AFTER_END
    shown = TableBoard.objects.filter(round__section__session=session, play__isnull=False)
    return OPTIONS_AFTER_START if shown.exists() else ""


def options_choose(*, session: Session, user: User, chosen: dict[str, str]) -> Session:
    """Play the session with these options, and the usual ones otherwise. Raise Refused for unknown ones or too late."""
    known = rules_for(SESSION_GAME).options
    try:
        options = {name: value for name, value in checked(known, chosen).items() if value != known[name][0]}
    except BadSetup as no:
        raise Refused(f"{no}.") from no
    with transaction.atomic():
        session = Session.objects.select_for_update().get(pk=session.pk)
        # A board is opened under its section's lock, and reads the options after that.
        list(Section.objects.select_for_update().filter(session=session).order_by("pk"))
        if fixed := options_fixed(session):
            raise Refused(fixed)
        before, session.options = session.options, options
        if before == options:
            return session
        session.save(update_fields=["options"])
        session_audit_add(session, AuditAction.OPTIONS_CHOSEN, str(session), user=user, before=before, after=options)
        signals.options_chosen.send(sender=Session, session=session)
    return session


def options_words(options: dict[str, str]) -> str:
    """Return options that differ from the usual ones, as sentences."""
    return " ".join(unusual(SOLO_OPTIONS, options, usual(rules_for(SESSION_GAME).options))) or "as usual"
