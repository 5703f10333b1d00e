// The problem of the day: the reader tries a card, the server answers, and then the line is stepped through.

import { html, nothing, render } from "../vendor/lit-html.js";
import { cardWords, seatName } from "../lib/cards.js";
import { OWNER } from "../replay/record.js";
import { guardPresses, travelling } from "../table/press.js";
import { rovingStops } from "../table/roving.js";
import { contextOf } from "../home/scene.js";
import { createViewer, stepKey } from "../replay/viewer.js";
import { scene } from "./scene.js";

const main = document.getElementById("main");
const root = document.getElementById("table");
const live = document.getElementById("live");
const token = new FormData(document.getElementById("token")).get("csrfmiddlewaretoken");
const problem = JSON.parse(document.getElementById("problem").textContent);
const { lounge, archive, title } = main.dataset;

// `said`: the answer to the last tap.
const ui = { said: null, sending: "", giving: false };
// Once the problem is solved: the line, card by card.
let viewer = null;

// ---- what the reader does ----

function tap(event, card, seat, depth) {
  if (event.detail > 1 || ui.sending || problem.done) return;
  const past = problem.tried.find((each) => each.card === card);
  if (seat !== "S") say(depth ? `That card is ${depth} from the end.` : "South plays from the hand at the bottom.");
  else if (past) say(past.text, "missed");
  else if (!problem.view.legal.includes(`p:${card}`)) say("South must follow suit.", "refused");
  else send(problem.urls.answer, card);
}

async function send(url, card) {
  Object.assign(ui, { sending: card || "all", said: null });
  paint();
  try {
    const body = new URLSearchParams(card ? { card } : {});
    const answer = await fetch(url, { method: "POST", headers: { Accept: "application/json", "X-CSRFToken": token }, body });
    if (!answer.ok) throw new Error(String(answer.status));
    heard(await answer.json(), card);
  } catch {
    ui.sending = "";
    say("The answer has not come through. Try again in a moment.", "refused");
  }
}

function heard({ tried, done }, card) {
  Object.assign(problem, { tried, done });
  Object.assign(ui, { sending: "", giving: false });
  if (done) {
    viewLine(done);
    viewer.go(1);
    speak(done.head);
    focusOn("next");
    return;
  }
  const past = tried.find((each) => each.card === card);
  if (past) say(past.text, "missed");
}

function say(text, kind = "tip") {
  ui.said = { text, kind };
  paint();
  speak(text);
}

function viewLine({ frames }) {
  viewer = createViewer({
    last: frames.length,
    show() {
      travelling(root, paint);
      speak(stepWords());
    },
  });
}

function give(yes) {
  ui.giving = yes;
  paint();
  focusOn(yes ? "keep" : "give");
}

function focusOn(key) {
  const found = root.querySelector(`[data-key="${key}"]:not([disabled])`);
  if (found) found.focus({ preventScroll: true });
}

function speak(text) {
  live.textContent = text;
}

// ---- the picture ----

function paint() {
  const { done } = problem;
  const at = done ? viewer.at : 0;
  const view = at ? done.frames[at - 1].view : problem.view;
  const c = { ...contextOf(view, { open: !done, tap }), sending: ui.sending ? { message: { a: `p:${ui.sending}` } } : null };
  render(html`<div class="table play lesson daily">${bar()}${coach(done)}${scene(c, problem, at > 0)}${foot(done)}</div>`, root);
}

function bar() {
  return html`<header class="topbar"><b>${title}</b><span class="sp"></span>
    <a class="ln-leave" href=${archive}>Earlier</a><a class="ln-leave" href=${lounge}>Leave</a></header>`;
}

function coach(done) {
  if (done) return solved(done);
  return html`<section class="ln-coach" aria-label="The problem">
    ${ui.said ? html`<p class="dy-said ${ui.said.kind}">${ui.said.text}</p>` : html`<h2>${problem.question}</h2>${problem.of ? html`<p class="dy-of">${problem.of}</p>` : nothing}`}
    ${problem.tried.length ? giving() : nothing}
  </section>`;
}

function giving() {
  if (!ui.giving) return html`<div class="dy-keys"><button type="button" class="btn" data-key="give" @click=${() => give(true)}>Show the answer</button></div>`;
  return html`<div class="dy-keys"><button type="button" class="btn" data-key="keep" @click=${() => give(false)}>Keep trying</button>
    <button type="button" class="btn" data-key="sure" @click=${() => send(problem.urls.give_up)}>Give up, show it</button></div>`;
}

function solved(done) {
  return html`<section class="ln-coach calm" aria-label="The answer">
    <h2>${done.head}</h2>
    <p>${stepWords()}</p>
    <div class="dy-keys">${stepKey(viewer, "back", "Back")}
    ${stepKey(viewer, "next", "Next card", { main: true })}</div>
  </section>`;
}

function stepWords() {
  const { done } = problem;
  if (viewer.at === 0) return problem.goal;
  const { seat, card, view } = done.frames[viewer.at - 1];
  const took = view.trick && view.trick.cards.length ? "" : ` ${seatName(OWNER[view.last_trick.winner])} wins trick ${view.last_trick.number}.`;
  const over = viewer.at === viewer.last ? ` South has ${view.tricks.S} of ${problem.tricks}.` : "";
  return `${seatName(seat)}: ${cardWords(card)}.${took}${over}`;
}

function foot(done) {
  if (!done) return nothing;
  return html`<section class="dy-foot" aria-label="How it went">
    <p>${done.rating}</p><p>${done.crowd}</p>${done.streak ? html`<p><b>${done.streak}</b></p>` : nothing}
  </section>`;
}

root.replaceChildren();
guardPresses(root);
rovingStops(root);
if (problem.done) viewLine(problem.done);
paint();
