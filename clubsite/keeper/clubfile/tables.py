"""Which rows are in a club file, in which part and in which order. Every model of the site is in one of the lists.

A part holds its tables in the order of its list. A row refers only to rows before it, except by `LATER`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db.models import Exists, Field, Model, OuterRef, Q

from clubsite.clubs.models import AuditEntry
from clubsite.nights.models import Session

SEATS_OF = ("table__section__session", "contestant__section__session")


@dataclass(frozen=True, slots=True)
class FileTable:
    """One table of a part. `paths` lead from a row to what the part is about: a club, or a session. Where no path does,
    `where` gives the condition.
    """

    label: str
    paths: tuple[str, ...] = ()
    order: tuple[Any, ...] = ("pk",)
    where: Callable[[int], Q] | None = None

    @property
    def model(self) -> type[Model]:
        return apps.get_model(self.label)

    def of(self, key: int) -> Q:
        """Return the condition for the rows of one club or one session."""
        if self.where is not None:
            return self.where(key)
        condition = Q()
        for path in self.paths:
            condition |= Q(**{path: key})
        return condition


def _tables(end: str, **paths: str) -> tuple[FileTable, ...]:
    """Return tables whose path goes on with `end`. In a name, two underscores stand for the dot of the label."""
    return tuple(FileTable(label.replace("__", ".", 1), (f"{path}{end}",)) for label, path in paths.items())


def _without_session(club: int) -> Q:
    """Return the condition for a club's rows that are of no session, or of a draft that was discarded."""
    return Q(club=club) & ~Q(Exists(Session.objects.filter(pk=OuterRef("session"))))


def _of_discarded(club: int) -> Q:
    """Return the condition for rows of a club's drafts that were discarded: its audit log still names them."""
    gone = AuditEntry.objects.filter(_without_session(club), session__isnull=False)
    return Q(session__in=gone.values("session"))


SESSION = (
    FileTable("nights.session", ("pk",)),
    FileTable("nights.boardset", ("session",)),
    FileTable("nights.board", ("board_set__session",)),
    FileTable("nights.commitmentline", ("session",)),
    FileTable("nights.section", ("session",)),
    FileTable("play.playseat", SEATS_OF),
    *_tables(
        "section__session",
        play__room="table__",
        nights__table="",
        nights__contestant="",
        nights__contestantperson="contestant__",
        nights__playedas="contestant__",
        nights__movement="",
        nights__team="",
    ),
    FileTable("play.seatticket", tuple(f"seat__{path}" for path in SEATS_OF)),
    FileTable("play.play", ("room__table__section__session",)),
    FileTable("play.playevent", ("play__room__table__section__session",), ("play", "seq")),
    *_tables(
        "section__session",
        nights__round="",
        nights__seating="round__",
        nights__tableboard="round__",
        nights__tableboardseat="table_board__round__",
        nights__wrongboard="table_board__round__",
        nights__repair="",
        nights__repair_released="repair__",
        nights__repairperson="repair__",
    ),
    FileTable("clubs.auditentry", ("session",)),
    FileTable("nights.auditedboard", ("entry__session",)),
    FileTable("visibility.look", ("session",)),
    *_tables(
        "session",
        scores__scoreentry="table_board__round__section__",
        scores__ordercheck="table_board__round__section__",
        scores__pendingscore="table_board__round__section__",
        scores__refusedlead="table_board__round__section__",
        rankings__penalty="contestant__section__",
        rankings__publication="",
        analysis__boardsolution="board__board_set__",
        analysis__playanalysis="play__room__table__section__",
        history__playfigures="play__room__table__section__",
        history__playdecisions="play__room__table__section__",
        results__leaderboard="",
        signups__filling="",
        signups__filling_made="filling__",
        signups__filling_teams="filling__",
        signups__filledplace="filling__",
    ),
)
CLUB = (
    FileTable("clubs.club", ("pk",)),
    *_tables("club", clubs__person="", clubs__membership="", clubs__memberimport=""),
    FileTable("clubs.memberimport_people", ("memberimport__club",)),
    FileTable("clubs.auditentry", where=_without_session),
    FileTable("visibility.look", where=_of_discarded),
    FileTable("nights.commitmentline", where=_of_discarded),
    *_tables(
        "club",
        clubs__consent="person__",
        nights__clubmovement="",
        signups__comingnight="",
        signups__reply="night__",
        signups__replyplayer="reply__night__",
    ),
)
SEASON = _tables(
    "club",
    clubs__correctionrequest="",
    season__series="",
    season__seriessession="series__",
    season__seriessubstitute="series_session__series__",
    season__ladder="",
    season__pointscheme="",
)
ACCOUNTS = (FileTable("accounts.user"),)
PARTS = {"accounts": ACCOUNTS, "club": CLUB, "session": SESSION, "season": SEASON}
"""The tables of each kind of part. There is one part of kind `session` for each session."""

