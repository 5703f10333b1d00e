// The first hand of a game on the game's own table, with a coach above it. The server has worked out every position and
// every reason; this page decides nothing about the rules.

import { html, nothing, render } from "../vendor/lit-html.js";
import { callWords, cardWords, parseBid } from "../lib/cards.js";
import { makeContext } from "../table/context.js";
import { gameOf } from "../table/games.js";
import { showLastCall } from "../table/last-call.js";
import { completed } from "../table/pacing.js";
import { begun, pickOf, tapped } from "../table/picking.js";
import { guardPresses, travelling } from "../table/press.js";
import { rovingStops } from "../table/roving.js";
import { nameOf } from "../table/words.js";
import { answer } from "./answer.js";
import { sameAction, wanted } from "./wanted.js";

const PACE = 900;
const TRICK_STAYS = 1600;

const main = document.getElementById("main");
const root = document.getElementById("table");
const live = document.getElementById("live");
const { views, steps, result } = JSON.parse(document.getElementById("first-hand").textContent);
const links = { rules: main.dataset.rules, whole: main.dataset.whole, game: main.dataset.game };
const wideScreen = matchMedia("(min-width: 900px) and (min-height: 501px) and (orientation: landscape)");
// The paragraphs on North's dummy and on buried cards, in the games that have them.
const RULES = { whist_for_two: { theirs: "SW-1", buried: "SW-10" }, five_hundred_for_two: { theirs: "FH-2", buried: "FH-19" } };
const nobody = { find: () => undefined };

// `frame`: the view on the screen while an answer is played out; null while the learner is asked.
const state = { at: startsAt(), frame: null, note: null };
const ui = {};
let timer = 0;
let rest = [];

function startsAt() {
  const asked = Number(location.hash.replace("#step-", ""));
  return Number.isInteger(asked) && asked >= 1 && asked <= steps.length ? asked - 1 : 0;
}

const step = () => steps[state.at];
const shown = () => views[state.frame === null ? step().at : state.frame.view];

// ---- what the learner does ----

const acts = new Proxy(
  {
    act: (action) => act(action),
    tap: (event, card, seat, depth) => event.detail < 2 && tap(card, seat, depth),
    pick: (text) => change({ pick: text }),
    level: (level) => change({ level, pick: null }),
    choose(event, card) {
      if (event.detail > 1) return;
      const { note: said, ...chosen } = tapped(pickOf(shown(), "S"), ui.chosen, card);
      ui.chosen = chosen;
      note(said ? { kind: "tip", text: said, rule: "" } : null);
    },
  },
  { get: (known, name) => known[name] || (() => {}) },
);

function tap(card, seat, depth) {
  if (step().kind !== "act" && step().kind !== "read") return;
  const named = step().wants.startsWith(`p:${card}:`) ? step().wants : `p:${card}`;
  act(named, { depth, mine: (shown().hands[seat] || {}).owner !== "N" || seat === "D" });
}

function act(action, at) {
  if (state.frame !== null) return;
  const meant = sameAction(action, step().wants) ? step().wants : action;
  const said = answer(step(), meant, at, RULES[views[0].game] || {});
  if (said.right) play(step().frames);
  else note(said);
}

function change(chosen) {
  Object.assign(ui, chosen);
  note(null);
}

function note(said) {
  state.note = said;
  paint();
  if (said) speak(said.text);
}

/** Play the answer and the replies, one after the other. A tap on the table speeds it up. */
function play(frames) {
  const [first, ...others] = frames;
  rest = others;
  if (!first) {
    goTo(state.at + 1);
    return;
  }
  const before = shown();
  state.note = null;
  state.frame = first;
  ask();
  ui.linger = completed(before, shown());
  travelling(root, paint);
  speak(frameWords(first));
  timer = setTimeout(() => play(rest), ui.linger ? TRICK_STAYS : PACE);
}

function hurry(event) {
  if (state.frame === null || event.detail > 1 || event.target.closest(".ln-coach .keys")) return;
  clearTimeout(timer);
  play(rest);
}

function goTo(at) {
  clearTimeout(timer);
  Object.assign(state, { at, frame: null, note: null });
  ask();
  history.replaceState(null, "", `#step-${at + 1}`);
  const had = root.contains(document.activeElement) || document.activeElement === document.body;
  paint();
  scrollTo({ top: 0 });
  const next = root.querySelector("[data-want]") || root.querySelector(".ln-go");
  if (next && had) next.focus({ preventScroll: true });
  if (next) next.scrollIntoView({ block: "nearest" });
  speak(`${step().head}. ${step().text}`);
}

