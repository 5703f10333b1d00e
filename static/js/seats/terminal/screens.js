// What a terminal shows: its bar, its notes, and the one screen that is next.

import { html, nothing } from "../../vendor/lit-html.js";
import { seatName } from "../../lib/cards.js";
import { elapsed } from "../../lib/elapsed.js";
import { widerPlace, widerWords } from "../../table/places.js";
import { boardScreen, draftScreen, otherNumberScreen } from "./asking.js";
import { agreedScreen, scoredList, waitingScreen } from "./answering.js";
import { button, plate } from "./bits.js";
import { typingScreen } from "./deals.js";
import { orderScreen } from "./orders.js";
import { nextBoard, seatingAfter, sitsOut, waitingBoard } from "./rounds.js";

const RESULTS = {
  published: "The results are published.",
  withdrawn: "The director has withdrawn the results for now. When they are published again they appear here by themselves.",
  playing: "There are no results yet: the session is still being played. The director publishes them afterwards, and they then appear here by themselves.",
  waiting: "The results are not published yet. The director does that once the scores are looked through, and they then appear here by themselves.",
};

const say = (head, ...rest) => html`<section class="say"><h1>${head}</h1>${rest}</section>`;
const lede = (words) => html`<p class="lede">${words}</p>`;

/** The whole page. `now`: see `terminal.js`. */
export function page(now) {
  return html`${bar(now)}${offlineBanner(now)}${news(now)}${screen(now)}`;
}

function bar({ state, seating, me, them, on }) {
  if (!seating) return html`<header class="seatbar"><p><b>Your table</b></p></header>`;
  const role = state.pairs ? { NS: "N/S", EW: "E/W" } : { NS: "South", EW: "North" };
  const who = state.of_table ? html`<b>${me}</b><small>Round ${seating.round}${them ? `, ${them}` : ""}</small>` : html`<b>${role[seating.side]}: ${me}</b><small>Round ${seating.round}${them ? `, ${them}` : ""}</small>`;
  return html`<header class="seatbar"><button type="button" class="tablekey" data-key="device" aria-label="Table ${seating.table.label}: this device" @click=${on.device}>${plate(seating.table.label)}</button>
    <p>${who}</p>
    <button type="button" class="btn small ${state.called ? "called" : ""}" data-key="director" @click=${() => on.call(!state.called)}>${state.called ? "Director called" : "Director"}</button></header>`;
}

function offlineBanner({ online, unsent, slow }) {
  const kept = unsent === 1 ? "1 entry is" : `${unsent} entries are`;
  if (!online) {
    return html`<p class="offline" role="status"><b>No line to the site.</b> Go on as usual: ${unsent ? `${kept} kept here.` : "it is all kept here."}</p>`;
  }
  return slow ? html`<p class="offline sending" role="status">${kept} being sent.</p>` : nothing;
}

function news({ state, notes, them, online, on }) {
  const again = state.asked_again;
  const consent = online && state.consent && elapsed() < state.heardAt + 1000 * state.consent.seconds && state.consent;
  return html`${noted(notes, on)}
    ${consent ? html`<p class="why number">${them}, as director, wants to ${consent.act}. Read out this number if you agree: <b>${consent.number.slice(0, 3)} ${consent.number.slice(3)}</b></p>` : nothing}
    ${state.lets_in && !consent ? html`<p class="why number">Is ${them} coming back on another device? Tell only ${them} this number: <b>${state.lets_in}</b></p>` : nothing}
    ${again.length ? html`<p class="why">The director has put right who sits at this table. What was typed for board${again.length > 1 ? "s" : ""} ${again.join(" and ")} was not confirmed yet and stood in other names, so it does not count. Please type the score again.</p>` : nothing}`;
}

/** One note is shown as it is. Several are a line that opens, so that the question below stays where it is. */
function noted(notes, on) {
  const ok = (note) => html`<button type="button" class="btn small" data-key="noted" @click=${() => on.noted(note)}>OK</button>`;
  if (notes.length < 2) return notes.map((note) => html`<p class="why noted" role="status"><span>${note}</span>${ok(note)}</p>`);
  return html`<details class="why notes"><summary data-key="notes"><span role="status">${notes.length} messages about what was typed here</span></summary>
    <ul>${notes.map((note) => html`<li>${note}</li>`)}</ul>${ok("")}</details>`;
}

