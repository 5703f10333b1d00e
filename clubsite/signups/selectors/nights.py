"""Coming nights and the replies to them: who may read and change them, their private links, and a night in words."""

import datetime
from typing import Any

from django.core import signing
from django.db.models import Count, Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from clubsite.clubs.models import Club, NamesFor, Person
from clubsite.clubs.time_zones import zone_of
from clubsite.core.names import fold
from clubsite.core.responses import found_or_404
from clubsite.nights.models import Session
from clubsite.privacy.names import A_PLAYER
from clubsite.readers.visitor import ClubVisitor, KnownBy
from clubsite.signups.models import ComingNight, JoinedBy, NightKind, Reply, ReplyPlayer, ReplyState

FEED_DAYS, FEED_MOST = 31, 200
"""A calendar gets nights of the last days too, so that a cancelled one does not remain in it unchanged."""
PAST_SHOWN = 8


def dealt_for(night: ComingNight) -> list[str]:
    """Return the public ids of the club's sessions on the date of this night for which boards have been dealt."""
    sessions = Session.objects.filter(club=night.club_id, date=night.date, sections__board_set__commitment__gt="")
    return list(sessions.order_by("pk").values_list("public_id", flat=True).distinct())


def with_counts(nights: QuerySet[ComingNight]) -> QuerySet[ComingNight]:
    """Return these nights in order, each with the number of players who are coming and the number waiting."""
    rows = nights.select_related("club").annotate(  # type: ignore[no-redef]  # the model says what they are
        players=Count("replies__players", filter=Q(replies__state=ReplyState.IN)),
        waiting=Count("replies__players", filter=Q(replies__state=ReplyState.WAITING)),
    )
    return rows.order_by("date", "start", "pk")


def coming_nights(club: Club, most: int | None = None) -> list[ComingNight]:
    """Return a club's nights that are not over, soonest first."""
    yesterday = timezone.localdate(timezone=zone_of(club)) - datetime.timedelta(days=1)
    nights = with_counts(club.coming_nights.filter(date__gte=yesterday))
    nights = nights if most is None else nights[: most + 4]  # some of those may be over
    return [night for night in nights if not night.over][:most]


def past_nights(club: Club) -> list[ComingNight]:
    """Return the most recent nights that are over, newest first."""
    today = timezone.localdate(timezone=zone_of(club))
    nights = with_counts(club.coming_nights.filter(date__lte=today)).order_by("-date", "-start", "-pk")
    return [night for night in nights[: PAST_SHOWN + 4] if night.over][:PAST_SHOWN]


def night_counted(night: ComingNight) -> ComingNight:
    """Return a night with its current counts."""
    return with_counts(ComingNight.objects.filter(pk=night.pk)).get()


def night_of(club: Club, public_id: str) -> ComingNight:
    """Return a night of this club. Raise Http404 if the club has no such night."""
    return found_or_404(club.coming_nights.select_related("club").filter(public_id=public_id).first(), "No such night")


def night_for(clubs: QuerySet[Club], public_id: str) -> ComingNight | None:
    """Return a night of one of these clubs with its counts, or None if there is no such night."""
    return with_counts(ComingNight.objects.filter(club__in=clubs, public_id=public_id)).first()


def nights_on(club: Club, date: datetime.date) -> list[ComingNight]:
    """Return the nights on this date that are not cancelled and to which somebody is coming."""
    nights = with_counts(club.coming_nights.filter(date=date, cancelled_at=None))
    return [night for night in nights if night.players]


def feed_nights(club: Club) -> list[ComingNight]:
    """Return the nights for a calendar feed."""
    since = timezone.localdate(timezone=zone_of(club)) - datetime.timedelta(days=FEED_DAYS)
    return list(club.coming_nights.filter(date__gte=since).select_related("club")[:FEED_MOST])


SALT = "signups.answer"


def answer_path(reply: Reply) -> str:
    """Return the address that opens this reply for anybody who has the address."""
    key = signing.dumps([reply.pk, reply.link_number], salt=SALT)
    return reverse("signups:answer", args=[reply.night.club.slug, key])


STAYING_STATES = (ReplyState.IN, ReplyState.WAITING)


class ShownNames:
    """The names that a visitor may see under the club's rule for its people, and typed names if the rule hides none.

    A typed name does not belong to anybody yet. It is shown to everybody only in a club that shows names to
    everybody, and only if nobody in the club has this name. Otherwise only a director knows whether the person in
    the club is meant, and whether they may be named.
    """

    def __init__(self, visitor: ClubVisitor) -> None:
        self.visitor, self.club = visitor, visitor.club
        self._names: set[str] | None = None

    def __call__(self, player: ReplyPlayer) -> str:
        if not self.visitor.may_read:
            return ""
        if player.person is not None:
            return self._person(player.person, player.joined_by)
        if self.club.names_for != NamesFor.NAMES:
            return ""
        return player.name if self.visitor.inside or fold(player.name) not in self._people() else ""

    def _person(self, person: Person, joined_by: str) -> str:
        if person.forgotten_at is not None or (joined_by == JoinedBy.DEVICE and not self.visitor.inside):
            return ""
        called = self.visitor.called_person(person)
        return "" if called == A_PLAYER else called

    def _people(self) -> set[str]:
        if self._names is None:
            self._names = set(self.club.people.values_list("name_key", flat=True))
        return self._names


