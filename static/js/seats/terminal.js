// The terminal of a table with cards on it: one page, loaded once. What it shows is what the site said last, with every
// act on top that the site has not heard; what is done is kept in the browser's database before it is shown.

import { render } from "../vendor/lit-html.js";
import { createAwake } from "../lib/awake.js";
import { elapsed, onWake } from "../lib/elapsed.js";
import { openSocket } from "../lib/socket.js";
import { waitForSeat } from "../lib/revived.js";
import { startWorker } from "../lib/worker.js";
import { guardPresses } from "../table/press.js";
import { createAfterPlay } from "./terminal/after-play.js";
import { answered, back, begun, refusedAt } from "./terminal/draft.js";
import { putBack } from "./terminal/orders.js";
import { createOutbox } from "./terminal/outbox.js";
import { planNow, seatingNow } from "./terminal/rounds.js";
import { gonePage, page } from "./terminal/screens.js";
import { createSite } from "./terminal/site.js";
import { openStore } from "./terminal/store.js";

const LOOK_EVERY = 30000;
const LOOK_WITHOUT_LINE = 4000;
const SPREAD = 2000;
const SLOW = 3000;

const main = document.getElementById("main");
const live = document.getElementById("live");
const { join } = main.dataset;
const base = location.pathname;
const seatPage = base.replace(/score\/$/, "");
const ui = { sat: 0, device: false, draft: null, returned: [], notes: [], ahead: 0, agreed: null, choosing: false, other: "", sheet: null, order: null, shown: null, typing: null, later: [] };
const KEPT = ["sat", "draft", "order", "typing", "later", "returned", "notes", "ahead"];
const site = createSite(base, heard);
const afterPlay = createAfterPlay({
  ui,
  site,
  now,
  set,
  keep: () => keep(),
  paint,
  add: (act) => outbox.add({ ...act, offline: !online }),
  flush: () => outbox.flush(),
  online: () => online,
});
const stayAwake = createAwake(navigator.wakeLock, (words) => (note(words), keep()));

let store = null;
let outbox = null;
let socket = null;
let state = null;
let places = null;
let online = navigator.onLine;
let gone = null;
let done = null;
let headWas = "";
let cleared = false;
let adding = "";

// ---- what the site says ----

function heard(up) {
  if (up === online) return;
  online = up;
  if (outbox) paint();
}

async function accept(next) {
  state = { ...next, heardAt: elapsed() };
  await store.set("state", next);
  if (next.consent) setTimeout(paint, 1000 * next.consent.seconds);
  paint();
}

let looking = null;
let again = false;

/** Ask the site, one question at a time: of two answers on their way, the older could arrive last and stay. */
function look() {
  again = true;
  looking ||= lookUntilCurrent().finally(() => (looking = null));
  return looking;
}

async function lookUntilCurrent() {
  while (again) {
    again = false;
    await lookOnce();
  }
}

async function lookOnce() {
  if (gone) {
    await outbox.flush();
    paint();
    return;
  }
  // After a load the whole state is asked for: nothing stored says how long its number is still good.
  const next = await site.state(state && state.heardAt ? state.rev : "", outbox.acts.length);
  if (next && next.gone) lost("Come in again with the table's code.");
  else if (next) await accept(next);
  if (!online) return;
  await outbox.flush();
  if (state && state.on_screen && !state.of_table && !outbox.acts.length) {
    location.replace(seatPage);
    return;
  }
  if (ui.order && !ui.shown) await afterPlay.askOrder();
  paint();
}

async function lookForPlaces() {
  places = await site.places();
  paint();
}

/** The site has answered an act: what it says, and what is asked again. */
async function actAnswered(act, answer) {
  if (answer.code === "kept" || (answer.code === "done" && answer.words)) note(answer.words);
  if (answer.code === "refused" && act.kind === "deal") {
    note(answer.words);
    if (Object.keys(answer.problems).length) ui.typing = { ...act.typing, fault: answer.words };
  } else if (answer.code === "refused" && act.kind === "type" && act.draft) ui.returned.push(refusedAt(act.draft, answer.problems));
  else if (answer.code === "refused") note(answer.words);
  await keep();
  if (answer.state) await accept(answer.state);
}

function note(words) {
  if (words && !ui.notes.includes(words)) ui.notes.push(words);
}