function screen(now) {
  const { state, seating, draft, agreed, on, ahead } = now;
  const waiting = seating && waitingBoard(seating);
  const theirs = waiting && waiting.pending.side !== seating.side && !waiting.pending.disputed;
  if (seating && state.of_table && state.on_screen && state.round === seating.round) return seatScreen(now);
  if (now.device && seating) return deviceScreen(now);
  if (now.typing) return typingScreen(now.typing, on);
  if (now.order) return orderScreen(now.order, now.shown, on);
  if (draft && !(theirs && waiting.number === draft.board && seating.round === draft.round)) return drafting(now);
  if (agreed) return agreedScreen(agreed, seating && nextBoard(seating), now);
  if (!ahead && state.state !== "playing" && state.state !== "sit_out") return away(now);
  if (!seating) return away(now);
  if (sitsOut(seating)) return sitOut(now);
  if (seating.live && seating.boards.every((board) => !board.done && !board.pending)) return onScreens(now);
  if (state.of_table && now.sat !== seating.round) return whoScreen(now);
  if (waiting) return waitingScreen(waiting, { ...now, side: seating.side, pairs: state.pairs });
  const board = nextBoard(seating);
  if (!board) return roundDone(now);
  if (now.other) return otherNumberScreen(seating, board, now.other, state.numbers, on);
  return html`${standing(now)}${board.told ? html`<p class="why" role="status">The director is told that you played board ${board.told}, who decides. You can go on meanwhile; its score is asked for if it counts.</p>` : nothing}${boardScreen(seating, board, now.choosing, on, state.pairs)}`;
}

/** A table that plays on screens, while this device cannot reach the site. */
const onScreens = ({ seating, online }) =>
  say(`Table ${seating.table.label} is played on screens`, lede(online ? "Its cards come on this device." : "Its cards come on this device as soon as there is a line to the site again. Or ask the director for cards."));

/** The table's own device while the table plays on screens: it shows no cards before somebody says whose they are. */
function seatScreen({ seating, state, on, online }) {
  const names = { S: seating.ns.name, N: seating.ew.name };
  const { label } = seating.table;
  if (!online) return say(`Table ${label} is played on screens`, lede("As soon as there is a line to the site, this device asks who plays with it."));
  if (!state.free_seats.length) return say(`Table ${label} is played on screens`, lede("Both players have a device. This one stays at the table, and asks for scores again when the table plays with cards."));
  return html`<section><h1>Who plays with this device?</h1>
    <p class="lede">Table ${label} is played on screens now. A device shows the cards of one player, so the other needs one of their own.</p>
    <div class="answer">${state.free_seats.map((player) => button(`seat-${player}`, `${names[player]}, ${seatName(player)}`, () => on.change(player), "main"))}</div>
    <p class="why">Only who sits there takes it: it shows their hand.</p></section>`;
}

/** A device that stays at its table asks in each round who sits there. */
const whoScreen = ({ seating, state, on }) =>
  html`<section><h1>Round ${seating.round}: who sits here?</h1>
    <p class="sitters">${plate(state.pairs ? "N/S" : "S")} <span>${seating.ns.name}</span></p><p class="sitters">${plate(state.pairs ? "E/W" : "N")} <span>${seating.ew.name}</span></p>
    <div class="answer">${button("sat", "Yes, that is us", () => on.sat(seating.round), "main")}${button("sat-not", "No, call the director", () => on.othersSit(seating.round))}</div></section>`;

/** Whose this device is, and how to change that. */
const deviceScreen = ({ seating, state, me, on }) =>
  html`<section><h1>${state.of_table ? `This device stays at table ${seating.table.label}` : `This device goes with ${me}`}</h1>
    <p class="lede">${state.of_table ? "Whoever sits here in a round types on it." : "It shows where you sit in each round. Your seat moves with it."}</p>
    <div class="answer">${button("device-change", state.of_table ? `Let it go with ${me}` : `Let it stay at table ${seating.table.label}`, () => on.change())}${button("device-close", "Leave it so", on.device, "main")}</div></section>`;

