"""The entrants and lines of a heat of another server, taken from the documents that it sends."""

from collections import Counter
from fractions import Fraction

from django.utils.crypto import salted_hmac

from clubsite.core.refused import Refused
from clubsite.core.row_locks import deletion_lock
from clubsite.duplicate.models import SectionKind
from clubsite.duplicate.services.tables import SESSION_GAME
from clubsite.event_documents.messages.bodies import ContestantPart, HeatBody, LinePart, LinesBody
from clubsite.event_documents.models import RemoteHeat
from clubsite.events.models import (
    Event,
    EventAction,
    EventEntrant,
    EventLine,
    EventPenalty,
    EventPerson,
    EventPlace,
    Heat,
)
from clubsite.events.selectors.event_facts import event_settings
from clubsite.events.services.event_log import event_log_add
from clubsite.events.services.players import second_plays_mark
from clubsite.events.services.scoring_requests import event_scoring_ask
from clubsite.rankings.fractions import text_of
from clubsite.rankings.models import PenaltyUnit
from clubsite.rankings.services.settings import LARGEST_PENALTY
from clubsite.scores.models import ScoreStatus
from games.boards import vulnerability_of
from games.errors import BadSetup
from games.options import checked
from games.registry import rules_for
from games.wording import counted
from scoring.contracts import ScoreError
from scoring.lines import check
from scoring.plausible import is_possible
from scoring.result import BoardResult

RESULT_FACTS = ("status", "contract", "declarer", "lead", "tricks", "ns_score", "ruling", "group")
ENTRANT_FACTS = ("kind", "line", "stratum", "robot", "name")
SCHEME_KEY_PURPOSE = "clubsite.events.scheme"
RESTORED = "perhaps it was restored from a backup: ask the club"
NAMES_NOT_ALLOWED = "The document names players, and the club’s rules let no stranger read a name."
Spot = tuple[int, int, str]


def remote_lines_take(*, heat: Heat, remote: RemoteHeat, body: LinesBody, number: int) -> int:
    """Store what a document of another server says about its heat. Return how many lines changed.

    `number` is the document's. The newest document says how its contestants and lines are now. An older one does not
    overwrite contestants, and overwrites a line only by a newer revision. Runs in the caller's transaction, with the
    heat locked. Raise Refused with the first fault; then the caller rolls back.
    """
    event = heat.event
    _check_options(event, body)
    _check_contestants(remote, body)
    _check_penalties(event, body)
    for line in body.lines:
        _check_line(event, line, {one.label: one.kind for one in body.contestants})
    newest = number > remote.newest
    people = _people_of(heat)
    entrants = _entrants_store(heat, body.contestants, newest)
    changed = _lines_store(heat, body, entrants, newest)
    if newest:
        remote.newest = number
        remote.save(update_fields=["newest"])
        if isinstance(body, HeatBody):
            _entrants_drop(heat, {one.label for one in body.contestants})
    _tables_note(heat, body.tables)
    if _people_of(heat) != people:
        second_plays_mark(event=event)
    event_scoring_ask(event_id=event.pk)
    return changed


def _tables_note(heat: Heat, tables: int) -> None:
    """Note that a heat has more tables than it joined with, so that everybody reads it in the event's log."""
    if heat.tables is None or tables <= heat.tables:
        return
    what = f"the tables of {heat.club_name} from {heat.tables} to {tables}"
    event_log_add(heat.event, EventAction.CHANGED, what, heat=heat)
    heat.tables = tables
    heat.save(update_fields=["tables"])


def _check_options(event: Event, body: LinesBody) -> None:
    try:
        known = rules_for(SESSION_GAME).options
        same = checked(known, body.options) == checked(known, event.options)
    except BadSetup as no:
        raise Refused(f"The options of the game cannot be read: {no}.") from no
    if not same:
        raise Refused("The options of the game differ from the event’s, so these results do not count.")


def _check_contestants(remote: RemoteHeat, body: LinesBody) -> None:
    again = [label for label, times in Counter(one.label for one in body.contestants).items() if times > 1]
    if again:
        raise Refused(f"Contestant {again[0]} is described twice.")
    if not remote.names and any(one.name for one in body.contestants):
        raise Refused(NAMES_NOT_ALLOWED)


