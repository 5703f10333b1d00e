// The first hand of Solo. Steps through what the server has worked out; decides nothing about the rules.

import { html, nothing, render } from "../vendor/lit-html.js";
import { call, callKeyWords, callWords, cardWords, seatName } from "../lib/cards.js";
import { guardPresses, travelling } from "../table/press.js";
import { rovingStops } from "../table/roving.js";
import { answer } from "./answer.js";
import { contextOf, scene } from "./scene.js";

const PACE = 800;

const main = document.getElementById("main");
const root = document.getElementById("table");
const live = document.getElementById("live");
const { views, steps, result } = JSON.parse(document.getElementById("first-hand").textContent);
const links = { rules: main.dataset.rules, whole: main.dataset.whole, game: main.dataset.game };

// `frame`: the view on the screen while an answer is played out; null while the learner is asked.
const ui = { at: startsAt(), frame: null, note: null, touched: false };
let timer = 0;
let rest = [];

function startsAt() {
  const asked = Number(location.hash.replace("#step-", ""));
  return Number.isInteger(asked) && asked >= 1 && asked <= steps.length ? asked - 1 : 0;
}

const step = () => steps[ui.at];

// ---- what the learner does ----

function tap(event, card, seat, depth) {
  if (event.detail > 1) return;
  const owner = views[step().at].hands[seat].owner;
  act(`p:${card}`, { depth, mine: owner === "S" });
}

function act(action, at) {
  if (ui.frame !== null) return;
  const said = answer(step(), action, at);
  if (!said.right) note(said);
  else if (step().kind === "touch") touched(said);
  else play(step().frames);
}

function touched(said) {
  ui.touched = true;
  note(said);
}

function note(said) {
  ui.note = said;
  paint();
  speak(said.text);
}

/** Play the answer and the replies, one after the other. A tap on the table speeds it up. */
function play(frames) {
  const [first, ...others] = frames;
  rest = others;
  if (!first) {
    goTo(ui.at + 1);
    return;
  }
  ui.note = null;
  ui.frame = first;
  travelling(root, paint);
  speak(`${frameWords(first)}.`);
  timer = setTimeout(() => play(rest), PACE);
}

function hurry(event) {
  if (ui.frame === null || event.detail > 1 || event.target.closest(".topbar")) return;
  clearTimeout(timer);
  play(rest);
}

function goTo(at) {
  clearTimeout(timer);
  Object.assign(ui, { at, frame: null, note: null, touched: false });
  history.replaceState(null, "", `#step-${at + 1}`);
  const had = root.contains(document.activeElement) || document.activeElement === document.body;
  paint();
  scrollTo({ top: 0 });
  showNext(had);
  speak(`${step().head}. ${step().text}`);
}

/** Bring the requested key into sight, and put the focus there for a keyboard. */
function showNext(focus) {
  const next = root.querySelector("[data-want]") || root.querySelector(".ln-go");
  if (!next) return;
  if (focus) next.focus({ preventScroll: true });
  next.scrollIntoView({ block: "nearest" });
}

function frameWords({ by, a }) {
  const who = by === "S" ? "You" : seatName(by);
  if (a.startsWith("p:")) return `${who}: ${cardWords(a.slice(2))}`;
  if (a.startsWith("c:")) return `${who}: ${callWords(a.slice(2))}`;
  return a === "accept" ? "North accepts" : "You claim five tricks";
}

function speak(text) {
  live.textContent = text;
}

// ---- the picture ----

function picture() {
  const now = step();
  if (now.kind === "end") return finish(now);
  const playing = ui.frame !== null;
  const view = views[playing ? ui.frame.view : now.at];
  const open = !playing && (now.kind === "card" || now.kind === "touch");
  const c = contextOf(view, { open, tap });
  const complete = playing && view.phase === "play" && !view.trick.cards.length && Boolean(view.last_trick);
  return html`<div class="table play lesson ${c.auction ? "bidding" : ""}">
    ${bar()}${coach(now, playing)}${scene(c, complete || (!playing && now.last))}
  </div>`;
}

