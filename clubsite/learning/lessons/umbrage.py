"""Umbrage, in seven steps on one deal."""

from clubsite.learning import layouts
from clubsite.learning.layouts import LayoutPicture, View
from clubsite.learning.lessons.parts import Lesson, LessonStep
from clubsite.learning.positions import positions

GAME, SEED = "umbrage", "learn umbrage 6"
TAKEN = "S/umbrage:take N/umbrage:stay"
OPENED = f"{TAKEN} c:1H c:1N c:P"
BIDDER = f"{OPENED} draw:D3.C3.H4.S5.D5.H7"
DREW = f"{BIDDER} draw:C2.C4.C6.D8.DT"
PLAY = f"{DREW} c:1N c:P draw:S3 draw:S2 c:3N c:P"

POSITIONS = positions(GAME, SEED, "", TAKEN, OPENED, BIDDER, DREW, PLAY, f"{PLAY} p:H5 p:H8", f"{PLAY} p:H5 p:H8 p:H3")
DEALT, SWAPPED, PASSED, CHANGING, CHANGED, CONTRACT, LED, WON = POSITIONS


def draw(view: View) -> LayoutPicture:
    count = CHANGING.view("S")["more"]["draw"]["changed"]["N"]
    return layouts.rows(
        f"North changed {count}, so South might change up to {count}. South threw five and drew the five marked New.",
        layouts.fan(view, "S", "Your hand", dict.fromkeys(view["more"]["drawn"], "new")),
        layouts.pile("Left in the bridge", view["more"]["bridge"]),
    )


LESSON = Lesson(
    game=GAME,
    about="Take offence at your hand and swap it; draw new cards from the bridge as you bid.",
    lede="David Parlett’s bridge for two. A bad hand can be changed for one that nobody has seen, and every pass lets "
    "both players change cards before the bidding goes on.",
    players="Two players",
    minutes="An hour for a rubber, half of that for Chicago",
    by="David Parlett",
    cover=lambda: layouts.rows(
        "",
        layouts.pile("The bridge", SWAPPED.view("S")["more"]["bridge"]),
        layouts.fan(SWAPPED.view("S"), "S", "Your hand"),
    ),
    steps=(
        LessonStep(
            "Do you take umbrage?",
            "Four hands are dealt face down, and you look at yours. If it offends you, swap it for the spare hand on "
            "your right, which nobody has seen. Both decide at the same time.",
            DEALT,
            lambda view: layouts.rows(
                "South’s hand as dealt. Two spare hands lie face down, one on each player’s right.",
                layouts.fan(view, "S", "Your hand"),
                layouts.backs("Spare, on your right", 13),
                layouts.keys(view),
            ),
            ("UM-1", "UM-2", "UM-3"),
        ),
        LessonStep(
            "A new hand, and no way back",
            "Whoever took umbrage plays the other hand. The spare cards are shuffled and make two new hands: one is "
            "spread face down as the bridge, the other will be the dummy.",
            SWAPPED,
            lambda view: layouts.rows(
                "South took umbrage at it, and this came instead. South will not see the old hand again as a hand.",
                layouts.fan(view, "S", "Your new hand"),
            ),
            ("UM-2", "UM-4"),
        ),
        LessonStep(
            "A pass lets you change cards",
            "The dealer calls first. When a player passes, the one who named the last contract may throw up to six "
            "cards and draw as many from the bridge. Then the other may do so.",
            PASSED,
            lambda view: layouts.rows(
                "South passed North’s one no trump. North named the contract, so North may change cards first.",
                layouts.calls(view),
                layouts.pile("The bridge", view["more"]["bridge"]),
            ),
            ("UM-5", "UM-7"),
        ),
        LessonStep(
            "No more than the bidder changed",
            "The other player may change as many as the bidder did, or fewer. How many each changed is known to both, "
            "which cards is not.",
            CHANGED,
            draw,
            ("UM-7",),
        ),
        LessonStep(
            "Then the bidding goes on",
            "After the draw the bidder must repeat the bid or go higher. So it continues, with fewer and fewer cards "
            "in the bridge. If the bidder draws none, the other may, and then the last bid stands.",
            CONTRACT,
            lambda view: layouts.rows(
                "After the first change North repeated the bid; after the second it was three no trump. Nothing is "
                "left in the bridge, so South’s pass ends it.",
                layouts.calls(view),
            ),
            ("UM-8", "UM-10", "UM-11"),
        ),
        LessonStep(
            "Whoever is on lead plays the dummy too",
            "The defender leads from their hand, then the dummy is opened. The declarer plays second, and the defender "
            "plays the third card from the dummy. Every hand follows suit if it can.",
            LED,
            lambda view: layouts.rows(
                "South has led the 5 of hearts. Now South plays the dummy too, and it must follow with a heart.",
                layouts.trick(view),
                layouts.fan(view, "D", "The dummy"),
                layouts.fan(view, "S", "Your hand"),
            ),
            ("UM-14", "UM-15", "UM-17"),
        ),
        LessonStep(
            "The winner leads from where the trick was won",
            "Win in your hand: lead from it, and play the dummy last. Win with a dummy card: lead from the dummy, and "
            "play your hand last. If you took umbrage and go down, it costs double.",
            WON,
            lambda view: layouts.rows(
                "North won in hand: now North leads from it, South follows, and North plays the dummy third.",
                layouts.trick(view, last=True),
            ),
            ("UM-16", "UM-18"),
        ),
    ),
)