/** Forget what was chosen for the question before. */
function ask() {
  Object.assign(ui, { pick: null, level: null, claim: null, joker: null, sheet: null, note: null, lifted: null });
  ui.chosen = begun(pickOf(shown(), "S"));
  ui.linger = state.frame === null && step().last ? shown().last_trick : null;
}

function frameWords({ by, a }) {
  const who = nameOf(by, context());
  if (a.startsWith("p:")) return `${who}: ${cardWords(a.split(":")[1])}.`;
  return a.startsWith("c:") ? `${who}: ${callWords(a.slice(2))}.` : "";
}

function speak(text) {
  live.textContent = text;
}

// ---- the picture ----

function context() {
  const open = state.frame === null && step().kind === "act";
  const view = shown();
  const table = { state: "playing", home: true, game: view.game, title: main.dataset.title, seat: "S", name: "You", opponent: { name: "North", seat: "N", connected: true }, ready: [] };
  const message = { table, view: { ...view, can: {}, claim: null, undo: null }, play: "lesson" };
  const c = makeContext({ message, game: gameOf(message), ui, outbox: nobody, online: true, wide: wideScreen.matches, gone: null, links: {}, acts });
  return { ...c, canAct: open, myTurn: open && c.myTurn, lesson: true, replay: !open };
}

function picture() {
  if (step().kind === "end") return finish(step());
  const c = context();
  return html`${coach(c)}${c.game.page(c)}`;
}

function coach(c) {
  const now = step();
  const playing = state.frame !== null;
  const said = state.note;
  return html`<section class="ln-coach ${playing ? "calm" : ""}" aria-label="What to do">
    <div class="keys">
      <span class="ln-progress" role="img" aria-label="Step ${state.at + 1} of ${steps.length}"><i .style=${`width: ${(100 * state.at) / (steps.length - 1)}%`}></i></span>
      <button type="button" data-key="back" ?disabled=${state.at === 0} @click=${() => goTo(state.at - 1)}>Back</button>
      <a class="ln-leave" href=${links.game}>Leave</a>
      ${!playing && now.kind === "read" ? html`<button type="button" class="btn main ln-go" data-key="next" @click=${() => play(now.frames)}>Next</button>` : nothing}
    </div>
    <h2>${playing ? replying(c) : now.head}</h2>
    ${playing ? nothing : html`<p>${now.text}${now.rule ? html` <a href="${links.rules}#${now.rule}">${now.rule}</a>` : nothing}</p>`}
    ${said ? html`<p class="note ${said.kind}" role=${said.kind === "refused" ? "alert" : "status"}>${said.text}${said.rule ? html` <a href="${links.rules}#${said.rule}">${said.rule}</a>` : nothing}</p>` : nothing}
    ${playing ? nothing : keysOf(now)}
  </section>`;
}

function replying(c) {
  return frameWords(state.frame) || (c.game.alone ? "The stock answers" : "One moment");
}

function keysOf(now) {
  if (now.kind !== "claim") return nothing;
  const counts = Array.from({ length: shown().claim_max + 1 }, (_, count) => count);
  return html`<div class="ln-keyrow ${counts.length > 6 ? "many" : ""}" data-arrows>${counts.map((count) => html`<button type="button" class="key" data-key="claim:${count}" aria-label="Claim ${count} tricks" @click=${() => act(`claim:${count}`)}>${count}</button>`)}</div>`;
}

function finish(now) {
  return html`<div class="table room lesson-end"><div class="say">
    <p class="lede">${now.head}</p>
    <h2>${result.text}</h2>
    <p class="ln-score"><b>${result.score}</b>to you</p>
    <p class="move">${result.learned}</p>
    <div class="doit"><a class="btn main ln-go" href=${links.whole}>Play the whole game now</a>
    <button type="button" class="btn" data-key="again" @click=${() => goTo(0)}>Play this hand again</button>
    <a class="btn" href=${links.game}>How it is played</a></div>
  </div></div>`;
}

function paint() {
  render(picture(), root);
  showLastCall(root);
  point();
}

/** Mark the next tap on the screen, and only there. */
function point() {
  for (const each of root.querySelectorAll("[data-want]")) each.removeAttribute("data-want");
  if (state.frame !== null || !step().wants) return;
  const keys = wanted(step().wants, { chosen: ui.chosen, level: ui.level, pick: ui.pick, bid: parseBid });
  for (const key of keys) {
    const found = root.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (!found) continue;
    found.setAttribute("data-want", "");
    break;
  }
}

wideScreen.addEventListener("change", paint);
main.classList.add("guided");
root.replaceChildren();
guardPresses(root);
rovingStops(root);
// Listen before the cards do, so that the tap that begins an answer does not speed it up.
root.addEventListener("click", hurry, true);
ask();
paint();
