"""The server of an organiser as a script that answers with recorded documents, and the announcement of its event."""

import dataclasses
import datetime

from django.utils import timezone

from clubsite.event_documents.messages.bodies import AcceptBody, KeyBody, SealedBody
from clubsite.event_documents.messages.documents import document_read, documents_joined
from clubsite.event_documents.services.hub_requests import HubSilent
from tests.clubsite.event_documents import samples


class ScriptedHub:
    """The organiser's server. It notes what it is sent, and answers unless it is `down`.

    `states` are facts of its states that differ from the sample's.
    """

    def __init__(self):
        self.down, self.number, self.heard, self.refuses = False, 100, [], ""
        self.states = {"places": ()}
        self.gives = {
            "accept": AcceptBody(status="accepted"),
            "sealed": SealedBody(boards=samples.SEALED),
            "key": KeyBody(key=samples.KEY, public_number=samples.PUBLIC_NUMBER),
        }

    def says(self, name, body, heat="") -> bytes:
        self.number += 1
        return samples.signed(name, body=body, number=self.number, heat=heat, key=samples.HUB_KEY)

    def request(self, address, data=None):
        if self.down:
            raise HubSilent("down")
        document = document_read(data)
        self.heard.append(document)
        wants = {"join": ("accept",)}.get(document.type) or getattr(document.body, "wants", ())
        lines = {spot for one in self.heard for spot in _spots(one)}
        state = dataclasses.replace(
            samples.HUB_BODIES["state"],
            answers=document.number,
            refused=self.refuses,
            lines=len(lines),
            **self.states,
        )
        answers = [self.says("state", state, document.heat)]
        answers += [self.says(want, self.gives[want], document.heat) for want in wants if want in self.gives]
        return 200, documents_joined(answers)

    def types(self):
        return [document.type for document in self.heard]


def _spots(document):
    return {(line.board, line.round, line.table) for line in getattr(document.body, "lines", ())}


def announced(**facts) -> bytes:
    now = timezone.now().replace(microsecond=0)
    usual = {
        "window_opens": now - datetime.timedelta(hours=1),
        "window_closes": now + datetime.timedelta(days=1),
        "min_tables": 1,
    }
    body = dataclasses.replace(samples.HUB_BODIES["event"], **{**usual, **facts})
    return samples.signed("event", body=body, key=samples.HUB_KEY)