def replies_of(night: ComingNight) -> QuerySet[Reply]:
    """Return every reply for a night in order of turn, with its players, their persons, and the joined reply."""
    with_players = night.replies.select_related("device").prefetch_related("players__person")
    return with_players.order_by("turn", "pk")


def parties_of(replies: list[Reply]) -> list[list[Reply]]:
    """Return the replies grouped into parties. Of two replies joined to each other, the earlier one comes first."""
    by_pk = {reply.pk: reply for reply in replies}
    second = {pk for reply in replies if (pk := reply.beside_id) is not None and pk in by_pk}
    return [
        [reply, *([by_pk[reply.beside_id]] if reply.beside_id in by_pk else [])]
        for reply in replies
        if reply.pk not in second
    ]


def looks(night: ComingNight, party: list[Reply]) -> bool:
    """True if this party is one player who is looking for a partner or a team."""
    return night.kind != NightKind.INDIVIDUALS and sum(len(reply.players.all()) for reply in party) == 1


def who_comes(night: ComingNight, replies: list[Reply], visitor: ClubVisitor) -> dict[str, Any]:
    """Return players with a place, as this visitor may see them. `others` counts hidden ones; `looking` seek others."""
    shown, parties, looking = ShownNames(visitor), [], list[str]()
    others = looking_others = 0
    for party in parties_of([reply for reply in replies if reply.state == ReplyState.IN]):
        names = [shown(player) for reply in party for player in reply.players.all()]
        seen = [name for name in names if name]
        hidden = len(names) - len(seen)
        if looks(night, party):
            looking += seen
            looking_others += hidden
        elif seen:
            parties.append({"names": seen, "hidden": hidden, "team": party[0].team})
        else:
            others += hidden
    return {"parties": parties, "others": others, "looking": looking, "looking_others": looking_others}


DOES = {
    ReplyState.IN: ("comes", "come"),
    ReplyState.WAITING: ("waits for a place", "wait for a place"),
    ReplyState.GONE: ("does not come", "do not come"),
}
"""What one player does, and several do, in words that follow their names."""


def own_reply(night: ComingNight, reply: Reply, replies: list[Reply], visitor: ClubVisitor) -> dict[str, Any]:
    """Return a reply as its author sees it. `ahead` counts earlier waiting replies; if `looking`, they seek others."""
    before = [other for other in replies if other.state == ReplyState.WAITING and other.turn < reply.turn]
    beside = [other for other in replies if reply.pk == other.beside_id or other.pk == reply.beside_id]
    shown = ShownNames(visitor)
    names = [player.name for player in reply.players.all()]
    return {
        "reply": reply,
        "names": names,
        "name": " and ".join(names),
        "does": DOES[ReplyState(reply.state)][len(names) > 1],
        "ahead": len(before),
        "looking": looks(night, [reply, *beside]),
        "beside": [shown(player) or "somebody else" for other in beside for player in other.players.all()],
    }


def own_replies(replies: list[Reply], visitor: ClubVisitor) -> list[Reply]:
    """Return the replies that were given on this device, or in which the signed-in account is a player."""
    device = visitor.visitor.device
    person = visitor.pk if visitor.known_by == KnownBy.ACCOUNT else None
    return [
        reply
        for reply in replies
        if (device is not None and reply.device_id == device.pk)
        or (person is not None and any(_proved(player, person) for player in reply.players.all()))
    ]


def _proved(player: ReplyPlayer, person: int) -> bool:
    return player.person_id == person and player.joined_by != JoinedBy.DEVICE


def reply_by_key(club: Club, key: str) -> Reply:
    """Return the reply that a private link opens. Raise Http404 if the link no longer works."""
    try:
        pk, number = signing.loads(key, salt=SALT)
    except signing.BadSignature:
        pk, number = 0, 0
    replies = Reply.objects.select_related("night__club").filter(night__club=club, pk=pk, link_number=number)
    return found_or_404(replies.first(), "No such link")


KIND_WORDS = {
    NightKind.INDIVIDUALS: "Individuals: come alone, nobody needs a partner",
    NightKind.PAIRS: "Pairs",
    NightKind.TEAMS: "Teams",
}


def when_words(night: ComingNight) -> str:
    """Return text such as "Tuesday 25 November 2026, 19:30 to 22:30"."""
    end = f" to {night.end:%H:%M}" if night.end else ""
    return f"{night.date:%A} {night.date.day} {night.date:%B %Y}, {night.start:%H:%M}{end}"


def night_title(night: ComingNight) -> str:
    """Return a night's name for a list of nights at many clubs, such as "Christmas pairs, Lantern Street"."""
    return f"{night.title or night.get_kind_display()}, {night.club.name}"


def night_words(night: ComingNight) -> str:
    """Return the name, time and place of a night in one line."""
    where = f", {night.place}" if night.place else ""
    return f"{night_title(night)}, {when_words(night)}{where}"
