"""A match from its first deal to its last. Everything in a match is written under its room's lock."""

import secrets
from collections.abc import Iterable
from typing import Any, Required, TypedDict, Unpack

from django.db import transaction
from django.utils import timezone

from clubsite.accounts.decorators import AnyUser
from clubsite.accounts.models import Device
from clubsite.core import jobs
from clubsite.core.refused import Refused
from clubsite.core.tokens import idempotent_public_id, new_public_id, unused_code
from clubsite.home.models import Against, HomeMatch, HomeSeat, MatchState
from clubsite.home.selectors.lobby import is_blocked
from clubsite.home.selectors.matches import finished_deals, standing_of
from clubsite.nights.models import Board
from clubsite.play.models import Play, PlayStatus, Room
from clubsite.play.robot_names import robot_name
from clubsite.play.seat_tickets import seats_delete
from clubsite.play.services import play_open, play_void, room_locked, room_update
from games.players import OPPONENT
from games.registry import rules_for

ROBOT_NAME = "Robot"
NO_REMATCH = "You two cannot play together again. Wait for somebody else, or send a friend the link of a table."
ROBOT_COMES_AFTER = 20.0  # seconds that a host waits for a person alone


class Terms(TypedDict, total=False):
    """What is played at a table. `strength` is one of the game's, or "" for the game's own robot; at a solitaire, of
    the robot that plays the same deals, or "" for none. A robot plays at a person's pace unless `at_once`. With a
    `position`, the deal that it `repeats` or the `club_board` continues from that position, unscored.
    """

    game: Required[str]
    against: Required[str]
    options: Required[dict[str, str]]
    match_options: Required[dict[str, str]]
    strength: str
    claims_checked: bool
    at_once: bool
    clock: int
    repeats: Play | None
    position: dict[str, Any] | None
    club_board: Board | None


def match_create(
    *,
    name: str,
    device: Device,
    user: AnyUser | None = None,
    clubs: Iterable[int] = (),
    same_deals: HomeMatch | None = None,
    idempotency_key: str = "",
    **terms: Unpack[Terms],
) -> HomeSeat:
    """Make a table with its host as S, and return the host's seat.

    Against the robot, or alone, the first deal begins at once. Against whoever comes, the members of `clubs` see the
    invitation, and a robot sits down after ROBOT_COMES_AFTER seconds (`services.lobby`). A page (`idempotency_key`)
    submitted twice makes only one table until its match is over. The deals and the robot's errors are new ones, or
    those of the match `same_deals`. Raise games.errors.BadSetup for options that the game does not have, or BadLog for
    an impossible position.
    """
    sent = [getattr(value, "pk", value) for value in terms.values()]
    public_id = idempotent_public_id(idempotency_key, "home match", device.pk, user and user.pk, name, *sent)
    with transaction.atomic():
        made, public_id = _made_before(device, public_id) if idempotency_key else (None, public_id)
        if made is not None:
            return made
        match = _match_make(terms, public_id, same_deals)
        seat = _seat(match, "S", name, device, user)
        _start(match, clubs)
    return seat


def _match_make(terms: Terms, public_id: str, same_deals: HomeMatch | None) -> HomeMatch:
    """Make a match with its robot, if it is against one, and without its host."""
    match = HomeMatch(**terms, public_id=public_id, code=unused_code(HomeMatch.objects.all()))
    match.first = same_deals.first if same_deals else secrets.choice("SN")
    match.seed = same_deals.seed if same_deals else secrets.token_hex(16)
    if match.against == Against.FRIEND:
        match.strength = ""
    match.room = Room.objects.create()
    match.standing = standing_of(match, [])
    match.save()
    if match.against == Against.ROBOT:
        robot_seat(match)
    return match


def _start(match: HomeMatch, clubs: Iterable[int]) -> None:
    """Begin the first deal, or show the match to these clubs' members, or let it wait for the invited friend."""
    if match.against == Against.ANYBODY:
        match.clubs.set(clubs)
        jobs.enqueue("home.robot_fill", match.pk, delay=ROBOT_COMES_AFTER)
    if match.against in (Against.ROBOT, Against.NOBODY):
        _begin(match, room_locked(match.room_id))


