// <live-part socket="/director/x/socket/" src="/director/x/overview/" every="10">: a part of a page that is fetched
// again when its socket says "changed", and every so many seconds. Without `src` the page itself is fetched, and its
// element with this id is used. Without `socket` it is only fetched every so many seconds. While something in the part has [data-being-scored], it is fetched each second: a
// scoring that changes no figure sends no message. `body.is-offline` says that there is no connection: neither the
// socket nor the site's answers come. Some proxies refuse sockets alone.
//
// Events: "live-part:before" (cancelable: the part stays as it is), "live-part:after" (it has changed).
import { elapsed, hearServer, onWake, serverNow } from "./elapsed.js";
import { openSocket } from "./socket.js";

// All in ms.
const QUIET = 300;
const WHILE_SCORED = 1000;
const LATE = 3000;
const ANSWERS_WITHIN = 10000;

class LivePart extends HTMLElement {
  #shown = "";
  #timer = 0;
  #wanted = false;
  #asking = false;
  #pressed = false;
  #answers = true;
  #up = true;

  /** The server's time in ms since 1970, null before the first answer. */
  now = serverNow;

  connectedCallback() {
    hearServer(this.dataset.now);
    if (this.hasAttribute("socket")) {
      openSocket(this.getAttribute("socket"), {
        onMessage: (message) => message.t === "changed" && this.#soon(),
        onOpen: () => this.#heard({ up: true }),
        onLost: () => this.#heard({ up: false }),
        ping: () => ({ t: "ping" }),
      });
    }
    onWake(() => this.#soon());
    setInterval(() => this.#soon(), 1000 * Number(this.getAttribute("every") || 10));
    setInterval(() => this.querySelector("[data-being-scored]") && this.#soon(), WHILE_SCORED);
    // A key must not slip away from under a finger.
    addEventListener("pointerdown", () => (this.#pressed = true));
    for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => this.#released());
  }

  /** Whether the socket is up, or whether the site answers. A lost socket alone is no news: the site is asked at once. */
  #heard({ up = this.#up, answers = this.#answers }) {
    if (this.#up && !up) this.#soon();
    this.#up = up;
    this.#answers = answers;
    document.body.classList.toggle("is-offline", !up && !answers);
  }

  #released() {
    this.#pressed = false;
    this.#refresh();
  }

  /** Fetch once for all news of a moment; endless news does not delay it for ever. */
  #soon() {
    this.#timer ||= setTimeout(() => {
      this.#timer = 0;
      this.#wanted = true;
      this.#refresh();
    }, QUIET);
  }

  /** Fetch one at a time, so that no old answer comes after a new one. */
  async #refresh() {
    if (!this.#wanted || this.#asking || this.#pressed) return;
    this.#wanted = false;
    this.#asking = true;
    const late = setTimeout(() => this.#heard({ answers: false }), LATE);
    try {
      await this.#fetch();
      this.#heard({ answers: true });
    } catch {
      // No connection, or half an answer: the next news or poll asks again.
      this.#heard({ answers: false });
    }
    clearTimeout(late);
    this.#asking = false;
    this.#refresh();
  }

  async #fetch() {
    const src = this.getAttribute("src");
    const patient = new AbortController();
    setTimeout(() => patient.abort(), ANSWERS_WITHIN);
    const answer = await fetch(src || location.href, { signal: patient.signal });
    if (answer.redirected || answer.status === 404) return location.reload();
    if (!answer.ok) throw new Error(answer.statusText);
    hearServer(answer.headers.get("Date"));
    const text = await answer.text();
    this.#put(src ? text : new DOMParser().parseFromString(text, "text/html").getElementById(this.id).innerHTML);
  }

  #put(text) {
    const told = (name) => this.dispatchEvent(new CustomEvent(`live-part:${name}`, { cancelable: true, bubbles: true }));
    if (text === this.#shown) return;
    if (this.#pressed) {
      this.#wanted = true;
      return;
    }
    if (!told("before")) return;
    this.#shown = text;
    const focused = this.contains(document.activeElement) ? document.activeElement.id : "";
    this.innerHTML = text;
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
    told("after");
  }
}

customElements.define("live-part", LivePart);
