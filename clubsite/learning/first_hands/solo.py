"""The wording and questions for the first hand of Solo.

The deal comes from the engine. An exhaustive search of its last seven tricks found that South wins five against
any play, so the claim at the end is sound.
"""

from clubsite.learning.first_hands.parts import Beat, FirstHand
from clubsite.learning.positions import LessonPosition

DEAL = LessonPosition(
    "solo",
    "first hand 3809",
    "c:1S c:2C c:4S c:P c:P p:C5 p:C6 p:CK p:D4 p:DA p:H8 p:D6 p:S4 p:S6 p:SK p:H2 p:S2 p:HA p:C8 p:H3 p:CT p:S3 "
    "p:S5 p:S9 p:SQ p:HK p:H4 p:CJ p:H6 S/claim:5 N/accept",
)

BEATS = (
    Beat(
        "read",
        "Welcome. You are South.",
        "Your hand lies lowest. East, with the yellow letter, is your dummy: you play it too. North has West. While "
        "you bid, both of you see all the cards.",
        "SOLO-6",
    ),
    Beat(
        "call",
        "Bid 1 spade",
        "You and your dummy have eight spades and 28 points between you. Start with one spade.",
        "SOLO-29",
        "c:1S",
        replies=1,
        keys=("P", "1C", "1S", "1N"),
        instead={
            "c:P": "You may pass, but not with 28 points. Bid one spade.",
            "c:1C": "North has most of the clubs. Bid one spade.",
            "c:1N": "No trump is a fair bid, but eight spades are better. Bid one spade.",
        },
    ),
    Beat(
        "call",
        "Now bid 4 spades",
        "North bid two clubs. A bid must be higher than the last one. Four spades is game: ten tricks, from your "
        "hand and your dummy together.",
        "SOLO-7",
        "c:4S",
        replies=1,
        keys=("P", "1S", "2S", "4S"),
        instead={
            "c:P": "Then North would play two clubs. You can do better: bid four spades.",
            "c:2S": "High enough, but you have the cards for game. Bid four spades.",
        },
    ),
    Beat(
        "call",
        "Pass, and the bidding is over",
        "North passed. Two passes in a row end the auction. You could still raise your own bid; you need not.",
        "SOLO-8",
        "c:P",
        replies=1,
        keys=("P", "4S", "5S", "X"),
        instead={"c:5S": "You may raise yourself, but four spades is game already. Pass."},
    ),
    Beat(
        "touch",
        "North has led. Tap a card inside your dummy",
        "The defender leads from hand, which is hidden now. You play East next. Tap the ace of spades, or any card "
        "between the two ENDS, to see how deep it lies.",
        "SOLO-13",
        "touch",
    ),
    Beat(
        "card",
        "Play the 6 of clubs from your dummy",
        "Only the two ENDS can be played: the 6 of clubs and the 6 of spades. Clubs were led, and an END is a club, "
        "so it must follow.",
        "SOLO-17",
        "p:C6",
    ),
    Beat(
        "card",
        "Play the king of clubs from your hand",
        "Now your own hand. Here you follow suit as in any bridge game, and the king is your only club.",
        "SOLO-15",
        "p:CK",
        replies=1,
    ),
    Beat(
        "read",
        "Your king wins the first trick",
        "Look at West, on the left: the ace of clubs is there, but buried. Neither END was a club, so West threw a "
        "diamond, and your king was safe.",
        "SOLO-17",
        last=True,
    ),
    Beat(
        "card",
        "Lead the ace of diamonds",
        "The hand that won leads next. Lead your ace of diamonds, and watch what your dummy has to do.",
        "SOLO-18",
        "p:DA",
        replies=2,
        otherwise="A fair lead. For this lesson, lead the ace of diamonds.",
    ),
    Beat(
        "card",
        "Your dummy must ruff: play the 4 of spades",
        "Your ace is winning. But both ENDS are trumps now, and nothing else can be played. The diamonds inside do "
        "not count. Use the smaller trump.",
        "SOLO-17a",
        "p:S4",
        instead={"p:S6": "The rules leave you both trumps. Keep the 6, and play the 4."},
    ),
    Beat(
        "read",
        "You have ruffed your own ace",
        "The trick is yours all the same, and it cost a trump. Before you lead a winner, look at your dummy’s ENDS. "
        "East won, so East leads.",
        "SOLO-17a",
        last=True,
    ),
    Beat(
        "card",
        "Lead the 6 of spades from your dummy",
        "A dummy on lead may lead either END. Begin to draw trumps.",
        "SOLO-18",
        "p:S6",
        instead={"p:CT": "Either END may be led. Here trumps are better: lead the 6 of spades."},
    ),
    Beat(
        "card",
        "Play your king of spades",
        "Spades were led, so you follow with a spade. The king cannot be beaten: West’s trumps are buried.",
        "SOLO-15",
        "p:SK",
        replies=2,
        otherwise="It follows suit, but North may win it. Play the king.",
    ),
    Beat(
        "card",
        "Lead the ace of hearts",
        "You won and lead from your hand again. This time your dummy’s ENDS are a club and a diamond.",
        "SOLO-18",
        "p:HA",
        replies=2,
        otherwise="A fair lead. For this lesson, lead the ace of hearts.",
    ),
    Beat(
        "card",
        "Throw the 10 of clubs from your dummy",
        "East has the king of hearts, but it is buried and need not be played. Either END may go. Under the 10 of "
        "clubs lies the queen of spades: bring it to the end.",
        "SOLO-17",
        "p:CT",
        instead={"p:D3": "You may throw it. But then the 9 of diamonds comes to the end. Throw the 10 of clubs."},
    ),
    Beat(
        "card",
        "Lead the 3 of spades",
        "Four tricks are yours. Now your dummy’s END is the queen of trumps: lead a small one towards it.",
        "SOLO-18",
        "p:S3",
        replies=2,
        otherwise="A fair lead. For this lesson, lead the 3 of spades.",
    ),
    Beat(
        "card",
        "Play the queen of spades",
        "Trumps were led and an END is a trump, so it must follow. The queen wins: West’s jack is buried.",
        "SOLO-17a",
        "p:SQ",
    ),
    Beat(
        "card",
        "Lead the king of hearts",
        "See what came to the end: the king of hearts, buried until now. It can be led at once.",
        "SOLO-16",
        "p:HK",
        instead={"p:D3": "Either END may be led, but North has no diamond left and may ruff. Lead the king of hearts."},
    ),
    Beat(
        "card",
        "Follow with the 4 of hearts",
        "Your own hand must follow suit. Keep the jack: play the 4.",
        "SOLO-15",
        "p:H4",
        replies=2,
        otherwise="It follows suit. Keep it, and play the 4.",
    ),
    Beat(
        "read",
        "Six tricks out of six",
        "West has two hearts, but both are buried, so West threw a club. A king that lay deep in your dummy a moment "
        "ago has won a trick.",
        "SOLO-17",
        last=True,
    ),
    Beat(
        "claim",
        "Claim five of the last seven",
        "You need not play every card. Whatever North does, you can win five more. Claim five, and concede the other "
        "two, and accepts or plays on.",
        "SOLO-21",
        "claim:5",
        replies=1,
        more="North would refuse, and can still win two tricks. Claim five.",
        fewer="You would give a trick away. Claim five.",
    ),
    Beat("end", "Four spades, made with a trick over", "", "SOLO-23"),
)

FIRST_HAND = FirstHand(
    DEAL,
    BEATS,
    "You have bid, followed with an END, thrown a card from a buried suit, ruffed because you had to, and claimed. "
    "That is the whole game.",
)
