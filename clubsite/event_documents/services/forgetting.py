"""People who are forgotten here: the hubs of the events that they played in are told to take their names away."""

from clubsite.clubs.models import Person
from clubsite.event_documents.messages.bodies import ForgetBody
from clubsite.event_documents.selectors.document_bodies import names_to_strangers
from clubsite.event_documents.services.outgoing import message_put
from clubsite.simultaneous.models import EventEntrant, Heat
from clubsite.simultaneous.services.events import event_locked


def person_documents_forget(*, person: Person) -> None:
    """Let a `forget` wait for each contestant whose name was told to another server and named this person.

    Runs in the transaction that forgets the person, after their name has changed. However old an event is, its hub is
    told.
    """
    entrants = EventEntrant.objects.filter(contestant__persons__person=person, heat__club=person.club_id)
    told = entrants.exclude(name="").exclude(heat__event__hub_key="").distinct()
    for entrant in told.order_by("heat__event", "pk").select_related("heat__event", "heat__club"):
        _forget(entrant.heat, entrant)


def _forget(heat: Heat, entrant: EventEntrant) -> None:
    name = names_to_strangers(heat, [entrant])[entrant.pk]
    if name == entrant.name:
        return
    heat.event = event_locked(heat.event)
    message_put(heat=heat, body=ForgetBody(label=entrant.label, name=name))
    EventEntrant.objects.filter(pk=entrant.pk).update(name=name)
