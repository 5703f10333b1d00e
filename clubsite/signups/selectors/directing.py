"""The people who are coming, as a director sees them: each name, who the person is, and the possible actions."""

from collections import Counter
from dataclasses import dataclass

from clubsite.clubs.models import Person
from clubsite.core.names import fold, name_order
from clubsite.signups.models import ComingNight, JoinedBy, Reply, ReplyPlayer, ReplyState
from clubsite.signups.selectors.matching import Matching
from clubsite.signups.selectors.nights import NightRow, night_row
from clubsite.signups.selectors.replies import looks, parties_of, replies_of


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player in a reply. `typed` is the name that was typed, if the person's name differs; `maybe` holds the people
    that the player could be; `twice` is true if the name occurs more than once in the night's list.
    """

    player: ReplyPlayer
    typed: str
    maybe: list[Person]
    twice: bool

    @property
    def name(self) -> str:
        return name_for_director(self.player)

    @property
    def answers(self) -> list[tuple[int, str]]:
        """The people whom a director may link to this player, each with the words on the button for it."""
        if self.player.person is None:
            return [(one.pk, _with_number(one)) for one in self.maybe]
        if self.player.joined_by in (JoinedBy.ACCOUNT, JoinedBy.DIRECTOR):
            return []
        return [(self.player.person.pk, f"It is {self.name}")]


@dataclass(frozen=True, slots=True)
class ReplyLine:
    """A reply. `looking` is true if its only player needs a partner or a team; `together` is the name of the player
    whom a director has joined to that player.
    """

    reply: Reply
    players: list[PlayerLine]
    looking: bool
    together: str

    @property
    def names(self) -> str:
        return " and ".join(line.name for line in self.players)

    @property
    def acts(self) -> list[tuple[str, str, str]]:
        """The usual actions, each with the words on its button and the person it concerns."""
        move = [("up", "Give a place", self.names)] if self.reply.state == ReplyState.WAITING else []
        gone = self.reply.state == ReplyState.GONE
        return [*move, ("again", "Put back", self.names) if gone else ("off", "Take off", self.names)]

    @property
    def rare_acts(self) -> list[tuple[str, str, str]]:
        """The actions that are seldom needed, in the same form as `acts`."""
        limited = self.reply.state == ReplyState.IN and self.reply.night.places is not None
        apart = [("apart", "Not together", f"{self.names} and {self.together}")] if self.together else []
        return [*apart, *([("wait", "Let wait", self.names)] if limited else [])]

    @property
    def joined(self) -> list[PlayerLine]:
        """The players who are joined to a person in the club."""
        return [one for one in self.players if one.player.person]


@dataclass(slots=True)
class DirectorPage:
    row: NightRow
    come: list[ReplyLine]
    waiting: list[ReplyLine]
    gone: list[ReplyLine]
    people: list[str]
    """Names of the club, for completion while typing."""

    @property
    def looking(self) -> list[ReplyLine]:
        return [line for line in self.come if line.looking]


def _with_number(person: Person) -> str:
    number = f"no. {person.number}" if person.number else "guest" if person.guest else ""
    return f"{person.name}, {number}" if number else person.name


def name_for_director(player: ReplyPlayer) -> str:
    """Return the player's name in the club if they are joined to a person, else the typed name."""
    return player.person.name if player.person is not None else player.name


def director_page(night: ComingNight) -> DirectorPage:
    """Return a night's page with everybody who has replied."""
    replies, matching = list(replies_of(night)), Matching(night.club)
    for reply in replies:
        reply.night = night
    names = Counter(
        fold(name_for_director(player))
        for reply in replies
        if reply.state != ReplyState.GONE
        for player in reply.players.all()
    )
    lines: dict[str, list[ReplyLine]] = {state: [] for state in ReplyState.values}
    for party in parties_of(replies):
        for reply in party:
            players = [_player_line(player, matching, names) for player in reply.players.all()]
            others = [name_for_director(p) for one in party if one != reply for p in one.players.all()]
            lines[reply.state].append(ReplyLine(reply, players, looks(night, party), " and ".join(others)))
    return DirectorPage(
        night_row(night),
        lines[ReplyState.IN],
        sorted(lines[ReplyState.WAITING], key=lambda line: line.reply.turn),
        lines[ReplyState.GONE],
        sorted({person.name for person in matching.people}, key=name_order),
    )


def _player_line(player: ReplyPlayer, matching: Matching, names: Counter[str]) -> PlayerLine:
    name = name_for_director(player)
    typed = player.name if fold(player.name) != fold(name) else ""
    maybe = matching.alike(player.name) if player.person is None else []
    return PlayerLine(player, typed, maybe, names[fold(name)] > 1)
