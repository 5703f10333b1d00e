"""Every output, requested by every reader at every moment, shows exactly what the rule allows about a board.

The letters are written at the same moments: a moment takes long to build.
"""

import pytest

from tests.attack.letters import all_kinds, letters_of, walk_letters
from tests.attack.moments import AT_EVERY_MOMENT, Moment, moment_at
from tests.attack.walk import LOOKS, OF_NO_NIGHT, WHOLE, DrawnTexts, walk
from tests.clubsite.every_address import every_address
from tests.long import sample

SEEDS = sample(("attack 2",), tuple(f"attack {number}" for number in range(2, 8)))
# What the rule shows at each moment. The walk must see it, or it could not see a leak.
SHOWN = {
    "draft": {("director", "cards"), ("director", "sequence")},
    "before": {("director", "cards"), ("director", "sequence")},
    "after": {("director", "cards"), ("director", "score"), ("seat at table 2", "score"), ("keeper", "score")},
    "ended": {("director", "score"), ("playing director", "sequence"), ("playing director", "score")},
    "published": {("stranger", what) for what in "cards sequence score verdict replay".split()},
    "elsewhere": {("director", "cards"), ("playing director", "score"), ("keeper", "score")},
    "heat draft": {("director", "cards"), ("director", "sequence")},
    "heat before": {("director", "cards"), ("director", "sequence")},
    "heat after": {("director", "cards"), ("director", "score"), ("seat at table 2", "score"), ("keeper", "score")},
    "heat ended": {("director", "score"), ("playing director", "sequence"), ("playing director", "score")},
    "heat published": {("director", "cards"), ("playing director", "score"), ("keeper", "score")},
    "heat ranked": {("director", "cards"), ("playing director", "score"), ("keeper", "score")},
    "heat over": {("stranger", what) for what in "cards sequence score verdict replay".split()},
    "at hub draft": {("director", "cards"), ("director", "sequence")},
    "at hub before": {("director", "cards"), ("director", "sequence")},
    "at hub after": {("director", "cards"), ("director", "score"), ("seat at table 2", "score"), ("keeper", "score")},
    "at hub ended": {("director", "score"), ("playing director", "sequence"), ("playing director", "score")},
    "at hub published": {("director", "cards"), ("playing director", "score"), ("keeper", "score")},
}
# Addresses that open to none of the readers, and why.
NOT_OPENED = {
    "their link is known to one person only": (
        "address/<str:key>/ forgotten/<uidb64>/<token>/ new-club/ new-club/<str:key>/ "
        "clubs/<slug:slug>/directors/<str:key>/ "
        "clubs/<slug:slug>/way-in/<uidb64>/<token>/ clubs/<slug:slug>/invitation/<str:key>/ mail/<str:token>/confirm/ "
        "mail/<str:token>/stop/ clubs/<slug:slug>/coming/answer/<str:key>/ "
        "clubs/<slug:slug>/coming/<str:public_id>/yours/<int:pk>/ seat/<str:ticket_id>/enter/"
    ),
    "they are about somebody else's match at home": (
        "play/match/<str:public_id>/ play/match/<str:public_id>/sit/ play/match/<str:public_id>/end/ "
        "play/match/<str:public_id>/again/ play/match/<str:public_id>/replay/<int:number>/ "
        "play/match/<str:public_id>/replay/<int:number>/verdicts/ play/match/<str:public_id>/repeat/<int:number>/ "
        "play/match/<str:public_id>/replay/<int:number>/from/<int:seq>/ "
        "play/match/<str:public_id>/pace/<int:at_once>/ play/lobby/<str:public_id>/ "
        "play/match/<str:public_id>/say/ play/match/<str:public_id>/block/ "
        "play/match/<str:public_id>/clock/ play/match/<str:public_id>/report/ "
        "play/blocked/<int:pk>/off/"
    ),
    "another server opens them, with the token of its heat (tests/clubsite/api/test_event_api.py)": (
        "api/v1/heats/ api/v1/heats/<str:heat_id>/ api/v1/heats/<str:heat_id>/key/ api/v1/heats/<str:heat_id>/state/ "
        "api/v1/heats/<str:heat_id>/names/ api/v1/heats/<str:heat_id>/standing/ api/v1/heats/<str:heat_id>/ranking/"
    ),
    "a site with servers has none": "director/<str:session_id>/second-place/",
    "there is no such thing at this night": (
        "clubs/<slug:slug>/club-file/club.zip login/second-step/ clubs/<slug:slug>/requests/<int:pk>/ "
        "director/<str:session_id>/setup/movement/forget/<str:key>/ "
        "director/<str:session_id>/setup/players/team/<str:key>/ director/<str:session_id>/board/<int:number>/cards/ "
        "play/daily/<str:day>/ play/daily/<str:day>/answer/ play/daily/<str:day>/give-up/ admin/outbox/letter/add/ "
        "admin/outbox/letter/<path:object_id>/delete/ admin/clubs/auditentry/add/ "
        "admin/clubs/auditentry/<path:object_id>/delete/ admin/nights/session/add/ admin/scores/scoreentry/add/ "
        "admin/scores/scoreentry/<path:object_id>/delete/ admin/rankings/ranking/add/ "
        "admin/rankings/ranking/<path:object_id>/delete/ admin/rankings/publication/add/ "
        "admin/accounts/authenticatorapp/add/ admin/django_otp_webauthn/webauthncredential/add/ "
        "admin/rankings/publication/<path:object_id>/delete/ admin/r/<path:content_type_id>/<path:object_id>/ "
        "director/clubs/<slug:slug>/events/<str:public_id>/servers/<str:heat_id>/states/<int:number>/ "
        "director/clubs/<slug:slug>/heats/<str:heat_id>/players/ "
        "admin/autocomplete/ api/v1/^(?P<rest>.*)$ admin/(?P<url>.*)$ "
        + " ".join(
            f"admin/{model}/{page}"
            for model in (
                f"events/{one}" for one in ("event", "heat", "heataccess", "eventlogline", "eventpublication")
            )
            for page in ("add/", "<path:object_id>/delete/")
        )
    ),
    "it sends everybody to the site's own page for signing in": "admin/login/",
    "they sign out, here or elsewhere": "logout/ admin/logout/ account/signed-in/out/",
}


