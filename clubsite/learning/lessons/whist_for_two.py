"""Whist for two by Crow's method, in six steps on one deal."""

from clubsite.learning import layouts
from clubsite.learning.lessons.parts import Lesson, LessonStep
from clubsite.learning.positions import positions

GAME, SEED = "whist_for_two", "learn whist_for_two 17"
FIRST = "p:D7 p:DA p:D6 p:H7"
SECOND = f"{FIRST} p:C7 p:CT p:HK p:C6"
CLAIMED = f"{SECOND} S/claim:8 N/accept"

POSITIONS = positions(GAME, SEED, "", "p:D7", FIRST, f"{FIRST} p:C7 p:CT", SECOND, CLAIMED)
DEALT, LED, RUFFED, CHOICE, WON, OVER = POSITIONS


LESSON = Lesson(
    game=GAME,
    about="No bidding at all: turn a trump, and take more than half of the thirteen tricks.",
    lede="The quickest of Tony Crow’s games. You have a hand and a dummy that plays from its ends, a card is turned "
    "for trumps, and every trick above six is a point.",
    players="Two players",
    minutes="About half an hour for a rubber",
    by="Tony Crow",
    cover=lambda: layouts.rows(
        "",
        layouts.loose("Turned for trumps", [LED.view("S")["more"]["turned"]]),
        layouts.run(LED.view("S"), "E"),
    ),
    steps=(
        LessonStep(
            "Your hand, your dummy",
            "Four hands are dealt. South plays South and East, North plays North and West. The dummies lie open and "
            "are never sorted. Both players keep their own hands to themselves.",
            DEALT,
            lambda view: layouts.table(
                view,
                "You see your own hand and both dummies. The two cards of a dummy that stand clear are its ENDS.",
                note="Hearts are trumps",
            ),
            ("SW-1", "SW-6"),
        ),
        LessonStep(
            "A card is turned for trumps",
            "The dealer’s last card is shown to both: its suit is trumps. There is no bidding and no contract. The "
            "other player leads to the first trick, from their own hand.",
            DEALT,
            lambda view: layouts.rows(
                "South dealt. South’s last card, the 9 of hearts, was turned: hearts are trumps. It belongs to South’s "
                "hand.",
                layouts.loose("The turned card", [view["more"]["turned"]]),
                layouts.fan(view, "S", "Your hand"),
            ),
            ("SW-4", "SW-7"),
        ),
        LessonStep(
            "A dummy plays only from its ends",
            "From your hand you follow suit if you can. From a dummy only an END card can be played, and an END of the "
            "suit led must follow.",
            LED,
            lambda view: layouts.rows(
                "North leads a diamond. The ace of diamonds is an END: it must follow. The king of hearts may not be "
                "played.",
                layouts.trick(view),
                layouts.run(view, "E"),
            ),
            ("SW-9", "SW-10"),
        ),
        LessonStep(
            "Throw it away, or ruff",
            "If neither END is of the suit led, you may play either, whatever is buried. Here one END is a trump and "
            "the other is not: the choice is yours.",
            CHOICE,
            lambda view: layouts.rows(
                "Clubs are led. East’s clubs are buried, so the 10 of diamonds may be thrown, or the king of hearts "
                "may ruff.",
                layouts.trick(view),
                layouts.run(view, "E"),
            ),
            ("SW-10",),
        ),
        LessonStep(
            "The hand that won leads",
            "Highest trump wins, or else the highest card of the suit led. The hand or dummy that won leads to the "
            "next trick. Tricks of your hand and your dummy count together.",
            WON,
            lambda view: layouts.table(
                view,
                "East has ruffed and won the trick for South. East leads next, from either END.",
                last=True,
            ),
            ("SW-11", "SW-12"),
        ),
        LessonStep(
            "Points above six tricks",
            "The side with more than six tricks scores a point for each one above. Five points are a game, and the "
            "best of three games is the match. Then the other player deals.",
            OVER,
            lambda view: layouts.rows(
                "A deal is never drawn: one side has seven tricks or more.",
                layouts.score(
                    f"+{view['outcome']['tricks']['S'] - 6}",
                    "South {S} tricks, North {N}".format_map(view["outcome"]["tricks"]),
                ),
            ),
            ("SW-14", "SW-15", "SW-16"),
        ),
    ),
)
