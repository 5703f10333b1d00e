"""The wording and goals for the first hand of the secret-card game.

The deal comes from the engine. A search of all plays found that South wins four of the last seven tricks, so the claim
at the end is sound.
"""

from clubsite.learning.first_hands.parts import Beat, FirstHand
from clubsite.learning.positions import LessonPosition

THREE_TURNS = "reject seen reject seen reject seen reject seen keep seen"
OTHER_TURNS = (
    "reject seen reject seen keep seen reject seen keep seen reject seen reject seen keep seen reject seen reject "
    "seen reject seen reject seen reject seen keep seen reject seen reject seen reject seen reject seen keep seen "
    "keep seen reject seen"
)
DEAL = LessonPosition(
    "secret_card",
    "first hand 194",
    f"{THREE_TURNS} {OTHER_TURNS} "
    "c:1H c:1N c:2H c:P c:P S/secret:HT p:D5 p:DA S/let p:D6 p:C3 S/let p:CA p:C9 p:S5 p:SJ p:S2 p:H4 p:H6 p:H8 "
    "S/stop p:S3 p:S8 p:SQ p:HA p:HQ p:H2 S/claim:4 N/accept",
)

FIRST_HAND = FirstHand(
    DEAL,
    (
        Beat(
            "read",
            "Welcome. You are South.",
            "First you draft thirteen cards from the pack, one in each turn. North does the same, and you begin.",
            "SC-1",
        ),
        Beat(
            "act",
            "Reject the 5 of clubs",
            "You look at the top card. Keep it, or reject it and take the next one, whatever that is. A 5 is worth "
            "little.",
            "SC-1",
            "reject",
            instead={"keep": "You may keep it. The next card is probably better: reject the 5."},
        ),
        Beat(
            "act",
            "The 10 of clubs is yours",
            "You have seen it: then it is North’s turn. You hear which card North took, but do not see it.",
            "SC-5c",
            "seen",
            replies=2,
        ),
        Beat(
            "act",
            "Reject the 4 of spades",
            "Your second turn. Try your luck again.",
            "SC-1",
            "reject",
            instead={"keep": "You may keep it. The next card is probably better: reject the 4."},
        ),
        Beat(
            "act",
            "Bad luck: the 2 of clubs",
            "Who rejects the first card takes the second, and it can be worse.",
            "SC-1",
            "seen",
            replies=2,
        ),
        Beat(
            "act",
            "Keep the queen of diamonds",
            "If you keep the first card, you may look at the second, which goes down on the table.",
            "SC-1",
            "keep",
            instead={"reject": "You may. But a queen is better than most: keep it."},
        ),
        Beat(
            "act",
            "The ace of diamonds went down",
            "You could not know. Remember it: half of the cards on the table will be the dummy. The other 21 turns "
            "go by by themselves.",
            "SC-5",
            "seen",
            replies=42,
            quick=True,
        ),
        Beat(
            "read",
            "The draft is over",
            "You have five hearts headed by the ace, the king and the queen of spades, and the ace of clubs.",
            "SC-5",
        ),
        Beat(
            "act",
            "Open 1 heart",
            "You began the draft, so you call first. You must bid, at the one level.",
            "SC-6",
            "c:1H",
            replies=1,
            otherwise="You may open that. Hearts are your longest suit: bid one heart.",
        ),
        Beat(
            "act",
            "Bid 2 hearts",
            "North bid one no trump. Two hearts is higher, and needs eight tricks.",
            "SC-9a",
            "c:2H",
            replies=1,
            instead={"c:P": "Then North would play one no trump. Bid two hearts."},
            otherwise="The rules allow it. Two hearts is high enough.",
        ),
        Beat(
            "act",
            "Pass, and the bidding is over",
            "North passed. You could raise your own bid; two hearts is enough.",
            "SC-8",
            "c:P",
            otherwise="You may raise. Two hearts is enough: pass.",
        ),
        Beat(
            "act",
            "Choose your secret card: the 10 of hearts",
            "You alone see the dummy now. Set one of its cards aside, face down. A good trump is a fine secret.",
            "SC-10",
            "secret:HT",
            replies=2,
            otherwise="You may choose it. For this lesson take the 10 of hearts.",
        ),
        Beat(
            "act",
            "Let the ace of diamonds be played",
            "North leads a diamond, plays the dummy second, and shows its ace. Your secret card is no diamond: you "
            "cannot stop it.",
            "SC-12",
            "let",
        ),
        Beat(
            "act",
            "Follow with the 6 of diamonds",
            "The ace wins for North, who played it. Keep the queen.",
            "SC-13",
            "p:D6",
            replies=1,
            instead={"p:DQ": "The ace beats it. Keep the queen, and play the 6."},
        ),
        Beat(
            "act",
            "Let the 3 of clubs be led",
            "North won in the dummy and leads from it. You could stop the 3 and lead your secret card. But you have "
            "the ace of clubs: let it go.",
            "SC-12",
            "let",
            instead={"stop": "You may. The secret card is worth more later: let the 3 be led."},
        ),
        Beat(
            "act",
            "Win with the ace of clubs",
            "Who won in the dummy plays from hand last, so North still has a card to play. The ace is safe.",
            "SC-16a",
            "p:CA",
            replies=1,
            otherwise="It follows suit, but North may beat it. Play the ace.",
        ),
        Beat(
            "act",
            "Lead the 5 of spades",
            "You won in your hand and lead from it. North follows, and then the dummy’s card is yours to play.",
            "SC-16a",
            "p:S5",
            replies=1,
            otherwise="You may lead it. For this lesson lead the 5 of spades.",
        ),
        Beat(
            "act",
            "Play the 2 of spades from the dummy",
            "North’s jack wins. Nothing in the dummy beats it, so play the lowest spade.",
            "SC-16",
            "p:S2",
            replies=1,
            otherwise="It follows suit, but cannot win. Play the 2.",
        ),
        Beat(
            "act",
            "North leads a trump: play the 6 of hearts",
            "North also plays the dummy’s card, after yours. Now watch.",
            "SC-16a",
            "p:H6",
            replies=1,
            otherwise="You may play it. For this lesson play the 6.",
        ),
        Beat(
            "act",
            "North shows the 8 of hearts: stop it",
            "The 8 would win the trick for North. Your secret card is the 10 of hearts: play it instead.",
            "SC-12",
            "stop",
            instead={"let": "Then the 8 wins for North. This is what your secret card is for: stop it."},
        ),
        Beat(
            "act",
            "Lead the 3 of spades from the dummy",
            "The 10 won, and it counts for you. You won in the dummy, so you lead from it.",
            "SC-13",
            "p:S3",
            replies=1,
            otherwise="You may lead it. Lead a low spade towards your king and queen: the 3.",
        ),
        Beat(
            "act",
            "Win with the queen of spades",
            "The ace of spades is in nobody’s hand: it took no part. Your queen wins.",
            "SC-16",
            "p:SQ",
            instead={"p:SK": "The king wins as well. Play the queen."},
        ),
        Beat(
            "act",
            "Lead the ace of hearts",
            "Three tricks are yours. Draw a round of trumps.",
            "SC-16a",
            "p:HA",
            replies=1,
            otherwise="You may lead it. Lead the ace of hearts first.",
        ),
        Beat(
            "act",
            "Follow with the 2 of hearts from the dummy",
            "North’s queen has fallen. The dummy follows with its lowest heart.",
            "SC-16",
            "p:H2",
            otherwise="It follows suit. Keep it, and play the 2.",
        ),
        Beat(
            "claim",
            "Claim four of the last seven",
            "Whatever North does, you can win four more: that makes eight.",
            "SC-16g",
            "claim:4",
            replies=1,
            more="North would refuse, and can still win three tricks. Claim four.",
            fewer="You would give a trick away. Claim four.",
        ),
        Beat("end", "Two hearts, just made", "", "SC-17"),
    ),
    "You have drafted a hand, bid, chosen a secret card, let two cards of the dummy be played and stopped a third. "
    "That is the whole game.",
)
