"""Pages that change the movement of a session in play, after a preview, and a page for the teams' names."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.http import urlencode

from clubsite.accounts.decorators import SignedInRequest
from clubsite.accounts.models import User
from clubsite.core.forms import LineField
from clubsite.core.refused import Refused, attempt
from clubsite.director.links import line_url, page_url
from clubsite.director.repair.forms import BY_KIND, REPAIR_FORMS, ListField, RepairForm
from clubsite.director.setup.players import TeamNamesForm
from clubsite.nights.decorators import for_director, posted_by_director, session_page
from clubsite.nights.forms import SectionForm
from clubsite.nights.models import Board, Section, Session, TableBoard, WrongBoard
from clubsite.nights.selectors.boards import boards_instead, row_fault, table_board_for, wrong_board_plan
from clubsite.nights.selectors.contestants import names_of
from clubsite.nights.selectors.drafts import suggestions, team_heads
from clubsite.nights.selectors.movements import SectionInPlay, plan_of, section_in_play
from clubsite.nights.selectors.repairs import RepairPreview, last_repair, preview
from clubsite.nights.selectors.sessions import sections_of
from clubsite.nights.services.movement import team_names_set
from clubsite.nights.services.repairs import MOVED_ON, board_turn, repair_apply, repair_undo
from clubsite.nights.services.tables import wrong_board_apply, wrong_board_set_aside, wrong_board_undo
from clubsite.scores.selectors.entries import PLAYED_STATUSES, latest_of
from clubsite.scores.selectors.hidden_cards import latest_seen_by
from games.players import PLAYERS
from games.wording import contestant_sides
from movements.errors import MovementError
from movements.grid import boards_text
from movements.plan import SIT_OUT, Pairing, Plan
from movements.repair import Effect
from movements.teams import teams_in

SAME, CHANGED, ADDED, DROPPED = "", "changed", "added", "dropped"

Shown = dict[str, Any]


def picture_of(shown: RepairPreview) -> Shown:
    """Return every seat of every round that changes, with the people in it, and a phrase about the other rounds."""
    now, then = shown.now, replace(shown.now, plan=shown.after, names=shown.names_after)
    views = [_round(now, then, number) for number in range(1, max(now.plan.rounds, then.plan.rounds) + 1)]
    same = [view["number"] for view in views if not view["changing"]]
    return {"rounds": [view for view in views if view["changing"]], "untouched": _untouched(same)}


def _round(now: SectionInPlay, then: SectionInPlay, number: int) -> Shown:
    old, new = _rows(now.plan, number), _rows(then.plan, number)
    rows = [_row(now, then, old.get(table), new.get(table)) for table in sorted(old.keys() | new.keys())]
    mark = ADDED if not old else DROPPED if not new else CHANGED
    return {
        "number": number,
        "changing": [row for row in rows if row["mark"]],
        "staying": [row for row in rows if not row["mark"]],
        "mark": mark,
        "now": number <= now.frozen,
    }


def _rows(plan: Plan, number: int) -> dict[int, Pairing]:
    missing = plan.missing(number)
    return {row.table: row for row in plan.round(number) if not {row.ns, row.ew} <= missing}


def _row(now: SectionInPlay, then: SectionInPlay, old: Pairing | None, new: Pairing | None) -> Shown:
    row = new or old
    assert row is not None
    was = _side(now, old) if old else None
    # A stand-in takes over a number from the next round on.
    names = then.names if row.round > now.frozen else now.names
    will = _side(replace(then, names=names), new, was) if new else None
    return {"table": now.section.label(row.table), "before": was, "after": will, "mark": _mark(was, will)}


def _mark(was: Shown | None, will: Shown | None) -> str:
    if was is None:
        return ADDED
    if will is None:
        return DROPPED
    changed = will["boards_changed"] or any(seat["changed"] for seat in will["seats"])
    return CHANGED if changed or len(was["seats"]) != len(will["seats"]) else SAME


def _side(at: SectionInPlay, row: Pairing, was: Shown | None = None) -> Shown:
    """Return a table's occupied seats, its boards ("" for a sit-out), and what differs from `was`."""
    sides = contestant_sides(True) if at.section.pairs else PLAYERS
    missing = at.plan.missing(row.round)
    seats: list[Shown] = [
        {
            "side": side if row.boardset != SIT_OUT else "",
            "number": at.section.label(number),
            "name": at.name(number),
        }
        for side, number in zip(sides, (row.ns, row.ew), strict=True)
        if number not in missing
    ]
    before = [(seat["side"], seat["number"], seat["name"]) for seat in was["seats"]] if was else []
    for seat in seats:
        seat["changed"] = was is not None and tuple(seat.values()) not in before
    boards = boards_text(row.boardset, at.section.boards_per_round, at.boards)
    return {"seats": seats, "boards": boards, "boards_changed": was is not None and boards != was["boards"]}


