"""The wording and goals for the first hand of whist for two.

The deal comes from the engine. The solver found that South wins five of the last eight tricks against any play, so the
claim at the end is sound.
"""

from clubsite.learning.first_hands.parts import Beat, FirstHand
from clubsite.learning.positions import LessonPosition

DEAL = LessonPosition(
    "whist_for_two",
    "first hand 247",
    "p:DQ p:SK p:DK p:C7 p:S4 p:SQ p:S3 p:SA p:D5 p:DJ p:DT p:D2 p:S5 p:SJ p:S7 p:D6 p:CA p:C6 p:H6 p:C3 S/claim:5 "
    "N/accept",
)

FIRST_HAND = FirstHand(
    DEAL,
    (
        Beat(
            "read",
            "Welcome. You are South.",
            "Your hand lies lowest. East, on the right, is your dummy: you play it too, but only from its two ENDS. "
            "Nobody bids: you want most of the thirteen tricks.",
            "SW-2",
        ),
        Beat(
            "read",
            "Diamonds are trumps",
            "You dealt, and your last card was turned up: the jack of diamonds. So diamonds are trumps, and North "
            "leads to the first trick, from hand.",
            "SW-4",
            replies=1,
        ),
        Beat(
            "act",
            "Throw the king of spades from your dummy",
            "North led the queen of diamonds. Neither END is a diamond, so either may go. Throw the king, and the "
            "ace of spades behind it comes to the end.",
            "SW-10",
            "p:SK",
            instead={"p:CA": "You may throw it. But then the ace of spades stays buried: throw the king of spades."},
        ),
        Beat(
            "act",
            "Win with the king of diamonds",
            "Your hand must follow suit, as at any whist table. Your king beats the queen.",
            "SW-9",
            "p:DK",
            replies=1,
            otherwise="It follows suit, but the queen beats it. Play the king.",
        ),
        Beat(
            "act",
            "Lead the 4 of spades",
            "The hand that won leads next. The ace of spades is at an end of your dummy now: lead a small spade "
            "towards it.",
            "SW-11",
            "p:S4",
            replies=2,
            otherwise="You may lead it. For this lesson lead the 4 of spades.",
        ),
        Beat(
            "act",
            "Your dummy must follow: the ace of spades",
            "Spades were led and an END is a spade, so it must be played. It beats the queen.",
            "SW-10",
            "p:SA",
        ),
        Beat(
            "act",
            "Lead the 5 of diamonds from your dummy",
            "East won, so East leads, and either END may be led. West has a trump at an end: draw it first.",
            "SW-11",
            "p:D5",
            instead={"p:CA": "West has no club at an end and would ruff it with the 10. Lead the 5 of diamonds."},
        ),
        Beat(
            "act",
            "Play the jack of diamonds",
            "West’s 10 must follow, because it is an END of the suit led. Your jack beats it.",
            "SW-10",
            "p:DJ",
            replies=2,
            otherwise="It follows suit, but West’s 10 beats it. Play the jack.",
        ),
        Beat(
            "act",
            "Lead the 5 of spades",
            "Look at your dummy: it has no spade at an end, but a trump. It can ruff.",
            "SW-10",
            "p:S5",
            replies=2,
            otherwise="You may lead it. For this lesson lead the 5 of spades.",
        ),
        Beat(
            "act",
            "Ruff with the 6 of diamonds",
            "West’s jack is winning. Neither END is a spade, so you choose: the trump wins the trick.",
            "SW-11",
            "p:D6",
            instead={"p:CA": "You may throw it, but then the jack of spades wins. Ruff with the 6 of diamonds."},
        ),
        Beat(
            "act",
            "Lead the ace of clubs",
            "West has no trump at an end any more. The ace is safe from West.",
            "SW-11",
            "p:CA",
            instead={"p:HT": "You may lead it, and win with your king. The ace of clubs is the surer trick: lead it."},
        ),
        Beat(
            "act",
            "Follow with the 6 of clubs",
            "It is your only club, and you must follow suit.",
            "SW-9",
            "p:C6",
            replies=2,
        ),
        Beat(
            "read",
            "Five tricks out of five",
            "West has the king and the queen of clubs, but both are buried. So West threw a heart.",
            "SW-10",
            last=True,
        ),
        Beat(
            "claim",
            "Claim five of the last eight",
            "You need not play every card. Whatever North does, you can win five more. Claim five and concede three: "
            "North accepts, or plays on.",
            "SW-13",
            "claim:5",
            replies=1,
            more="North would refuse, and can still win three tricks. Claim five.",
            fewer="You would give a trick away. Claim five.",
        ),
        Beat("end", "Ten tricks, four more than six", "", "SW-14"),
    ),
    "You have thrown a card that was in the way, followed with an END, drawn a trump, ruffed, and claimed. That is "
    "the whole game.",
)