def _made_before(device: Device, public_id: str) -> tuple[HomeSeat | None, str]:
    """Return the host's seat in an unfinished match that this page already made, and the id for a new match."""
    Device.objects.select_for_update(no_key=True).get(pk=device.pk)
    seats = HomeSeat.objects.filter(match__public_id=public_id, player="S")
    made = seats.select_related("match").first()
    if made is None:
        return None, public_id
    return (None, new_public_id()) if made.match.state == MatchState.OVER else (made, public_id)


def robot_seat(match: HomeMatch) -> None:
    """Seat a robot of the match's strength as N."""
    name = robot_name(match.strength) if match.strength else ROBOT_NAME
    HomeSeat.objects.create(match=match, player="N", name=name, robot=True)


def _seat(match: HomeMatch, player: str, name: str, device: Device | None, user: AnyUser | None) -> HomeSeat:
    known = user if user is not None and user.is_authenticated else None
    return HomeSeat.objects.create(match=match, player=player, name=name, device=device, user=known)


def _begin(match: HomeMatch, room: Room) -> None:
    match.state = MatchState.PLAYING
    match.save(update_fields=["state"])
    if match.against in (Against.FRIEND, Against.ANYBODY):
        room_update(room=room, ready=[])  # both say that they are there
    else:
        _open_next(match, room)


def _open_next(match: HomeMatch, room: Room) -> None:
    """Open the next deal. Each deal has its own shuffle, as does each redeal after a pass-out."""
    rules = rules_for(match.game)
    log: list[dict[str, Any]] = []
    if match.position is not None:
        setup, log = match.position["setup"], match.position["log"]
    elif match.repeats is not None:
        setup = match.repeats.setup
    else:
        dealt = room.plays.count() + 1
        setup = rules.deal(f"{match.seed}/{dealt}", match.standing["header"], match.options)
    seats = {seat.player: seat.pk for seat in match.seats.all()}
    play_open(room=room, game=match.game, options=match.options, setup=setup, seats=seats, log=log)


def match_join(*, match: HomeMatch, name: str, device: Device, user: AnyUser | None = None) -> HomeSeat | None:
    """Seat a person as N and begin the match. Return None if somebody else took the seat. Joining twice is harmless.

    A robot that sits there leaves at once. Its deal is put aside, and its finished deals do not count, so nobody
    inherits its cards or its score.
    """
    with transaction.atomic():
        room = room_locked(match.room_id)
        match.refresh_from_db()
        if match.state != MatchState.WAITING:
            return match.seats.filter(player="N", device=device).first()
        _robot_leaves(match, room)
        seat = _seat(match, "N", name, device, user)
        _begin(match, room)
    return seat


def _robot_leaves(match: HomeMatch, room: Room) -> None:
    robot = match.seats.filter(robot=True)
    if not robot.exists():
        return
    if room.play is not None and room.play.status == PlayStatus.LIVE:
        play_void(play=room.play)
    room.refresh_from_db()
    seats_delete(robot)  # after which its deals belong to nobody of the match
    match.standing = standing_of(match, finished_deals(match))
    match.save(update_fields=["standing"])
    room_update(room=room, play=None)


def deal_finished(*, play: Play) -> None:
    """Store the match's new standing, in the transaction that ends the play, and mark the robot as ready."""
    match = HomeMatch.objects.filter(room_id=play.room_id).first()
    if match is None:
        return
    _store(match)
    Room.objects.filter(pk=match.room_id).update(ready=_always_ready(match))
    if match.robot_plays_too:
        jobs.enqueue("home.robot_deal", play.pk, slow=True)


def _store(match: HomeMatch) -> None:
    match.standing = standing_of(match, finished_deals(match))
    if match.standing["over"]:
        match.state, match.over_at = MatchState.OVER, timezone.now()
    match.save(update_fields=["standing", "state", "over_at", "ended"])


