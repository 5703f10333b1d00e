"""The people who are coming, for a director to check before they are given places in a session."""

from dataclasses import dataclass

from clubsite.clubs.models import Person
from clubsite.nights.models import Session
from clubsite.nights.selectors.contestants import people_entered
from clubsite.signups.models import ComingNight, JoinedBy, ReplyPlayer, ReplyState
from clubsite.signups.selectors.matching import Matching
from clubsite.signups.selectors.replies import parties_of, replies_of

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
        proposed, told = player.person, _TOLD[JoinedBy(player.joined_by)]
    elif len(exact) == 1:
        proposed, told = exact[0], "the same name"
    else:
        several = f"{len(exact)} people of this name" if exact else "alike" if people else "not on the list"
        return FillingRow(player, people, NEW_GUEST if not exact else NOT_PLAYED, several, first, party)
    if proposed.pk in playing:
        return FillingRow(player, people, NOT_PLAYED, "plays already", first, party)
    return FillingRow(player, people, str(proposed.pk), told, first, party)


_TOLD = {
    JoinedBy.ACCOUNT: "signed in",
    JoinedBy.DEVICE: "said on their device",
    JoinedBy.DIRECTOR: "a director said so",
}
