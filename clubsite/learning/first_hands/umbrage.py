"""The wording and goals for the first hand of Umbrage.

When the learner claims, South holds the five highest trumps and a king of a suit that North does not have, and North
has no trump left. So the claim of all six tricks is sound.
"""

from clubsite.learning.first_hands.parts import Beat, FirstHand
from clubsite.learning.positions import LessonPosition

DEAL = LessonPosition(
    "umbrage",
    "first hand 382",
    "S/umbrage:take N/umbrage:stay c:1S c:P S/draw:H2.D3.C5.D6.D8.DT N/draw:D2.S5.D5.S7.D7.CT c:1S c:2H c:2S c:P "
    "S/draw:C2 p:HA p:HJ p:H4 p:CJ p:C6 p:C3 p:DQ p:DJ p:D4 p:CQ p:S3 p:C7 p:S4 p:S2 p:SQ p:H6 p:H7 p:HK p:SA p:SJ "
    "p:C8 S/claim:6 N/accept",
)

FIRST_HAND = FirstHand(
    DEAL,
    (
        Beat(
            "read",
            "Welcome. You are South.",
            "You have thirteen cards, and so has North. Two more hands lie face down. You dealt, so you will call "
            "first.",
            "UM-1",
        ),
        Beat(
            "act",
            "Take umbrage",
            "One queen and three jacks: a poor hand. You may swap it, unseen, for the spare hand on your right. "
            "North decides at the same time.",
            "UM-2",
            "umbrage:take",
            replies=1,
            instead={"umbrage:stay": "You may keep it. This hand is poor: take umbrage, and see what comes."},
        ),
        Beat(
            "read",
            "North kept the own hand",
            "You have a far better hand now, with ace and king of spades. The two spare hands were shuffled again: "
            "one is the bridge, to draw from, the other will be the dummy.",
            "UM-4",
        ),
        Beat(
            "act",
            "Bid 1 spade",
            "The bidding goes as at bridge. Your long suits are spades and diamonds; begin low, because you will draw.",
            "UM-5",
            "c:1S",
            replies=1,
            instead={"c:P": "You may pass, but North may then bid. Bid one spade."},
            otherwise="The rules allow it. For this lesson bid one spade.",
        ),
        Beat(
            "act",
            "North passed: now you draw",
            "The bidder lays down up to six cards and draws as many. Lay down the 2 of hearts, the 5 of clubs and "
            "the four small diamonds.",
            "UM-7",
            "draw:H2.D3.C5.D6.D8.DT",
            replies=1,
            otherwise="You may change other cards. For this lesson change the six that are asked for above.",
        ),
        Beat(
            "act",
            "Repeat 1 spade",
            "You drew three more spades. North drew six cards too. After a draw the bidder may not pass: repeat the "
            "bid, or bid higher.",
            "UM-8",
            "c:1S",
            replies=1,
            otherwise="You may bid higher at once. For this lesson repeat one spade.",
        ),
        Beat(
            "act",
            "Bid 2 spades",
            "North bid two hearts. With eight spades go on to two spades: eight tricks.",
            "UM-13a",
            "c:2S",
            replies=1,
            instead={
                "c:P": "Then North, as the bidder, would draw. You have eight spades: bid two spades.",
                "c:X": "You may double, but you want to play in spades. Bid two spades.",
            },
            otherwise="The rules allow it. Two spades is high enough.",
        ),
        Beat(
            "act",
            "Draw the last card",
            "One card is left in the bridge, so your bid is the contract. The declarer may draw that card: lay down "
            "the 2 of clubs.",
            "UM-12",
            "draw:C2",
            replies=1,
            instead={"draw:": "You may leave it to North. The 2 of clubs is no loss: change it."},
            otherwise="You may lay down that one. For this lesson lay down the 2 of clubs.",
        ),
        Beat(
            "act",
            "Play the jack of hearts",
            "The defender leads from hand, then the dummy is opened. The ace wins this trick: keep your king.",
            "UM-14",
            "p:HJ",
            replies=2,
            instead={"p:HK": "The ace beats your king. Keep it, and play the jack."},
        ),
        Beat(
            "act",
            "Follow with the 6 of clubs",
            "North won in hand, so North leads from hand and also plays the dummy’s card, as the third.",
            "UM-16",
            "p:C6",
            replies=2,
        ),
        Beat(
            "act",
            "Play the jack of diamonds",
            "North plays from the dummy after you, and there the ace lies: it would beat your king. Keep the king.",
            "UM-16",
            "p:DJ",
            replies=2,
            instead={"p:DK": "North would beat it with the dummy’s ace. Play the jack."},
        ),
        Beat(
            "act",
            "Ruff with the 3 of spades",
            "North leads the queen of clubs and you have no club. A small trump wins the trick.",
            "UM-17",
            "p:S3",
            replies=1,
            otherwise="It follows no suit either, and you may play it. Ruff with the smallest trump, the 3.",
        ),
        Beat(
            "act",
            "Lead the 4 of spades",
            "You won in your hand. So you lead from your hand, North follows, and the dummy’s card is yours to play.",
            "UM-16",
            "p:S4",
            replies=1,
            otherwise="You may lead it. Lead a small trump towards the dummy’s queen: the 4.",
        ),
        Beat(
            "act",
            "Play the dummy’s queen of spades",
            "The dummy must follow suit too. Its queen wins, and the trick counts for you, because you played it.",
            "UM-15",
            "p:SQ",
        ),
        Beat(
            "act",
            "Lead the 6 of hearts from the dummy",
            "You won in the dummy, so you lead from it; North follows, and you play third, from your hand.",
            "UM-16",
            "p:H6",
            replies=1,
            otherwise="You may lead it. For this lesson lead the 6 of hearts, towards your king.",
        ),
        Beat(
            "act",
            "Win with the king of hearts",
            "North’s ace has gone. Your king wins, and the lead is in your hand again.",
            "UM-17",
            "p:HK",
        ),
        Beat(
            "act",
            "Draw the last trump: lead the ace of spades",
            "North has one trump left. Lead the ace, and it falls.",
            "UM-16",
            "p:SA",
            replies=1,
            otherwise="You may lead it. Lead the ace of spades first, and North’s last trump falls.",
        ),
        Beat(
            "act",
            "Throw the 8 of clubs from the dummy",
            "The dummy has no spade left. Throw a card that you do not need.",
            "UM-17",
            "p:C8",
            otherwise="You may throw it. For this lesson throw the 8 of clubs.",
        ),
        Beat(
            "claim",
            "Claim all six tricks that are left",
            "You hold five trumps that nothing can beat, and the king of diamonds, a suit that North does not have.",
            "UM-17c",
            "claim:6",
            replies=1,
            fewer="You would give a trick away. Claim all six.",
        ),
        Beat("end", "Two spades, made with two tricks over", "", "UM-18"),
    ),
    "You have taken umbrage, drawn from the bridge, repeated your bid, and played the dummy whenever you had won. "
    "Had you gone down, each undertrick would have cost twice as much.",
)
