"""The public log of corrections: what has changed in published results, when, why, and in which role.

It never names a person. A director's words are for members of the club, as they may name people.
"""

import datetime
from dataclasses import dataclass
from typing import Any

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry, Membership, Role
from clubsite.rankings.models import Publication
from clubsite.rankings.selectors.published import Published
from clubsite.scores.models import CorrectionReason

CHANGES_RESULTS = [
    AuditAction.SCORE_ENTERED,
    AuditAction.SCORE_CORRECTED,
    AuditAction.SCORING_SET,
    AuditAction.CONTESTANTS_NOTED,
    AuditAction.PENALTY_GIVEN,
    AuditAction.PENALTY_WITHDRAWN,
    AuditAction.BOARD_TURNED,
    AuditAction.MOVEMENT_CHANGED,
    AuditAction.MOVEMENT_CHANGE_TAKEN_BACK,
    AuditAction.RESULTS_IMPORTED,
    AuditAction.TEAM_NAMED,
]
SCORES = (AuditAction.SCORE_ENTERED, AuditAction.SCORE_CORRECTED)
WORDS = {
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
    AuditAction.RESULTS_PUBLISHED: "Published after the correction period",
}
ROLES: dict[str, str] = {Role.OWNER: "an owner of the club", Role.DIRECTOR: "a director"}
AT_A_TABLE = "at the table"


@dataclass(frozen=True, slots=True)
class Correction:
    """A line of the log. `where`, `before` and `after` are empty if they would tell about people, or about a board that
    may not be read now. `reason` is a code in words, for everybody; `why` is empty for readers outside the club.
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
    """True if members see another version than the one published first."""
    return publication.version > 1


def corrections_of(published: Published) -> list[Correction]:
    """Return the changes since the first publication, as far as members see them now, newest first.

    Only members of the club read its directors' words. All others read the code.
    """
    newest = published.publication
    first = (
        Publication.objects.filter(session=published.session)
        .order_by("version")
        .values_list("at", flat=True)[0]
    )
    lines = AuditEntry.objects.filter(
        session_ref=published.session.public_id,
        action__in=[*CHANGES_RESULTS, AuditAction.RESULTS_PUBLISHED],
        at__gt=first,
    )
    found = [line for line in lines if _counts(line, newest)]
    members = Membership.objects.filter(club=published.club, user__in={line.user_id for line in found})
    roles = dict(members.values_list("user", "role"))
    shown = {board.id for board in published.boards}
    return [_correction(line, roles.get(line.user_id or 0), shown, published.reader.inside) for line in found]


def _counts(line: AuditEntry, newest: Publication) -> bool:
    """True if members see the change of this line. A publication counts only if it gives a reason."""
    if line.action == AuditAction.RESULTS_PUBLISHED:
        return bool(line.detail.get("why")) and line.detail["version"] <= newest.version
    return line.at <= newest.at


def _correction(line: AuditEntry, role: str | None, shown: set[int], inside: bool) -> Correction:
    action, detail = AuditAction(line.action), line.detail
    told = action in SCORES and detail.get("board") in shown
    return Correction(
        at=line.at,
        words=WORDS[action],
        role=AT_A_TABLE if line.user_id is None else ROLES.get(role or "", ROLES[Role.DIRECTOR]),
        reason=_reason(action, detail),
        why=detail.get("why", "") if inside and (told or action not in SCORES) else "",
        where=line.subject if told or action == AuditAction.BOARD_TURNED else "",
        before=detail.get("before", "") if told else "",
        after=detail.get("after", "") if told else "",
    )


def _reason(action: AuditAction, detail: dict[str, Any]) -> str:
    if action in (AuditAction.PENALTY_GIVEN, AuditAction.PENALTY_WITHDRAWN):
        return str(CorrectionReason.RULING.label)
    if code := detail.get("reason"):
        return str(CorrectionReason(code).label)
    return str(CorrectionReason.OTHER.label) if detail.get("why") else ""