def _always_ready(match: HomeMatch) -> list[str]:
    """Return the players who are always ready: the robot, and the empty seat opposite a solitaire player."""
    people: Iterable[str] = match.seats.filter(robot=False).values_list("player", flat=True)
    return sorted({"S", "N"} - set(people))


def match_advance(*, room_id: int) -> None:
    """Open the next deal, or end the match, if everyone at the table is ready. Otherwise do nothing."""
    match = HomeMatch.objects.filter(room_id=room_id).first()
    if match is None:
        return
    with transaction.atomic():
        room = room_locked(room_id)
        match.refresh_from_db()
        live = room.play is not None and room.play.status == PlayStatus.LIVE
        if len(room.ready) < 2 or live:
            return
        if match.state == MatchState.OVER:
            room_update(room=room, play=None, ready=[])
        else:
            _open_next(match, room)


def match_pace(*, match: HomeMatch, at_once: bool) -> None:
    """Let the robot act at once from now on, or at a person's pace again."""
    HomeMatch.objects.filter(pk=match.pk).update(at_once=at_once)
    jobs.enqueue("home.robot_play", match.pk)  # it may be thinking just now


def match_end(*, match: HomeMatch) -> None:
    """End the match at a player's request. The deal on the table does not count, but earlier scores do."""
    with transaction.atomic():
        room = room_locked(match.room_id)
        match.refresh_from_db()
        if match.state != MatchState.OVER:
            _end(match, room)


def _end(match: HomeMatch, room: Room) -> None:
    if room.play is not None and room.play.status == PlayStatus.LIVE:
        play_void(play=room.play)
        room.refresh_from_db()
    match.ended, match.state, match.over_at = True, MatchState.OVER, timezone.now()
    _store(match)
    room_update(room=room, play=None, ready=[])


def match_again(*, match: HomeMatch) -> HomeMatch:
    """Open another match of the same game for the same players. The second player to ask joins the same match, and is
    told that the other waits there. Two people play it as friends, whom nobody else may join. Raise Refused if one of
    them has blocked the other.
    """
    with transaction.atomic():
        room = room_locked(match.room_id)
        match.refresh_from_db()
        seats = {seat.player: seat for seat in match.seats.all()}
        host, guest = seats["S"], seats.get("N")
        if guest is not None and guest.device is not None and is_blocked(host, guest.device, guest.user):
            raise Refused(NO_REMATCH)
        if match.again is not None:
            return match.again
        new = _opened_like(match, host, match.repeats if match.position else None).match
        match.again = new
        match.save(update_fields=["again"])
        if guest is not None and guest.device is not None:
            new.first = OPPONENT[match.first]  # the deal alternates between matches
            new.standing = standing_of(new, [])
            new.save(update_fields=["first", "standing"])
            match_join(match=new, name=guest.name, device=guest.device, user=guest.user)
        room_update(room=room)
        return new


def match_repeat(*, play: Play, seat: HomeSeat, idempotency_key: str = "") -> HomeSeat:
    """Open a solitaire deal again as practice. It is marked as a repeat and is never scored (BS-13c)."""
    return _opened_like(seat.match, seat, repeats=play, idempotency_key=idempotency_key)


def _opened_like(match: HomeMatch, host: HomeSeat, repeats: Play | None = None, idempotency_key: str = "") -> HomeSeat:
    """Open a table for one of this match's players, with the same settings as the match."""
    assert host.device is not None
    met = match.against == Against.ANYBODY and match.seats.filter(player="N", robot=False).exists()
    return match_create(
        game=match.game,
        against=Against.FRIEND if met else match.against,
        name=host.name,
        device=host.device,
        user=host.user,
        options=match.options,
        match_options=match.match_options,
        strength=match.strength,
        claims_checked=match.claims_checked,
        at_once=match.at_once,
        clock=match.clock,
        repeats=repeats,
        position=match.position,
        club_board=match.club_board,
        clubs=match.clubs.values_list("pk", flat=True),
        idempotency_key=idempotency_key,
    )
