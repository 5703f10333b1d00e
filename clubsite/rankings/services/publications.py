"""Publishing and withdrawing results. Every version is kept, and the newest version counts."""

import json
from collections.abc import Collection
from typing import Any

from django.db import transaction

from clubsite.accounts.models import User
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.clubs.selectors import owns
from clubsite.core.refused import Refused
from clubsite.nights.models import Board, BoardSet, Movement, Section, Session, SessionStatus
from clubsite.nights.services.locks import rooms_locked, session_locked
from clubsite.nights.services.opening import OpenedFor, boards_open, seeds_show
from clubsite.nights.services.session_audit import session_audit_add
from clubsite.play.services import room_update
from clubsite.privacy.names import names_fault
from clubsite.rankings.digests import parts_differ
from clubsite.rankings.fractions import text_of
from clubsite.rankings.models import BoardScore, Publication, Ranking
from clubsite.rankings.payload import result_written
from clubsite.rankings.selectors.correction_period import correction_period_of
from clubsite.rankings.selectors.corrections import CHANGES_RESULTS
from clubsite.rankings.selectors.embargoes import owed_elsewhere
from clubsite.rankings.selectors.settings import ranked_with, settings_of
from clubsite.rankings.selectors.travellers import points_of, table_boards_of
from clubsite.rankings.services.digests import digest_set, players_now
from clubsite.rankings.services.published_rows import rows_set
from clubsite.rankings.services.scoring import score_if_asked, scoring_asked, scoring_locked
from clubsite.rankings.services.teams import teams_of
from clubsite.scores.selectors.entries import latest_entries
from clubsite.scores.selectors.owed import still_late, still_to_play

PUBLICATION_FORMAT = 1
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
        payload = payload_of(session)
        if scoring_asked(session.pk):
            return None
        if not any(section["boards"] for section in payload["sections"]):
            raise Refused("No board of this night has a score yet, so there is nothing to publish.")
        newest = session.publications.order_by("version", "withdrawn").last()
        if newest is not None and _says(newest, payload) and _same_players(newest):
            return newest
        reason = _agreed_after_period(session, user, payload, why)
        published = {board["id"] for section in payload["sections"] for board in section["boards"]}
        session_cards_open(session, published, user)
        return _append(session, user, AuditAction.RESULTS_PUBLISHED, reason, payload=payload)


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


def _agreed_after_period(session: Session, user: User, payload: dict[str, Any], why: str) -> str:
    """Return the reason given by an owner if a reason is needed, else "".

    If a reason is needed, raise Refused if the user is not an owner, or if the reason is missing or names a hidden
    person.
    """
    period = correction_period_of(session)
    if period is None or not period.over:
        return ""
    shown = session.publications.filter(withdrawn=False).order_by("version").last()
    if shown is not None and _says(shown, payload):
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
    found = list(lines)
    if not found:
        return []
    same = _says(publication, payload_of(session))
    return [] if same and not scoring_asked(session.pk) else found


def payload_of(session: Session) -> dict[str, Any]:
    """Return what would be published of a session now, from its stored scores and places."""
    return {
        "format": PUBLICATION_FORMAT,
        "scoring": settings_of(session).to_json(),
        "sections": [_section(section) for section in session.sections.order_by("name")],
    }


def _says(publication: Publication, payload: dict[str, Any]) -> bool:
    """True if the content of the publication is exactly `payload`."""
    return bool(publication.payload == json.loads(json.dumps(payload)))


def _same_players(publication: Publication) -> bool:
    """True if the same people played, under the same names: other ones need another digest."""
    return not parts_differ(players_now(publication), publication.players)


def unpublish(session: Session, user: User) -> Publication:
    """Withdraw the results, so that members find nothing until the results are published again. Raise Refused if the
    results are not published.
    """
    with transaction.atomic():
        session = session_locked(session)
        newest = session.publications.order_by("version", "withdrawn").last()
        if newest is None or newest.withdrawn:
            raise Refused("The results of this night are not published.")
        return _append(session, user, AuditAction.RESULTS_WITHDRAWN, withdrawn=True)


def _append(session: Session, user: User, action: AuditAction, why: str = "", **columns: Any) -> Publication:
    newest = session.publications.order_by("version", "withdrawn").last()
    version = newest.version if newest else 0
    version += not columns.get("withdrawn", False)
    publication = Publication(session=session, version=version, by_user=user, why=why, **columns)
    if not publication.withdrawn:
        digest_set(publication)
    publication.save(force_insert=True)
    rows_set(publication)
    if publication.withdrawn != (newest is None or newest.withdrawn):
        for room in rooms_locked(session):  # the last screen of every seat says whether there are results
            room_update(room=room)
    session_audit_add(session, action, str(session), user=user, version=version, **{"why": why} if why else {})
    return publication


def _section(section: Section) -> dict[str, Any]:
    movement = Movement.objects.filter(section=section).first()
    rankings = Ranking.objects.filter(section=section).order_by("-line", "handicap", "stratum")
    return {
        "id": section.pk,
        "name": section.name,
        "kind": section.kind,
        "together": [one.name for one in ranked_with(section)],
        "own_boards": section.own_boards,
        "winners": movement.plan.get("winners", 1) if movement else 1,
        "rankings": [ranking.listed() for ranking in rankings],
        "boards": _boards(section),
        **({"teams": teams} if (teams := teams_of(section)) else {}),
    }


def _boards(section: Section) -> list[dict[str, Any]]:
    """Return every board except those that a table is still to play late, because nobody may see them yet (SOLO-31)."""
    rows = table_boards_of(section)
    entries = latest_entries(row.pk for row in rows)
    late = still_late({row.board_id for row in rows})  # at a table of any section
    scores = points_of(row.pk for row in rows)
    boards: dict[Board, list[dict[str, Any]]] = {}
    for row in rows:
        if row.pk in entries and row.pk in scores and row.board_id not in late:
            boards.setdefault(row.board, []).append(_line(row, entries[row.pk], scores[row.pk]))
    return [
        {"id": board.pk, "number": board.number, "top": max(line["top"] for line in lines), "lines": lines}
        for board, lines in boards.items()
    ]


def _line(row: Any, entry: Any, score: BoardScore) -> dict[str, Any]:
    return {
        "table_board": row.pk,
        "table": row.table.label if row.table.section.lettered else row.table.number,
        "round": row.round.number,
        "ns": row.ns_id,
        "ew": row.ew_id,
        **result_written(entry.result),
        "corrected": entry.source == "director" and row.play_id is not None,
        "top": score.top,
        "ns_mp": None if score.ns_mp is None else text_of(score.ns_mp),
        "ew_mp": None if score.ew_mp is None else text_of(score.ew_mp),
    }
