// The live card table of one seat. Views come whole from the server: painted by `rev`, acted on by `seq`.

import { html, nothing, render } from "../vendor/lit-html.js";
import { formToken, postTo } from "../lib/form-token.js";
import { openSocket } from "../lib/socket.js";
import { createOutbox } from "../lib/outbox.js";
import { elapsed, hearServer, onWake, serverNow } from "../lib/elapsed.js";
import { waitForSeat } from "../lib/revived.js";
import { copyText } from "../lib/clipboard.js";
import { capital, cardWords, parseBid, playsOf } from "../lib/cards.js";
import { createTurnSignal } from "../table/turn-signal.js";
import { onSetting, setting } from "../table/device.js";
import { createDrag } from "../table/drag.js";
import { createAwake } from "../lib/awake.js";
import { startWorker } from "../lib/worker.js";
import { createAgain } from "../table/again.js";
import { createBack } from "../table/back.js";
import { createDraft } from "../table/draft.js";
import { gameOf } from "../table/games.js";
import { makeContext, stillSending } from "../table/context.js";
import { completed, createPacer, unfold } from "../table/pacing.js";
import { createBoardSheets } from "../table/board-sheet.js";
import { createClock } from "../table/clock.js";
import { createDealCosts } from "../table/deal-costs.js";
import { createNewVersion, isQuiet } from "../table/new-version.js";
import { createLost } from "../table/lost.js";
import { createPlaces } from "../table/places.js";
import { pickOf, tapped } from "../table/picking.js";
import { gonePage, openingPage, roomPage } from "../table/room.js";
import { createScreen } from "../table/screen.js";
import { sheet, stands } from "../table/sheets.js";
import { heading, lostBar } from "../table/frame.js";
import { createVoice, titleWords } from "../table/aloud.js";
import { createFocusKeeper } from "../table/focus.js";
import { createKeyboard } from "../table/keyboard.js";
import { showLastCall } from "../table/last-call.js";
import { news } from "../table/news.js";
import { saying } from "../table/sayings.js";
import { createRefusal } from "../table/refusal.js";
import { rovingStops } from "../table/roving.js";
import { MISCLICK, createTakeBack } from "../table/takeback.js";
import { tapWhy } from "../table/why.js";
import { guardPresses, travelling } from "../table/press.js";

const TRICK_STAYS = 1500;
const RESEND_AFTER = 8000;
// Refusals that only say that the table is further on than the message. A view follows them. They need no words once
// another board is on the screen.
const MOVED_ON = ["gone", "over", "stale"];
// Where nothing is played, and the screen may go off.
const AT_REST = ["not_started", "waiting", "finished"];
const CLOSED_BY_ACT = ["claim", "concede", "joker", "giveup"];

const main = document.getElementById("main");
const root = document.getElementById("table");
const seatPage = main.dataset.socket.replace(/socket\/$/, "");
const voice = createVoice(document.getElementById("live"));
const links = { join: main.dataset.join || "/join/" };
// A screen with room for every bid at once.
const wideScreen = matchMedia("(min-width: 900px) and (min-height: 501px) and (orientation: landscape), (min-width: 740px) and (min-height: 880px)");
const stillScreen = matchMedia("(prefers-reduced-motion: reduce)");
const outbox = createOutbox(main.dataset.socket);
const keepingFocus = createFocusKeeper(root);
const again = createAgain((action) => act(action));
const takeBack = createTakeBack();
const refusal = createRefusal();
const draft = createDraft(sendAct, () => message, paint);
const places = createPlaces(() => message, placesCame);
const boards = createBoardSheets(() => message, paint, (sheet) => sheet.figure && say(`Board ${sheet.board} so far: ${sheet.figure}. How the others fared is in the Menu.`));
const costs = createDealCosts(() => message, paint);
const clock = createClock(() => message, paint, (text) => say(text));
const screen = createScreen(paint, { stays: TRICK_STAYS, seen: () => pacer.hurry() }, voice);
const { ui, say, set } = screen;
const line = createLost(screen, seatPage);
const lookAtBack = createBack(() => Boolean(ui.sheet && root.querySelector(`[data-sheet="${ui.sheet}"]`)), () => set({ sheet: null }));
const signal = createTurnSignal();
// The words stay until they are tapped or the player acts.
const stayAwake = createAwake(navigator.wakeLock, (text) => (voice(text), set({ note: { text, kind: "tip" } })));
const idle = () => isQuiet(message) && !ui.sheet && !outbox.find(() => true);
const newVersion = createNewVersion(main.dataset.version || "", { idle, say, reload: () => location.reload() });

let message = null;
// The latest view received; the painted one may be a little behind it (see `pacer`).
let rev = -1;
let shownRev = -1;
let gone = null;
let painted = "";
const pacer = createPacer(show, { calm: () => stillScreen.matches, stays: TRICK_STAYS });

// ---- what the server says ----