def _check_penalties(event: Event, body: LinesBody) -> None:
    """Raise Refused for a penalty that means nothing in this event, or is larger than a director can give."""
    imps = event_settings(event).imps
    for contestant in body.contestants:
        for one in contestant.penalties:
            if one.unit == PenaltyUnit.POINTS and not imps:
                raise Refused(
                    f"The penalty of contestant {contestant.label} is in match points of the club. Send it as percent "
                    "of a board’s top."
                )
            largest = LARGEST_PENALTY * (100 if one.unit == PenaltyUnit.TOP else 1)
            if not 0 < abs(Fraction(one.amount)) <= largest:
                raise Refused(f"The penalty of contestant {contestant.label} is not possible: {one.amount}.")


def _check_line(event: Event, line: LinePart, kinds: dict[str, str]) -> None:
    """Raise Refused if the line is not possible in this event."""
    where = f"Board {line.board} at table {line.table}"
    if line.board > event.boards:
        raise Refused(f"Board {line.board} is not of this event, which has the boards 1 to {event.boards}.")
    for label in (line.south, line.north):
        if label not in kinds:
            raise Refused(f"{where}: contestant {label} is not described in the document.")
    if line.south == line.north or kinds[line.south] != kinds[line.north]:
        raise Refused(f"{where}: {line.south} and {line.north} cannot play against each other.")
    try:
        result = BoardResult.of_columns(line).line("")
        if line.status != ScoreStatus.PLAYED:
            check([result], 1)
        due = _points_due(line, kinds[line.south] == SectionKind.FOUR_HANDED)
    except (ScoreError, KeyError) as no:
        raise Refused(f"{where}: the result is not possible ({no}).") from no
    if line.status == ScoreStatus.PLAYED and line.ns_score is None:
        raise Refused(f"{where}: a board that was played has a score.")
    if due is None and not is_possible(line.ns_score or 0):
        raise Refused(f"{where}: no contract is worth {line.ns_score}.")
    if due is not None and line.ns_score != due:
        raise Refused(f"{where}: {line.contract} by {line.declarer} is worth {due}, and not {line.ns_score}.")


def _points_due(line: LinePart, four_handed: bool) -> int | None:
    """Return what a played contract is worth from N/S's point of view, or None if there is none."""
    if line.status not in (ScoreStatus.PLAYED, ScoreStatus.PASSED_OUT) or not line.contract or line.ruling:
        return None
    vul = vulnerability_of(line.board)
    found = BoardResult.of_contract(line.contract, line.declarer, line.tricks, vul, four_handed=four_handed)
    return found.ns_score


def _entrants_store(heat: Heat, contestants: tuple[ContestantPart, ...], newest: bool) -> dict[str, EventEntrant]:
    """Store the contestants. Those that are known change only if the document is the newest about them."""
    known = {one.label: one for one in heat.entrants.all()}
    for part in contestants:
        entrant = known.get(part.label)
        if entrant is not None and not newest:
            continue
        entrant = entrant or EventEntrant(heat=heat, label=part.label)
        facts = {name: getattr(part, name) for name in ENTRANT_FACTS}
        if entrant.pk is None or any(getattr(entrant, name) != value for name, value in facts.items()):
            for name, value in facts.items():
                setattr(entrant, name, value)
            entrant.save()
        _people_store(heat.event, entrant, part)
        _penalties_store(entrant, part)
        known[part.label] = entrant
    return known


def _people_of(heat: Heat) -> set[tuple[int, str]]:
    """Return the entrants of a heat with the keys of the people who play as them."""
    return set(EventPerson.objects.filter(entrant__heat=heat).exclude(key="").values_list("entrant", "key"))


def _people_store(event: Event, entrant: EventEntrant, part: ContestantPart) -> None:
    """Keep an HMAC of each person's number in a named scheme, and nothing else of it."""
    wanted = sorted(scheme_key(event, one.scheme, one.number) for one in part.people)
    if sorted(entrant.people.values_list("key", flat=True)) != wanted:
        entrant.people.all().delete()
        EventPerson.objects.bulk_create(EventPerson(entrant=entrant, key=key) for key in wanted)


