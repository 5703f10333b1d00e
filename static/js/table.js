// The live card table of one seat. Views come whole from the server: painted by `rev`, acted on by `seq`.

import { html, render } from "./vendor/lit-html.js";
import { openSocket } from "./lib/socket.js";
import { createOutbox } from "./lib/outbox.js";
import { seatAt } from "./lib/cards.js";
import { auctionPage } from "./table/auction.js";
import { playPage } from "./table/play.js";
import { gonePage, openingPage, roomPage } from "./table/room.js";
import { sheet } from "./table/sheets.js";
import { lostBar } from "./table/frame.js";
import { shortName, spoken } from "./table/words.js";
import { arrowKeys, createFocusKeeper, guardPresses, travelling } from "./table/press.js";

const TRICK_STAYS = 1500;
const NOTE_STAYS = 6000;
const RESEND_AFTER = 8000;
const LOST_SHOWS = 600;
// Refusals that only say that the table is further on than the message; a view follows them.
const MOVED_ON = ["gone", "over", "stale"];

const main = document.getElementById("main");
const root = document.getElementById("table");
const live = document.getElementById("live");
const links = { join: main.dataset.join || "/join/", results: main.dataset.results || "/" };
const wideScreen = matchMedia("(min-width: 900px) and (orientation: landscape)");
const outbox = createOutbox(main.dataset.socket);
const keepingFocus = createFocusKeeper(root);

let message = null;
let rev = -1;
let online = false;
let lostAt = Date.now();
let gone = null;
// How far the server's clock is ahead of this device's, in ms; null until it has been heard.
let skew = null;
let painted = "";
const ui = { pick: null, level: null, claim: null, sheet: null, note: null, linger: null, lostFor: 0, lost: false };
const timers = { note: 0, linger: 0 };

// ---- what the server says ----

function receive(said) {
  if (said.t === "view") {
    if (said.rev > rev) accept(said);
    if (skew === null) askTime();
  } else if (said.t === "pong") {
    if (said.now) skew = Date.parse(said.now) - Date.now();
  } else if (said.t === "ack") {
    outbox.ack(said.id, said.rev);
    outbox.painted(rev);
    paint();
  } else if (said.t === "refused") {
    refused(said);
  } else if (said.t === "gone") {
    lose(said.reason);
  }
}

function askTime() {
  skew = 0;
  socket.send({ t: "ping", rev });
}

function accept(next) {
  const before = message;
  message = next;
  rev = next.rev;
  outbox.painted(rev);
  const samePlay = before && before.play === next.play;
  if (!samePlay || before.seq !== next.seq) forgetChoices();
  if (!samePlay) ui.linger = null;
  if (samePlay && before.view && next.view) lingerOn(before.view, next.view);
  if (ui.sheet && !sheetStands(next)) ui.sheet = null;
  travelling(root, paint);
  announce(samePlay ? before : null, next);
  if (before && !before.table.called && theyCalled(next.table)) say(`${context().opp.first} has called the director.`);
}

const theyCalled = (table) => Boolean(table.called_by) && table.called_by !== table.seat;

function forgetChoices() {
  ui.pick = null;
  ui.level = null;
  ui.claim = null;
}

/** A trick that has just been completed stays for both to see. */
function lingerOn(before, after) {
  const done = after.last_trick;
  if (!done || before.phase !== "play" || (before.last_trick && before.last_trick.number >= done.number)) return;
  ui.linger = done;
  clearTimeout(timers.linger);
  timers.linger = setTimeout(seen, TRICK_STAYS);
}

function sheetStands({ view, table }) {
  if (ui.sheet === "menu") return true;
  if (!view || table.state !== "playing") return false;
  return ui.sheet === "last" || view.can.claim;
}

function refused(said) {
  const sent = outbox.drop(said.id);
  if (!MOVED_ON.includes(said.code)) say(said.reason, "refused");
  else if (sent && showsStill(sent)) say(said.reason);
  else paint();
}

