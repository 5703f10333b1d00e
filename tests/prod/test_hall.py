"""A hall without the internet: tablets by https with a certificate of Caddy's own authority, phones by plain HTTP."""

import json
import os
import subprocess
import time
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import pytest
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from cryptography.x509 import load_pem_x509_certificate
from playwright.sync_api import BrowserContext, Page, expect, sync_playwright

from tests import needs
from tests.browser.conftest import ARGUMENTS, AUTHENTICATOR, PHONE, TABLET
from tests.browser.director import sign_in_form
from tests.browser.seats import SeatPage, until
from tests.long import long
from tests.prod.scripts import CAST
from tests.servers import ClubServer, free_port

pytestmark = [pytest.mark.prod, long, needs.caddy]
ROOT = Path(__file__).resolve().parents[2]
NAME = "hall.local"
PASSWORD = "under the lantern"
SEATS = (
    CAST
    + """
import datetime, json
from clubsite.demo.scripted_player import session_make, players_of
session = session_make(club=Club.objects.get(slug="scripted"), user=user, date=datetime.date(2026, 11, 26), players=2,
                       boards=None, pbn=None, file_name="", seed="hall")
players = players_of(session, ["http://hall.local"], "hall", lambda: None)
print(json.dumps([f"/seat/{player.ticket_id}/enter/?key={player.token}" for player in players]))
"""
)


class Hall(NamedTuple):
    """The two addresses of one site, and the browser flag for a device that trusts the hall's authority."""

    https: str
    http: str
    trusting: str


def caddyfile(http: int, https: int) -> str:
    """Return Caddy's file for a hall, with other ports."""
    text = (ROOT / "deploy" / "caddy" / "hall").read_text()
    assert text.count("skip_install_trust\n") == 1
    ports = f"\tadmin off\n\thttp_port {http}\n\thttps_port {https}\n"
    return text.replace("skip_install_trust\n", f"skip_install_trust\n{ports}")