def _untouched(numbers: list[int]) -> str:
    if not numbers:
        return ""
    first, last = numbers[0], numbers[-1]
    if first == last:
        return f"Round {first} stays as it is."
    if numbers == list(range(first, last + 1)):
        return f"Rounds {first} {'and' if last == first + 1 else 'to'} {last} stay as they are."
    return "All other rounds stay as they are."


def carried_of(shown: RepairPreview, user: User) -> list[Shown]:
    """Return the boards with a score. Hide each score from a director who still has to play the board."""
    now = shown.now
    latest, covered = latest_seen_by(user, now.section.session, shown.corrected)
    rows = {(row.round, row.table): row for row in shown.after.schedule}
    lines = []
    for board in (board for board in shown.corrected if board.pk in latest or board.pk in covered):
        row = rows[board.round.number, board.table.number]
        table, south, north = now.section.label(row.table), now.name(row.ns), now.name(row.ew)
        lines.append({"row": board, "table": table, "entry": latest.get(board.pk), "south": south, "north": north})
    return lines


def _page(request: SignedInRequest, section: Section, template: str, **more: Any) -> HttpResponse:
    more |= {"section": section, "sections": sections_of(section.session), "last": last_repair(section)}
    return session_page(request, section.session, f"director/repair/{template}.html", **more)


@for_director
def index(request: SignedInRequest, session: Session) -> HttpResponse:
    """Ask what has happened, and offer to undo the last change while it can still be undone."""
    if session.status == "draft":
        return redirect("director:setup", session_id=session.public_id)
    section = SectionForm(request.GET, session).chosen()
    ended = session.status == "ended"
    kinds = [(form.kind, form.about) for form in REPAIR_FORMS if form.kind.afterwards or not ended]
    plan = plan_of(section)
    return _page(request, section, "repair", kinds=kinds, teams=bool(plan and teams_in(plan)))


@for_director
def change(request: SignedInRequest, session: Session, kind: str) -> HttpResponse:
    """Show one kind of change: its questions, the rounds before and after, then the button. GET changes nothing."""
    form_class = BY_KIND.get(kind)
    data = (request.POST if request.method == "POST" else request.GET).dict()
    if form_class is None:
        raise Http404("No such change")
    sent = RepairForm(data, session)
    section, shown, fault = sent.chosen(), None, ""
    try:
        now = section_in_play(section, form_class.kind)
        form = form_class(now, data)
        order = form.order() if form.is_valid() else None
        if request.method == "POST":
            if order is None:
                raise Refused(MOVED_ON)
            what = repair_apply(section=section, order=order, seen=sent.sent["seen"], user=request.user).what
            messages.success(request, f"{what[:1].upper()}{what[1:]}. Everybody's screen follows.")
            return redirect(page_url(session, "repair", section=section.letter))
        shown = preview(now, order) if order is not None else None
    except MovementError as no:
        fault = str(no)
    except Refused as no:
        messages.error(request, str(no))
        if request.method != "POST":
            return redirect("director:monitor", session_id=session.public_id)
        kept = {key: value for key, value in data.items() if key not in ("csrfmiddlewaretoken", "seen")}
        return redirect(f"{page_url(session, 'repair-change', kind)}?{urlencode(kept)}")
    context: dict[str, Any] = {"kind": form_class.kind, "form": form, "fault": fault, "people": suggestions(session)}
    if shown is not None:
        context |= {"shown": shown, "picture": picture_of(shown), "carried": carried_of(shown, request.user)}
        context |= {"meanings": _meanings(shown.change.effects)}
    return _page(request, section, "change", **context)


def _meanings(effects: Iterable[Effect]) -> list[tuple[str, list[str]]]:
    titles = {"seats": "Seats", "boards": "Boards", "scores": "Scores already in"}
    groups = [(title, [effect.text for effect in effects if effect.about == about]) for about, title in titles.items()]
    return [(title, sentences) for title, sentences in groups if sentences]


@posted_by_director
def undo(request: SignedInRequest, session: Session) -> HttpResponse:
    section = SectionForm(request.POST, session).chosen()
    undone = "The change is undone."
    attempt(request, undone, lambda: repair_undo(section=section, user=request.user))
    return redirect(page_url(session, "repair", section=section.letter))


