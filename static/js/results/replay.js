// The replay of a published play, call by call and card by card, beside its record.

import { html, nothing, render } from "../vendor/lit-html.js";
import { openHands, said, trickStrip } from "../replay/open-hands.js";
import { ledAt, seqsOf, stepsOf } from "../replay/record.js";
import { createViewer, slider, stepKey } from "../replay/viewer.js";

const page = document.getElementById("replay");
const record = page.querySelector(".record");
const costs = document.querySelector("[data-verdicts]");
const play = JSON.parse(document.getElementById("replay-data").textContent);
const steps = stepsOf(play);
const wide = matchMedia("(min-width: 1000px)").matches;

const viewer = createViewer({
  last: steps.length - 1,
  first: Number(page.dataset.step || 0),
  stops: ledAt(steps),
  seqsAt: (at, { order }) => seqsOf(steps, order)[at],
  show,
});

function show() {
  const c = { play, steps, at: viewer.at, you: page.dataset.you };
  render(html`<section class="stage" aria-label="The table">${openHands(c)}</section>
    <section class="controls" aria-label="Step by step">
      <p class="say" role="status" aria-live="polite">${said(c)}</p>
      ${viewer.hasVerdicts ? html`<div aria-live="polite" data-judged>${viewer.judged()}</div>` : nothing}
      <div class="trans noprint">
        ${stepKey(viewer, "first", "Start")}${stepKey(viewer, "back", "Back")}${stepKey(viewer, "next", "Next", { main: true })}
        ${stepKey(viewer, "trick", "Next trick")}${stepKey(viewer, "last", "End")}
      </div>
      <div class="noprint">${slider(viewer)}</div>
      ${trickStrip(c)}
      <p class="label noprint">Arrow keys go back and forward, Home and End to the start and the end.</p>
    </section>`, page, { renderBefore: record });
  if (costs) render(viewer.costs(wide, () => page.scrollIntoView({ block: "start" })), costs);
  const step = steps[viewer.at];
  const trick = step.kind === "card" ? String(step.trick.number) : "";
  for (const row of record.querySelectorAll("tr[data-trick]")) row.classList.toggle("now", row.dataset.trick === trick);
}

// An address may name an event of the log, #act-17.
const named = /^#act-(\d+)$/.exec(location.hash);
if (named) viewer.goTo(Number(named[1]));
else show();
