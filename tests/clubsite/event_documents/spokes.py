"""Another server that takes part in an event of this site, as tests play it."""

import dataclasses

from django.test import Client

from clubsite.event_documents.messages.bodies import AskBody
from clubsite.event_documents.messages.documents import document_read, documents_split
from clubsite.events.models import Heat
from clubsite.events.services.heats import heat_answer
from tests.clubsite.event_documents import samples

HEAT = samples.HEAT
JOIN = dataclasses.replace(samples.SPOKE_BODIES["join"], planned_at=None)
LINES = samples.SPOKE_BODIES["lines"]
WHOLE = samples.SPOKE_BODIES["heat"]
ASK_ALL = AskBody(wants=("event", "accept", "sealed", "key", "result"), envelope=False)


class Spoke:
    """Another server, which posts documents about an event to this site."""

    def __init__(self, event, key=samples.SPOKE_KEY, heat=HEAT):
        self.event, self.key, self.heat, self.number = event, key, heat, 0

    def post(self, data: bytes):
        return Client(enforce_csrf_checks=True).post("/events/hub/", data, content_type="application/jose")

    def document(self, body, number=0) -> bytes:
        self.number = number or self.number + 1
        return samples.signed(
            "lines", body=body, number=self.number, event=self.event.public_id, heat=self.heat, key=self.key
        )

    def say(self, body, number=0):
        """Return the bodies of the hub's answers, the state first."""
        response = self.post(self.document(body, number))
        assert response.status_code == 200, response.content
        return [document_read(data).body for data in documents_split(response.content)]


def accepted_spoke(event, organiser) -> Spoke:
    """Return the server of another club, whose heat the organiser has accepted."""
    spoke = Spoke(event)
    spoke.say(JOIN)
    heat_answer(heat=Heat.objects.get(public_id=spoke.heat), user=organiser, accept=True)
    return spoke