@for_director
def teams(request: SignedInRequest, session: Session) -> HttpResponse:
    """Show every team with its players and a field for the team's name. Raise Http404 if the session has no teams."""
    if session.status == "draft":
        return redirect("director:players", session_id=session.public_id)
    heads = team_heads(session)
    if not heads:
        raise Http404("No teams play")
    if request.method == "POST":
        typed = TeamNamesForm([head.key for head, _ in heads], request.POST).names()
        faults = team_names_set(session=session, typed=typed, user=request.user)
        if not faults:
            again = " Publish again for everybody to read them." if session.status == "ended" else ""
            messages.success(request, f"The names of the teams are saved.{again}")
            return redirect("director:teams", session_id=session.public_id)
        for head, _ in heads:
            head.typed, head.fault = typed.get(head.key), faults.get(head.key, "")
    names = names_of([pk for _, contestants in heads for pk in contestants])
    lines = [{"head": head, "players": " and ".join(names[pk] for pk in pks)} for head, pks in heads]
    return session_page(request, session, "director/repair/teams.html", lines=lines)


WRONG_BOARD_LEFT = "Nothing was changed. The table plays its own board."


def _row_page(request: SignedInRequest, row: TableBoard, template: str, **more: Any) -> HttpResponse:
    names, section = names_of([row.ns_id, row.ew_id]), row.round.section
    more |= {"row": row, "pairs": section.pairs, "ns": names[row.ns_id], "ew": names[row.ew_id]}
    return session_page(request, section.session, f"director/repair/{template}.html", **more)


@for_director
def turn(request: SignedInRequest, session: Session, pk: int) -> HttpResponse:
    """Show the row before and after a turn, followed by the button. GET changes nothing."""
    row = table_board_for(session, pk)
    if request.method == "POST":
        try:
            new = board_turn(table_board=row, user=request.user)
        except Refused as no:
            messages.error(request, str(no))
            return redirect("director:score", session_id=session.public_id, pk=pk)
        messages.success(request, f"Board {row.board.number} is turned. Turn it again to take that back.")
        return redirect(line_url(session, new))
    latest, covered = latest_seen_by(request.user, session, [row])
    entry, can = latest.get(row.pk), row.state == "finished"
    return _row_page(request, row, "turn", entry=entry, covered=row.pk in covered, can=can)


class WrongBoardForm(forms.Form):
    """The board that was played, whether the table keeps its own board (`kept`), and what the page showed (`seen`)."""

    kept = forms.ChoiceField(
        label="And its own board?",
        choices=[("", "It is not played at this table"), ("kept", "It is still played in this round, too")],
        required=False,
        widget=forms.RadioSelect,
    )
    seen = LineField(required=False)

    def __init__(self, data: object, boards: list[Board]) -> None:
        super().__init__(data, auto_id="f-%s")  # type: ignore[arg-type]
        choices = [(str(board.number), f"Board {board.number}") for board in boards]
        self.fields["board"] = ListField("Which board did they play?", choices)
        self.fields["board"].choose_first()  # type: ignore[attr-defined]
        self.boards = {str(board.number): board for board in boards}

    @property
    def board(self) -> Board | None:
        """The chosen board, or None."""
        return self.boards.get(self.cleaned_data.get("board", "")) if self.is_valid() else None


@for_director
def wrong_board(request: SignedInRequest, session: Session, pk: int) -> HttpResponse:
    """Let the director choose the board, then show the effect on both boards, and a button. GET changes nothing."""
    row = table_board_for(session, pk)
    sent = request.POST if request.method == "POST" else request.GET
    form = WrongBoardForm(sent if "board" in sent else None, boards_instead(row))
    board = form.board
    if request.method == "POST" and board is not None:
        kept, seen = bool(form.cleaned_data["kept"]), form.cleaned_data["seen"]
        try:
            line = wrong_board_apply(table_board=row, board=board, kept=kept, seen=seen, user=request.user)
        except Refused as no:
            messages.error(request, str(no))
        else:
            messages.success(
                request, f"Board {board.number} is table {row.table.label}’s now. Type its score, or let them do it."
            )
            return redirect("director:score", session_id=session.public_id, pk=line.pk)
    entry = latest_of([row]).get(row.pk)
    return _row_page(
        request,
        row,
        "wrong_board",
        form=form,
        fault=row_fault(row),
        plan=wrong_board_plan(row, board) if board is not None else None,
        asked=WrongBoard.objects.filter(table_board=row, closed_at=None).exists(),
        entry=entry,
        carried=entry is not None and entry.status in PLAYED_STATUSES,
    )


@posted_by_director
def aside(request: SignedInRequest, session: Session, pk: int) -> HttpResponse:
    row = table_board_for(session, pk)
    attempt(request, WRONG_BOARD_LEFT, lambda: wrong_board_set_aside(table_board=row, user=request.user))
    return redirect("director:monitor", session_id=session.public_id)


@posted_by_director
def wrong_board_back(request: SignedInRequest, session: Session, pk: int) -> HttpResponse:
    """Undo a change of board, so that the table plays its own board after all."""
    row = table_board_for(session, pk)
    done = f"Board {row.board.number} is no longer table {row.table.label}’s."
    attempt(request, done, lambda: wrong_board_undo(line=row, user=request.user))
    return redirect("director:table", session_id=session.public_id, number=row.table.label)
