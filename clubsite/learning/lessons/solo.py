"""Two Handed Solo Bridge, in eight steps on one deal."""

from clubsite.learning import layouts
from clubsite.learning.lessons.parts import Lesson, LessonStep
from clubsite.learning.positions import positions
from scoring.contracts import score_for_declarer

SEED = "first hand 4627"
AUCTION = "c:1S c:P c:4S c:P c:P"
FIRST = f"{AUCTION} p:H4 p:H6 p:HK p:HJ"
SECOND = f"{FIRST} p:CA p:C3 p:C7 p:SQ"
THIRD = f"{SECOND} p:S6 p:S7 p:H9 p:S4"
FOURTH = f"{THIRD} p:S9 p:DQ p:S5 p:DT"

POSITIONS = positions(
    "solo",
    SEED,
    "",
    "c:1S c:P",
    AUCTION,
    f"{AUCTION} p:H4",
    f"{FIRST} p:CA p:C3 p:C7",
    f"{THIRD} p:S9 p:DQ p:S5",
    f"{FOURTH} S/claim:6 N/accept",
)
DEALT, BIDDING, CONTRACT, LED, RUFF, THROW, OVER = POSITIONS


LESSON = Lesson(
    game="solo",
    about="Bridge without partners: your own hand, and a dummy that plays only from its two ends.",
    lede="Everything you know of bridge holds, but there is no partner. You play two of the four hands: your own, "
    "and a dummy whose cards must come off its ends.",
    players="Two players",
    minutes="20 to 30 minutes for four deals",
    by="Tony Crow",
    cover=lambda: layouts.rows(
        "",
        layouts.loose("Hearts are led", [LED.view("S")["trick"]["cards"][0]["card"]]),
        layouts.run(LED.view("S"), "E"),
    ),
    steps=(
        LessonStep(
            "Four hands, two players",
            "All 52 cards are dealt to four hands. You have your own, and as your dummy the hand on your right. "
            "A dummy is never sorted: its cards stay in the order in which they were dealt.",
            DEALT,
            lambda view: layouts.table(
                view,
                "You are South; East, on your right, is your dummy. The two cards of a dummy that stand clear are its "
                "ENDS.",
            ),
            ("SOLO-1", "SOLO-2", "SOLO-3"),
        ),
        LessonStep(
            "Everything is open while you bid",
            "Both players see all the cards. Count your hand and your dummy together, and bid what you think you can "
            "make. There is no system to learn.",
            BIDDING,
            lambda view: layouts.rows(
                "All four hands are open. South has spades in both, and 26 points, and will bid game.",
                layouts.fan(view, "S", "Your hand"),
                layouts.run(view, "E", "Your dummy"),
                layouts.calls(view),
            ),
            ("SOLO-6", "SOLO-7", "SOLO-29"),
        ),
        LessonStep(
            "Two passes end it",
            "One pass by each player, not three. The last bidder is declarer. You may raise your own bid after your "
            "opponent has passed it, as South did here.",
            CONTRACT,
            lambda view: layouts.rows("Two passes: South plays 4 spades and needs ten tricks.", layouts.calls(view)),
            ("SOLO-8", "SOLO-9", "SOLO-11"),
        ),
        LessonStep(
            "The defender leads from their own hand",
            "Now both players take up their hands and hide them. The dummies stay open. Play goes clockwise, one card "
            "from each hand, so you often play twice running.",
            LED,
            lambda view: layouts.table(
                view, "North has hidden the hand and led the 4 of hearts from it. East plays next."
            ),
            ("SOLO-12", "SOLO-13", "SOLO-14"),
        ),
        LessonStep(
            "A dummy plays only from its ends",
            "From your hand you follow suit as always. From a dummy you may play one of its two END cards, nothing "
            "else. If an END is of the suit led, it must follow.",
            LED,
            lambda view: layouts.rows(
                "The 6 of hearts is an END and must follow. The ace of hearts is buried: out of reach for now.",
                layouts.trick(view),
                layouts.run(view, "E"),
            ),
            ("SOLO-15", "SOLO-16", "SOLO-17"),
        ),
        LessonStep(
            "A buried suit need not follow",
            "If neither END is of the suit led, either may go: thrown away, or as a ruff. It does not matter what lies "
            "inside. Which card you take off decides which one comes to the end next.",
            THROW,
            lambda view: layouts.rows(
                "Trumps were led. East’s ace and king of trumps are buried, so a heart or a diamond is thrown.",
                layouts.trick(view),
                layouts.run(view, "E"),
            ),
            ("SOLO-17",),
        ),
        LessonStep(
            "Two trumps at the ends must ruff",
            "Only the two ENDS of the moment count. If both are trumps and another suit is led, one of them must be "
            "played, even on a trick that you had won already. Look at your dummy before you lead.",
            RUFF,
            lambda view: layouts.rows(
                "South’s ace of clubs was winning. Both ENDS are trumps: one of them has to go, on your own ace.",
                layouts.trick(view),
                layouts.run(view, "E"),
            ),
            ("SOLO-17a", "SOLO-18"),
        ),
        LessonStep(
            "The score is duplicate bridge",
            "Tricks of hand and dummy count together. You may claim the tricks that you are sure of. The whole club "
            "plays the same cards, the dummies in the same order.",
            OVER,
            lambda view: layouts.rows(
                "Four spades bid and made, nobody vulnerable.",
                layouts.score(
                    f"+{score_for_declarer('4S', 'S', 'None', view['outcome']['tricks'])}",
                    f"4 spades by South, made {view['outcome']['tricks']} tricks",
                ),
            ),
            ("SOLO-19", "SOLO-21", "SOLO-23"),
        ),
    ),
)