MADE_AGAIN = {
    "rankings.publishedsession": "from the newest publication",
    "rankings.publishedresult": "from the newest publication",
    "rankings.publishedline": "from the newest publication",
    "season.masterpointaward": "from the published results and the club's scheme",
    "scores.scoringrequest": "one for each session, which leads to the next three",
    "rankings.sessionscoring": "by scoring the session",
    "rankings.boardscore": "by scoring the session",
    "rankings.ranking": "by scoring the session",
    "history.playerrating": "by the job that makes all ratings, from the decisions in the file",
    "accounts.device": "an empty one in place of each, which no browser holds",
}
"""Rows that an import makes again, and from what."""
NOT_HANDED_OVER = {
    "keeper.clubfilepiece": "a club file",
    "keeper.clubfile": "a club file",
    "clubs.clublink": "a key to this site",
    "clubs.apitoken": "a key to this site",
    "nights.sliplink": "a key to this site",
    "play.seatconnection": "an open socket",
    "home.homematch_clubs": "an invitation to play at home on this site",
    "analysis.robotsasked": "a director asks again, and the robots play again",
    "analysis.robotplay": "made again if a director asks for it",
    "scores.typedact": "answers to what terminals send twice",
    "results.mailrequest": "a person asked this site, and not the club",
    "outbox.letter": "mail of this site",
    "readers.deviceperson": "what was said in a browser that another site does not know",
    "readers.joinrequest": "asked of this site, and waiting",
    "practice.repetition": "an account's own answers, which the club does not read",
}
"""Rows that concern a club and stay here, and why."""
OF_EVENTS = {
    "events.event", "events.heat", "events.evententrant", "events.eventperson",
    "events.eventline", "events.eventboard",
    "events.eventplace", "events.eventscoring",
    "events.eventpublication", "events.eventlogline", "events.eventbookletpage",
    "events.heatinvitation", "events.heataccess", "events.keptstate", "events.hubheat",
}  # fmt: skip
"""Models of events over many clubs. An event stays on its server, because its other clubs need it: a club that moves
takes the nights of its heats along as ordinary nights, and both apps' `services.club_erasure` part it from events.
"""
OF_THE_SITE = {
    "accounts.authenticatorapp", "accounts.browsersession", "accounts.recoverycode", "accounts.user_groups",
    "accounts.user_user_permissions", "admin.logentry", "auth.group", "auth.group_permissions", "auth.permission",
    "clubs.setuplink", "contenttypes.contenttype", "core.keptcount", "practice.dailyproblem", "practice.dailytry",
    "django_otp_webauthn.webauthnattestation", "django_otp_webauthn.webauthncredential",
    "django_otp_webauthn.webauthnuserhandle", "home.challenge", "home.homematch",
    "home.homeseat", "home.playerblock", "home.playerreport", "home.robotdeal", "home.tableword",
    "keeper.jobrun", "keeper.pagefault", "history.fittedscale", "history.matchrating",
}  # fmt: skip
"""Models whose rows belong to no club."""

ACCOUNT_FIELDS = ("id", "username", "email", "is_active", "date_joined")
"""The columns of an account that a club file contains. `email` is added only if the site's keeper asks for it."""
LEFT_OUT = {
    "play.seatticket": {"token_hash", "connected", "unsent"},
    "signups.reply": {"device", "mail", "key_hash"},
    "analysis.boardsolution": {"other_orders", "orders_done"},
}
"""Columns that stay here: keys of devices and of private links, and addresses that people gave to this site."""
LATER = {("play.room", "play"), ("play.seatticket", "moved_to"), ("signups.reply", "beside")}
"""Columns that may refer to a row further down in the same part."""


def file_fields(model: type[Model]) -> list[Field]:
    """Return the columns of a model that a club file has, beginning with its key."""
    label, fields = model._meta.label_lower, list(model._meta.concrete_fields)
    if label == "accounts.user":
        return [field for field in fields if field.name in ACCOUNT_FIELDS]
    made = {"name_key", "name_order"} | LEFT_OUT.get(label, set())
    return sorted((field for field in fields if field.name not in made), key=lambda field: not field.primary_key)


def tables_in_file() -> dict[str, list[str]]:
    """Return the columns of every table of a club file, by label."""
    found = {table.label: table.model for tables in PARTS.values() for table in tables}
    return {label: [field.name for field in file_fields(model)] for label, model in sorted(found.items())}


def references(model: type[Model]) -> Iterator[tuple[Any, str]]:
    """Yield the columns that refer to other rows, each with the label of the model to which it refers."""
    for field in file_fields(model):
        other: Any = field.related_model
        if other is not None:
            yield field, other._meta.label_lower
