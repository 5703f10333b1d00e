"""The people who come, as a director reads them: every name, who they are, and the possible actions."""

from collections import Counter
from dataclasses import dataclass

from clubsite.clubs.models import Person
from clubsite.coming.models import ComingNight, JoinedBy, Reply, ReplyPlayer, ReplyState
from clubsite.coming.selectors.matching import Matching
from clubsite.coming.selectors.nights import NightRow, night_row
from clubsite.coming.selectors.replies import looks, parties_of, replies_of
from clubsite.core.names import fold, name_order


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player of a reply. `typed`: what they wrote, if the person has another name; `maybe`: people whom they may be;
    `twice`: the name occurs more than once in the list of this night.
    """

    player: ReplyPlayer
    typed: str
    maybe: list[Person]
    twice: bool

    @property
    def name(self) -> str:
        return name_for_director(self.player)

    @property
    def sure(self) -> bool:
        return self.player.joined_by in (JoinedBy.ACCOUNT, JoinedBy.DIRECTOR)


@dataclass(frozen=True, slots=True)
class ReplyLine:
    """A reply. `looking`: one player who needs a partner or a team; `together`: the player whom a director has joined
    to them.
    """

    reply: Reply
    players: list[PlayerLine]
    looking: bool
    together: str

    @property
    def names(self) -> str:
        return " and ".join(line.name for line in self.players)

    @property
    def rare(self) -> bool:
        """True if an uncommon action is possible."""
        limited = self.reply.state == ReplyState.IN and self.reply.night.places is not None
        return limited or bool(self.together) or any(one.player.person for one in self.players)


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


def name_for_director(player: ReplyPlayer) -> str:
    """Return their name in the club, if they are joined to a person, else the typed name."""
    return player.person.name if player.person is not None else player.name


def director_page(night: ComingNight) -> DirectorPage:
    """Return a night with everybody who has replied."""
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
