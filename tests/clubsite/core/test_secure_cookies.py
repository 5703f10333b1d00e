"""Cookies over https and over plain HTTP, at one site that is read in both ways."""

import pytest
from asgiref.testing import ApplicationCommunicator

from clubsite.core.origins import SecureCookies

SET = [
    "sessionid=s; HttpOnly; Path=/; SameSite=Lax",
    "csrftoken=c; expires=Thu, 26 Nov 2026 03:00:00 GMT; Path=/; SameSite=Lax; Secure",
    'messages=""; expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0; Path=/',
    "claim=k; HttpOnly; Path=/seat/abc/; SameSite=Lax",
    "other=o; Domain=club.example; Path=/",
]


async def seen_and_set(kind="http", scheme="http", cookies="", headers=()):
    """Return the cookies that the site sees, and the `Set-Cookie` headers that a browser gets."""
    seen = []

    async def site(scope, receive, send):
        seen.extend(value.decode() for name, value in scope["headers"] if name == b"cookie")
        start = "http.response.start" if kind == "http" else "websocket.accept"
        await send({"type": start, "status": 200, "headers": [(b"Set-Cookie", text.encode()) for text in SET]})

    scope = {
        "type": kind,
        "scheme": scheme,
        "path": "/",
        "headers": [(b"host", b"hall.local"), (b"cookie", cookies.encode()), *headers],
    }
    if kind == "http":
        scope["method"] = "GET"
    line = ApplicationCommunicator(SecureCookies(site), scope)
    answer = await line.receive_output(60)
    return seen[0], [value.decode() for _, value in answer["headers"]]


@pytest.mark.parametrize(("kind", "scheme"), (("http", "https"), ("websocket", "wss")))
async def test_over_https_a_browser_takes_every_cookie_only_from_this_host_and_over_https(kind, scheme):
    _, given = await seen_and_set(kind, scheme)
    assert given == [
        f"__Host-{SET[0]}; Secure",
        f"__Host-{SET[1]}",
        f"__Host-{SET[2]}; Secure",
        f"__Secure-{SET[3]}; Secure",
        f"__Secure-{SET[4]}; Secure",
    ]


@pytest.mark.parametrize(("kind", "scheme"), (("http", "http"), ("websocket", "ws")))
async def test_over_plain_http_cookies_have_plain_names_because_browsers_would_refuse_others(kind, scheme):
    seen, given = await seen_and_set(kind, scheme, "sessionid=s; claim=k")
    assert (seen, given) == ("sessionid=s; claim=k", SET)


async def test_over_https_a_cookie_without_its_prefix_is_not_seen():
    """Somebody on the same network could set such a cookie through a page served over plain HTTP."""
    both = "sessionid=planted; __Host-sessionid=own; __Secure-claim=k; claim=planted; x__Host-device=planted"
    seen, _ = await seen_and_set("http", "https", both)
    assert seen == "sessionid=own; claim=k"


async def test_a_proxy_that_django_believes_may_say_that_https_was_used(settings):
    said = [(b"x-forwarded-proto", b"https")]
    assert (await seen_and_set(headers=said, cookies="__Host-sessionid=s"))[0] == "__Host-sessionid=s"
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    assert (await seen_and_set(headers=said, cookies="__Host-sessionid=s"))[0] == "sessionid=s"