function receive(said) {
  if (said.t === "view") {
    const first = rev < 0;
    if (said.rev > rev) accept(said);
    if (first) socket.send({ t: "ping", rev }); // a new line tells the time
  } else if (said.t === "pong") {
    hearServer(said.now);
    newVersion.heard(said.version);
  } else if (said.t === "ack") {
    outbox.ack(said.id, said.rev);
    outbox.painted(shownRev);
    paint();
  } else if (said.t === "refused") {
    refused(said);
  } else if (said.t === "changed") {
    places.old();
  } else if (said.t === "gone") {
    lose(said.reason);
  }
}

function accept(next) {
  if (next.table.terminal) {
    location.replace(next.table.terminal);
    return;
  }
  const fresh = rev < 0 || !message;
  rev = next.rev;
  const latest = pacer.last || message;
  const paced = !fresh && isPaced(next);
  // The player's own act is on the screen at once.
  const now = !paced || Boolean(outbox.find((said) => said.t === "act" || said.t === "ready"));
  pacer.push(paced ? unfold(latest, next) : [next], { paced, now });
}

const isPaced = ({ table, view }) => Boolean(table.home && view && ((table.opponent && table.opponent.robot) || gameOf(message).alone));

/** Put this message on the screen. Return true if it completed a trick. */
function show(next) {
  const before = message;
  message = next;
  shownRev = next.rev;
  outbox.painted(shownRev);
  const samePlay = before && before.play === next.play;
  if (!samePlay || before.seq !== next.seq) screen.forgetChoices(next, samePlay ? before.view : null);
  takeBack.shown(next);
  refusal.shown(samePlay ? before.view : null, next);
  draft.shown(next);
  // A completed trick may no longer be complete.
  if (!samePlay || (next.view && next.view.taken_back)) ui.linger = null;
  const trick = samePlay && before.view && next.view ? completed(before.view, next.view) : null;
  if (trick) screen.linger(trick);
  if (ui.sheet && !stands(ui, next)) ui.sheet = null;
  travelling(root, paint);
  places.look();
  signal.look(before, next);
  const heard = saying(before, next);
  if (heard) say(heard);
  boards.look();
  costs.look();
  clock.look();
  again.attempt(message);
  voice(news(before, next, context()));
  stayAwake(!AT_REST.includes(next.table.state));
  if (!before) startWorker(main.dataset.worker);
  newVersion.look();
  return Boolean(trick);
}

function placesCame() {
  if (ui.sheet === "places" && !places.now) ui.sheet = null;
  paint();
}

function refused(said) {
  const sent = outbox.drop(said.id);
  again.refused(said.id, sent, said.code);
  if (!MOVED_ON.includes(said.code)) say(said.reason, "refused");
  else if (again.attempt(message)) return;
  else if (sent && message && message.play === sent.play) say(said.reason);
  else paint();
}

function lose(reason) {
  gone = reason || "Another device has taken it over.";
  outbox.clear();
  socket.close();
  stayAwake(false);
  if (!message || !message.table.home) waitForSeat(seatPage);
  paint();
}

// ---- what the player does ----

/** Send it, and show its effect at once, as far as the view tells it. */
function post(said) {
  const sent = outbox.add(said);
  socket.send(sent);
  travelling(root, screen.hush);
  return sent;
}

const isAsked = (view, action) => view.legal.includes(action) || Boolean(view.pick && action.startsWith(`${view.pick.verb}:`));

function act(action) {
  if (!context().canAct || !draft.holds(action)) sendAct(action);
}

function sendAct(action) {
  const behind = Boolean(pacer.last);
  if (behind) pacer.flush();
  const c = context();
  if (!c.canAct || !message.play || (behind && !isAsked(c.view, action))) return;
  if (CLOSED_BY_ACT.includes(ui.sheet)) ui.sheet = null;
  screen.seen();
  takeBack.sent(action, message);
  again.sent(post({ t: "act", play: message.play, seq: message.seq, a: action }), message);
}

function tap(event, card, seat, depth) {
  // The second half of a double tap is not another card.
  if (event.detail > 1 && ui.lifted !== card) return;
  const c = context();
  const plays = playsOf(c.view, card);
  if (mayPlay(c, card)) {
    if (setting("taps") === "one" || ui.lifted === card) play(plays, card);
    else lift(card);
  } else if (c.sending) {
    return;
  } else if (!line.online) {
    say("Connecting again: one moment.");
  } else {
    say(tapWhy(c, card, seat, depth));
  }
}

const mayPlay = (c, card) => c.canAct && playsOf(c.view, card).length > 0;

/** Lift the card: the first of two taps. */
function lift(card) {
  voice(`${capital(cardWords(card))} is lifted: once more plays it.`);
  set({ lifted: card, note: null });
}

/** Play a card. A card that may be played as several things asks as which. */
function play(plays, card) {
  if (plays.length === 1) act(plays[0]);
  else set({ sheet: "joker", joker: card });
}

/** Choose a card in a choice of several. */
function choose(event, card) {
  if (event.detail > 1) return;
  const c = context();
  const pick = pickOf(c.view, c.me);
  if (!pick || !c.canAct) return;
  const { note, ...chosen } = tapped(pick, ui.chosen, card);
  if (note) {
    say(note);
    return;
  }
  if (pick.most > 1) voice(`${chosen.cards.length} of ${pick.most} chosen.`);
  set({ chosen, note: null });
}

