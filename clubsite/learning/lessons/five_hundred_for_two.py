"""500 for two by Crow's method, in seven steps on one deal."""

from clubsite.learning import layouts
from clubsite.learning.lessons.parts import Lesson, LessonStep
from clubsite.learning.positions import positions

GAME, SEED = "five_hundred_for_two", "learn five_hundred_for_two 13"
AUCTION = "c:7H c:P c:P"
LAID = f"{AUCTION} discard:C8.D5.D6"
SECOND = f"{LAID} p:C9 p:DJ p:CT p:CA p:S8 p:S7 p:SA p:D4"
CLAIMED = f"{SECOND} S/claim:7 N/accept"

POSITIONS = positions(GAME, SEED, "", AUCTION, LAID, f"{LAID} p:C9", f"{SECOND} p:H4 p:HK", CLAIMED, dealer="N")
DEALT, KITTY, READY, LED, TRUMPS, OVER = POSITIONS


LESSON = Lesson(
    game=GAME,
    about="A joker, bowers and a kitty, with a dummy that plays only from its ends.",
    lede="The 500 of New Zealand and Australia, played Tony Crow’s way: you have a hand of ten and a dummy of ten, and "
    "you bid for the tricks of both.",
    players="Two players",
    minutes="About 45 minutes, best of three games",
    by="Tony Crow",
    cover=lambda: layouts.rows(
        "", layouts.loose("Hearts are trumps", LED.view("S")["more"]["bowers"]), layouts.run(LED.view("S"), "E")
    ),
    steps=(
        LessonStep(
            "Ten cards, a dummy and a kitty",
            "The pack has 43 cards with one joker. South plays South and East, North plays North and West. Three cards "
            "are left over: the kitty. The dummies are never sorted.",
            DEALT,
            lambda view: layouts.table(
                view,
                "While you bid, all hands lie open, and the kitty too. The two cards of a dummy that stand clear are "
                "its ENDS.",
            ),
            ("FH-1", "FH-2", "FH-8"),
        ),
        LessonStep(
            "Bid for tricks and a trump suit",
            "Bid six to ten tricks. Spades are lowest, then clubs, diamonds, hearts, no trump. A bid must be worth "
            "more than the last. Two passes in a row end it.",
            DEALT,
            lambda view: layouts.rows(
                "South bids seven hearts, 200 points: hand and dummy are to take seven of the ten tricks.",
                layouts.loose("The kitty", view["more"]["kitty"]),
                layouts.calls(KITTY.view("S")),
            ),
            ("FH-9", "FH-10", "FH-11"),
        ),
        LessonStep(
            "The joker and the bowers",
            "In the trump suit the joker is highest, then the jack of trumps, the right bower, then the jack of the "
            "same colour, the left bower. The left bower is a trump, whatever is printed on it.",
            READY,
            lambda view: layouts.rows(
                "Hearts are trumps. The three highest: the joker, the jack of hearts and the jack of diamonds.",
                layouts.loose("The three highest", view["more"]["bowers"]),
            ),
            ("FH-4", "FH-5"),
        ),
        LessonStep(
            "The kitty goes into your hand",
            "The contractor picks up the three cards and lays any three of the 13 face down. Nothing goes into a "
            "dummy. Then the hands are hidden.",
            KITTY,
            lambda view: layouts.rows(
                "South has taken the kitty into the hand and lays three cards face down: any three.",
                layouts.fan(view, "S", "Your hand, 13 cards", dict.fromkeys(DEALT.view("S")["more"]["kitty"], "new")),
            ),
            ("FH-14", "FH-15"),
        ),
        LessonStep(
            "A dummy plays only from its ends",
            "The defender leads from hand. From a dummy only its two ENDS can be played. If neither is of the suit "
            "led, either may go, thrown away or as a ruff.",
            LED,
            lambda view: layouts.rows(
                "A club is led. Neither END is a club. The jack of diamonds is the left bower, a trump: it may ruff.",
                layouts.trick(view),
                layouts.run(view, "E"),
            ),
            ("FH-17", "FH-19"),
        ),
        LessonStep(
            "An END of the suit led must follow",
            "If one END is of the suit led, it has to be played. A joker or a left bower at an END counts as a trump "
            "and follows when trumps are led.",
            TRUMPS,
            lambda view: layouts.rows(
                "Trumps are led. One END is a heart and must follow; the king of spades may not be played.",
                layouts.trick(view),
                layouts.run(view, "E"),
            ),
            ("FH-5", "FH-19"),
        ),
        LessonStep(
            "First to 500",
            "Make the bid and score its value; fail and lose as much. The defender scores ten for each own trick. "
            "At 500, reached by making a contract, the game is yours.",
            OVER,
            lambda view: layouts.rows(
                "Seven hearts made: South scores the value of the bid, and North 20 for two tricks.",
                layouts.score(
                    f"+{view['more']['value']}", f"7 hearts by South, made {view['outcome']['tricks']} tricks"
                ),
            ),
            ("FH-25", "FH-26", "FH-27"),
        ),
    ),
)
