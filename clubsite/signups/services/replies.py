"""Services that add, change and withdraw replies, for their author or for a director acting in the author's place."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from clubsite.accounts.models import Device, User
from clubsite.clubs.audit import audit_add
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import Person
from clubsite.clubs.services import name_as_kept
from clubsite.core.names import fold
from clubsite.core.refused import Refused
from clubsite.core.tokens import hash_token, idempotent_token
from clubsite.readers.visitor import ClubVisitor
from clubsite.signups.letters import MOST_PLAYERS, MOVED_UP, link_send, replies_tell
from clubsite.signups.models import ComingNight, JoinedBy, Reply, ReplyPlayer, ReplyState
from clubsite.signups.selectors.nights import STAYING_STATES, ShownNames, answer_path
from clubsite.signups.services.nights import next_turn, night_locked, place_for, places_free, places_given

COMING_CLOSED = "This night has begun. Ask a director whether there is still a place."
COMING_CANCELLED = "This night does not take place."


@dataclass(frozen=True, slots=True)
class ReplyAuthor:
    """The author of a reply: a visitor with their rights to see names, or a director, who sees all names. `base` is
    the site's address, for links in mail. `address` is the network address of the visitor.
    """

    device: Device | None = None
    visitor: ClubVisitor | None = None
    director: User | None = None
    base: str = ""
    address: str = ""


def reply_add(
    *,
    night: ComingNight,
    players: Sequence[ReplyPlayer],
    author: ReplyAuthor,
    team: str = "",
    mail: str = "",
    idempotency_key: str = "",
) -> Reply:
    """Add a reply: its players are coming or waiting for a place. One page (`idempotency_key`) adds only one reply.

    Raise Refused if the night is not open (unless a director acts), if there are too many players, or if a name is
    already on the list.
    """
    device = author.device.pk if author.device else ""
    key_hash = hash_token(idempotent_token(idempotency_key, "coming", night.pk, device))
    with transaction.atomic():
        night = _open(night, author)
        begun = night.replies.filter(key_hash=key_hash).first()
        if begun is not None:
            return begun
        if ReplyPlayer.objects.filter(reply__night=night).count() + len(players) > MOST_PLAYERS:
            raise Refused("So many answers have come for this night that it takes no more. Ask a director.")
        _refuse_doubles(night, players, author)
        reply = Reply.objects.create(
            night=night,
            state=place_for(night, len(players)),
            turn=next_turn(night),
            team=name_as_kept(team)[:60],
            mail=mail,
            key_hash=key_hash,
            device=author.device,
            by_director=author.director is not None,
        )
        _players_set(reply, players)
        link_send(reply, author.address, author.base)
        _noted(reply, author.director, "add")
    return reply


def reply_change(
    *, reply: Reply, players: Sequence[ReplyPlayer], author: ReplyAuthor, team: str = "", mail: str = ""
) -> Reply:
    """Change a reply's players, team or address. The reply keeps its turn.

    Raise Refused if the night is not open (unless a director acts), if there is no place for an added player, or if
    a name is already on the list.
    """
    with transaction.atomic():
        night, reply = _locked(reply, author)
        had = list(reply.players.select_related("person"))
        _refuse_doubles(night, players, author, but=reply)
        more, free = len(players) - len(had), places_free(night)
        if reply.state == ReplyState.IN and free is not None and more > max(0, free):
            raise Refused(
                "There is no place for one more. Ask a director, or let them answer for themselves: then "
                "they wait for a place.",
                "partner",
            )
        kept = {fold(player.name): player for player in had}
        known = [
            ReplyPlayer(name=player.name, person=old.person, joined_by=old.joined_by)
            if (old := kept.get(fold(player.name)))
            else player
            for player in players
        ]
        reply.team, reply.mail = name_as_kept(team)[:60], mail
        if len(players) > 1:
            _alone(reply)
        reply.save(update_fields=["team", "mail", "beside"])
        reply.players.all().delete()
        _players_set(reply, known)
        replies_tell(MOVED_UP, places_given(night), author.base)
    return reply


def reply_take_back(*, reply: Reply, author: ReplyAuthor) -> None:
    """Withdraw a reply that is not yet withdrawn. Waiting players move up. Raise Refused if the night is not open."""
    with transaction.atomic():
        night, reply = _locked(reply, author)
        if reply.state == ReplyState.GONE:
            return
        _alone(reply)
        reply.state, reply.moved_up_at = ReplyState.GONE, None
        reply.save(update_fields=["state", "moved_up_at", "beside"])
        replies_tell(MOVED_UP, places_given(night), author.base)
        _noted(reply, author.director, "off")


def reply_again(*, reply: Reply, author: ReplyAuthor) -> None:
    """Restore a withdrawn reply at the end of the queue. Restoring it again has no effect.

    Raise Refused if the night is not open (unless a director acts), or if one of its names is already on the list.
    """
    with transaction.atomic():
        night, reply = _locked(reply, author)
        if reply.state != ReplyState.GONE:
            return
        players = list(reply.players.select_related("person"))
        _refuse_doubles(night, players, author, but=reply)
        reply.state, reply.turn = place_for(night, len(players)), next_turn(night)
        reply.save(update_fields=["state", "turn"])
        _noted(reply, author.director, "again")


def reply_move(*, reply: Reply, up: bool, user: User) -> None:
    """Give a waiting reply a place on a director's request, even beyond the limit, or make the reply wait again."""
    with transaction.atomic():
        _, reply = _locked(reply, ReplyAuthor(director=user))
        before, after = (ReplyState.WAITING, ReplyState.IN) if up else (ReplyState.IN, ReplyState.WAITING)
        if reply.state == before:
            reply.state, reply.moved_up_at = after, timezone.now() if up else None
            reply.save(update_fields=["state", "moved_up_at"])
            _noted(reply, user, "up" if up else "wait")


