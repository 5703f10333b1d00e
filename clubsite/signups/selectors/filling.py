"""For the director: who comes to a night, with whom they play, and the session that is filled with them."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from clubsite.clubs.models import Club, Person
from clubsite.clubs.selectors import people_of
from clubsite.core.names import fold, name_order
from clubsite.nights.models import Session
from clubsite.nights.selectors.contestants import people_entered
from clubsite.signups.models import ComingNight, JoinedBy, Reply, ReplyPlayer, ReplyState
from clubsite.signups.selectors.nights import looks, parties_of, replies_of

MOST_ALIKE = 3


class Matching:
    """A club's people, read once."""

    def __init__(self, club: Club) -> None:
        self.people = list(people_of(club))

    def exact(self, name: str) -> list[Person]:
        """Return the people who have this name on the director's pages, ignoring accents."""
        return [person for person in self.people if person.name_key == fold(name)]

    def alike(self, name: str) -> list[Person]:
        """Return the people with exactly this name, or else a few with its last name, or with the one word typed."""
        if people := self.exact(name):
            return people
        words = fold(name).split()
        return [person for person in self.people if _alike(words, person.name_key.split())][:MOST_ALIKE]


def _alike(typed: list[str], name: list[str]) -> bool:
    if len(typed) == 1:
        return typed[0] in (name[0], name[-1])
    return typed[-1] == name[-1] or typed[-1] == name[0]


NEW_GUEST, NEW_MEMBER, NOT_PLAYED = "guest", "member", ""


@dataclass(frozen=True, slots=True)
class FillingRow:
    """A player, with the people in the club that this player could be.

    `people` holds the possible people; `proposed` is the id of one of them, NEW_GUEST, or NOT for somebody who is
    already playing. `first` is true for the first player of a party; `told` is the reason for the proposal, in
    words.
    """

    player: ReplyPlayer
    people: list[Person]
    proposed: str
    told: str
    first: bool
    party: int

    @property
    def field(self) -> str:
        return f"player-{self.player.pk}"


def parties_for(night: ComingNight) -> list[tuple[list[ReplyPlayer], str]]:
    """Return the players who have a place, by party in order of turn, each party with its team's name, if any."""
    replies = [reply for reply in replies_of(night) if reply.state == ReplyState.IN]
    parties = parties_of(replies)
    return [([player for reply in party for player in reply.players.all()], party[0].team) for party in parties]


def rows_for(night: ComingNight, session: Session) -> list[FillingRow]:
    """Return every player who has a place, with the people in the club that this player could be."""
    matching = Matching(night.club)
    playing = people_entered(session)
    return [
        _row(player, matching, playing, first=not at, party=len(party))
        for party, _ in parties_for(night)
        for at, player in enumerate(party)
    ]


def _row(player: ReplyPlayer, matching: Matching, playing: set[int], *, first: bool, party: int) -> FillingRow:
    exact = matching.exact(player.name)
    people = exact or matching.alike(player.name)
    if player.person is not None and player.person not in people:
        people = [player.person, *people]
    if player.person is not None:
        proposed, reason = player.person, _TOLD[JoinedBy(player.joined_by)]
    elif len(exact) == 1:
        proposed, reason = exact[0], "the same name"
    else:
        several = f"{len(exact)} people of this name" if exact else "alike" if people else "not on the list"
        return FillingRow(player, people, NEW_GUEST if not exact else NOT_PLAYED, several, first, party)
    if proposed.pk in playing:
        return FillingRow(player, people, NOT_PLAYED, "plays already", first, party)
    return FillingRow(player, people, str(proposed.pk), reason, first, party)


_TOLD = {
    JoinedBy.ACCOUNT: "signed in",
    JoinedBy.DEVICE: "said on their device",
    JoinedBy.DIRECTOR: "a director said so",
}


def _with_number(person: Person) -> str:
    number = f"no. {person.number}" if person.number else "guest" if person.guest else ""
    return f"{person.name}, {number}" if number else person.name


def director_page(night: ComingNight) -> dict[str, Any]:
    """Return a night's page with everybody who has replied, and the `people` of the club for completion."""
    replies, matching = list(replies_of(night)), Matching(night.club)
    for reply in replies:
        reply.night = night
    staying = [reply for reply in replies if reply.state != ReplyState.GONE]
    names = Counter(fold(player.known_name) for reply in staying for player in reply.players.all())
    lines: dict[str, list[dict[str, Any]]] = {state: [] for state in ReplyState.values}
    for party in parties_of(replies):
        for reply in party:
            players = [_player_line(player, matching, names) for player in reply.players.all()]
            together = " and ".join(p.known_name for other in party if other != reply for p in other.players.all())
            lines[reply.state].append(_reply_line(reply, players, together) | {"looking": looks(night, party)})
    come = lines[ReplyState.IN]
    return {
        "come": come,
        "looking": [line for line in come if line["looking"]],
        "waiting": sorted(lines[ReplyState.WAITING], key=lambda line: line["reply"].turn),
        "gone": lines[ReplyState.GONE],
        "people": sorted({person.name for person in matching.people}, key=name_order),
    }


def _reply_line(reply: Reply, players: list[dict[str, Any]], together: str) -> dict[str, Any]:
    """Return a reply with its common and its rare actions: each act, its button, and the person concerned.

    `together` names the players whom a director has joined to these players, and `joined` has the players who are
    joined to a person.
    """
    names = " and ".join(line["name"] for line in players)
    gone, limited = reply.state == ReplyState.GONE, reply.state == ReplyState.IN and reply.night.places is not None
    move = [("up", "Give a place", names)] if reply.state == ReplyState.WAITING else []
    apart = [("apart", "Not together", f"{names} and {together}")] if together else []
    return {
        "reply": reply,
        "players": players,
        "together": together,
        "names": names,
        "acts": [*move, ("again", "Put back", names) if gone else ("off", "Take off", names)],
        "rare_acts": [*apart, *([("wait", "Let wait", names)] if limited else [])],
        "joined": [line for line in players if line["player"].person],
    }


def _player_line(player: ReplyPlayer, matching: Matching, names: Counter[str]) -> dict[str, Any]:
    """Return a player, the name that they typed if it differs, whether it occurs twice in the night's list, and the
    people whom a director may link to them, each with the words on its button.
    """
    name, answers = player.known_name, []
    if player.person is None:
        answers = [(person.pk, _with_number(person)) for person in matching.alike(player.name)]
    elif player.joined_by == JoinedBy.DEVICE:
        answers = [(player.person.pk, f"It is {name}")]
    typed = player.name if fold(player.name) != fold(name) else ""
    return {"player": player, "name": name, "typed": typed, "twice": names[fold(name)] > 1, "answers": answers}
