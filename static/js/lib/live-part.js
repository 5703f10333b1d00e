// <live-part socket="/director/x/socket/" src="/director/x/overview/" every="10">: a part of a page that is fetched again
// when its socket says "changed", and every so many seconds. Without `src` the page itself is fetched, and of it the element
// with this id. While something in the part carries [data-being-scored], it is asked for each second: a scoring that changes
// no figure is told to nobody. `body.is-offline` says that there is no line.
//
// Events: "live-part:before" (cancelable: the part stays as it is), "live-part:after" (it has changed).
import { openSocket } from "./socket.js";

// All in ms.
const QUIET = 300;
const WHILE_SCORED = 1000;
const FIRST_CONNECTION = 2000;

class LivePart extends HTMLElement {
  /** How far the server's clock is ahead of this one, in ms. */
  skew = 0;
  #shown = "";
  #timer = 0;
  #pressed = false;
  #waiting = false;

  connectedCallback() {
    const began = Date.now();
    const offline = (is) => document.body.classList.toggle("is-offline", is);
    openSocket(this.getAttribute("socket"), {
      onMessage: (message) => message.t === "changed" && this.#soon(),
      onOpen: () => offline(false),
      onLost: () => Date.now() - began > FIRST_CONNECTION && offline(true),
      ping: () => ({ t: "ping" }),
    });
    setInterval(() => this.#soon(), 1000 * Number(this.getAttribute("every") || 10));
    setInterval(() => this.querySelector("[data-being-scored]") && this.#soon(), WHILE_SCORED);
    // A key must not slip away under a finger.
    addEventListener("pointerdown", () => (this.#pressed = true));
    for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => this.#released());
  }

  #released() {
    this.#pressed = false;
    if (this.#waiting) this.#soon();
    this.#waiting = false;
  }

  /** One fetch for all news of a moment; news that never ends does not put it off. */
  #soon() {
    this.#timer ||= setTimeout(() => {
      this.#timer = 0;
      if (this.#pressed) this.#waiting = true;
      else this.#refresh();
    }, QUIET);
  }

  async #refresh() {
    const src = this.getAttribute("src");
    try {
      const answer = await fetch(src || location.href);
      if (answer.redirected || answer.status === 404) location.reload();
      if (!answer.ok) return;
      const date = answer.headers.get("Date");
      if (date) this.skew = new Date(date).getTime() - Date.now();
      const text = await answer.text();
      this.#put(src ? text : new DOMParser().parseFromString(text, "text/html").getElementById(this.id).innerHTML);
    } catch {
      // No line, or half an answer: the next news or the next poll asks again.
    }
  }

  #put(text) {
    const told = (name) => this.dispatchEvent(new CustomEvent(`live-part:${name}`, { cancelable: true, bubbles: true }));
    if (text === this.#shown || this.#pressed || !told("before")) return;
    this.#shown = text;
    const focused = this.contains(document.activeElement) ? document.activeElement.id : "";
    this.innerHTML = text;
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
    told("after");
  }
}

customElements.define("live-part", LivePart);
