"""Bridge Solitaire, in seven steps on one deal."""

from clubsite.learning import layouts
from clubsite.learning.layouts import LayoutPicture, View
from clubsite.learning.lessons.parts import Lesson, LessonStep
from clubsite.learning.positions import positions

GAME, SEED = "bridge_solitaire", "learn solitaire 1"
KEPT = "keep:JB.DQ.DJ.D3.D2.CQ/SQ"
BID = f"{KEPT} c:1D"
SECOND = f"{BID} p:CJ p:CA"
TURNED = f"{SECOND} p:SK p:DK"
NAMES = {"S": "You", "N": "The stock"}
SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}

POSITIONS = positions(GAME, SEED, "", KEPT, BID, f"{BID} p:CJ", SECOND, TURNED, dealer="")
DEALT, HELD, DOUBLED, FIRST, RUFFED, DEEP = POSITIONS


def held(view: View) -> LayoutPicture:
    open_before = set(DEALT.view("S")["more"]["face_up"])
    new = [card for card in view["hands"]["S"]["cards"] if card not in open_before]
    return layouts.rows(
        "The seven that were face down are marked New. The ace and jack of clubs, and two kings: they were good.",
        layouts.fan(view, "S", "Your hand", dict.fromkeys(new, "new")),
    )


def count(view: View) -> LayoutPicture:
    found = view["more"]["count"]
    words = ", ".join(f"{SUITS[suit]} {found[suit]}" for suit in "SHDC")
    return layouts.rows(
        "Six tricks: the stock bids six minus six, nothing. It passes, and you must bid.",
        layouts.score(str(found["total"]), f"winning tricks: {words}"),
    )


LESSON = Lesson(
    game=GAME,
    about="Bridge for one: thirteen cards you see, seven you do not, and the stock for an opponent.",
    lede="Stephen Rogers’s game for one player. You choose half of your hand, bid against the rest of the pack, and "
    "play thirteen tricks against it.",
    players="One player",
    minutes="About four minutes a deal",
    by="Stephen Rogers",
    cover=lambda: layouts.rows(
        "", layouts.pile("The stock", HELD.view("S")["more"]["stock"]), layouts.fan(HELD.view("S"), "S", "Your hand")
    ),
    steps=(
        LessonStep(
            "Choose six of thirteen",
            "Seven cards are dealt face down, thirteen face up. Keep six of the open ones; a joker must be kept. The "
            "others are thrown away, one of them on top as a reminder.",
            DEALT,
            lambda view: layouts.rows(
                "Thirteen open, seven hidden. South will keep the diamonds, the queen of clubs, and the joker (a "
                "must).",
                layouts.loose("Face up", view["more"]["face_up"]),
                layouts.pile("Yours, but face down", view["more"]["down"]),
            ),
            ("BS-1", "BS-2"),
        ),
        LessonStep(
            "Then turn up the seven",
            "Your six and the seven hidden cards are your hand of thirteen. The other 34 cards are the stock: your "
            "opponent. Nobody knows its order.",
            HELD,
            held,
            ("BS-1", "BS-2"),
        ),
        LessonStep(
            "Your tricks are counted",
            "Suit by suit your winning tricks are counted for you. The stock bids six minus that number, in your "
            "shortest suit. With six tricks or more in your hand it passes.",
            HELD,
            count,
            ("BS-3", "BS-4"),
        ),
        LessonStep(
            "Overcall, pass, or bid",
            "If the stock passed you must bid; else you may bid over it or pass. No trump needs a flat hand. One joker "
            "in your hand doubles the contract, two redouble it.",
            DOUBLED,
            lambda view: layouts.rows(
                "You bid one diamond. One joker in your hand: the contract is doubled.",
                layouts.calls(view, ("You", "The stock")),
                layouts.score("1", "joker in your hand"),
            ),
            ("BS-5", "BS-6"),
        ),
        LessonStep(
            "The stock leads its top card",
            "Whoever defends leads, so here the stock. It plays its top card, and you follow suit if you can. The "
            "winner leads to the next trick.",
            FIRST,
            lambda view: layouts.rows(
                "The stock led its top card, the 2 of clubs. Your jack wins: nobody else plays.",
                layouts.trick(view, last=True, names=NAMES),
            ),
            ("BS-7", "BS-8"),
        ),
        LessonStep(
            "When you lead, the stock searches",
            "It turns card after card until one is of your suit, a trump or a joker. That one it plays; those before "
            "it go with the trick. Soon the stock has run through.",
            DEEP,
            lambda view: layouts.rows(
                "You led the king of trumps. The stock turned four cards that did not count, then the 6 of diamonds.",
                layouts.trick(view, last=True, names=NAMES),
                layouts.loose("Turned and passed over", view["more"]["turned"]),
                layouts.pile("The stock", view["more"]["stock"]),
            ),
            ("BS-8", "BS-11"),
        ),
        LessonStep(
            "It may ruff, and its jokers win",
            "The first card that counts is played, so the stock may ruff an ace while it still has the suit. A joker "
            "of the stock wins the trick, and so does one that you play to another suit: for the stock.",
            RUFFED,
            lambda view: layouts.rows(
                "You led the ace of clubs. The first card that counted was a trump: the stock ruffed it.",
                layouts.trick(view, last=True, names=NAMES),
            ),
            ("BS-8a", "BS-9"),
        ),
    ),
)
