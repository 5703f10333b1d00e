// A finished deal once more, position by position, with every hand open, on the pages of the live table.
// The positions are in the script element #steps: {"seat": "S", "own": whether the reader sat there, "names": {"S", "N"}, "game",
// "steps": [{"actor", "a", "view"}]}, each step the view after that action, the first one as dealt.

import { html, render } from "../vendor/lit-html.js";
import { makeContext } from "../table/context.js";
import { heading } from "../table/frame.js";
import { gameOf } from "../table/games.js";
import { showLastCall } from "../table/last-call.js";
import { completed } from "../table/pacing.js";
import { begun } from "../table/picking.js";
import { rovingStops } from "../table/roving.js";
import { shortName } from "../table/words.js";
import { stepWords } from "../replay/step-words.js";
import { createViewer, heard, slider, stepKey } from "../replay/viewer.js";

const main = document.getElementById("main");
const root = document.getElementById("table");
const live = document.getElementById("live");
const { seat, own, names, game, steps } = JSON.parse(document.getElementById("steps").textContent);
const other = seat === "S" ? "N" : "S";
const wideScreen = matchMedia("(min-width: 900px) and (min-height: 501px) and (orientation: landscape)");
const nobody = { find: () => undefined };
const silent = new Proxy({}, { get: () => () => {} });

const viewer = createViewer({
  last: steps.length - 1,
  stops: steps.flatMap((step, at) => (at && completed(steps[at - 1].view, step.view) ? [at] : [])),
  // The log's events are numbered from 1, and the first position is before them.
  seqsAt: (at) => (at ? [at] : []),
  show,
});

function context() {
  const { view } = steps[viewer.at];
  const before = viewer.at ? steps[viewer.at - 1].view : null;
  const linger = before ? completed(before, view) : null;
  const table = {
    state: "playing",
    home: true,
    game,
    title: main.dataset.title,
    seat,
    name: names[seat],
    opponent: { name: names[other], seat: other, connected: true },
    ready: [],
  };
  const message = { table, view: { ...view, can: {} }, play: "replay" };
  const ui = { pick: null, level: null, claim: null, chosen: begun(null), joker: null, sheet: null, note: null, linger };
  const c = makeContext({ message, game: gameOf(message), ui, outbox: nobody, online: true, wide: wideScreen.matches, gone: null, links: {}, acts: silent });
  return { ...c, myTurn: false, canAct: false, back: main.dataset.back, replay: true, watched: own ? "" : shortName(names[seat], seat) };
}

function bar(c) {
  return html`<footer class="replaybar">
    <div class="words"><p class="said">${stepWords(c, steps[viewer.at])}</p>${viewer.judged()}</div>
    ${slider(viewer)}
    <div class="keys">
      ${stepKey(viewer, "first", "|\u2039", { words: "To the beginning" })}
      ${stepKey(viewer, "back", html`\u2039<span class="more"> Back</span>`, { words: "Back" })}
      ${stepKey(viewer, "next", html`<span class="more">Next </span>\u203A`, { words: "Next" })}
      ${stepKey(viewer, "trick", "Trick", { words: "To the end of the trick" })}
      ${stepKey(viewer, "last", "\u203A|", { words: "To the end" })}
    </div>
  </footer>`;
}

function show() {
  paint();
  live.textContent = `${heard(root.querySelector(".said"))} ${viewer.spoken()}`.trim();
}

/** A position chosen in the list is what the reader wants: close the list. */
function closeCosts() {
  root.querySelector(".costs").open = false;
}

function paint() {
  const c = context();
  render(html`${heading(c)}${viewer.costs(false, closeCosts)}${c.game.page(c)}${bar(c)}`, root);
  showLastCall(root);
}

wideScreen.addEventListener("change", paint);
main.classList.add("replay");
if (viewer.hasVerdicts) main.classList.add("judging");
root.replaceChildren();
rovingStops(root);
paint();
