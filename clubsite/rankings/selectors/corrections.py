"""The public log of corrections: what was changed in published results, when, why, and in what role.

It never names a person. A director's own words are shown only to club members, because they may name people.
"""

import datetime
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from clubsite.clubs.audit_actions import AuditAction, audit_why
from clubsite.clubs.models import AuditEntry, Membership, Role
from clubsite.clubs.time_zones import zone_of
from clubsite.nights.models import Session
from clubsite.nights.selectors.boards import audited_boards
from clubsite.rankings.models import Publication
from clubsite.rankings.selectors.published import Published
from clubsite.scores.models import CorrectionReason
from clubsite.scores.selectors.entries import score_told

SCORE_ACTIONS = (AuditAction.SCORE_ENTERED, AuditAction.SCORE_CORRECTED)
CORRECTION_WORDS = {
    AuditAction.SCORE_ENTERED: "A score was entered",
    AuditAction.SCORE_CORRECTED: "A score was corrected",
    AuditAction.SCORING_SET: "The way of scoring was changed",
    AuditAction.CONTESTANTS_NOTED: "Strata, handicaps or carry-over were changed",
    AuditAction.PENALTY_GIVEN: "A penalty or an award was given",
    AuditAction.PENALTY_WITHDRAWN: "A penalty or an award was taken back",
    AuditAction.BOARD_TURNED: "A board was turned: they had sat the other way round",
    AuditAction.MOVEMENT_CHANGED: "Who sat where was put right",
    AuditAction.MOVEMENT_CHANGE_TAKEN_BACK: "A change of who sat where was taken back",
    AuditAction.RESULTS_IMPORTED: "Results were read from a file",
    AuditAction.TEAM_NAMED: "A team was given another name",
}
CHANGES_RESULTS = list(CORRECTION_WORDS)
AFTER_PERIOD = "Published after the correction period"
ROLE_WORDS: dict[str, str] = {Role.OWNER: "an owner of the club", Role.DIRECTOR: "a director"}
AT_A_TABLE = "at the table"


@dataclass(frozen=True, slots=True)
class Correction:
    """A line of the log, as this reader may see it.

    `where`, `before` and `after` are empty if they would reveal something about people, or about a board that
    nobody may see yet. `reason` is the text of a reason code, for everyone; `why` is empty for readers outside the
    club.
    """

    at: datetime.datetime
    words: str
    role: str
    reason: str = ""
    why: str = ""
    where: str = ""
    before: str = ""
    after: str = ""


def corrected(publication: Publication) -> bool:
    """True if members now see a later version than the first one published."""
    return publication.version > 1


def corrections_of(published: Published) -> list[Correction]:
    """Return the changes since the first publication that are in the results now published, newest first.

    Only members of the club see the directors' own words. Everyone else sees only the text of the reason code.
    """
    newest, session = published.publication, published.session
    shown_so_far = Publication.objects.filter(session=session, version__lte=newest.version)
    versions = list(shown_so_far.defer("payload"))
    first = min(version.at for version in versions)
    lines = AuditEntry.objects.filter(session=session, action__in=CHANGES_RESULTS, at__gt=first, at__lte=newest.at)
    late, changes = [version for version in versions if version.why], list(lines)
    users = {line.user_id for line in changes} | {version.by_user_id for version in late}
    members = Membership.objects.filter(club=published.club, user__in=users)
    roles = dict(members.values_list("user", "role"))
    boards, shown = audited_boards(session), {board.id for board in published.boards}
    inside = published.visitor.inside
    other = str(CorrectionReason.OTHER.label)
    corrections = [
        Correction(version.at, AFTER_PERIOD, _role(version.by_user_id, roles), other, version.why if inside else "")
        for version in late
    ]
    corrections += [
        _correction(line, _role(line.user_id, roles), boards.get(line.pk) in shown, inside) for line in changes
    ]
    return sorted(corrections, key=lambda correction: correction.at, reverse=True)


def _role(user_id: int | None, roles: dict[int, str]) -> str:
    if user_id is None:
        return AT_A_TABLE
    return ROLE_WORDS.get(roles.get(user_id, ""), ROLE_WORDS[Role.DIRECTOR])


def _correction(line: AuditEntry, role: str, shown: bool, inside: bool) -> Correction:
    """Return the correction for a line of the log. `shown` says whether the line is about a board that may be seen."""
    action, detail = AuditAction(line.action), line.detail
    score_shown = action in SCORE_ACTIONS and shown
    return Correction(
        at=line.at,
        words=CORRECTION_WORDS[action],
        role=role,
        reason=_reason(action, detail),
        why=audit_why(detail) if inside and (score_shown or action not in SCORE_ACTIONS) else "",
        where=line.about if score_shown or action == AuditAction.BOARD_TURNED else "",
        before=score_told(detail.get("before")) if score_shown else "",
        after=score_told(detail.get("after")) if score_shown else "",
    )


def _reason(action: AuditAction, detail: dict[str, Any]) -> str:
    if action in (AuditAction.PENALTY_GIVEN, AuditAction.PENALTY_WITHDRAWN):
        return str(CorrectionReason.RULING.label)
    if code := detail.get("reason"):
        return str(CorrectionReason(code).label)
    return str(CorrectionReason.OTHER.label) if audit_why(detail) else ""


@dataclass(frozen=True, slots=True)
class CorrectionPeriod:
    """A correction period. `last` is its last day, in the club's time zone. `over` means that an owner of the club now
    has to agree and give a reason (Law 79C2).
    """

    last: datetime.date
    over: bool


def correction_period_of(session: Session) -> CorrectionPeriod | None:
    """Return the period, or None before the first publication. Later versions and withdrawals do not change it."""
    first = Publication.objects.filter(session_id=session.pk).order_by("version").values_list("at", flat=True).first()
    if first is None:
        return None
    zone = zone_of(session.club)
    last = timezone.localdate(first, zone) + datetime.timedelta(days=session.club.correction_days)
    return CorrectionPeriod(last, timezone.localdate(timezone=zone) > last)
