"""The kinds of lines in the audit log: their codes, and the words for people."""

from collections.abc import Mapping
from typing import Any

from django.db.models import TextChoices

from games.wording import counted, numbers_told
from scoring.session import PENALTY_UNITS


class AuditAction(TextChoices):
    """A kind of action. The code is stored and never changes; the label is shown after the actor's name."""

    # Sessions: setting up
    SESSION_CREATED = "session_created", "created"
    SESSION_CHANGED = "session_changed", "changed"
    SESSION_DISCARDED = "session_discarded", "discarded"
    FIELD_SPLIT = "field_split", "split the field"
    SECTIONS_JOINED = "sections_joined", "put the sections together"
    FOUR_HANDED_SECTION_ADDED = "four_handed_section_added", "added a four-handed section"
    SECTION_REMOVED = "section_removed", "removed a section"
    SCREENS_CHOSEN = "screens_chosen", "chose screens"
    PHYSICAL_CARDS_CHOSEN = "physical_cards_chosen", "chose physical cards"
    SECTION_CLOCK_SET = "section_clock_set", "set a section's clock"
    ROBOT_ASKED = "robot_asked", "asked a robot"
    NO_ROBOT_ASKED = "no_robot_asked", "asked no robot"
    OPTIONS_CHOSEN = "options_chosen", "chose the game's options"
    MOVEMENT_CHOSEN = "movement_chosen", "chose movement"
    MOVEMENT_KEPT = "movement_kept", "kept the club’s movement"
    MOVEMENT_FORGOTTEN = "movement_forgotten", "threw away the club’s movement"
    NAMES_FILLED_IN = "names_filled_in", "filled in names"
    BOARDS_MADE = "boards_made", "made boards"
    BOARDS_OPENED = "boards_opened", "opened"
    BOARDS_GIVEN_UP = "boards_given_up", "gave up boards whose key is lost:"
    KNOWN_BOARDS_NOTICED = "known_boards_noticed", "noticed boards that are known"
    DEALS_EXPORTED = "deals_exported", "took a file with the cards"
    SLIPS_PRINTED = "slips_printed", "printed slips"
    SLIP_LINK_MADE = "slip_link_made", "made a link to the lost slips of"
    SLIP_LINK_USED = "slip_link_used", "printed the lost slips of"
    CURTAIN_CARDS_PRINTED = "curtain_cards_printed", "printed curtain cards"

    # Sessions: in play
    SESSION_STARTED = "session_started", "started"
    SESSION_START_TAKEN_BACK = "session_start_taken_back", "took the start back"
    SESSION_PAUSED = "session_paused", "paused"
    SESSION_RESUMED = "session_resumed", "resumed"
    SESSION_ENDED = "session_ended", "ended"
    ROUND_MOVED_ON = "round_moved_on", "moved the round on"
    ROUND_HELD = "round_held", "held the round"
    ROUND_RELEASED = "round_released", "released the round"
    ROUND_DRAWN = "round_drawn", "drew a round"
    DRAW_CHANGED = "draw_changed", "changed the draw"
    MOVEMENT_CHANGED = "movement_changed", "changed the movement"
    MOVEMENT_CHANGE_TAKEN_BACK = "movement_change_taken_back", "took a change back"
    BOARD_TURNED = "board_turned", "turned a board"
    WRONG_BOARD_SAID = "wrong_board_said", "said that they played another board"
    WRONG_BOARD_SET_ASIDE = "wrong_board_set_aside", "left it at a table's own board"
    WRONG_BOARD_PUT_RIGHT = "wrong_board_put_right", "put a board that was played in another one's place"
    WRONG_BOARD_TAKEN_BACK = "wrong_board_taken_back", "took back which board was played"
    CALL_ANSWERED = "call_answered", "answered a call"
    CALL_PUT_BACK = "call_put_back", "put back a call that was answered"
    SEAT_FREED = "seat_freed", "freed a seat"
    DEVICE_CHANGED = "device_changed", "changed what a device is for"
    SEAT_GIVEN_BACK = "seat_given_back", "gave a freed seat back to its device"
    FREED_SEAT_TAKEN = "freed_seat_taken", "took a freed seat"
    SEAT_TAKEN_IN_MID_BOARD = "seat_taken_in_mid_board", "took a seat in mid-board"
    NAME_CORRECTED = "name_corrected", "corrected a name"
    TEAM_NAMED = "team_named", "named a team"
    PLAY_ACTION_TAKEN_BACK = "play_action_taken_back", "took back an action"
    CARDS_LOOKED_AT = "cards_looked_at", "looked at the cards"
    LEAD_REFUSED = "lead_refused", "typed a lead that cannot be"
    LEADS_OPENED = "leads_opened", "let a table type leads of a board again"
    DEAL_TYPED = "deal_typed", "typed the cards of a board"
    DEAL_CORRECTED = "deal_corrected", "corrected the cards of a board"
    ORDER_IN_ORDER = "order_in_order", "found the dummies in order"
    ORDER_PUT_RIGHT = "order_put_right", "found the dummies not in order and put them right"
    BOARD_FOULED = "board_fouled", "found a board fouled from their table on"
    BOARD_FOULED_NEXT = "board_fouled_next", "found a board fouled from the next table on"
    BOARD_FOULED_OWN = "board_fouled_own", "found a board fouled while they played it, and put it right"
    BOARD_FOULED_SEEN = "board_fouled_seen", "looked at a fouled board and left it so"
    BOARD_FOULED_UNDONE = "board_fouled_undone", "took back that a board is fouled"
    ORDER_CHECK_SWITCHED_ON = "order_check_switched_on", "switched the order check on"
    ORDER_CHECK_SWITCHED_OFF = "order_check_switched_off", "switched the order check off"
    LEADERBOARD_SHOWN = "leaderboard_shown", "showed the ranking to everybody"
    LEADERBOARD_HIDDEN = "leaderboard_hidden", "showed the ranking no more"
    ROBOTS_SHOWN = "robots_shown", "showed robots beside the ranking of"
    ROBOTS_HIDDEN = "robots_hidden", "left the robots out of"
    SHOWING_SET = "showing_set", "chose what is shown"

    # Scores and results
    SCORE_ENTERED = "score_entered", "entered a score"
    SCORE_CORRECTED = "score_corrected", "corrected a score"
    SCORE_FOUND_RIGHT = "score_found_right", "said that a typed score is right"
    PENDING_SCORE_REFUSED = "pending_score_refused", "refused a typed score"
    PENDING_SCORE_REPLACED = "pending_score_replaced", "replaced a typed score"
    PENDING_SCORE_TAKEN_BACK = "pending_score_taken_back", "took back a typed score"
    PENDING_SCORE_OVERTAKEN = "pending_score_overtaken", "entered a score over a typed one"
    PENDING_SCORE_NOT_AGREED = "pending_score_not_agreed", "left a typed score not agreed"
    PENDING_SCORE_OF_OTHERS = "pending_score_of_others", "found a typed score in other names"
    PENDING_SCORE_SET_ASIDE = "pending_score_set_aside", "set a typed score aside"
    PENDING_SCORE_TOO_LATE = "pending_score_too_late", "typed a score after its round"
    PENDING_SCORE_AGREED_LATE = "pending_score_agreed_late", "agreed to a score after its round"
    RESULTS_IMPORTED = "results_imported", "imported results"
    SCORING_SET = "scoring_set", "set the scoring"
    CONTESTANTS_NOTED = "contestants_noted", "set strata, handicaps or carry-over"
    PENALTY_GIVEN = "penalty_given", "gave a penalty"
    PENALTY_WITHDRAWN = "penalty_withdrawn", "took a penalty back"
    RESULTS_PUBLISHED = "results_published", "published the results"
    RESULTS_WITHDRAWN = "results_withdrawn", "withdrew the results"

    # The season
    SERIES_BEGUN = "series_begun", "began a series"
    SERIES_CHANGED = "series_changed", "changed a series"
    SERIES_DISCARDED = "series_discarded", "deleted a series"
    SERIES_SESSIONS_SET = "series_sessions_set", "set the nights of a series"
    SUBSTITUTE_NAMED = "substitute_named", "named a substitute"
    SUBSTITUTE_TAKEN_BACK = "substitute_taken_back", "took a substitute back"
    LADDER_SET = "ladder_set", "set the ladder"
    MASTER_POINTS_SET = "master_points_set", "set the master points"

    # Coming nights
    NIGHTS_ANNOUNCED = "nights_announced", "announced"
    NIGHT_CHANGED = "night_changed", "changed what is announced of"
    NIGHT_CANCELLED = "night_cancelled", "cancelled"
    NIGHT_RESTORED = "night_restored", "took back the cancelling of"
    NIGHTS_DISCARDED = "nights_discarded", "announced no longer"
    REPLY_CHANGED = "reply_changed", "changed who comes to"
    COMING_FILLED_IN = "coming_filled_in", "filled in who said that they come"
    COMING_FILL_UNDONE = "coming_fill_undone", "took out again who had said that they come"

    # The club and its people
    CLUB_MADE = "club_made", "made the club"
    CLUB_EXPORTED = "club_exported", "asked for a club file"
    CLUB_IMPORTED = "club_imported", "brought the club here from a club file"
    CLUB_CHANGED = "club_changed", "changed the club’s facts"
    MEMBER_ADDED = "member_added", "added a member"
    MEMBERS_IMPORTED = "members_imported", "added members from a list"
    MEMBERS_TAKEN_BACK = "members_taken_back", "took members from a list back"
    PERSON_CHANGED = "person_changed", "changed somebody on the list"
    CONSENT_GIVEN = "consent_given", "noted that somebody agreed to be named"
    CONSENT_REFUSED = "consent_refused", "noted that somebody is not to be named"
    SHOWN_SET = "shown_set", "chose how strangers read the name of"
    READERS_SET = "readers_set", "chose who reads the results"
    SECOND_PLACE_SET = "second_place_set", "chose where the night is copied"
    CORRECTION_ASKED = "correction_asked", "asked for a correction"
    CORRECTION_ANSWERED = "correction_answered", "answered a request for a correction"
    ACCOUNT_DELETED = "account_deleted", "deleted their account"
    PERSON_FORGOTTEN = "person_forgotten", "forgot a person"
    DIRECTOR_MADE = "director_made", "made a director of"
    OWNER_MADE = "owner_made", "made an owner of"
    DIRECTOR_INVITED = "director_invited", "made a link for a director"
    MEMBER_MADE_AGAIN = "member_made_again", "made a member again of"
    MEMBER_MADE = "member_made", "made a member of"
    PART_TAKEN = "part_taken", "took the part in the club from"
    ACCOUNT_INVITED = "account_invited", "invited to an account"
    ACCOUNT_JOINED = "account_joined", "joined with an account"
    ACCOUNT_UNLINKED = "account_unlinked", "took an account from a name"
    PASSWORD_LINK_MADE = "password_link_made", "made a link to sign in for"
    PASSWORD_SET_BY_LINK = "password_set_by_link", "set a new password by a link"
    SECOND_FACTOR_RESET = "second_factor_reset", "removed the second step of"
    FACTOR_REMOVED = "factor_removed", "removed an app or a passkey of"
    API_TOKEN_MADE = "api_token_made", "made an API token"
    API_TOKEN_REVOKED = "api_token_revoked", "took an API token back"
    RETENTION_APPLIED = "retention_applied", "followed the rules of retention"


