// The cost of the calls and cards of a finished deal at home, on its result: it appears once it is worked out.

import { html, nothing } from "../vendor/lit-html.js";
import { followVerdicts } from "../replay/verdicts.js";

const COMING = { state: "coming" };

/**
 * @param {() => object | null} message the view on the screen
 * @param {() => void} changed
 */
export function createDealCosts(message, changed) {
  let address = "";
  let now = null;

  /** True if the answer still belongs to the result on the screen. */
  const wanted = () => {
    const { state, links } = (message() || {}).table || {};
    return (state === "result" && links && links.verdicts) || "";
  };

  async function ask(from) {
    const taken = (found) => {
      if (from !== address) return;
      now = found;
      changed();
    };
    try {
      const answer = await fetch(from, { headers: { Accept: "application/json" } });
      if (!answer.ok) return;
      const found = await answer.json();
      taken(found);
      followVerdicts(found, from, taken, () => from !== address);
    } catch {
      // The deal can be replayed from its match.
    }
  }

  return {
    get now() {
      return now;
    },
    /** A view has come. */
    look() {
      if (wanted() === address) return;
      address = wanted();
      now = address ? COMING : null;
      if (address) ask(address);
    },
  };
}

/** What the deal was worth and how much was given away. */
export function dealCosts(c) {
  const { replay } = c.table.links;
  if (!replay) return nothing;
  const { costs } = c;
  const words = costs && costs.state === "ready" ? html`<p>${costs.start}</p><p>${sentence(costs.heading)}</p>`
    : costs && costs.state === "coming" ? html`<p>Being worked out: what best calls and play would have come to.</p>` : nothing;
  return html`<div class="costly" aria-live="polite" data-deal-costs>${words}</div>`;
}

/** The way to step through the deal, if there is one. */
export function replayKey(c) {
  const { replay } = c.table.links;
  return replay ? html`<a class="btn" data-key="replay" href=${replay}>Step through the deal</a>` : nothing;
}

const sentence = (text) => (text.endsWith(".") ? text : `${text}.`);
