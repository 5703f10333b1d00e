"""The wording and goals for the first hand of 500 for two.

The deal comes from the engine. A search of all plays found that South wins two of the last four tricks, so the claim at
the end is sound.
"""

from clubsite.learning.first_hands.parts import Beat, FirstHand
from clubsite.learning.positions import LessonPosition

DEAL = LessonPosition(
    "five_hundred_for_two",
    "first hand 163",
    "c:P c:7D c:P c:P S/discard:C5.HQ.H8 p:D5 p:D7 p:DJ p:DQ p:S7 p:H4 p:S5 p:DA p:H7 p:D4 p:H5 p:H9 p:S8 p:H6 p:S6 "
    "p:SJ p:JK p:D9 p:CQ p:D6 p:CA p:C8 p:CK p:C6 S/claim:2 N/accept",
)

FIRST_HAND = FirstHand(
    DEAL,
    (
        Beat(
            "read",
            "Welcome. You are South.",
            "Your hand lies lowest. East, on the right, is your dummy, in a fixed order. While you bid, all cards "
            "lie open, those of the kitty too.",
            "FH-8",
        ),
        Beat(
            "read",
            "The jacks make the difference",
            "With diamonds as trumps the highest three are the joker, the jack of diamonds and the jack of hearts, "
            "its partner in colour. You and your dummy have all three.",
            "FH-4",
            replies=1,
        ),
        Beat(
            "act",
            "Bid 7 diamonds",
            "North passed. You have seven trumps with your dummy. Seven diamonds is seven of the ten tricks, and "
            "worth 180.",
            "FH-9",
            "c:7D",
            replies=1,
            instead={
                "c:P": "Two passes at the start throw the deal in. You have the cards for seven diamonds.",
                "c:6D": "That is worth 80. You can make seven: bid seven diamonds.",
            },
            otherwise="The rules allow it. Diamonds are your best trumps: bid seven diamonds.",
        ),
        Beat(
            "act",
            "Pass, and the bidding is over",
            "Two passes in a row end the auction. You could raise your own bid; you need not.",
            "FH-11",
            "c:P",
            otherwise="You may bid higher. Seven diamonds is enough: pass.",
        ),
        Beat(
            "act",
            "The kitty is yours: lay three cards away",
            "You have thirteen cards now. Lay away the 5 of clubs and both hearts: then your hand can ruff hearts.",
            "FH-14",
            "discard:C5.HQ.H8",
            replies=1,
            otherwise="You may lay those away. For this lesson lay away the 5 of clubs, the queen and the 8 of hearts.",
        ),
        Beat(
            "act",
            "Play the 7 of diamonds from your dummy",
            "North leads a trump. Both ENDS are trumps, so one of them must follow. Your hand can win: play the "
            "smaller.",
            "FH-19",
            "p:D7",
            instead={"p:DA": "It follows too, but your hand can win. Keep the ace, and play the 7."},
        ),
        Beat(
            "act",
            "Win with the jack of diamonds",
            "The right bower. Only the joker is higher. West’s queen is an END and must follow.",
            "FH-4",
            "p:DJ",
            replies=1,
            otherwise="It follows suit, but West’s queen would beat it. Play the jack.",
        ),
        Beat(
            "act",
            "Lead the 7 of spades",
            "Look at your dummy: the ace of diamonds and the joker are its ENDS. It has to ruff.",
            "FH-20",
            "p:S7",
            replies=2,
            otherwise="You may lead it. For this lesson lead the 7 of spades.",
        ),
        Beat(
            "act",
            "Ruff with the ace of diamonds",
            "Both ENDS are trumps, so one of them goes, whatever lies inside. Keep the joker.",
            "FH-19",
            "p:DA",
            instead={"p:JK": "The joker wins as well. It is your highest card: keep it, and play the ace."},
        ),
        Beat(
            "act",
            "Lead the 7 of hearts from your dummy",
            "East won, so East leads, and either END may go. Your hand has no heart left and can ruff.",
            "FH-20",
            "p:H7",
            instead={"p:JK": "It would win and draw a trump from each. Keep it a little: lead the 7 of hearts."},
        ),
        Beat(
            "act",
            "Ruff with the 4 of diamonds",
            "You have no heart, so any card may go. The small trump wins.",
            "FH-19",
            "p:D4",
            replies=2,
            otherwise="You may play it. Ruff with the 4 of diamonds.",
        ),
        Beat(
            "act",
            "Lead the 8 of spades",
            "The jack of spades is at an end of your dummy now. It is a plain spade here: only the red jacks are "
            "bowers.",
            "FH-6",
            "p:S8",
            replies=2,
            otherwise="You may lead it. For this lesson lead the 8 of spades.",
        ),
        Beat(
            "act",
            "Your dummy must follow: the jack of spades",
            "Spades were led and an END is a spade. West has spades too, but buried.",
            "FH-19",
            "p:SJ",
        ),
        Beat(
            "act",
            "Lead the joker",
            "With trumps, a joker that is led asks for trumps. It cannot be beaten.",
            "FH-23",
            "p:JK",
            instead={"p:CA": "The ace is good too. First lead the joker, and draw North’s trumps."},
        ),
        Beat(
            "act",
            "Follow with the 9 of diamonds",
            "You must follow with a trump, and it is your last one.",
            "FH-23",
            "p:D9",
            replies=2,
        ),
        Beat(
            "act",
            "Lead the ace of clubs",
            "Five tricks are yours. West’s king of clubs is an END and must follow.",
            "FH-20",
            "p:CA",
            instead={"p:C7": "West’s king would beat it. Lead the ace."},
        ),
        Beat(
            "act",
            "Follow with the 8 of clubs",
            "Keep the jack: play the smallest.",
            "FH-19",
            "p:C8",
            replies=2,
            otherwise="It follows suit. Keep it, and play the 8.",
        ),
        Beat(
            "claim",
            "Claim two of the last four",
            "Whatever North does, you can win two more: the left bower still lies in your dummy, and you hold the "
            "ace of spades.",
            "FH-24",
            "claim:2",
            replies=1,
            more="North would refuse, and can still win two tricks. Claim two.",
            fewer="You would give a trick away. Claim two.",
        ),
        Beat("end", "Seven diamonds, made with a trick over", "", "FH-25"),
    ),
    "You have bid with the bowers in mind, laid cards away, ruffed with your hand and with your dummy, and led the "
    "joker. North scores 20 for two tricks.",
)
