"""Erasing a whole club after a club file was made. No other code deletes scores, publications or audit lines."""

from collections.abc import Iterator

from django.db import OperationalError, ProgrammingError, transaction
from django.db.models import Model, QuerySet

from clubsite.chains.services import links_number
from clubsite.clubfile.archive import ArchiveReader
from clubsite.clubfile.models import ClubFile
from clubsite.clubfile.services.exporting import club_chains, export_check
from clubsite.clubfile.tables import CHAIN, CLUB, SEASON, SEATS_OF, SESSION, FileTable
from clubsite.clubs.models import Club
from clubsite.core.refused import Refused
from clubsite.core.row_locks import deletion_lock
from clubsite.core.triggers import guards_off
from clubsite.daily.models import DailyProblem
from clubsite.duplicate.models import Session
from clubsite.event_documents.services.club_erasure import club_documents_let_go, club_documents_refusal
from clubsite.lounge.models import HomeMatch
from clubsite.simultaneous.services.club_erasure import GUARDED_TABLES, club_erasure_refusal, club_let_go

NOT_OF_THIS_CLUB = (
    "The file does not have this club as it is now: something was added or changed since. Make a new club file, then "
    "erase. Nothing was changed."
)
NO_RIGHT = (
    "The site’s own database role may not erase a club, so nothing was changed. Run the command as the role that owns "
    "the tables (docs/club-file.md)."
)
IN_USE = (
    "The site was writing to the same tables at that moment, so nothing was changed. Try again. If that fails again, "
    "stop the site meanwhile."
)
_SEATS = tuple(path.replace("__chain", "__club") for path in SEATS_OF)
BESIDE_THE_FILE = {
    table.label: table
    for table in (
        FileTable("rankings.publishedline", ("published__club",)),
        FileTable("rankings.publishedresult", ("club",)),
        FileTable("rankings.publishedsession", ("club",)),
        FileTable("season.masterpointaward", ("club",)),
        FileTable("scores.scoringrequest", ("session__club",)),
        FileTable("rankings.sessionscoring", ("session__club",)),
        FileTable("rankings.boardscore", ("table_board__round__section__session__club",)),
        FileTable("rankings.rankedcontestant", ("ranking__section__session__club",)),
        FileTable("rankings.ranking", ("section__session__club",)),
        FileTable("lounge.homematch_clubs", ("club",)),
        FileTable("clubfile.clubfilepiece", ("file__club",)),
        FileTable("clubfile.clubfile", ("club",)),
        FileTable("clubs.clublink", ("club",)),
        FileTable("clubs.apitoken", ("club",)),
        FileTable("duplicate.sliplink", ("board__board_set__session__club",)),
        FileTable("analysis.robotsasked", ("session__club",)),
        FileTable("analysis.robotplay", ("board__board_set__session__club",)),
        FileTable("play.seatconnection", tuple(f"ticket__seat__{path}" for path in _SEATS)),
        FileTable("scores.typedact", tuple(f"ticket__seat__{path}" for path in _SEATS)),
        FileTable("outbox.letter", ("session__club", "mail_request__club", "reply__night__club")),
        FileTable("mailing.mailrequest", ("club",)),
        FileTable("members.deviceperson", ("club",)),
        FileTable("members.joinrequest", ("person__club",)),
        FileTable("mistakes.repetition", ("person__club",)),
        FileTable("ratings.playerrating", ("person__club",)),
    )
}
"""The club's rows that no club file has, by label. They go first."""


def club_erase(*, club: Club, archive: ArchiveReader) -> int:
    """Delete every row of a club, for good. Return how many. Accounts stay, as they belong to their holders.

    Raise Refused, with nothing changed, if a night is in play, if other clubs or servers still need the club for an
    event, if the checked archive does not have the club with all its chains as they are now, if this database role
    does not own the tables, or if the site wrote to them meanwhile.
    """
    export_check(club)
    if refusal := club_erasure_refusal(club) or club_documents_refusal(club):
        raise Refused(refusal)
    try:
        with transaction.atomic():
            _check(club, archive)
            return _deleted(club)
    except ProgrammingError:  # PostgreSQL: permission denied
        raise Refused(NO_RIGHT) from None
    except OperationalError:  # PostgreSQL: a deadlock with a sweep. SQLite: the site holds the lock
        raise Refused(IN_USE) from None


def _check(club: Club, archive: ArchiveReader) -> None:
    here = {(chain.length, chain.head) for chain in map(links_number, club_chains(club))}
    kept = set()
    for part in archive.manifest.parts:
        if "chains.chain" in part.rows:
            kept |= {(row["length"], row["head"]) for label, row in archive.rows(part) if label == "chains.chain"}
    if here != kept:
        raise Refused(NOT_OF_THIS_CLUB, "file")


def _deleted(club: Club) -> int:
    sessions = list(Session.objects.filter(club=club).values_list("public_id", flat=True))
    tables = {table.model._meta.db_table for table in (*CLUB, *SEASON, *SESSION)}
    with guards_off(sorted(tables.union(GUARDED_TABLES))):
        # A job that was storing a result has stored it by now: these tables are locked.
        deletion_lock(ClubFile.objects.filter(club=club))
        HomeMatch.objects.filter(repeats__room__table__section__session__club=club).update(repeats=None)
        HomeMatch.objects.filter(club_board__board_set__session__club=club).update(club_board=None)
        for problem in DailyProblem.objects.filter(setup__of__session__in=sessions):
            problem.setup.pop("of")
            problem.save(update_fields=["setup"])
        # Keys are checked at the end of the transaction, so the order does not matter to the database.
        deleted = club_documents_let_go(club=club) + club_let_go(club=club)
        return deleted + sum(rows._raw_delete(rows.db) or 0 for rows in _rows(club))


def _rows(club: Club) -> Iterator[QuerySet[Model]]:
    """Yield all rows to delete. A row is found through the rows above it, so those come later."""
    for table in BESIDE_THE_FILE.values():
        yield _of(table, club.pk)
    chain, *chains = club_chains(club)
    for one in chains:
        above = {label: _keys(label, one) for label in ("play.room", "play.playseat")}
        for table in reversed(SESSION):
            found = above.get(table.label)
            yield _of(table, one) if found is None else table.model._base_manager.filter(pk__in=found)
    for table in (*reversed(SEASON), *reversed(CLUB)):
        if table not in CLUB[:3]:
            yield _of(table, club.pk)
    for table in reversed(CHAIN):
        yield _of(table, chain)


def _of(table: FileTable, key: int) -> QuerySet[Model]:
    return table.model._base_manager.filter(table.of(key))


def _keys(label: str, chain: int) -> list[int]:
    """Return the keys of the rows that are found only through rows that are deleted before them."""
    [table] = [table for table in SESSION if table.label == label]
    return list(_of(table, chain).values_list("pk", flat=True))