const acts = {
  act,
  draftNext: draft.now,
  draftBack: draft.back,
  takeBack: (event) => event.detail < 2 && (takeBack.ripe || !context().auction) && act(MISCLICK),
  tap,
  choose,
  say,
  aloud: voice,
  clear: () => set({ pick: null, level: null, lifted: null, note: null }),
  seen: screen.seen,
  hush: screen.hush,
  pick: (call) => set({ pick: ui.pick === call ? null : call, level: parseBid(call) ? parseBid(call).level : null, note: null }),
  level: (level) => set({ level, pick: null, note: null }),
  claim: (number) => set({ claim: number }),
  open: (name) => set({ sheet: name, claim: null }),
  close: () => set({ sheet: null }),
  board(number) {
    boards.show(number);
    set({ sheet: "played-board" });
  },
  help: (on) => post({ t: on ? "help" : "help_off" }),
  ready: () => post({ t: "ready", play: null }),
  agree: () => post({ t: "ready", play: message.play }),
  disagree: () => post({ t: "disagree", play: message.play }),
  async word(phrase) {
    set({ sheet: null });
    const body = new URLSearchParams({ phrase });
    try {
      const answer = await fetch(message.table.links.say, { method: "POST", body, headers: { "X-CSRFToken": formToken() } });
      if (!answer.ok) say(await answer.text());
    } catch {
      say("Connecting again: it was not said.");
    }
  },
  nextMatch: () => postTo(message.table.links.again),
  retry: () => socket.wake(),
  copy: (text, field) => copyText(text, field).then(say),
};

// ---- the picture ----

function context() {
  const game = gameOf(message);
  return makeContext({ message, clock, places: places.now, boards, costs: costs.now, game, ui, takeBack: takeBack.key, held: draft.held, refused: refusal.now, outbox, online: line.online, wide: wideScreen.matches, gone, links, acts });
}

function picture() {
  if (gone) return gonePage(message ? context() : { gone, links });
  if (!message) return openingPage({ ui, links, do: acts });
  const c = context();
  const playing = c.view && ["playing", "paused", "result"].includes(c.table.state);
  return html`${playing || c.covered ? heading(c) : nothing}${playing ? c.game.page(c) : roomPage(c)}${sheet(c)}${lostBar(c)}`;
}

function paint() {
  try {
    keepingFocus(() => render(picture(), root), about());
    showLastCall(root);
    lookAtBack();
    if (message && !gone) document.title = titleWords(context());
  } catch (error) {
    reportError(error); // to `lib/faults.js`; the next view may be drawn
  }
  painted = clockWords();
}

/** The subject of the screen, for the focus: `server` what has come, `own` what is chosen. */
function about() {
  const { play, seq, table } = message || { table: {} };
  const { pick, level, claim, chosen, joker } = ui;
  return {
    server: JSON.stringify([play, seq, table.state, table.board, table.round, (table.ready || []).includes(table.seat), Boolean(gone)]),
    own: JSON.stringify([pick, level, claim, chosen, joker]),
  };
}

// ---- time ----

/** Update all that changes on the screen only with time. */
function clockWords() {
  if (line.look() && message) voice("Connecting again. Your cards are safe.");
  const { seat, opponent } = message ? message.table : {};
  if (seat) clock.tick(seat);
  const clocks = seat && opponent ? clock.words(seat, opponent.seat, "") : "";
  return `${clocks} ${ui.lost} ${ui.lostFor} ${takeBack.left} ${draft.left} ${Boolean(refusal.now)} ${stillSending(outbox)} ${Math.floor((serverNow() || elapsed()) / 15000)}`;
}

/** Send again what has had no answer for `ms`. */
function resend(ms) {
  if (line.online) for (const late of outbox.due(ms)) socket.send(late);
}

function tick() {
  if (gone) return;
  resend(RESEND_AFTER);
  if (clockWords() !== painted) paint();
}

// ---- start ----

root.replaceChildren();
createDrag(root, { pressOf: guardPresses(root), may: (card) => message && !gone && mayPlay(context(), card), play: (card) => play(playsOf(context().view, card), card) });
rovingStops(root);
createKeyboard(root, () => (message && !gone ? context() : null));
root.addEventListener("click", (event) => {
  if (ui.lifted && !event.target.closest(".card")) set({ lifted: null });
});
onSetting((name) => {
  signal.sample(name);
  set({ lifted: null });
});
wideScreen.addEventListener("change", paint);
addEventListener("resize", () => showLastCall(root));

const socket = openSocket(main.dataset.socket, {
  onMessage: receive,
  onOpen() {
    if (ui.lost) voice("Connected again.");
    line.opened();
    // The first view of a new connection counts whatever its rev: the server may have been restored.
    rev = shownRev = -1;
    resend(0);
    places.old(0);
    paint();
  },
  onLost() {
    line.lost();
    paint();
  },
  // Before the first view there is no number yet, and any number brings the view.
  ping: () => ({ t: "ping", rev: Math.max(rev, 0), at: Date.now() }),
});
onWake(() => resend(0));
setInterval(tick, 250);
paint();
