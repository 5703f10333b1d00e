"""The secret-card game, in seven steps on one deal."""

from clubsite.learning import layouts
from clubsite.learning.lessons.parts import Lesson, LessonStep
from clubsite.learning.positions import LessonPosition, positions

GAME, SEED = "secret_card", "learn secret 15"
# For each of the 26 turns: the decision on the first card, then a look at the second.
TURNS = (
    "reject reject keep keep keep reject reject keep reject reject reject reject keep "
    "reject keep reject reject keep reject reject keep reject reject reject reject reject"
)
DRAFT = " ".join(f"{turn} seen" for turn in TURNS.split())
AUCTION = f"{DRAFT} c:1S c:P c:2S c:P"
SECRET = f"{AUCTION} secret:DA"
SHOWN = f"{SECRET} p:D3 p:D9"
STOPPED = f"{SHOWN} stop p:D2"

POSITIONS = positions(GAME, SEED, "", "reject", DRAFT, AUCTION, SECRET, f"{SECRET} p:D3", SHOWN, STOPPED)
FIRST, SECOND, DRAFTED, CONTRACT, CHOSEN, LED, INTENDED, TAKEN = POSITIONS


def _secret(at: LessonPosition) -> dict[str, str]:
    return {at.view("S")["more"]["secret"]["card"]: "secret"}


LESSON = Lesson(
    game=GAME,
    about="Draft your hand card by card; the declarer hides one card of the dummy.",
    lede="Three hands of bridge for two players: you choose your own cards from the pack, and one dummy serves both. "
    "One of its cards is the declarer’s secret.",
    players="Two players",
    minutes="About an hour for eight deals",
    by="",
    cover=lambda: layouts.rows(
        "", layouts.fan(CHOSEN.view("S"), "D", "The dummy, with your secret card", _secret(CHOSEN))
    ),
    steps=(
        LessonStep(
            "Keep it, or take the next one unseen",
            "The pack lies face down. In your turn you look at the top card. Keep it, and the next one goes away. "
            "Reject it, and you must take the next, whatever it is.",
            FIRST,
            lambda view: layouts.rows(
                "The first card of your first turn. Keep it, and the next one goes away unseen by North. Reject it, "
                "and the next is yours.",
                layouts.loose("Only you see it", [view["more"]["draft"]["first"]]),
                layouts.keys(view),
            ),
            ("SC-1",),
        ),
        LessonStep(
            "What you reject is gone",
            "A card put down does not come back to you; it may turn up in the dummy. The first ace that anybody would "
            "pick up is announced, and goes down too.",
            SECOND,
            lambda view: layouts.rows(
                "South rejected the 3 of hearts, so South had to take the 5 of diamonds, better or not.",
                layouts.loose("Put down", [view["more"]["draft"]["first"]]),
                layouts.loose("In your hand", [view["more"]["draft"]["second"]]),
            ),
            ("SC-1", "SC-2", "SC-3"),
        ),
        LessonStep(
            "Two hands and one dummy",
            "When the pack is used up you have 13 cards each. The 26 on the table are shuffled and halved: 13 are the "
            "dummy for both players.",
            DRAFTED,
            lambda view: layouts.rows(
                "After 26 turns each player has 13 cards. Of the other 26 half are the dummy, half take no part.",
                layouts.fan(view, "S", "Your hand"),
                layouts.backs("North’s hand", view["hands"]["N"]["count"]),
                layouts.backs("The dummy", view["hands"]["D"]["count"]),
            ),
            ("SC-5",),
        ),
        LessonStep(
            "Bid, and raise in the same suit",
            "The player who had the first turn must open at the one level. A bid that is passed may be raised, only in "
            "its own suit or into no trump. A pass on a raise ends it.",
            CONTRACT,
            lambda view: layouts.rows(
                "South raised South’s own bid in spades. A raise that is passed ends the auction: two spades by South.",
                layouts.calls(view),
            ),
            ("SC-6", "SC-7", "SC-8"),
        ),
        LessonStep(
            "The declarer hides one card",
            "The declarer looks at the dummy and sets one card aside, face down. The defender leads from their hand. "
            "Then the other twelve are opened.",
            CHOSEN,
            lambda view: layouts.rows(
                "South has set the ace of diamonds aside. North leads before seeing the dummy, and then sees twelve "
                "cards.",
                layouts.fan(view, "D", "What South sees", _secret(CHOSEN)),
                layouts.fan(LED.view("N"), "D", "What North sees after the lead", {}),
            ),
            ("SC-10",),
        ),
        LessonStep(
            "Stop, and play the secret card instead",
            "When the defender plays the dummy, they first show the card. The declarer may let it pass, or stop it and "
            "play the secret card, where that is legal.",
            INTENDED,
            lambda view: layouts.rows(
                "North led a diamond and shows the 9 of diamonds from the dummy. South may stop it with the secret "
                "ace.",
                layouts.trick(view),
                layouts.loose("North means to play", [view["more"]["intended"]]),
                layouts.keys(view),
            ),
            ("SC-12", "SC-14"),
        ),
        LessonStep(
            "The dummy is whose it was played by",
            "Three cards a trick. A dummy card counts for the player who played it. Win with it and you lead from the "
            "dummy and play your hand last; win in hand and you play the dummy last.",
            TAKEN,
            lambda view: layouts.rows(
                "The secret card counts for South. South wins the trick, and leads next, from the dummy.",
                layouts.trick(view, last=True),
                layouts.fan(view, "D", "The dummy", {}),
            ),
            ("SC-11", "SC-13", "SC-16"),
        ),
    ),
)
