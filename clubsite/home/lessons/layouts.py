"""Pictures of positions for templates, made only from an engine view.

A picture is a list of strips (a hand, a dummy, a trick, the calls, a pile) with a caption. The view says where
the cards are, which ones may be played and who won. A lesson only chooses the parts and the words around them.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from clubsite.core.templatetags.bridge import call_rows
from games.cards import card_of
from games.wording import SEAT_NAMES, card_label, counted

View = dict[str, Any]
SEATS = {**SEAT_NAMES, "D": "The dummy"}
PLACES = {"N": "top", "W": "left", "S": "bottom", "E": "right"}
TABS = {"end": "End", "yes": "Play", "new": "New", "secret": "Secret", "joker": "Must"}


@dataclass(frozen=True)
class Face:
    """A drawn card. `mark` is end, yes (may be played), no (an END that may not be), led, won, new or empty."""

    text: str
    mark: str = ""
    by: str = ""
    by_name: str = ""

    @property
    def place(self) -> str:
        """The card's place in the trick, with South's side at the bottom."""
        return PLACES.get(self.by, "top")

    @property
    def said(self) -> str:
        return {"led": "led", "won": "wins"}.get(self.mark, "")

    @property
    def is_end(self) -> bool:
        return self.mark in ("end", "yes", "no")

    @property
    def marks(self) -> str:
        """The drawn card's CSS classes, apart from the class for its colour."""
        return "end" if self.mark == "end" else f"end {self.mark}" if self.is_end else self.mark

    @property
    def tab(self) -> str:
        return TABS.get(self.mark, "")

    @property
    def words(self) -> str:
        """The card's name without an article, for a list that is read aloud: `ace of spades, an end`."""
        name = card_label(self.text) if card_of(self.text) else self.text
        after = {
            "end": ", an end",
            "yes": ", may be played",
            "no": ", may not be played now",
            "won": ", wins",
            "led": ", led",
        }.get(self.mark, "")
        return f"{name}{after}"


@dataclass(frozen=True)
class Strip:
    """A part of a picture. `kind` is run, fan, backs, trick, calls, pile, score or keys; `place` is its position."""

    kind: str
    label: str = ""
    faces: tuple[Face, ...] = ()
    count: int = 0
    names: tuple[str, ...] = ()
    calls: tuple[tuple[str, str], ...] = ()
    text: str = ""
    place: str = ""

    @property
    def words(self) -> str:
        """The words that a screen reader reads aloud instead of the drawing."""
        cards = "; ".join(f"{face.by_name} {face.words}".strip() for face in self.faces)
        if self.kind in ("backs", "pile"):
            return f"{self.label}: {counted(self.count, 'card')} face down"
        return f"{self.label}: {cards}" if self.label else cards

    @property
    def hidden(self) -> range:
        """A range with one item for every face-down card."""
        return range(self.count)


@dataclass(frozen=True)
class LayoutPicture:
    """A picture. `shape` is crow (the four hands in their places) or rows (strips one below another)."""

    strips: tuple[Strip, ...]
    caption: str
    shape: str = "rows"
    contract: str = ""
    by: str = ""
    note: str = ""
    dealer: str = ""

    @property
    def at(self) -> dict[str, Strip]:
        """The strips of the table, keyed by place."""
        return {strip.place: strip for strip in self.strips}


# Strips


def run(view: View, hand: str, label: str = "") -> Strip:
    """Return a dummy's cards in order. If it is this dummy's turn, its ENDS are marked as playable or not."""
    cards = view["hands"][hand]["cards"]
    turn = view["turn"]
    my_turn = bool(turn) and turn["hand"] == hand and turn["player"] == view["me"]

    def mark(place: int, card: str) -> str:
        if place not in (0, len(cards) - 1):
            return ""
        return "end" if not my_turn else "yes" if may_play(view, card) else "no"

    faces = tuple(Face(card, mark(place, card)) for place, card in enumerate(cards))
    return Strip("run", label or f"{SEATS[hand]}, {_whose(view, hand)} dummy", faces)


def fan(view: View, hand: str, label: str = "", before: Iterable[str] | None = None, plain: bool = False) -> Strip:
    """Return an open hand, or the backs of its cards.

    A secret card is marked, and so are the cards that the hand did not have `before`. Otherwise the cards that may not
    be played now are greyed out, except if `plain`.
    """
    entry = view["hands"][hand]
    name = label or f"{SEATS[hand]}, {_whose(view, hand)} hand"
    if entry["cards"] is None:
        return backs(view, name, entry["count"])
    turn = view["turn"]
    my_turn = bool(turn) and turn["what"] == "card" and turn["hand"] == hand and turn["player"] == view["me"]
    secret = (view.get("more", {}).get("secret") or {}).get("card")

    def mark(card: str) -> str:
        if before is not None:
            return "" if card in before else "new"
        if card == secret:
            return "secret"
        return "no" if my_turn and not plain and not may_play(view, card) else ""

    return Strip("fan", name, tuple(Face(card, mark(card)) for card in entry["cards"]))