function lost(reason) {
  if (gone) return;
  const ask = waitForSeat(base);
  gone = {
    reason,
    words: "",
    async look() {
      if (await ask()) return;
      gone.words = "It is still not yours.";
      paint();
    },
  };
  socket.close();
  paint();
}

// ---- what is done here ----

const keep = () => store.set("ui", Object.fromEntries(KEPT.map((name) => [name, ui[name]])));

async function set(changed) {
  Object.assign(ui, changed);
  await keep();
  paint();
}

const draftTo = (next) => ui.draft && set({ draft: next(ui.draft) });

/** An act of this seat about a board: kept, shown, and sent. */
async function act(kind, seating, board, more = {}) {
  const name = `${kind} ${more.key}`;
  if (adding === name) return; // a second press of the same key
  adding = name;
  const line = { round: seating.round, table: seating.table.id, board: board.number, ns: seating.ns.id, ew: seating.ew.id, side: seating.side };
  await outbox.add({ kind, ...line, offline: !online, ...more });
  adding = "";
  paint();
  await outbox.flush();
  paint();
}

const on = {
  board: (board) => {
    const shown = now();
    return afterPlay.before(shown, board) || set({ draft: begun(shown.seating, board), choosing: false, agreed: null });
  },
  ...afterPlay.on,
  otherBoard: () => set({ choosing: true }),
  otherNumber: (other) => set({ other, choosing: other === "ask" }),
  async otherPlayed(board, played) {
    const { seating } = now();
    await set({ other: "", choosing: false });
    await act("board", seating, board, { played });
  },
  answer: (name, value) => draftTo((draft) => answered(draft, name, value)),
  toLead: () => draftTo((draft) => ({ ...draft, step: "lead", suit: "", fault: "" })),
  suit: (letter) => draftTo((draft) => ({ ...draft, suit: letter, fault: "" })),
  sure: () => draftTo((draft) => ({ ...draft, sure: true })),
  back: () => ui.draft && set(back(ui.draft) ? { draft: back(ui.draft) } : { draft: null, choosing: true }),
  leave: () => set({ draft: null }),
  sat: (round) => set({ sat: round }),
  async othersSit(round) {
    await set({ sat: round, notes: [...ui.notes, "The director is called: wait with this board until they have looked who sits here."] });
    await on.call(true);
  },
  device: () => set({ device: !ui.device }),
  /** This device goes with its player or stays at its table, the other way; or it goes with `player`, "S" or "N". */
  async change(player = "") {
    await outbox.flush();
    const answer = outbox.acts.length ? { words: "Something is still being sent. Wait for a moment." } : await site.device(player);
    if (answer.page) location.assign(answer.page);
    else await set({ device: false, notes: [...ui.notes, answer.words] });
  },
  seen() {
    const { plan, agreed } = now();
    if (!agreed) return;
    const seating = plan.find((each) => each.round === agreed.round);
    if (seating && putBack(agreed.board)) afterPlay.after(seating, agreed.board);
    else set({ agreed: null, sheet: null });
  },
  async others(number) {
    ui.sheet = await site.board(number);
    paint();
  },
  goAhead: (round) => set({ ahead: round, agreed: null, choosing: false }),
  noted: (words) => set({ notes: words ? ui.notes.filter((each) => each !== words) : [] }),
  lead: (card) => ui.draft && set({ draft: answered(ui.draft, "lead", card) }),
  send,
  agree: (board, hand) => act("confirm", now().seating, board, { key: board.pending.key, hand }),
  refuse: (board, hand) => act("refuse", now().seating, board, { key: board.pending.key, hand }),
  async again(board) {
    const { seating } = now();
    await act("drop", seating, board, { key: board.pending.key });
    await set({ draft: begun(seating, board) });
  },
  async call(wanted) {
    const next = await site.call(wanted);
    if (next) await accept(next);
    else await set({ notes: [...ui.notes, "There is no line to the site: raise your hand for the director."] });
  },
};

async function send() {
  const { draft } = ui;
  if (!draft) return; // a second press of the same key
  const { round, table, ns, ew, side, board, seen, answers } = draft;
  ui.draft = null;
  await outbox.add({ kind: "type", round, table, ns, ew, side, board, seen, answers, draft, offline: !online });
  await keep();
  paint();
  await outbox.flush();
  paint();
}

// ---- what is shown ----