def _penalties_store(entrant: EventEntrant, part: ContestantPart) -> None:
    """Make an entrant's penalties agree with what the newest document says about it."""
    wanted = [(text_of(Fraction(one.amount)), one.unit) for one in part.penalties]
    if sorted(entrant.penalties.values_list("amount", "unit")) != sorted(wanted):
        entrant.penalties.all().delete()
        EventPenalty.objects.bulk_create(
            EventPenalty(entrant=entrant, amount=amount, unit=unit) for amount, unit in wanted
        )


def scheme_key(event: Event, scheme: str, number: str) -> str:
    """Return the key that recognises a person in this event by their number in a scheme."""
    text = f"{event.public_id}/{scheme.casefold()}/{number.casefold()}"
    return str(salted_hmac(SCHEME_KEY_PURPOSE, text, algorithm="sha256").hexdigest())


def _lines_store(heat: Heat, body: LinesBody, entrants: dict[str, EventEntrant], newest: bool) -> int:
    """Store the lines whose revision is newer, and those of the newest document that say something else.

    The newest document has older revisions if its server was restored from a backup. The event's log tells this. Raise
    Refused if the heat would have more lines than its tables can play.
    """
    known: dict[Spot, EventLine] = {(line.board, line.round, line.table): line for line in heat.lines.all()}
    new, changed, restored = list[EventLine](), list[EventLine](), 0
    for part in body.lines:
        spot = (part.board, part.round, part.table)
        line = known.get(spot)
        if line is not None and line.revision >= part.revision:
            if not newest or _says(line, part, entrants):
                continue
            restored += 1
        if line is None:
            line = known[spot] = EventLine(heat=heat, board=part.board, round=part.round, table=part.table)
            new.append(line)
        elif line.pk is not None:
            changed.append(line)
        line.south, line.north = entrants[part.south], entrants[part.north]
        line.revision = part.revision
        for name in RESULT_FACTS:
            setattr(line, name, getattr(part, name))
    _check_room(known, body.tables)
    if restored:
        what = f"{heat.club_name}: {counted(restored, 'result')} of a server that had sent newer ones ({RESTORED})"
        event_log_add(heat.event, EventAction.CORRECTED, what, heat=heat)
    EventLine.objects.bulk_create(new)
    EventLine.objects.bulk_update(changed, ["south", "north", "revision", *RESULT_FACTS])
    return len(new) + len(changed)


def _says(line: EventLine, part: LinePart, entrants: dict[str, EventEntrant]) -> bool:
    """True if a stored line says the same as a part of a document."""
    same_players = (line.south_id, line.north_id) == (entrants[part.south].pk, entrants[part.north].pk)
    return same_players and all(getattr(line, name) == getattr(part, name) for name in RESULT_FACTS)


def _check_room(lines: dict[Spot, EventLine], tables: int) -> None:
    """Raise Refused if a board, or one table, has more lines than `tables` tables can play.

    A board is played at most once at each table in a round, and by nobody twice.
    """
    played = [spot for spot, line in lines.items() if line.status != ScoreStatus.SIT_OUT]
    there = {table for _, _, table in played}
    if len(there) > tables:
        raise Refused(f"The results are of {len(there)} tables, and the heat has {tables}.")
    again: Counter[tuple[int, int]] = Counter()
    for spot, line in lines.items():
        if line.status != ScoreStatus.SIT_OUT:
            again[spot[0], line.south_id] += 1
            again[spot[0], line.north_id] += 1
    board, entrant = next((who for who, times in again.items() if times > 1), (0, 0))
    if board:
        label = next(one.label for one in EventEntrant.objects.filter(pk=entrant))
        raise Refused(f"Contestant {label} has more than one result on board {board}.")


def _entrants_drop(heat: Heat, labels: set[str]) -> None:
    """Delete entrants that the whole heat does not have any more and who played nothing."""
    gone = heat.entrants.exclude(label__in=labels).filter(lines_ns__isnull=True, lines_ew__isnull=True)
    deletion_lock(gone)
    EventPlace.objects.filter(entrant__in=gone).delete()
    gone.delete()