@pytest.fixture(scope="module")
def hall(club_server, tmp_path_factory) -> Iterator[Hall]:
    http, https, site = free_port(), free_port(), free_port()
    folder = tmp_path_factory.mktemp("caddy")
    (folder / "Caddyfile").write_text(caddyfile(http, https))
    settings = {"ALLOWED_HOSTS": f"{NAME},127.0.0.1", "PUBLIC_URL": f"http://{NAME}:{http}"}
    server = ClubServer({**club_server.env, **settings})
    server.start_web(site)
    names = {"SITE_NAME": NAME, "SITE_AT": f"127.0.0.1:{site}"}
    env = {**os.environ, **names, "HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    command = ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]
    with open(folder / "log", "wb") as log:
        caddy = subprocess.Popen(command, env=env, stdout=log, stderr=log)
    try:
        issuer = folder / "caddy" / "pki" / "authorities" / "local" / "intermediate.crt"
        for _ in range(200):
            if issuer.exists() and list(folder.glob(f"caddy/certificates/local/{NAME}/*.crt")):
                break
            assert caddy.poll() is None, (folder / "log").read_text()
            time.sleep(0.1)
        server.wait_for_webs()  # until then Caddy answers 502
        key = load_pem_x509_certificate(issuer.read_bytes()).public_key()
        spki = sha256(key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).digest()
        trusting = f"--ignore-certificate-errors-spki-list={b64encode(spki).decode()}"
        yield Hall(f"https://{NAME}:{https}", f"http://{NAME}:{http}", trusting)
    finally:
        caddy.terminate()
        caddy.wait(10)
        server.stop(f"web {site}")


@pytest.fixture(scope="module")
def devices(hall, tmp_path_factory):
    """A tablet that trusts the hall's authority and a phone that does not, each a browser of its own."""
    if why := needs.why_no_browser():
        pytest.skip(why)
    with sync_playwright() as playwright:
        made = []
        for name, screen, more in (("tablet", TABLET, [hall.trusting]), ("phone", PHONE, [])):
            context = playwright.chromium.launch_persistent_context(
                tmp_path_factory.mktemp(name),
                executable_path=needs.CHROMIUM,
                args=[*ARGUMENTS, f"--host-resolver-rules=MAP {NAME} 127.0.0.1", *more],
                viewport=screen,
                locale="en-GB",
            )
            context.set_default_timeout(30_000)
            made.append(context)
        yield tuple(made)
        for context in made:
            context.close()


def names_of(context: BrowserContext, address: str) -> set[str]:
    return {str(cookie["name"]) for cookie in context.cookies(address)}


def sign_in(page: Page, address: str, name: str):
    page.goto(f"{address}/login/?next=/account/")
    sign_in_form(page, name, PASSWORD)
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()


def account_add(club_server: ClubServer, name: str):
    club_server.shell(
        f"from clubsite.accounts.models import User\nUser.objects.create_user({name!r}, password={PASSWORD!r})"
    )


@pytest.mark.timeout(180)
def test_a_tablet_by_https_has_a_secure_context_and_plays_with_a_phone_by_plain_http(club_server, hall, devices):
    first, two = json.loads(club_server.shell(SEATS))
    tablet, phone = devices
    at_tablet = SeatPage(tablet.new_page(), "").open(hall.https + first)
    at_phone = SeatPage(phone.new_page(), "").open(hall.http + two)
    assert at_tablet.page.evaluate("isSecureContext") and not at_phone.page.evaluate("isSecureContext")
    registered = "navigator.serviceWorker.ready.then(found => found.active.scriptURL)"
    assert at_tablet.page.evaluate(registered) == f"{hall.https}/service-worker.js"
    assert at_tablet.page.evaluate("navigator.wakeLock.request('screen').then(lock => lock.type)") == "screen"
    assert at_phone.page.evaluate("[navigator.serviceWorker, navigator.wakeLock].every(one => one === undefined)")

    for seat in (at_tablet, at_phone):
        seat.ready()
    both = (at_tablet, at_phone)
    caller = until(
        at_phone.page, lambda: next((it for it in both if it.page.locator("td.now").count()), None), "a call"
    )
    other = at_phone if caller is at_tablet else at_tablet
    caller.call("1S")
    expect(other.page.locator("td.now")).to_be_visible()
    assert at_tablet.errors == at_phone.errors == []
    assert "__Secure-claim" in names_of(tablet, hall.https + first.partition("enter")[0])
    assert "claim" in names_of(phone, hall.http + two.partition("enter")[0])


def test_no_answer_binds_a_browser_to_https_or_leads_away_from_plain_http(hall, devices):
    page = devices[0].new_page()
    for address in (hall.https, hall.http):
        answer = page.goto(f"{address}/join/")
        assert answer is not None and answer.status == 200 and page.url == f"{address}/join/"
        assert "strict-transport-security" not in answer.headers


@pytest.mark.timeout(180)
def test_a_device_that_uses_both_ways_is_signed_in_to_each_by_itself(club_server, hall, devices):
    account_add(club_server, "hilda")
    tablet, _ = devices
    page = tablet.new_page()
    sign_in(page, hall.https, "hilda")
    over_https = names_of(tablet, hall.https)
    assert {"__Host-sessionid", "__Host-csrftoken"} <= over_https and "sessionid" not in over_https
    page.goto(f"{hall.http}/account/")
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    sign_in(page, hall.http, "hilda")
    page.goto(f"{hall.https}/account/")
    page.get_by_role("button", name="Sign out").first.click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()
    page.goto(f"{hall.http}/account/")
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()


@pytest.mark.timeout(180)
def test_a_passkey_is_made_over_https_and_over_plain_http_the_page_says_why_not(club_server, hall, devices):
    account_add(club_server, "petra")
    page = devices[0].new_page()
    cdp = page.context.new_cdp_session(page)
    cdp.send("WebAuthn.enable")
    cdp.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    sign_in(page, hall.https, "petra")
    page.goto(f"{hall.https}/account/second-factor/")
    page.get_by_role("link", name="Add a passkey").click()
    page.get_by_role("button", name="Make the passkey").click()
    expect(page.get_by_role("heading", name="Your recovery codes")).to_be_visible()
    page = devices[1].new_page()
    page.goto(f"{hall.http}/login/passkey/")
    expect(page.get_by_role("main")).to_contain_text("Passkeys work only over https")