function now() {
  const plan = planNow(state, outbox.acts);
  const ahead = ui.ahead > state.round ? ui.ahead : 0;
  const seating = seatingNow({ plan, state, ahead });
  const mine = seating && (seating.side === "NS" ? seating.ns : seating.ew);
  const theirs = seating && (seating.side === "NS" ? seating.ew : seating.ns);
  return {
    ...ui,
    state,
    plan,
    ahead,
    seating,
    online,
    places,
    on,
    unsent: outbox.acts.length,
    slow: outbox.acts.some((each) => elapsed() - each.at > SLOW),
    me: mine ? mine.name : "",
    them: theirs ? theirs.name : "",
    handed: !online || !state.other_device,
    pairs: state.pairs,
    agreed: ui.agreed && { ...ui.agreed, board: boardOf(plan, ui.agreed) || ui.agreed.board, turned: Boolean(seating) && seating.round !== ui.agreed.round },
  };
}

/** A board that was agreed on, as it stands now; nothing where the site says no more of its round. */
const boardOf = (plan, { round, board }) => plan.find((each) => each.round === round)?.boards.find((each) => each.number === board.number && each.entry);

const scored = (board) => Boolean(board.done && board.entry && board.entry.status !== "not_played");

/** A board that has just been agreed on is shown once; what was begun of it here is over. */
function notice({ plan }) {
  const over = new Map(plan.flatMap(({ round, boards }) => boards.filter(scored).map((board) => [`${round}:${board.number}`, { round, board }])));
  const fresh = done && [...over.keys()].find((each) => !done.has(each));
  done = over;
  if (!fresh) return;
  const { round, board } = over.get(fresh);
  const { draft } = ui;
  if (draft && draft.round === round && draft.board === board.number && draft.step === "contract" && !draft.answers.level) ui.draft = null;
  if (!ui.draft) Object.assign(ui, { agreed: { round, board }, sheet: null });
}

function draw(shown) {
  if (!cleared) main.replaceChildren();
  cleared = true;
  render(shown, main);
}

/** A view that cannot be drawn is reported to `lib/faults.js`. The next one may be drawn, so the line stays up. */
function paint() {
  try {
    paintNow();
  } catch (error) {
    reportError(error);
  }
}

function paintNow() {
  stayAwake(Boolean(state) && !gone && !["not_started", "finished"].includes(state.state));
  if (gone) {
    draw(gonePage(gone, join, outbox.acts.length));
    return;
  }
  if (!state) return;
  if (!ui.draft && ui.returned.length) ui.draft = ui.returned.shift();
  if (ui.ahead && ui.ahead <= state.round) ui.ahead = 0;
  afterPlay.leave(now());
  notice(now());
  const shown = now();
  draw(page(shown));
  document.title = shown.seating ? `Table ${shown.seating.table.label}` : "Your table";
  const head = main.querySelector("section h1");
  if (head && head.textContent !== headWas) {
    headWas = head.textContent;
    live.textContent = headWas;
    scrollTo(0, 0);
  }
}

// ---- the line ----

let timer = 0;

function listen() {
  return openSocket(`${base}socket/`, {
    onMessage(said) {
      if (said.t === "changed") look();
      if (said.t === "gone") lost(said.reason);
      if (said.t === "places") {
        clearTimeout(timer);
        timer = setTimeout(lookForPlaces, Math.random() * SPREAD);
      }
    },
    onOpen: () => look(),
    onLost: () => look(),
    ping: () => ({ t: "ping", rev: state ? state.rev : 0, at: Date.now() }),
  });
}

/** What was typed in a seat that this browser had before, and was not sent: it goes out by that seat's own address. */
async function sendForOthers() {
  for (const act of await store.others()) {
    const answer = await createSite(act.seat, () => {}).send(act);
    if (answer && !answer.later) await store.remove(act.n);
  }
}

async function start() {
  guardPresses(main);
  store = await openStore(base);
  outbox = await createOutbox(store, (one) => site.send({ ...one, unsent: outbox.acts.length - 1 }), actAnswered);
  state = (await store.get("state")) || null;
  Object.assign(ui, (await store.get("ui")) || {});
  if (state) paint();
  socket = listen();
  setInterval(() => {
    if (!online || outbox.acts.length) look();
  }, LOOK_WITHOUT_LINE);
  setInterval(look, LOOK_EVERY);
  onWake(look);
  addEventListener("offline", () => heard(false));
  await look();
  lookForPlaces();
  await sendForOthers();
  startWorker(main.dataset.worker);
}

start();