function drafting(now) {
  const { draft, plan, state } = now;
  const seating = plan.find((each) => each.round === draft.round && each.table.id === draft.table) || { ns: { name: "" }, ew: { name: "" }, boards: [] };
  const board = seating.boards.find((each) => each.number === draft.board);
  const late = draft.round < state.round || state.state === "finished" || !board;
  const counts = board && board.entry;
  const other = !late && counts && counts.id !== draft.seen && counts.status !== "not_played" && !counts.unsent ? counts : null;
  return draftScreen(draft, seating, board, { ...now, pairs: state.pairs, late, other });
}

function away({ state, me, places }) {
  const { results } = state;
  if (state.state === "paused") return say("Paused", lede("The director has stopped play for a moment. This page goes on by itself."));
  if (state.state !== "finished") return say("Good to have you", lede("The director has not started yet. Keep this page open: it goes on by itself."));
  return html`${standing({ places })}${say(
    `Thank you, ${me}`,
    lede(`That was the last board of ${state.session}.`),
    results ? html`<p class="lede" role="status">${RESULTS[results.state]}</p>` : nothing,
    results && results.state === "published" ? html`<a class="btn main" href=${results.url}>To the results</a>` : nothing,
  )}`;
}

/** The next place of this seat: as the site says, or, ahead of it, as the plan does. */
function nextWords({ state, plan, seating }) {
  const coming = seatingAfter(plan, seating);
  if (seating.round === state.round) return state.next;
  if (!coming) return "";
  if (sitsOut(coming)) return "You sit out the next round.";
  const role = state.pairs ? { NS: "N/S", EW: "E/W" } : { NS: "South", EW: "North" };
  return `Next: table ${coming.table.label}, sit ${role[coming.side]}.`;
}

function goOn(now) {
  const coming = seatingAfter(now.plan, now.seating);
  if (now.online || !coming) return nothing;
  return html`<div class="answer">${button("ahead", `Begin round ${coming.round}`, () => now.on.goAhead(coming.round), "main")}</div>`;
}

const sitOut = (now) => html`${standing(now)}${say("You sit out this round", lede(`Nobody is against you, so have a cup of tea. ${nextWords(now)}`), goOn(now))}`;

function roundDone(now) {
  const { state, seating, online, on } = now;
  const words = nextWords(now);
  const last = seating.round >= state.rounds;
  const opens = state.of_table ? "this device stays here, and the next round opens by itself" : online ? "the next round opens here by itself" : "there is no line to the site, so ask the director when to move";
  const after = last ? "this page says by itself when there are results" : opens;
  return html`${standing(now)}${say(words || "That was your last round", lede(`All boards of round ${seating.round} are scored. The others may still be playing; ${after}.`), goOn(now))}
    <details class="roundlist"><summary class="btn">The scores of this round</summary>${scoredList(seating, on)}</details>`;
}

/** The place so far, while a director shows it. */
function standing({ places }) {
  if (!places) return nothing;
  const head = places.place
    ? html`<span class="rank"><b>${places.place}</b> of ${places.of}</span><b class="share">${places.figure}</b><small>${places.who ? `${places.who}, ` : ""}${places.ended ? "all boards played" : "so far"}</small>`
    : html`<span class="rank none">${places.words}.</span><small></small>`;
  return html`<details class="sofarall"><summary class="standing">${head}${places.wider ? html`<small class="wider">${places.wider}</small>` : nothing}<small class="all">All places</small></summary>
    <p class="label">${places.scores} of ${places.lines} scores are in.</p>
    ${widerWords(places)}
    ${places.lists.map((list) => html`<h2>${list.title}</h2><ol class="placelist">${list.rows.map((row) => html`<li class=${row.you ? "you" : ""}><b>${row.place}</b><span>${row.name}${row.you ? html`<span class="vh"> (you)</span>` : nothing}</span><b class="share">${row.figure}</b>${widerPlace(row)}</li>`)}</ol>`)}</details>`;
}

/** The seat belongs to another device. `unsent`: how many acts the site does not have. */
export const gonePage = ({ reason, words, look }, join, unsent) =>
  html`<section class="say"><h1>This seat is no longer yours</h1>${lede(reason)}
    ${unsent ? lede(`What you typed is kept on this device and still sent to the director (${unsent}).`) : nothing}
    <a class="btn main" href=${join}>Come in again</a>
    <p class="lede">Has the director given the seat back to you?</p>
    <p class="answer">${button("look-again", "Look again", look)}</p><p role="status">${words}</p></section>`;
