// A finished deal once more, position by position, with every hand open: the pages of the live table, to be looked at.
// The positions are in the script element #steps: {"seat": "S", "names": {"S", "N"}, "game",
// "steps": [{"actor", "a", "view"}]}, each step the view after that action; or just a list of views.

import { beforeAll, costList, followVerdicts, judged, spoken, verdictsHere } from "./lib/verdicts.js";
import { html, nothing, render } from "./vendor/lit-html.js";
import { gameOf } from "./table/games.js";
import { makeContext } from "./table/context.js";
import { completed } from "./table/pacing.js";
import { begun } from "./table/picking.js";
import { stepWords } from "./table/step-words.js";

const main = document.getElementById("main");
const root = document.getElementById("table");
const live = document.getElementById("live");
const given = JSON.parse(document.getElementById("steps").textContent);
const data = Array.isArray(given) ? { steps: given } : given;
const steps = data.steps.map((step) => (step.view ? step : { actor: null, a: null, view: step }));
const seat = data.seat || "S";
const other = seat === "S" ? "N" : "S";
const names = { S: "South", N: "North", ...data.names };
const wideScreen = matchMedia("(min-width: 900px) and (min-height: 501px) and (orientation: landscape)");
const nobody = { find: () => undefined };
const silent = new Proxy({}, { get: () => () => {} });

let at = 0;
let verdicts = verdictsHere();
let costs = verdicts && costList(verdicts, jump, false);

function context() {
  const { view } = steps[at];
  const before = at ? steps[at - 1].view : null;
  const linger = before ? completed(before, view) : null;
  const table = {
    state: "playing",
    home: true,
    game: data.game || view.game,
    title: main.dataset.title || `Deal ${view.board}`,
    seat,
    name: names[seat],
    opponent: { name: names[other], seat: other, connected: true },
    ready: [],
  };
  const message = { table, view: { ...view, can: {} }, play: "replay" };
  const ui = { pick: null, level: null, claim: null, chosen: begun(null), joker: null, sheet: null, note: null, linger };
  const c = makeContext({ message, game: gameOf(message), ui, outbox: nobody, online: true, skew: 0, wide: wideScreen.matches, gone: null, links: {}, acts: silent });
  return { ...c, myTurn: false, canAct: false, back: main.dataset.back, replay: true };
}

function bar(c) {
  const last = steps.length - 1;
  const key = (name, label, sign, to, off) =>
    html`<button type="button" class="btn" data-key=${name} aria-label=${label} ?disabled=${off} @click=${() => go(to)}>${sign}</button>`;
  return html`<footer class="replaybar">
    <div class="words"><p class="said">${stepWords(c, steps[at])}</p>${verdicts ? (at ? judged(verdicts, at) : beforeAll(verdicts)) : nothing}</div>
    <label class="where"><span class="vh">Position</span><input type="range" min="0" max=${last} .value=${String(at)} aria-valuetext="${at} of ${last}" @input=${(event) => go(Number(event.target.value))}></label>
    <div class="keys">
      ${key("first", "To the beginning", "|\u2039", 0, at === 0)}
      ${key("back", "One back", html`\u2039<span class="more"> Back</span>`, at - 1, at === 0)}
      ${key("next", "One on", html`<span class="more">Next </span>\u203A`, at + 1, at === last)}
      ${key("trick", "To the end of the trick", "Trick", trickEnd(), at === last)}
      ${key("last", "To the end", "\u203A|", last, at === last)}
    </div>
  </footer>`;
}

/** The next position in which a trick has just been completed; the end if there is none. */
function trickEnd() {
  for (let place = at + 1; place < steps.length; place += 1) {
    if (completed(steps[place - 1].view, steps[place].view)) return place;
  }
  return steps.length - 1;
}

/** To the moment of this event: the log's events are numbered from 1, and the first position is before them. */
function jump(seq) {
  costs.open = false;
  go(seq);
}

function showVerdicts(found) {
  verdicts = found;
  costs = costList(verdicts, jump, false);
  paint();
}

function go(to) {
  at = Math.min(steps.length - 1, Math.max(0, to));
  paint();
  live.textContent = `${root.querySelector(".said").textContent} ${spoken(verdicts, at)}`;
}

function paint() {
  const c = context();
  render(html`${costs || nothing}${c.game.page(c)}${bar(c)}`, root);
  const calls = root.querySelector("[data-scroll-end]");
  if (calls) calls.scrollTop = calls.scrollHeight;
}

document.addEventListener("keydown", (event) => {
  if (event.target.matches("input") || event.altKey || event.ctrlKey || event.metaKey) return;
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: steps.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  go(to);
});
wideScreen.addEventListener("change", paint);
main.classList.add("replay");
if (verdicts) main.classList.add("judging");
root.replaceChildren();
if (verdicts) followVerdicts(verdicts, document.getElementById("verdicts-url").dataset.url, showVerdicts);
if (steps.length) paint();
else render(html`<p class="plain lede">Nothing was played in this deal.</p>${nothing}`, root);
