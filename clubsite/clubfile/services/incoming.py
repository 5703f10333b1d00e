"""Checking a club file by hashes: each row must agree with its chain, and each play with its log."""

from typing import Any

from django.apps import apps

from clubsite.chains.facts import facts_of, hash_of
from clubsite.chains.models import Chain, ChainLink, Linked
from clubsite.chains.services import MOVED, link_hash
from clubsite.clubfile.archive import UNSOUND
from clubsite.clubfile.keys_in_json import FACTS_WITHOUT_ROW
from clubsite.core.refused import Refused
from clubsite.play.log_links import event_link, start_link
from clubsite.play.models import Play, PlayEvent

NOT_AS_ITS_CHAIN_SAYS = "The club file was changed by somebody after it was made: {} is not what its chain says. {}"
NOTHING_CHANGED = "Nothing was changed."


def _differs(what: str) -> Refused:
    return Refused(NOT_AS_ITS_CHAIN_SAYS.format(what, NOTHING_CHANGED), "file")


class IncomingChain:
    """One chain of a club file. Its rows have their keys from the file."""

    def __init__(self, chain: Chain) -> None:
        self.length, self.head = chain.length, chain.head
        self._hash, self._numbers = "", dict[int, int]()
        self._newest: dict[int, ChainLink] = {}
        self._moved: list[tuple[int | None, Any]] = []
        self._last_move: ChainLink | None = None

    def link(self, link: ChainLink) -> None:
        """Take the next link. Raise Refused if its hash does not follow from the one before it."""
        if link.number is not None:
            said = link_hash(self._hash, link, self._numbers.get(link.replaces_id or 0))
            if link.number != len(self._numbers) + 1 or link.hash != said:
                raise _differs(f"link {link.number}")
            self._numbers[link.pk], self._hash = link.number, said
        self._newest.pop(link.replaces_id or 0, None)
        self._newest[link.pk] = link
        if link.kind == MOVED:
            self._last_move = link

    def moved(self, link_pk: int, facts: Any) -> None:
        """Take the facts that a link has under the keys of the file."""
        self._moved.append((self._numbers.get(link_pk), facts))
        if link_pk in self._newest:
            self._newest[link_pk].facts = facts

    def row(self, row: Linked) -> str:
        """Return the salt for the facts of a row. Raise Refused if they are not those of its link."""
        link = self._newest.pop(row.chain_link_id, None)
        called = f"{row._meta.verbose_name} {row.pk}"
        if link is None or link.kind != row._meta.label_lower or facts_of(row, link.salt) != link.facts:
            raise _differs(called)
        return link.salt

    def finish(self) -> dict[int, ChainLink]:
        """Return the links without a row whose facts name rows. Raise Refused if a row is missing, or the last hash
        is another.
        """
        said = self._last_move.facts.get("rows") if self._last_move else hash_of([])
        moved = hash_of(sorted(self._moved, key=lambda one: one[0] or 0))
        if self._hash != self.head or len(self._numbers) != self.length or moved != said:
            raise _differs("the chain")
        for link in self._newest.values():
            if link.facts and link.kind not in FACTS_WITHOUT_ROW and link.kind != MOVED:
                known = link.kind in {model._meta.label_lower for model in apps.get_models()}
                raise _differs(f"a {apps.get_model(link.kind)._meta.verbose_name}" if known else "a row")
        return self.without_row()

    def without_row(self) -> dict[int, ChainLink]:
        """Return the links without a row whose facts name rows."""
        return {pk: link for pk, link in self._newest.items() if link.kind in FACTS_WITHOUT_ROW}


class IncomingPlay:
    """A play of a club file and its log: `told` has the keys of the file, `play` those of this site."""

    def __init__(self, told: Play, play: Play) -> None:
        """Give the play its links here. Raise Refused if its start is not what its link says."""
        if told.start_link != start_link(told):
            raise _differs(f"the start of play {told.public_id}")
        self.told, self.play = told, play
        self._before, self._seq = told.start_link, 0
        play.start_link = start_link(play)
        self.link = play.start_link

    def event(self, told: PlayEvent, event: PlayEvent) -> None:
        """Give the next event its link here. Raise Refused if it does not follow in the file."""
        if told.seq != self._seq + 1 or told.link != event_link(self._before, told):
            raise _differs(f"event {told.seq} of play {self.told.public_id}")
        self._before, self._seq = told.link, told.seq
        event.link = self.link = event_link(self.link, event)

    def finish(self, *, log_removed: bool) -> None:
        """Set the play's link here. Raise Refused if the log is not whole, unless a rule of this kind removed it."""
        if self._seq == 0 and log_removed:
            self.link = self.told.link
        elif self._seq != self.told.seq or self._before != self.told.link:
            raise Refused(UNSOUND.format(f"the log of play {self.told.public_id} is not whole"), "file")