/** The screen still shows what this message answered; otherwise it needs no words any more. */
function showsStill({ play, seq }) {
  return Boolean(message) && message.play === play && (seq === undefined || message.seq === seq);
}

function lose(reason) {
  gone = reason || "Another device has taken it over.";
  outbox.clear();
  socket.close();
  paint();
}

// ---- what the player does ----

function post(said) {
  const sent = outbox.add(said);
  socket.send(sent);
  hush();
}

function act(action) {
  const c = context();
  if (!c.canAct || !message.play) return;
  if (ui.sheet === "claim" || ui.sheet === "concede") ui.sheet = null;
  post({ t: "act", play: message.play, seq: message.seq, a: action });
}

function tap(event, card, seat, depth) {
  // The second half of a double tap is not another card.
  if (event.detail > 1) return;
  const c = context();
  const mine = c.view.hands[seat].owner === c.me;
  if (c.view.legal.includes(`p:${card}`) && c.canAct) {
    act(`p:${card}`);
  } else if (c.sending) {
    return;
  } else if (!online) {
    say("Connecting again: one moment.");
  } else {
    say(whyNot(c, card, depth, mine, c.view.hands[seat].dummy));
  }
}

function whyNot(c, card, depth, mine, dummy) {
  const { turn, why_not: reasons } = c.view;
  const capital = (text) => text[0].toUpperCase() + text.slice(1);
  if (depth) return `${depth} card${depth === 1 ? "" : "s"} from the end`;
  if (mine && reasons && reasons[card]) return `${capital(reasons[card])}.`;
  if (c.auction) return dummy ? "An end: it can be played first" : "The auction is still going on.";
  if (turn && !c.myTurn) return `${c.opp.first} is to play.`;
  if (!mine) return `An end of ${c.opp.first}'s dummy`;
  return turn && turn.hand === c.me ? "It is your hand to play." : turn ? "It is your dummy to play." : "The board is over.";
}

function say(text, kind = "tip") {
  ui.note = { text, kind };
  clearTimeout(timers.note);
  timers.note = setTimeout(hush, NOTE_STAYS);
  paint();
}

function hush() {
  clearTimeout(timers.note);
  ui.note = null;
  paint();
}

/** The completed trick has been looked at: a tap, or time. */
function seen() {
  if (!ui.linger) return;
  clearTimeout(timers.linger);
  ui.linger = null;
  paint();
}

function set(changes) {
  Object.assign(ui, changes);
  paint();
}

const acts = {
  act,
  tap,
  seen,
  hush,
  pick: (call) => set({ pick: ui.pick === call ? null : call, level: /^\d/.test(call) ? call[0] : null, note: null }),
  level: (level) => set({ level, pick: null, note: null }),
  claim: (number) => set({ claim: number }),
  open: (name) => set({ sheet: name, claim: null }),
  close: () => set({ sheet: null }),
  help: (on) => post({ t: on ? "help" : "help_off" }),
  ready: () => post({ t: "ready", play: null }),
  agree: () => post({ t: "ready", play: message.play }),
  disagree: () => post({ t: "disagree", play: message.play }),
  retry: () => socket.wake(),
};

// ---- the picture ----

const hiddenHands = (hands) => Object.fromEntries(Object.entries(hands).map(([seat, hand]) => [seat, { ...hand, cards: null }]));

function slowWords(item) {
  const past = item ? Date.now() - item.at : 0;
  if (past < 300) return "";
  return past < 2000 ? "Sending..." : `Sending... ${Math.floor(past / 1000)} s`;
}

