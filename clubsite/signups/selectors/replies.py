"""The people who are coming to a night, as far as each visitor may see them."""

from dataclasses import dataclass, field

from django.db.models import QuerySet

from clubsite.clubs.models import Club, Person
from clubsite.clubs.name_choices import NamesFor
from clubsite.core.names import fold
from clubsite.core.not_found import found_or_404
from clubsite.privacy.names import A_PLAYER
from clubsite.readers.visitor import ClubVisitor, KnownBy
from clubsite.signups.links import answer_key_read
from clubsite.signups.models import ComingNight, JoinedBy, NightKind, Reply, ReplyPlayer, ReplyState

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
        """Return the name, or "" for a player who is not shown. The player's linked person must be loaded too."""
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


@dataclass(frozen=True, slots=True)
class Party:
    """People who are coming together. `hidden` is the number of them who are not named."""

    names: list[str]
    hidden: int
    team: str = ""

    @property
    def seen(self) -> bool:
        return bool(self.names)


@dataclass(slots=True)
class WhoComes:
    """The people who are coming. `others` counts players not in `parties`; `looking` names players who seek others."""

    parties: list[Party] = field(default_factory=list)
    others: int = 0
    looking: list[str] = field(default_factory=list)
    looking_others: int = 0


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
    """True if this is one player who is looking for a partner or a team."""
    return night.kind != NightKind.INDIVIDUALS and sum(len(one.players.all()) for one in party) == 1


def who_comes(night: ComingNight, replies: list[Reply], visitor: ClubVisitor) -> WhoComes:
    """Return the people who have a place, as far as this visitor may see their names."""
    shown, found = ShownNames(visitor), WhoComes()
    for party in parties_of([reply for reply in replies if reply.state == ReplyState.IN]):
        names = [shown(player) for reply in party for player in reply.players.all()]
        seen = [name for name in names if name]
        if looks(night, party):
            found.looking += seen
            found.looking_others += len(names) - len(seen)
        elif seen:
            found.parties.append(Party(seen, len(names) - len(seen), party[0].team))
        else:
            found.others += len(names)
    return found


@dataclass(frozen=True, slots=True)
class OwnReply:
    """A reply as shown to its author. `ahead` is the number of waiting replies ahead of it; `looking` is true if the
    author is looking for other players.
    """

    reply: Reply
    names: list[str]
    ahead: int
    looking: bool
    beside: list[str]

    @property
    def name(self) -> str:
        return " and ".join(self.names)

    @property
    def does(self) -> str:
        """The words shown after the names: `comes`, `wait for a place`."""
        one, several = {
            ReplyState.IN: ("comes", "come"),
            ReplyState.WAITING: ("waits for a place", "wait for a place"),
            ReplyState.GONE: ("does not come", "do not come"),
        }[ReplyState(self.reply.state)]
        return one if len(self.names) == 1 else several


def own_reply(night: ComingNight, reply: Reply, replies: list[Reply], visitor: ClubVisitor) -> OwnReply:
    """Return the reply as its author sees it, with the names that they typed."""
    before = [one for one in replies if one.state == ReplyState.WAITING and one.turn < reply.turn]
    beside = [one for one in replies if reply.pk == one.beside_id or one.pk == reply.beside_id]
    shown = ShownNames(visitor)
    others = [shown(player) or "somebody else" for one in beside for player in one.players.all()]
    names = [player.name for player in reply.players.all()]
    return OwnReply(reply, names, len(before), looks(night, [reply, *beside]), others)


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
    pk, number = answer_key_read(key)
    found = Reply.objects.select_related("night__club").filter(night__club=club, pk=pk, link_number=number)
    return found_or_404(found.first(), "No such link")
