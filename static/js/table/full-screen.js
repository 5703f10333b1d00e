// The key that gives the table the whole screen, if the browser allows it to a page (an iPhone does not).

import { html, nothing } from "../vendor/lit-html.js";

const full = () => Boolean(document.fullscreenElement);

function change(c) {
  const done = full() ? document.exitFullscreen() : document.documentElement.requestFullscreen({ navigationUI: "hide" });
  done.catch(() => {}); // refused: the page stays as it is
  c.do.close();
}

/** The key in the menu. */
export function fullScreenKey(c) {
  if (!document.fullscreenEnabled) return nothing;
  return html`<button type="button" class="btn" data-key="full-screen" aria-pressed=${full() ? "true" : "false"} @click=${() => change(c)}>${full() ? "Leave full screen" : "Full screen"}</button>`;
}
