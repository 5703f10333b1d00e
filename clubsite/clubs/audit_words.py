"""The audit log's lines in words. A line keeps the code of its action, a name and figures; the words are made here."""

from collections.abc import Mapping
from typing import Any

from clubsite.clubs.audit_actions import AuditAction
from games.wording import counted, numbers_told
from scoring.session import PENALTY_UNITS

FACTS = {
    "section": "section {}",
    "number": "number {}",
    "team": "team {}",
    "board": "board {}",
    "boards": "{}",
    "instead_of": "instead of board {}",
    "table": "table {}",
    "seat": "{}",
    "round": "round {}",
    "sizes": "sections of {}",
    "pair_count": "{} pairs",
    "per_round": "{} boards a round",
    "minutes": "{} minutes a board",
    "other_tables": "the other way at table {}",
    "device": "a device belongs to the {}",
    "person": "person {}",
    "months": "what is older than {} months",
    "made_at": "made at {}",
    "known": "{}",
    "mid_board": "in mid-board {}",
    "ended": "none any longer",
}
SENTENCES = {
    AuditAction.NAMES_FILLED_IN: "{count} from {subject}",
    AuditAction.COMING_FILLED_IN: "{count} for {subject}",
    AuditAction.COMING_FILL_UNDONE: "{count}",
    AuditAction.CONTESTANTS_NOTED: "of {count}",
    AuditAction.MEMBERS_IMPORTED: "{count}",
    AuditAction.MEMBERS_TAKEN_BACK: "{count}",
    AuditAction.DRAW_CHANGED: "{one} and {other} change places",
    AuditAction.PENALTY_GIVEN: "{amount} {unit}",
    AuditAction.PENALTY_WITHDRAWN: "{amount} {unit}",
    AuditAction.DEVICE_CHANGED: "{subject}, from now on {becomes}",
    AuditAction.SUBSTITUTE_NAMED: "{stand_in} for {player}, {subject}",
    AuditAction.SUBSTITUTE_TAKEN_BACK: "nobody for {player}, {subject}",
}
WITHOUT_NAME = {
    AuditAction.BOARDS_MADE: "dealt by the site",
    AuditAction.SECOND_PLACE_SET: "nowhere",
    AuditAction.NO_ROBOT_ASKED: "one player sits out each round",
}
REPAIRS = {
    "late": "{who} comes late",
    "absent": "{names[0]} plays instead of {names[1]}, who has not come",
    "leaves": "{who} leaves",
    "shorter": "stops after round {rounds}",
    "longer": "{more} more",
    "table": "another table for {who}",
    "swapped": "{who} change places in round {round}",
    "turned": "round {round}, table {table} sat the other way round",
    "wrong": "round {round}, table {table}: {who} play there",
    "anew": "a new movement from round {first} to {rounds}",
}
STANDS_IN = "{names[0]} plays on for {names[1]}"


def repair_words(kind: str, order: Mapping[str, Any]) -> str:
    """Return a repair of a movement as a phrase. `order` has its numbers and names (`nights.selectors.repairs`)."""
    names = order["names"]
    words = STANDS_IN if kind == "leaves" and len(names) > 1 else REPAIRS[kind]
    return words.format_map({**order, "who": " and ".join(names), "more": counted(order.get("more", 0), "round")})


def audit_words(action: str, subject: str, detail: Mapping[str, Any]) -> str:
    """Return what an action was about: first its facts, then a name, as in "table 3, North: Ann"."""
    facts = {key: words.format(_text(key, detail[key])) for key, words in FACTS.items() if detail.get(key)}
    unit = PENALTY_UNITS.get(detail.get("unit", ""), "")
    if action in SENTENCES:
        subject = SENTENCES[AuditAction(action)].format_map({**detail, "subject": subject, "unit": unit})
    elif action in (AuditAction.MOVEMENT_CHANGED, AuditAction.MOVEMENT_CHANGE_TAKEN_BACK):
        subject = repair_words(detail["kind"], detail["order"])
    elif detail.get("nights"):
        subject = f"{detail['nights']} nights from {subject} on"
    elif action == AuditAction.CLUB_CHANGED:
        subject = ", ".join(detail).replace("_", " ")
    elif not facts and not subject:
        subject = WITHOUT_NAME.get(AuditAction(action), "")
    return ": ".join(filter(None, [", ".join(facts.values()), subject]))


def _text(key: str, value: Any) -> Any:
    if key == "boards":
        return f"board{'s' if len(value) > 1 else ''} {numbers_told(value)}"
    return ", ".join(map(str, value)) if isinstance(value, list) else value
