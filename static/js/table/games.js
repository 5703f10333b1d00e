// The games: the components of each one's page. A new game is one more line, and components for what is its own.

import { auctionPage } from "./auction.js";
import { playPage } from "./play.js";
import { fiveCorner, fiveBoard } from "./five-hundred.js";
import { secretPage } from "./secret-card.js";
import { noTrumpWhy, solitairePage, trickOfTwo } from "./solitaire.js";
import { trickRow } from "./three.js";
import { umbragePage } from "./umbrage.js";
import { whistCorner, whistMiddle } from "./whist.js";
import { promptWords, turnWords } from "./words.js";

const BRIDGE = { levels: ["1", "2", "3", "4", "5", "6", "7"], strains: ["C", "D", "H", "S", "N"], acts: ["P", "X", "XX"] };
const FIVE_HUNDRED = { levels: ["6", "7", "8", "9", "10"], strains: ["S", "C", "D", "H", "N"], acts: ["P", "M"] };

const crowPage = (c) => (c.auction ? auctionPage(c) : playPage(c));
/** In Crow's games our own words say from which hand; only the server has words for what is no call, card or answer. */
const crowTurn = (c) => (c.view.turn && ["choose", "pick"].includes(c.view.turn.what) ? promptWords(c) : turnWords(c));

/**
 * Properties of a game. `crow`: four hands by the compass, two of them dummies. `page` draws a play, `turn` says whose
 * turn it is, `bidding` are the keys of the box. `alone`: one player against the stock. `corner`, `middle`, `board`:
 * what is top left of the trick, in it, and beside the calls. `quiet`: buttons that are small and ask once more. `why`:
 * a line under the question of the auction. `vulnerable`: players can be. `trick`: how the last one is drawn, if not
 * around a board.
 */
const GAMES = {
  solo: { crow: true, page: crowPage, turn: crowTurn, bidding: BRIDGE, vulnerable: true },
  whist_for_two: { crow: true, page: crowPage, turn: crowTurn, bidding: BRIDGE, corner: whistCorner, middle: whistMiddle },
  five_hundred_for_two: { crow: true, page: crowPage, turn: crowTurn, bidding: FIVE_HUNDRED, corner: fiveCorner, board: fiveBoard },
  secret_card: { page: secretPage, turn: promptWords, bidding: BRIDGE, trick: trickRow, vulnerable: true },
  umbrage: { page: umbragePage, turn: promptWords, bidding: BRIDGE, trick: trickRow, vulnerable: true },
  bridge_solitaire: {
    page: solitairePage,
    turn: promptWords,
    bidding: { ...BRIDGE, acts: ["P"] },
    alone: true,
    quiet: ["concede"],
    why: noTrumpWhy,
    trick: trickOfTwo,
    vulnerable: true,
  },
};

/** Return the game of a message. A table between plays names it too; a club's session does not. */
export function gameOf({ table, view }) {
  return GAMES[(view && view.game) || table.game] || GAMES.solo;
}
