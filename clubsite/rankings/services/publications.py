"""Publishing and withdrawing results. Every version is kept, and the newest version counts."""

import json
from collections.abc import Collection

from django.db import transaction

from clubsite.accounts.models import User
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.clubs.selectors import owns
from clubsite.core.refused import Refused
from clubsite.nights.models import Board, BoardSet, Movement, Section, Session, SessionStatus
from clubsite.nights.selectors.sessions import sections_of
from clubsite.nights.services.locks import rooms_locked, session_locked
from clubsite.nights.services.opening import OpenedFor, boards_open, seeds_show
from clubsite.nights.services.session_audit import session_audit_add
from clubsite.play.services import room_update
from clubsite.privacy.names import names_fault
from clubsite.rankings.digests import parts_differ
from clubsite.rankings.models import Publication
from clubsite.rankings.payload import payload_written
from clubsite.rankings.selectors.corrections import CHANGES_RESULTS, correction_period_of
from clubsite.rankings.selectors.embargoes import owed_elsewhere
from clubsite.rankings.selectors.published import Published
from clubsite.rankings.selectors.rankings import ranked_with, settings_of, stored_rankings
from clubsite.rankings.selectors.travellers import points_of, row_facts, table_boards_of
from clubsite.rankings.services.digests import digest_set, players_now
from clubsite.rankings.services.published_rows import rows_of, rows_set
from clubsite.rankings.services.scoring import score_if_asked, scoring_asked, scoring_locked
from clubsite.rankings.services.teams import teams_of
from clubsite.rankings.shapes import PublishedBoard, PublishedSection, Results, TravellerLine
from clubsite.readers.visitor import Visitor
from clubsite.scores.models import ScoreSource
from clubsite.scores.selectors.entries import latest_entries
from clubsite.scores.selectors.owed import still_late, still_to_play

LONGEST_REASON = 200
PERIOD_OVER = "The correction period ended on {} (Law 79C). An owner of the club can still publish corrections."
LATE_CORRECTION_REASON = (
    "The correction period ended on {}: write why the results are corrected all the same. Members read it."
)


def publish(session: Session, user: User, why: str = "") -> Publication:
    """Publish an ended session's results as the next version.

    After the correction period (Law 79C), only an owner may publish changes, and must give a reason `why`.
    Unchanged results do not get a new version, because the button may be pressed twice. Requested scoring is done
    first, and done once more if a score comes in during that time. Raise Refused if the session has not ended or
    has no score, or for changes after the correction period without an owner or a reason.
    """
    while True:
        score_if_asked(session.pk)
        published = _publish(session, user, why)
        if published is not None:
            return published


def _publish(session: Session, user: User, why: str) -> Publication | None:
    """Return the publication, or None if scoring has been requested again. Raise Refused as `publish` does."""
    with transaction.atomic():
        session = session_locked(session)
        if session.status != SessionStatus.ENDED:
            raise Refused("End the night first: its boards could still be played.")
        list(session.sections.select_for_update().order_by("name"))  # locked until the version is stored
        scoring_locked(session.pk)
        results = results_of(session)
        if scoring_asked(session.pk):
            return None
        published = {board.id for boards in results.boards.values() for board in boards}
        if not published:
            raise Refused("No board of this night has a score yet, so there is nothing to publish.")
        newest = session.publications.order_by("version", "withdrawn").last()
        if newest is not None and _agrees(newest, results) and _same_players(newest, results):
            return newest
        reason = _agreed_after_period(session, user, results, why)
        session_cards_open(session, published, user)
        return _append(session, user, AuditAction.RESULTS_PUBLISHED, results, reason)


def session_cards_open(session: Session, published: Collection[int] = (), user: User | None = None) -> None:
    """Open the published boards, and the session's other boards if nobody still has to play them. Store the seeds of
    sets whose boards are all open. A board that no key opens stays sealed, and hidden from everybody.
    """
    rows = Board.objects.filter(board_set__sections__session=session, known=True, opened_at=None).distinct()
    boards = list(rows.prefetch_related("board_set__session"))
    others = {board.pk for board in boards}.difference(published)
    held = still_to_play(others) | owed_elsewhere(others)
    shown = [board for board in boards if board.pk not in held and not board.is_lost]
    boards_open(session=session, boards=shown, why=OpenedFor.PUBLISHED, user=user)
    seeds_show(BoardSet.objects.filter(sections__session=session).exclude(seed="").select_related("session").distinct())


