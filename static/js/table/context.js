// The context of every part of the picture: the server's last message, and the state of this screen.

import { seatAt } from "../lib/cards.js";
import { elapsed, serverNow } from "../lib/elapsed.js";
import { arranged } from "./arranging.js";
import { setting } from "./device.js";
import { awaited, withUnsent } from "./instant.js";
import { shortName } from "./words.js";

const FROM_RESULT = ["score", "played-board", "say"];
const hiddenHands = (hands) => Object.fromEntries(Object.entries(hands).map(([seat, hand]) => [seat, { ...hand, cards: null }]));
const stopped = (view) => ({ ...view, hands: hiddenHands(view.hands), legal: [], can: {}, last_trick: null, claim: null, pick: null, choices: [] });

function slowWords(item) {
  const past = item ? elapsed() - item.at : 0;
  if (past < 300) return "";
  return past < 2000 ? "Sending..." : `Sending... ${Math.floor(past / 1000)} s`;
}

/** "Sending... 3 s" for the oldest unanswered message, calls for the director apart. */
export const stillSending = (outbox) => slowWords(outbox.find((said) => said.t !== "help" && said.t !== "help_off"));

function opponent(table, seat, alone) {
  const other = table.opponent || {};
  if (alone) return { seat, name: "The stock", first: "the stock", connected: true, robot: false };
  return {
    seat,
    name: other.name || "Nobody yet",
    first: shortName(other.name, seat),
    connected: table.opponent ? other.connected : false,
    robot: Boolean(other.robot),
  };
}

/**
 * @param {object} s { message, places, boards, costs, game, ui, takeBack, held, refused, outbox, online, wide,
 *   gone, links, acts }; `game` comes from `games.js`
 * @returns {object} c: `me`, `opp`, `dummy` and `theirs` (the seats of the two dummies of Crow's games), `view` to
 *   show, with the player's own act in it before the server has answered, `waits` (the unanswered message), `canAct`,
 *   `sheet` (the name of the open one), `do` (the acts of keys), and more
 */
export function makeContext({ message, clock = null, places, boards = null, costs = null, game, ui, takeBack = null, held = null, refused = null, outbox, online, wide, gone, links, acts }) {
  const { table, view } = message;
  // A person without a seat (before the start) is shown no cards; any side will do.
  const me = table.seat || "S";
  const seat = me === "S" ? "N" : "S";
  const isPaused = table.state === "paused" || Boolean(table.paused);
  const waits = outbox.find(awaited(message));
  const sending = waits && waits.message.t === "act" ? waits : undefined;
  const showResult = table.state === "result" && table.result && !ui.linger;
  const asked = table.home && view && view.undo && view.legal.includes("undo:yes");
  // A result waits behind a sheet that was opened from it.
  const openSheet = showResult && !FROM_RESULT.includes(ui.sheet) ? "result" : asked ? "undo" : ui.sheet;
  const shown = view && (isPaused ? stopped(view) : sending ? withUnsent(view, me, sending.message.a) : view);
  const turn = shown && shown.turn;
  return {
    table,
    at: `${message.play}/${message.seq}`,
    view: arranged(shown, setting("order")),
    clock,
    places,
    boards,
    costs,
    game,
    home: Boolean(table.home),
    me,
    dummy: seatAt("right", me),
    theirs: seatAt("left", me),
    opp: opponent(table, seat, Boolean(game.alone)),
    auction: Boolean(view) && view.phase === "auction",
    myTurn: Boolean(turn) && turn.player === me && !isPaused,
    paused: isPaused,
    online,
    sending,
    waits: waits && waits.message,
    slow: slowWords(waits),
    held: isPaused ? null : held,
    refused,
    takeBack: shown && shown.can.misclick ? takeBack : null,
    canAct: online && !waits && !isPaused,
    waiting: (test) => outbox.find(test),
    now: serverNow(),
    wide,
    sheet: openSheet,
    covered: Boolean(openSheet),
    gone,
    links: table.links ? { ...links, join: table.links.lounge } : links,
    ui,
    do: acts,
  };
}
