"""Requests of a club's server to the hub of another server's event, and how an answer is read."""

from collections.abc import Mapping
from datetime import timedelta
from http import HTTPStatus
from typing import Any
from unicodedata import normalize

from django.utils import timezone

from clubsite.core import jobs
from clubsite.core.json_rules import Fields, json_loaded, json_read
from clubsite.core.other_servers import ServerAnswer, ServerSilent, server_asked
from clubsite.core.refused import Refused
from clubsite.events.models import Heat, HubHeat
from clubsite.events.selectors.answer_rules import FACTS, FreeObject

HUB_JOB = "events.tell_hub"
LONGEST_SAID = 600
SOON = timedelta(minutes=1)


class HubRefused(Refused):
    """Raised with the hub's own sentence if it refuses a request. `data` is the object in its answer."""

    def __init__(self, status: int, said: str, data: Mapping[str, Any]) -> None:
        super().__init__(said)
        self.status, self.data = status, data

    @property
    def is_end(self) -> bool:
        """True if the hub does not know the token or the heat any more."""
        return self.status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.NOT_FOUND, HTTPStatus.GONE)


def heat_asked(heat: Heat, method: str, what: str = "", *, etag: str = "", **facts: Any) -> ServerAnswer:
    """Ask the hub about a heat, with its token. The answer to a known `etag` has no data. `facts` are as `hub_asked`
    takes them.

    Raise ServerSilent if there is no answer, HubRefused if the hub refuses, and KeyMissing if this server cannot open
    the token.
    """
    headers = {"Authorization": f"Bearer {heat.at_hub.token.open()}", **facts.pop("headers", {})}
    headers |= {"If-None-Match": etag} if etag else {}
    return hub_asked(heat.event.hub, method, f"heats/{heat.hub_id}/{what}", headers=headers, **facts)


def hub_asked(hub: str, method: str, path: str, **facts: Any) -> ServerAnswer:
    """Ask a hub. Raise ServerSilent if there is no answer, and HubRefused if the hub refuses."""
    answer = server_asked(method, f"{hub}/api/v1/{path}", **facts)
    if answer.status < 300 or answer.status == HTTPStatus.NOT_MODIFIED:
        return answer
    try:
        data = json_loaded(answer.data)
    except Refused:
        data = None
    if not 400 <= answer.status < 500 or not isinstance(data, dict) or "detail" not in data:
        raise ServerSilent  # such as the page of a proxy
    raise HubRefused(answer.status, said_text(data["detail"]) or f"Status {answer.status}.", data)


def answer_read(rules: Fields, answer: ServerAnswer) -> Any:
    """Return the values of an answer by its rules. Raise ServerSilent for another answer."""
    try:
        return body_read(rules, answer.data)
    except Refused as no:
        raise ServerSilent from no


def body_read(rules: Fields, data: bytes) -> Any:
    """Return the values of a body of the hub by its rules, and the facts of its event as they were sent.

    One odd name voids no ranking: texts lose what cannot be printed. Raise Refused for another body.
    """
    try:
        loaded = _tidied(json_loaded(data))
    except RecursionError:
        loaded = None
    if not isinstance(loaded, dict) or rules.keys().isdisjoint(loaded):
        raise Refused("This is not what an organiser’s server sends.", "file")
    return json_read({name: FreeObject() if rule is FACTS else rule for name, rule in rules.items()}, loaded)


def _tidied(value: Any) -> Any:
    if isinstance(value, str):
        return said_text(normalize("NFKC", value), len(value)) if not value.isascii() else value
    if isinstance(value, list):
        return [_tidied(one) for one in value]
    return {name: _tidied(one) for name, one in value.items()} if isinstance(value, dict) else value


def said_text(value: Any, most: int = LONGEST_SAID) -> str:
    """Return a text of another server as it may be shown: in one line, without what cannot be printed."""
    if not isinstance(value, str):
        return ""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in value[:most]).split())


def noted(heat: Heat, **facts: Any) -> None:
    """Note these columns in the row about the heat's hub, and nothing else of it."""
    for name, value in facts.items():
        setattr(heat.at_hub, name, value)
    HubHeat.objects.filter(pk=heat.pk).update(**facts)


def heat_tell_ask(*, heat: Heat, delay: float = 0) -> None:
    """Let the hub of a heat, if it has one, hear what has changed once it is committed. If the message is lost, the
    sweep finds it.
    """
    soon = timezone.now() + SOON
    HubHeat.objects.filter(heat=heat, tries=0, due_at__gt=soon).update(due_at=soon)
    if heat.event.is_remote:
        jobs.enqueue(HUB_JOB, heat.pk, once=True, slow=True, delay=delay)
