// The viewer of every replay: the position that is shown, steps by keys, and the cost of calls and cards. The page
// draws.

import { html, nothing } from "../vendor/lit-html.js";
import { KEYS, leads, target, within } from "./stepping.js";
import { beforeAll, costList, followVerdicts, judged, spoken, verdictsHere } from "./verdicts.js";

/**
 * @param {object} play { last: the last position, first: the one shown first, stops: where the step "trick" stops,
 *   seqsAt(at, verdicts): the events of the log that lead to a position, show(): draws the position `at` }
 */
export function createViewer({ last, first = 0, stops = [], seqsAt = () => [], show }) {
  const here = verdictsHere();
  let verdicts = here && here.verdicts;

  const viewer = {
    at: within(first, last),
    last,
    stops,
    get hasVerdicts() {
      return Boolean(verdicts);
    },
    go(to) {
      viewer.at = within(to, last);
      show();
    },
    /** Go to the moment of an event of the log, if its cost is known. Draw in any case. */
    goTo: (seq) => (verdicts && verdicts.state === "ready" ? jump(seq, show) : show()),
    step: (where) => viewer.go(target(where, viewer.at, viewer)),
    /** The words at this position; an empty place if nothing is decided. */
    judged() {
      if (!verdicts) return nothing;
      return viewer.at ? events().map((seq) => judged(verdicts, seq)) : beforeAll(verdicts);
    },
    /** The same words for screen readers. */
    spoken: () => events().map((seq) => spoken(verdicts, seq)).join(" "),
    /** The list of costly calls and cards. `jumped` is called when the reader goes to one of them. */
    costs: (open, jumped) => (verdicts ? costList(verdicts, (seq) => jump(seq, jumped), open) : nothing),
  };

  /** Return the events, at least one, so that their place stays if there is nothing to say. */
  function events() {
    const seqs = verdicts && verdicts.state === "ready" ? seqsAt(viewer.at, verdicts) : [];
    return seqs.length ? seqs : [0];
  }

  function jump(seq, jumped) {
    for (let at = 0; at <= last; at += 1) {
      if (seqsAt(at, verdicts).includes(seq)) viewer.go(at);
    }
    jumped();
  }

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.target.closest("input, select, textarea") || event.altKey || event.ctrlKey || event.metaKey) return;
    const where = KEYS[event.key];
    if (!where) return;
    event.preventDefault();
    viewer.step(where);
  });
  if (here) {
    followVerdicts(verdicts, here.url, (found) => {
      verdicts = found;
      show();
    });
  }
  return viewer;
}

/** A key that steps. `words`: its name if its label is a sign. */
export const stepKey = (viewer, where, label, { words = nothing, main = false } = {}) =>
  html`<button type="button" class="btn ${main ? "main" : ""}" data-key=${where} aria-label=${words}
    ?disabled=${!leads(where, viewer.at, viewer)} @click=${() => viewer.step(where)}>${label}</button>`;

/** A slider to any position. */
export const slider = (viewer) => html`<label class="where"><span class="vh">Position</span><input type="range" min="0" max=${viewer.last}
  .value=${String(viewer.at)} aria-valuetext="${viewer.at} of ${viewer.last}" @input=${(event) => viewer.go(Number(event.target.value))}></label>`;

/** The words of an element as a screen reader says them: a suit by its name. */
export function heard(element) {
  const copy = element.cloneNode(true);
  for (const symbol of copy.querySelectorAll("svg[aria-label]")) symbol.replaceWith(` ${symbol.getAttribute("aria-label")} `);
  return copy.textContent.replace(/\s+/g, " ").trim();
}
