// A table that everybody may watch: the shown board, call by call and card by card as it was played, with the solver's
// words. The server decides what may be seen; this page asks every few seconds, and steps back and forth.

import { html, nothing, render } from "../vendor/lit-html.js";
import { openHands, said, trickStrip } from "../replay/open-hands.js";
import { ledAt, seqsOf, stepsOf } from "../replay/record.js";
import { KEYS, target, within } from "../replay/stepping.js";
import { slider, stepKey } from "../replay/viewer.js";
import { beforeAll, judged } from "../replay/verdicts.js";

const EVERY = 5000;

const root = document.getElementById("watching");
let now = JSON.parse(document.getElementById("watching-data").textContent);
let wanted = 0;
let steps = [];
let lost = false;

/** A viewer as `createViewer` makes for a play that is over; here `last` grows while the play is shown. */
const viewer = {
  at: 0,
  last: 0,
  stops: [],
  go(to) {
    viewer.at = within(to, viewer.last);
    show();
  },
  step: (where) => viewer.go(target(where, viewer.at, viewer)),
};

/** Take the server's answer. A reader at the last act goes on to the next one; a reader who has gone back stays. */
function take(found) {
  const before = now.play;
  const followed = viewer.at === viewer.last;
  now = found;
  const { play } = now;
  const all = play ? stepsOf(play) : [];
  steps = play && !play.outcome ? all.slice(0, -1) : all;
  viewer.last = Math.max(0, steps.length - 1);
  viewer.stops = ledAt(steps);
  const other = !before || !play || before.board !== play.board;
  if (other) viewer.at = play && play.outcome ? 0 : viewer.last;
  else viewer.at = followed ? viewer.last : within(viewer.at, viewer.last);
}

async function ask() {
  try {
    const answer = await fetch(`${root.dataset.now}${wanted ? `${wanted}/` : ""}`, { headers: { Accept: "application/json" } });
    if (answer.status === 404) return end();
    lost = !answer.ok;
    if (answer.ok) take(await answer.json());
  } catch {
    lost = true;
  }
  setTimeout(ask, EVERY); // also if this picture cannot be drawn
  show();
  return undefined;
}

function end() {
  render(html`<p class="lede" role="status">This table is not watched any more.</p>`, root);
}

async function choose(number) {
  wanted = number;
  show();
  try {
    const answer = await fetch(`${root.dataset.now}${number}/`, { headers: { Accept: "application/json" } });
    if (answer.ok) take(await answer.json());
  } catch {
    lost = true;
  }
  show();
}

const isShown = ({ seen }) => seen === "running" || seen === "whole";

function boards() {
  const open = now.boards.filter(isShown);
  const others = now.boards.filter((one) => !isShown(one));
  const current = now.play ? now.play.board : 0;
  return html`<ul class="watched-boards" aria-label="The boards of this table">
    ${open.map((one) => html`<li><button type="button" data-key="board-${one.board}" aria-pressed=${one.board === current ? "true" : "false"} @click=${() => choose(one.board)}><b>Board ${one.board}</b><small>${one.words}</small></button></li>`)}
    ${others.map((one) => html`<li data-hidden=${one.board}><p><b>Board ${one.board}</b><small>${one.words}</small></p></li>`)}
  </ul>`;
}

/** The solver's words about the act of this step; an empty place if there are none. */
function comment(play) {
  const { verdicts } = play;
  if (!verdicts) return nothing;
  if (verdicts.state !== "ready") return html`<div class="judged"><p class="now">${verdicts.state === "coming" ? "What each call and card cost is being worked out." : ""}</p></div>`;
  if (!viewer.at) return beforeAll(verdicts);
  const seqs = seqsOf(stepsOf(play), verdicts.order)[viewer.at] || [];
  return (seqs.length ? seqs : [0]).map((seq) => judged(verdicts, seq));
}

function stage() {
  const { play } = now;
  if (!play) return html`<p class="lede" role="status">No board of this table can be shown yet.</p>`;
  const c = { play, steps, at: viewer.at };
  return html`<div class="replay-page"><section class="stage" aria-label="Board ${play.board}">${openHands(c)}</section>
    <section class="controls" aria-label="Step by step">
      <p class="say" role="status" aria-live="polite">${said(c)}</p>
      <div aria-live="polite" data-judged>${comment(play)}</div>
      <div class="trans">
        ${stepKey(viewer, "first", "Start")}${stepKey(viewer, "back", "Back")}${stepKey(viewer, "next", "Next", { main: true })}
        ${stepKey(viewer, "trick", "Next trick")}${stepKey(viewer, "last", play.outcome ? "End" : "Newest")}
      </div>
      ${slider(viewer)}
      ${trickStrip(c)}
      <p class="label">Arrow keys go back and forward, Home and End to the start and the end.</p>
    </section></div>`;
}

function show() {
  render(html`${boards()}${lost ? html`<p class="label" role="status">No answer just now. This page asks again by itself.</p>` : nothing}${stage()}`, root);
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.target.closest("input, select, textarea") || event.altKey || event.ctrlKey || event.metaKey) return;
  const where = KEYS[event.key];
  if (!where || !now.play) return;
  event.preventDefault();
  viewer.step(where);
});

take(now);
viewer.at = now.play && now.play.outcome ? 0 : viewer.last;
show();
setTimeout(ask, EVERY);
