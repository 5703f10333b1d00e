"""The wording and goals for the first hand of Bridge Solitaire."""

from clubsite.learning.first_hands.parts import Beat, FirstHand
from clubsite.learning.positions import LessonPosition

DEAL = LessonPosition(
    "bridge_solitaire",
    "first hand 823",
    "keep:JR.HA.HQ.HT.H9.H6/DQ c:2H p:HQ p:HA p:HT p:C3 p:H9 p:H6 p:CQ p:S4 p:SQ",
    dealer="",
)

FIRST_HAND = FirstHand(
    DEAL,
    (
        Beat(
            "read",
            "Welcome. You play against the stock.",
            "Thirteen cards lie open, seven face down. You keep six of the thirteen, and the seven join them.",
            "BS-1",
        ),
        Beat(
            "act",
            "Keep the joker and five hearts",
            "A joker must be kept. Tap the ace, queen, 10, 9 and 6 of hearts. Then tap the queen of diamonds: it "
            "stays on top of the discards.",
            "BS-2",
            "keep:JR.HA.HQ.HT.H9.H6/DQ",
            otherwise="You may keep those. For this lesson keep the joker and the five hearts, with the queen of "
            "diamonds on top.",
        ),
        Beat(
            "read",
            "The stock bids 1 spade",
            "Your hand has five winning tricks: three in hearts, two in clubs. The stock bids six minus five, in "
            "your shortest suit; of two equally short suits it takes the higher.",
            "BS-3",
        ),
        Beat(
            "act",
            "Bid 2 hearts",
            "You have one call: bid higher, or pass and defend. Two hearts needs eight tricks. Your joker doubles it.",
            "BS-5",
            "c:2H",
            instead={
                "c:P": "You may pass and defend against one spade. With these hearts bid two hearts.",
                "c:3H": "That needs nine tricks. Two hearts is high enough.",
            },
            otherwise="The rules allow it. Your long suit is hearts: bid two hearts.",
        ),
        Beat(
            "act",
            "The stock leads. Win with the queen",
            "It turns its top card, the jack of hearts. You follow suit, and your queen beats it.",
            "BS-8",
            "p:HQ",
            instead={"p:HA": "The ace wins too. The queen is enough: keep the ace."},
            otherwise="That loses to the jack. Play the queen.",
        ),
        Beat(
            "act",
            "You won, so you lead: the ace of hearts",
            "The stock will turn cards until one fits: a heart, which is trumps here, or a joker.",
            "BS-8",
            "p:HA",
            otherwise="You may lead it. Draw trumps first: lead the ace of hearts.",
        ),
        Beat(
            "act",
            "Lead the 10 of hearts",
            "It turned the 6 of spades, which does not fit, then the 3 of hearts. Two tricks are yours. Go on with "
            "trumps.",
            "BS-8",
            "p:HT",
            otherwise="You may lead it. Go on with trumps: lead the 10 of hearts.",
        ),
        Beat(
            "read",
            "Seventeen cards went by, then a joker",
            "The joker wins the trick for the stock. But the cards that it passed over are gone, aces and kings "
            "among them, and only the last few are left.",
            "BS-9",
            last=True,
        ),
        Beat(
            "act",
            "The stock leads the 2 of clubs: win cheaply",
            "Nobody else plays to a trick. Your 3 is enough.",
            "BS-7",
            "p:C3",
            otherwise="It wins too. The 3 is enough: keep the higher clubs.",
        ),
        Beat(
            "act",
            "Lead the 9 of hearts",
            "The more cards the stock turns, the sooner it is used up. Each card that you still hold then is a trick "
            "for you.",
            "BS-11",
            "p:H9",
            otherwise="You may lead it. For this lesson lead the 9 of hearts.",
        ),
        Beat(
            "act",
            "Follow with the 6 of hearts",
            "The stock took your 9 with the king, after six cards that did not fit. It leads the 7 of hearts, and "
            "you must follow suit: your joker has to wait.",
            "BS-7a",
            "p:H6",
        ),
        Beat(
            "act",
            "Win with the queen of clubs",
            "The stock leads the 7 of clubs. The king of clubs has gone, so that your queen is as good as the ace.",
            "BS-7",
            "p:CQ",
            instead={"p:CA": "The ace wins too. Keep it, and play the queen."},
        ),
        Beat(
            "act",
            "Lead the 4 of spades",
            "Three cards are left in the stock. Lead a card that you can spare.",
            "BS-8",
            "p:S4",
            otherwise="You may lead it. Lead a loser, the 4 of spades.",
        ),
        Beat(
            "act",
            "Play the queen of spades on the last card",
            "The stock ruffed with the 8 of hearts. Its last card is the 5 of spades. Your queen wins the trick, and "
            "then the stock is used up.",
            "BS-11",
            "p:SQ",
        ),
        Beat("end", "Two hearts doubled, just made", "", "BS-12"),
    ),
    "Five tricks you won at the table. Of the four cards left in your hand three were tricks for you, and the joker "
    "was one for the stock: eight in all. You have chosen, bid, followed suit, and let the stock run out. That is "
    "the whole game.",
)