def replies_together(*, first: Reply, second: Reply | None, user: User) -> None:
    """Join two players who seek others, or separate them if `second` is None. Raise Refused if one is joined by now."""
    with transaction.atomic():
        night, first = _locked(first, ReplyAuthor(director=user))
        if second is None:
            _alone(first)
            first.save(update_fields=["beside"])
            _noted(first, user, "apart")
            return
        earlier, other = sorted((first, second), key=lambda reply: reply.turn)
        taken = Reply.objects.filter(beside__in=[earlier, other]).exists() or earlier.beside_id or other.beside_id
        if earlier.pk == other.pk or earlier.night_id != other.night_id or taken:
            raise Refused("They are together with somebody already.")
        earlier.beside = other
        earlier.save(update_fields=["beside"])
        earlier.night = night
        _noted(earlier, user, "together")


def reply_link_new(*, reply: Reply) -> str:
    """Return the path of a new private link. The old link stops working."""
    Reply.objects.filter(pk=reply.pk).update(link_number=F("link_number") + 1)
    reply.refresh_from_db(fields=["link_number"])
    return answer_path(reply)


def player_join(*, player: ReplyPlayer, person: Person | None, user: User) -> None:
    """Record for a director who a player is. If `person` is None, the name belongs to nobody in the club."""
    with transaction.atomic():
        night_locked(player.reply.night)
        player.person, player.joined_by = person, JoinedBy.DIRECTOR if person else ""
        player.save(update_fields=["person", "joined_by"])
        _noted(player.reply, user, "join" if person else "part")


def people_part(people: Sequence[int]) -> None:
    """Remove these forgotten people from all nights. Waiting players move up. Runs in the caller's transaction."""
    rows = ReplyPlayer.objects.filter(person__in=people)
    for night in ComingNight.objects.filter(replies__players__in=rows).distinct().order_by("pk"):
        night = night_locked(night)
        for reply in night.replies.filter(players__person__in=people).distinct():
            reply.players.filter(person__in=people).delete()
            Reply.objects.filter(pk=reply.pk).update(mail="")
            if not reply.players.exists():
                reply.delete()
        replies_tell(MOVED_UP, places_given(night), "")


def _open(night: ComingNight, author: ReplyAuthor) -> ComingNight:
    """Return the night, locked. Raise Refused if it has begun or been cancelled, unless a director acts."""
    night = night_locked(night)
    if author.director is None and not night.open:
        raise Refused(COMING_CANCELLED if night.cancelled else COMING_CLOSED)
    return night


def _locked(reply: Reply, author: ReplyAuthor) -> tuple[ComingNight, Reply]:
    night = _open(reply.night, author)
    row = Reply.objects.get(pk=reply.pk)
    row.night = night
    return night, row


def _alone(reply: Reply) -> None:
    reply.beside = None
    Reply.objects.filter(beside=reply).update(beside=None)


def _noted(reply: Reply, director: User | None, act: str) -> None:
    """Add a line to the audit log for a director's action. It contains no names, as the log is kept permanently."""
    if director is not None:
        night, action = reply.night, AuditAction.REPLY_CHANGED
        audit_add(club=night.club, action=action, subject=str(night), user=director, act=act, reply=reply.pk)


def _players_set(reply: Reply, players: Sequence[ReplyPlayer]) -> None:
    ReplyPlayer.objects.bulk_create(
        ReplyPlayer(reply=reply, name=name_as_kept(player.name), person=player.person, joined_by=player.joined_by)
        for player in players
    )


def _refuse_doubles(
    night: ComingNight, players: Sequence[ReplyPlayer], author: ReplyAuthor, but: Reply | None = None
) -> None:
    """Raise Refused for a name that is already on the list, if the author may know that it is there.

    For other authors a duplicate is accepted, and the director is told, because a refusal would reveal who is
    coming.
    """
    names = [fold(row.name) for row in players]
    if len(set(names)) < len(names):
        raise Refused("Write two different names.", "partner")
    rows = ReplyPlayer.objects.filter(reply__night=night, reply__state__in=STAYING_STATES)
    there = list(rows.exclude(reply=but).select_related("person", "reply"))
    shown = None if author.visitor is None or author.director else ShownNames(author.visitor)
    for at, player in enumerate(players):
        for other in there:
            if _same(player, other) and _may_know(player, other, author, shown):
                raise Refused(
                    f"{player.name} is on the list already. Somebody else of this name adds an initial.",
                    "partner" if at else "name",
                )


def _same(player: ReplyPlayer, other: ReplyPlayer) -> bool:
    if player.person is not None and other.person is not None:
        return player.person.pk == other.person.pk
    return fold(player.name) in (fold(other.name), fold(other.known_name))


def _may_know(player: ReplyPlayer, other: ReplyPlayer, author: ReplyAuthor, shown: ShownNames | None) -> bool:
    if shown is None or (author.device is not None and other.reply.device_id == author.device.pk):
        return True
    return player.joined_by == JoinedBy.ACCOUNT or fold(shown(other)) == fold(player.name)
