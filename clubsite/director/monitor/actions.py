"""The director's actions that affect the whole room, and the questions asked before them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial, wraps
from typing import Any

from django.http import HttpResponse

from clubsite.accounts.decorators import SignedInRequest
from clubsite.accounts.models import User
from clubsite.director.monitor.forms import ConsentForm
from clubsite.director.monitor.overview import Overview, OverviewTable, SectionNow
from clubsite.director.monitor.progress import overview_of, section_now_of
from clubsite.nights.consents import ConsentWanted
from clubsite.nights.decorators import session_page
from clubsite.nights.models import Session
from clubsite.nights.selectors.progress import boards_opened
from clubsite.nights.selectors.sessions import section_for
from clubsite.nights.services import directing, rounds
from clubsite.rankings.services.publications import publish, unpublish
from clubsite.scores.selectors.typed_scores import scores_waiting
from clubsite.scores.services.checks import order_check_set
from clubsite.scores.services.pending_scores import pending_scores_accept


@dataclass(frozen=True, slots=True)
class DirectorAct:
    """An action of the director. `done` is the message on the next page.

    `do` takes the session, or the button's section, and `user`; with `with_reason` also `why`. With `by_round`, it acts
    on the round named in the question.
    """

    do: Callable[..., Any]
    done: str = ""
    in_section: bool = False
    by_round: bool = False
    with_reason: bool = False


DIRECTOR_ACTS = {
    "pause": DirectorAct(directing.session_pause),
    "resume": DirectorAct(directing.session_resume),
    "hold": DirectorAct(partial(rounds.round_hold, hold=True), in_section=True),
    "release": DirectorAct(partial(rounds.round_hold, hold=False), in_section=True, by_round=True),
    "add": DirectorAct(partial(directing.clock_add, minutes=2), in_section=True),
    "less": DirectorAct(partial(directing.clock_add, minutes=-2), in_section=True),
    "force": DirectorAct(rounds.round_force, "The round has moved on.", in_section=True, by_round=True),
    "end": DirectorAct(directing.session_end, "The night has ended."),
    "check-orders": DirectorAct(
        partial(order_check_set, on=True),
        "Tables with cards are asked before and after each board whether the dummies are in order.",
    ),
    "leave-orders": DirectorAct(
        partial(order_check_set, on=False), "Tables with cards are no longer asked whether the dummies are in order."
    ),
    "unstart": DirectorAct(
        directing.session_start_undo, "The start is undone. Nothing is lost: go through the steps and start again."
    ),
    "publish": DirectorAct(publish, "The results are published.", with_reason=True),
    "unpublish": DirectorAct(unpublish, "The results are withdrawn. Members no longer see them."),
}
ROUND_NUMBERS = frozenset(map(str, range(1, 1000)))


def do(
    act: DirectorAct,
    session: Session,
    user: User,
    *,
    section: str,
    round: str,
    count: Sequence[str] = (),
    why: str = "",
) -> None:
    """Perform the action in the section with this name, or in the first section if `section` is "".

    `round` is the round that the question named, as submitted, or "". `count` has the keys of pending scores to count
    first.
    """
    pending_scores_accept(session=session, keys=count, user=user)
    if not act.in_section:
        act.do(session=session, user=user, **({"why": why} if act.with_reason else {}))
        return
    row = section_for(session, section)
    if not (act.by_round and round):
        act.do(section=row, user=user)
        return
    number = int(round) if round in ROUND_NUMBERS else 0
    # The last scores of a round end it by themselves.
    if not (count and number == row.round_number - 1):
        act.do(section=row, user=user, number=number)


def question_of(act: str, session: Session, user: User, name: str = "") -> dict[str, Any] | None:
    """Return the question before an act that cannot be undone, or None. Raise Http404 if there is no such section."""
    if act == "force":
        section_now = section_now_of(session, user, name)
        waiting = scores_waiting(session, user, round__section=section_now.section)
        return _force(section_now) | {"act": act, "waiting": waiting}
    ask = {"end": _end, "unpublish": _unpublish, "unstart": _unstart}.get(act)
    if ask is None:
        return None
    waiting = scores_waiting(session, user) if act == "end" else []
    return {"items": []} | ask(overview_of(session, user)) | {"act": act, "waiting": waiting}


def _items(tables: list[OverviewTable]) -> list[str]:
    items = []
    for table_now in tables:
        numbers = table_now.open_boards
        if not numbers:
            continue
        boards = ", ".join(map(str, numbers))
        words = "board" if len(numbers) == 1 else "boards"
        items.append(f"Table {table_now.label}: {words} {boards} ({table_now.names})")
    return items


def _force(section_now: SectionNow) -> dict[str, Any]:
    number = section_now.section.round_number
    items = _items(section_now.tables)
    last = number == section_now.rounds
    where = f" of section {section_now.section.name}" if section_now.section.lettered else ""
    onward = "close the last round" if last else f"begin round {number + 1}"
    sentence = (
        "These boards have no score yet. They become “not played” until you type a score for them."
        if items
        else "Every board of this round has its score, or one was typed that you can accept here."
    )
    return {
        "title": f"End round {number}{where} now and {onward}?",
        "sentence": sentence,
        "yes": f"Yes, {onward}",
        "no": "No, let them play",
        "items": items,
        "round": number,
        "section": section_now.section.name,
    }


def _end(overview: Overview) -> dict[str, Any]:
    items = _items(overview.tables)
    later = sum(section_now.rounds - section_now.section.round_number for section_now in overview.sections)
    parts = []
    if items:
        parts.append("These boards have no score yet. They become “not played” until you type a score for them.")
    if later:
        parts.append(f"{later} {'round has' if later == 1 else 'rounds have'} not been played and will not be.")
    parts.append("A night that has ended cannot start again; scores can still be typed and corrected.")
    yes, no = "Yes, end the night", "No, play on"
    return {"title": "End the night?", "sentence": " ".join(parts), "yes": yes, "no": no, "items": items}


def _unstart(overview: Overview) -> dict[str, Any]:
    seen = boards_opened(overview.session)
    sentence = (
        "The night goes back to its set-up: names, movement, boards and table codes stay as they are. "
        "It can be started again at once."
    )
    if seen:
        boards = " and ".join(map(str, seen))
        sentence += (
            f" The hands of {'board' if len(seen) == 1 else 'boards'} {boards} have been seen at a table: "
            "deal new boards if others would play them first."
        )
    yes, no = "Yes, back to the set-up", "No, play on"
    return {"title": "Take the start back?", "sentence": sentence, "yes": yes, "no": no}


def _unpublish(overview: Overview) -> dict[str, Any]:
    sentence = "Members will not see the results of this night until you publish them again. Nothing is deleted."
    yes, no = "Yes, withdraw them", "No, leave them"
    return {"title": "Withdraw the results?", "sentence": sentence, "yes": yes, "no": no}


View = Callable[..., HttpResponse]
NOT_AGAIN = {"csrfmiddlewaretoken", "number", "idempotency_key"}


def asks_consent(view: View) -> View:
    """Ask for the number if the view raises ConsentWanted. The page then sends the original form and the number."""

    @wraps(view)
    def asking(request: SignedInRequest, session: Session, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, session, **kwargs)
        except ConsentWanted as wanted:
            sent = [(name, value) for name, value in request.POST.items() if name not in NOT_AGAIN]
            form = ConsentForm({})
            if wanted.fault:
                form.add_error("number", wanted.fault)
            return session_page(request, session, "director/monitor/consent.html", wanted=wanted, sent=sent, form=form)

    return asking


def consent_number(request: SignedInRequest) -> str:
    """Return the number that the director typed, or ""."""
    return str(ConsentForm(request.POST).sent["number"])