def audit_actions() -> list[tuple[str, str]]:
    """Return the choices for the field. The field gets them from this function, so a new action needs no migration."""
    return list(AuditAction.choices)


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
Facts = Mapping[str, Any]
"""Codes, figures and names as they were, which `audit_words` and `audit_why` put into words."""
REASONS = {
    "plays": "plays in this session",
    "other_device": "on another device",
    "freed_by": "the seat was freed by {}",
    "also_in": "also in {}",
    "elsewhere": "also in a session of another club",
    "file": "from the file {}",
    "typist": "as {} typed it",
    "own_request": "their own request; the club has no other director",
    "in_place_of": "it was played in the place of board {}",
    "played_before": "it was played before by {}, in the place of another board",
    "not_in_order": "the dummies were not in order at table {}",
    "in_order": "the board is not fouled after all",
    "turned": "they sat the other way round on this board",
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


def audit_words(action: str, subject: str, detail: Facts) -> str:
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


def audit_why(detail: Facts) -> str:
    """Return the reason for an action, as typed or from its facts, or ""."""
    reasons = [words.format(_text(key, detail[key])) for key, words in REASONS.items() if detail.get(key)]
    if "repair" in detail:
        words = repair_words(detail["repair"], detail["order"])
        reasons.append(f"taken back: {words}" if detail.get("taken_back") else words)
    return detail.get("why") or "; ".join(reasons)


def _text(key: str, value: Any) -> Any:
    if key == "boards":
        return f"board{'s' if len(value) > 1 else ''} {numbers_told(value)}"
    return ", ".join(map(str, value)) if isinstance(value, list) else value