def _agreed_after_period(session: Session, user: User, results: Results, why: str) -> str:
    """Return the reason given by an owner if a reason is needed, else "".

    If a reason is needed, raise Refused if the user is not an owner, or if the reason is missing or names a hidden
    person.
    """
    period = correction_period_of(session)
    if period is None or not period.over:
        return ""
    shown = session.publications.filter(withdrawn=False).order_by("version").last()
    if shown is not None and _agrees(shown, results):
        return ""
    last = f"{period.last.day} {period.last:%B %Y}"
    if not owns(user, session.club):
        raise Refused(PERIOD_OVER.format(last))
    why = why.replace("\0", " ").strip()[:LONGEST_REASON]
    if not why:
        raise Refused(LATE_CORRECTION_REASON.format(last))
    if fault := names_fault(session.club, why):
        raise Refused(fault)
    return why


def changes_unpublished(publication: Publication) -> list[AuditEntry]:
    """Return the changes made to the session's results since they were published, newest first.

    Return [] if the results are exactly the same.
    """
    session = publication.session
    lines = AuditEntry.objects.filter(session=session, action__in=CHANGES_RESULTS, at__gt=publication.at)
    changes = list(lines)
    if not changes:
        return []
    same = _agrees(publication, results_of(session))
    return [] if same and not scoring_asked(session.pk) else changes


def _agrees(publication: Publication, results: Results) -> bool:
    """True if the content of the publication is exactly `results`."""
    return bool(publication.payload == json.loads(json.dumps(payload_written(results))))


def _same_players(publication: Publication, results: Results) -> bool:
    """True if the same people played, under the same names. Other people or names need another digest."""
    return not parts_differ(
        players_now(rows_of(Published(publication, Visitor.as_member(), results))), publication.players
    )


def unpublish(session: Session, user: User) -> Publication:
    """Withdraw the results, so that members find nothing until the results are published again. Raise Refused if the
    results are not published.
    """
    with transaction.atomic():
        session = session_locked(session)
        newest = session.publications.order_by("version", "withdrawn").last()
        if newest is None or newest.withdrawn:
            raise Refused("The results of this night are not published.")
        return _append(session, user, AuditAction.RESULTS_WITHDRAWN)


def _append(
    session: Session, user: User, action: AuditAction, results: Results | None = None, why: str = ""
) -> Publication:
    """Store the next version, or a withdrawal of the newest one if there are no results."""
    newest = session.publications.order_by("version", "withdrawn").last()
    publication = Publication(session=session, version=newest.version if newest else 0, by_user=user, why=why)
    rows = None
    if results is None:
        publication.withdrawn = True
    else:
        publication.version += 1
        publication.payload = payload_written(results)
        rows = rows_of(Published(publication, Visitor.as_member(), results))
        digest_set(rows)
    publication.save(force_insert=True)
    rows_set(session, rows)
    if publication.withdrawn != (newest is None or newest.withdrawn):
        for room in rooms_locked(session):  # the last screen of every seat says whether there are results
            room_update(room=room)
    session_audit_add(
        session, action, str(session), user=user, version=publication.version, **{"why": why} if why else {}
    )
    return publication


def results_of(session: Session) -> Results:
    """Return the results that would be published for a session now, based on its stored scores and places."""
    lists = stored_rankings(session)
    sections = [
        PublishedSection(
            id=section.pk,
            name=section.name,
            four_handed=section.pairs,
            together=tuple(other.name for other in ranked_with(section)),
            own_boards=section.own_boards,
            winners=_winners(section),
            rankings=tuple(lists[section.name]),
            teams=teams_of(section),
        )
        for section in sections_of(session)
    ]
    return Results(settings_of(session), sections, {section.name: _boards(section) for section in sections_of(session)})


def _winners(section: Section) -> int:
    movement = Movement.objects.filter(section=section).first()
    return movement.plan.get("winners", 1) if movement else 1


def _boards(section: Section) -> list[PublishedBoard]:
    """Return every board except those that a table is still to play late, because nobody may see them yet (SOLO-31)."""
    rows = table_boards_of(section)
    entries = latest_entries(row.pk for row in rows)
    late = still_late({row.board_id for row in rows})  # at a table of any section
    scores = points_of(row.pk for row in rows)
    own = section.name if section.own_boards else ""
    boards: dict[Board, list[TravellerLine]] = {}
    for row in rows:
        if row.pk in entries and row.pk in scores and row.board_id not in late:
            facts = row_facts(row, {}) | {"board_key": f"{own}{row.board.number}"}
            facts["table"] = row.table.label if section.lettered else row.table.number
            facts |= {"result": entries[row.pk].result, "points": scores[row.pk].points}
            corrected = entries[row.pk].source == ScoreSource.DIRECTOR and row.play_id is not None
            boards.setdefault(row.board, []).append(TravellerLine(**facts, corrected=corrected))
    tops = {board: max(line.points.top for line in lines if line.points) for board, lines in boards.items()}
    return [
        PublishedBoard(board.pk, board.number, f"{own}{board.number}", own, tops[board], tuple(lines))
        for board, lines in boards.items()
    ]