def may_play(view: View, card: str) -> bool:
    return any(action == f"p:{card}" or action.startswith(f"p:{card}:") for action in view["legal"])


def backs(view: View, label: str, count: int | str) -> Strip:
    """Return cards face down. `count` is their number, or the path to it in the view, such as `more.stock`."""
    return Strip("backs", label, count=_value(view, count))


def pile(view: View, label: str, count: int | str) -> Strip:
    return Strip("pile", label, count=_value(view, count))


def loose(view: View, label: str, cards: str) -> Strip:
    """Return open cards that do not belong to any hand. `cards` is the path to one card or several in the view."""
    shown = _value(view, cards)
    return Strip("fan", label, tuple(Face(card) for card in ([shown] if isinstance(shown, str) else shown)))


def _value(view: View, path: int | str) -> Any:
    if isinstance(path, int):
        return path
    value: Any = view
    for key in path.split("."):
        value = value[int(key) if key.isdigit() else key]
    return value


def trick(view: View, last: bool = False, names: Mapping[str, str] = SEATS) -> Strip:
    """Return the trick on the table, or the last complete one with its winner. `names` says what the player in each
    seat is called.
    """
    shown = view["last_trick"] if last else view["trick"]
    faces = tuple(
        Face(play["card"], _trick_mark(shown, place, play), play["seat"], _player(play, names))
        for place, play in enumerate(shown["cards"])
    )
    return Strip("trick", f"Trick {shown['number']}", faces)


def _player(play: View, names: Mapping[str, str]) -> str:
    """Return `North`, or `Dummy, by North` for a dummy that both players may play from."""
    return f"Dummy, by {names[play['by']]}" if play["seat"] == "D" else names[play["seat"]]


def _trick_mark(shown: View, place: int, play: View) -> str:
    if shown.get("winner") == play["seat"]:
        return "won"
    return "led" if place == 0 else ""


def calls(view: View, names: Mapping[str, str] = SEATS) -> Strip:
    """Return the auction in two columns, one for South and one for North."""
    return Strip("calls", "The auction", names=(names["S"], names["N"]), calls=tuple(call_rows(view["auction"])))


def score(view: View, text: str, label: str, points: int) -> Strip:
    """Return a score. `text` and `label` may contain fields of the view, such as `{more[value]}`, and `{points}`."""
    fields = {**view, "points": points}
    return Strip("score", label.format_map(fields), text=text.format_map(fields))


def keys(view: View) -> Strip:
    """Return the buttons offered to a player, as the table shows them."""
    return Strip("keys", "You choose", names=tuple(choice["label"] for choice in view["choices"]))


STRIPS: dict[str, Callable[..., Strip]] = {
    draw.__name__: draw for draw in (run, fan, backs, pile, loose, trick, calls, score, keys)
}


# Whole pictures


def table(view: View, caption: str, last: bool = False, note: str = "") -> LayoutPicture:
    """Return the four hands as South sees them, placed as in Crow's method, with trick and note in the middle."""
    strips = [replace(fan(view, seat, _seat_label(view, seat)), place=PLACES[seat]) for seat in "NS"]
    strips += [replace(run(view, seat, _seat_label(view, seat)), place=PLACES[seat]) for seat in "WE"]
    shown = view["last_trick"] if last else view["trick"]
    if shown and shown["cards"]:
        strips.append(replace(trick(view, last), place="middle"))
    contract = view["contract"]
    return LayoutPicture(
        tuple(strips),
        caption,
        "crow",
        contract["text"] if contract else "",
        SEATS[contract["declarer"]] if contract else "",
        note,
        view["dealer"],
    )


def _whose(view: View, seat: str) -> str:
    return (
        "the"
        if view["hands"][seat]["owner"] is None
        else "your"
        if view["hands"][seat]["owner"] == view["me"]
        else "North’s"
    )


def _seat_label(view: View, seat: str) -> str:
    """Return `South, you`, `East, your dummy`, `North` or `West, North’s dummy`."""
    if view["hands"][seat]["dummy"]:
        return f"{SEATS[seat]}, {_whose(view, seat)} dummy"
    return f"{SEATS[seat]}, you" if seat == view["me"] else SEATS[seat]