function bar() {
  return html`<header class="topbar">
    <b>Your first hand</b>
    <span class="ln-progress" role="img" aria-label="Step ${ui.at + 1} of ${steps.length}"><i .style=${`width: ${(100 * ui.at) / (steps.length - 1)}%`}></i></span>
    <span class="sp"></span>
    <button type="button" data-key="back" ?disabled=${ui.at === 0} @click=${() => goTo(ui.at - 1)}>Back</button>
    <a class="ln-leave" href=${links.game}>Leave</a>
  </header>`;
}

function coach(now, playing) {
  const said = ui.note;
  return html`<section class="ln-coach ${playing ? "calm" : ""}" aria-label="What to do">
    <h2>${playing ? replying() : now.head}</h2>
    ${playing ? nothing : html`<p>${now.text}</p>`}
    ${said ? html`<p class="note ${said.kind}" role=${said.kind === "refused" ? "alert" : "status"}>${said.text}${said.rule ? html` <a href="${links.rules}#${said.rule}">${said.rule}</a>` : nothing}</p>` : nothing}
    ${playing ? nothing : acts(now)}
  </section>`;
}

function replying() {
  const { by, a, view } = ui.frame;
  if (!a.startsWith("p:")) return frameWords(ui.frame);
  const done = views[view].last_trick;
  const laid = views[view].trick && views[view].trick.cards.at(-1);
  const seat = laid ? laid.seat : done.cards.at(-1).seat;
  return `${by === "S" ? "You" : seatName(seat)}: ${cardWords(a.slice(2))}`;
}

function acts(now) {
  if (now.kind === "call") return keys(now.keys.map((text) => [`c:${text}`, call(text), callKeyWords(text)]));
  if (now.kind === "claim") {
    const most = views[now.at].claim_max;
    return keys(Array.from({ length: most + 1 }, (_, count) => [`claim:${count}`, count, `Claim ${count} tricks`]));
  }
  if (now.kind === "read" || ui.touched) {
    return html`<button type="button" class="btn main ln-go" data-key="next" @click=${() => goTo(ui.at + 1)}>Next</button>`;
  }
  return nothing;
}

function keys(found) {
  return html`<div class="ln-keyrow ${found.length > 5 ? "many" : ""}" data-arrows>${found.map(([action, label, words]) => html`<button type="button"
    class="key ${step().refused[action] ? "ln-off" : ""} ${/\d/.test(action) ? "" : "ln-word"}" data-key=${action} aria-label=${words} @click=${() => act(action)}>${label}</button>`)}</div>`;
}

function finish(now) {
  return html`<div class="table room lesson-end"><div class="say">
    <p class="lede">${now.head}</p>
    <h2>${call(result.contract)} by South, made ${result.tricks} tricks</h2>
    <p class="ln-score"><b>${result.score}</b>to you</p>
    <p class="move">${result.learned}</p>
    <div class="doit"><a class="btn main ln-go" href=${links.whole}>Play the whole game now</a>
    <button type="button" class="btn" data-key="again" @click=${() => goTo(0)}>Play this hand again</button>
    <a class="btn" href=${links.game}>How Solo is played</a></div>
  </div></div>`;
}

function paint() {
  render(picture(), root);
  point();
}

/** Mark the next tap on the screen, and only there. */
function point() {
  const now = step();
  const wanted = ui.frame !== null || ui.touched || !now.wants ? "" : now.wants.replace(/^p:/, "");
  for (const each of root.querySelectorAll("[data-want]")) each.removeAttribute("data-want");
  const found = wanted && root.querySelector(`[data-key="${CSS.escape(wanted)}"]`);
  if (found) found.setAttribute("data-want", "");
}

root.replaceChildren();
guardPresses(root);
rovingStops(root);
// Listen before the cards do, so that the tap that begins an answer does not speed it up.
root.addEventListener("click", hurry, true);
paint();
