"""Everything that each client sent and received, recorded by the clients. This suite checks the site against it."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any


@dataclass
class Said:
    """One message from a client, however often it was sent."""

    client: str
    message: dict[str, Any]
    first: float
    """When it was sent first, in seconds."""
    answer: dict[str, Any] | None = None
    answered: float = 0.0
    sent: int = 1

    @property
    def acknowledged(self) -> bool:
        return self.answer is not None and self.answer["t"] == "ack"


@dataclass
class Records:
    """The messages of all clients, by id, and the faults in their answers."""

    said: dict[str, Said] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    on_first: Callable[[Said], None] = lambda said: None
    """Called before a message is sent for the first time."""

    def sent(self, client: str, message: dict[str, Any]) -> None:
        known = self.said.get(message["id"])
        if known is None:
            known = self.said[message["id"]] = Said(client, message, time.monotonic())
            self.on_first(known)
        else:
            known.sent += 1

    def answered(self, answer: dict[str, Any]) -> None:
        """Record an answer. Later answers to the same message must say the same as the first answer."""
        said = self.said.get(answer["id"])
        if said is None:
            self.faults.append(f"An answer to a message that nobody has sent: {answer}")
        elif said.answer is None:
            said.answer, said.answered = answer, time.monotonic()
        elif (said.answer["t"], said.answer["seq"]) != (answer["t"], answer["seq"]) and said.message["t"] == "act":
            self.faults.append(f"{said.message} was answered by {said.answer}, and later by {answer}.")

    def acts(self, *, acknowledged: bool) -> list[Said]:
        """Return the calls, cards and claims that were acknowledged or, if `acknowledged` is False, the others."""
        return [said for said in self.said.values() if said.message["t"] == "act" and said.acknowledged == acknowledged]


def faults_of(records: Records, plays: dict[str, Any]) -> list[str]:
    """Return a sentence for everything in the site's logs that contradicts what the clients recorded. `plays` has for
    each play its `seq` and its log's events as [seq, client_id, action].
    """
    faults = list(records.faults)
    stored: dict[str, list[tuple[str, int, str]]] = {}
    for play, row in plays.items():
        numbers = [seq for seq, _, _ in row["log"]]
        if numbers != list(range(1, row["seq"] + 1)):
            faults.append(f"Play {play} is at {row['seq']}, and its log has the numbers {numbers}.")
        for seq, client_id, action in row["log"]:
            stored.setdefault(client_id, []).append((play, seq, action))
    for key, said in records.said.items():
        if said.message["t"] == "act":
            faults += _act_faults(said, stored.pop(key, []))
    faults += [f"The log has what no client has sent: {rows}" for rows in stored.values()]
    return faults + _order_faults(records)


def _act_faults(said: Said, rows: list[tuple[str, int, str]]) -> list[str]:
    message, answer = said.message, said.answer
    if answer is None:
        return [f"{message} was never answered."]
    if answer["t"] == "refused":
        return [f"{message} was refused as {answer['code']}, and is in the log: {rows}"] if rows else []
    expected = [(message["play"], answer["seq"], message["a"])]
    return [] if rows == expected else [f"{message} was acknowledged as {answer['seq']}; the log has {rows}."]


def _order_faults(records: Records) -> list[str]:
    """Return the pairs of actions whose order in the log differs from the order in which they were performed."""
    faults, by_play = [], dict[str, list[Said]]()
    for said in records.acts(acknowledged=True):
        by_play.setdefault(said.message["play"], []).append(said)
    for play, acts in by_play.items():
        acts.sort(key=lambda said: said.answer["seq"] if said.answer else 0)
        for before, after in pairwise(acts):
            if after.answered < before.first:
                faults.append(f"Play {play}: {after.message} was answered before {before.message} was sent.")
    return faults