def opens_at(address: str) -> str:
    """Return the moment at which an address must open for at least one reader."""
    if address == "director/<str:session_id>/teams/":
        return "draft"
    if "/heats/<str:heat_id>/organiser/" in address:
        return "at hub published"
    if "events/" in address or "/heats/" in address or address == "results/<str:public_id>/event/":
        over = ("/boards/", "/files/", "/proof.json", "/ranking.json", "/<str:label>/", "/booklet")
        return "heat over" if any(part in address for part in over) else "heat published"
    of_play = ("director/<str:session_id>/", "seat/", "join/", "slip/", *OF_NO_NIGHT)
    return WHOLE if address.startswith(of_play) and not address.endswith("report.xml") else "published"


def due_at(moment: str) -> set[str]:
    closed = set(" ".join(NOT_OPENED.values()).split())
    return {address for address in every_address(admin=True) if opens_at(address) == moment} - closed


@pytest.mark.timeout(400)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", AT_EVERY_MOMENT)
def test_no_output_shows_what_the_rule_hides(name, seed, make_night, dee, on_commit, monkeypatch):
    drawn = DrawnTexts(monkeypatch)
    moment = moment_at(name, make_night=make_night, dee=dee, on_commit=on_commit, seed=seed)
    found = walk(moment, drawn, due=due_at(name))
    assert not found.leaks
    assert not found.errors
    assert found.shown >= SHOWN[name]
    unopened = due_at(name) - found.opened
    assert not unopened, "a new address: the walk must know how to open it"
    if name == WHOLE:
        seen = {address for reader, address in found.with_cards if reader == "director"}
        assert {address for address in every_address() if address.endswith(LOOKS)} <= seen, "the walk can read them"
    no_mail_shows_what_the_rule_hides(moment, dee)


def no_mail_shows_what_the_rule_hides(moment: Moment, user):
    letters = letters_of(moment, user)
    assert letters.keys() == all_kinds(), "a new kind of letter: write one in tests/attack/letters.py"
    found, written = walk_letters(moment, letters)
    assert not found.leaks
    assert letters.keys() - written == (set() if moment.phase in ("published", "elsewhere") else {"results.results"})
