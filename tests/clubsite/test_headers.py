"""The headers that tell a browser what a page of the site may do."""

import asyncio
from http import HTTPStatus

from clubsite.core.request_limits import refuse


def directives(answer):
    return dict(part.strip().partition(" ")[::2] for part in answer["Content-Security-Policy"].split(";"))


def test_a_page_runs_and_is_dressed_by_files_of_the_site_alone(client):
    policy = directives(client.get("/"))
    assert policy["default-src"] == "'self'"
    assert not [name for name, said in policy.items() if "unsafe" in said]
    assert {policy[name] for name in ("object-src", "base-uri", "frame-ancestors")} == {"'none'"}


def test_a_page_may_use_what_the_site_needs_and_nothing_else_of_the_device(client):
    said = client.get("/")["Permissions-Policy"]
    for name in ("camera", "microphone", "geolocation", "payment", "usb", "display-capture"):
        assert f"{name}=()" in said
    for name in ("screen-wake-lock", "fullscreen", "clipboard-write", "publickey-credentials-get"):
        assert f"{name}=(self)" in said


def test_an_answer_that_never_reaches_django_has_the_policy_too(client):
    sent = []

    async def send(message):
        sent.append(message)

    asyncio.run(refuse({"path": "/"}, send, HTTPStatus.REQUEST_TIMEOUT, "", "413.html", file_size=""))
    headers = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    assert headers["content-security-policy"] == client.get("/")["Content-Security-Policy"]
    assert headers["x-content-type-options"] == "nosniff"