function context() {
  const { table, view } = message;
  // Somebody without a seat (before the start) is shown no cards; any side will do.
  const me = table.seat || "S";
  const seat = me === "S" ? "N" : "S";
  const other = table.opponent || {};
  const isPaused = table.state === "paused" || Boolean(table.paused);
  const ours = (said) => said.t === "act" || said.t === "ready" || said.t === "disagree";
  const sending = outbox.find((said) => said.t === "act" && said.play === message.play);
  const showResult = table.state === "result" && table.result && !ui.linger;
  const openSheet = showResult ? "result" : ui.sheet;
  const turn = view && view.turn;
  return {
    table,
    view: view && isPaused ? { ...view, hands: hiddenHands(view.hands), legal: [], can: {}, last_trick: null, claim: null } : view,
    me,
    dummy: seatAt("right", me),
    theirs: seatAt("left", me),
    opp: { seat, name: other.name || "Nobody yet", first: shortName(other.name, seat), connected: table.opponent ? other.connected : false },
    auction: Boolean(view) && view.phase === "auction",
    myTurn: Boolean(turn) && turn.player === me && !isPaused,
    paused: isPaused,
    online,
    sending,
    slow: slowWords(outbox.find(ours)),
    canAct: online && !outbox.find(ours) && !isPaused,
    waiting: (test) => outbox.find(test),
    now: Date.now() + (skew || 0),
    wide: wideScreen.matches,
    sheet: openSheet,
    covered: Boolean(openSheet),
    gone,
    links,
    ui,
    do: acts,
  };
}

function picture() {
  if (gone) return gonePage({ gone, links });
  if (!message) return openingPage({ ui, links, do: acts });
  const c = context();
  const playing = c.view && ["playing", "paused", "result"].includes(c.table.state);
  const page = !playing ? roomPage(c) : c.auction ? auctionPage(c) : playPage(c);
  return html`${page}${sheet(c)}${lostBar(c)}`;
}

function paint() {
  keepingFocus(() => render(picture(), root));
  const calls = root.querySelector("[data-scroll-end]");
  if (calls) calls.scrollTop = calls.scrollHeight;
  painted = clockWords();
  if (message && !gone) entitle(context());
}

function entitle(c) {
  const { table, view } = c;
  const where = [table.board && `Board ${table.board}`, table.table && `Table ${table.table}`].filter(Boolean).join(", ") || "Your table";
  document.title = table.state === "playing" && view && c.myTurn ? `Your turn: ${where}` : where;
}

function announce(before, next) {
  const c = context();
  if (next.table.state === "result" && next.table.result && (!before || before.table.state !== "result")) {
    live.textContent = `${next.table.result.text}. ${next.table.result.score_text}.`;
  } else if (next.view && next.table.state === "playing") {
    const changed = !before || before.seq !== next.seq || before.table.state !== "playing";
    if (changed) live.textContent = spoken(before && before.view, next.view, c);
  } else {
    const head = root.querySelector("[data-head]");
    if (head && live.textContent !== head.textContent) live.textContent = head.textContent;
  }
}

// ---- time ----

/** All that changes on the screen with nothing but time. */
function clockWords() {
  const past = online ? 0 : Date.now() - lostAt;
  ui.lost = past > LOST_SHOWS;
  ui.lostFor = Math.floor(past / 1000);
  const sending = slowWords(outbox.find((said) => said.t !== "help" && said.t !== "help_off"));
  return `${ui.lost} ${ui.lostFor} ${sending} ${Math.floor(Date.now() / 15000)}`;
}

function tick() {
  if (gone) return;
  if (online) for (const late of outbox.due(RESEND_AFTER)) socket.send(late);
  if (clockWords() !== painted) paint();
}

// ---- start ----

root.replaceChildren();
guardPresses(root);
arrowKeys(root);
addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  if (ui.sheet) acts.close();
  else if (ui.pick || ui.level) set({ pick: null, level: null });
});
wideScreen.addEventListener("change", paint);

const socket = openSocket(main.dataset.socket, {
  onMessage: receive,
  onOpen() {
    online = true;
    // The first view of a new line counts whatever its rev: the server may have been set back.
    rev = -1;
    for (const late of outbox.due(0)) socket.send(late);
    paint();
  },
  onLost() {
    if (online) lostAt = Date.now();
    online = false;
    paint();
  },
  ping: () => ({ t: "ping", rev }),
});
setInterval(tick, 250);
paint();
