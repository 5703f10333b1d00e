// The terminal's requests to the site, and whether there is a connection.

import { hearServer } from "../../lib/elapsed.js";
import { formToken } from "../../lib/form-token.js";

const PATIENCE = 8000;

const UNSAID = ["", false, null, undefined];

/** Return a form's fields, an act's answers among them, without empty ones and ones that are only stored here. */
function fields(said) {
  const all = Object.entries({ ...said, ...said.answers });
  return new URLSearchParams(all.filter(([, value]) => !UNSAID.includes(value) && typeof value !== "object"));
}

/** The site as one seat asks it. `heard(up)` is told after every try whether it answered. */
export function createSite(base, heard) {
  async function ask(path, options = {}, patience = PATIENCE) {
    const patient = new AbortController(); // a tablet of some years has no AbortSignal.timeout
    const timer = setTimeout(() => patient.abort(), patience);
    try {
      const answer = await fetch(base + path, { cache: "no-store", credentials: "same-origin", signal: patient.signal, ...options });
      hearServer(answer.headers.get("Date"));
      heard(answer.status < 500);
      return answer;
    } catch {
      heard(false);
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  const post = (path, said, patience) => ask(path, { method: "POST", body: fields(said), headers: { "X-CSRFToken": formToken() } }, patience);

  return {
    /** Return the state; null if it is still that of `rev` or the site does not answer; `gone` if the seat is another's. */
    async state(rev, unsent) {
      const answer = await ask(`state/?rev=${rev}&unsent=${unsent}`);
      if (answer && answer.status === 404) return { gone: true };
      return answer && answer.status === 200 ? answer.json() : null;
    },
    /** Return the outcome of an act: its answer, `{later: true}`, or null if it has to be sent again. */
    async send(act) {
      let answer = await post(`send/${act.kind}/`, act);
      if (answer && answer.status === 403) {
        await ask("state/"); // the form's cookie has expired: any page brings a new one
        answer = await post(`send/${act.kind}/`, act);
      }
      if (answer && answer.status === 409) return { later: true };
      return answer && answer.status === 200 ? answer.json() : null;
    },
    /** Return both dummies of a board in their order, or why they are hidden; null if there was no answer in time. */
    async order(said, patience) {
      const answer = await post("order/", said, patience);
      return answer && answer.status === 200 ? answer.json() : null;
    },
    /** Return the cards of a board as typed, to correct them; null if the site does not answer. */
    async deal(said) {
      const answer = await post("deal/", said);
      return answer && answer.status === 200 ? answer.json() : null;
    },
    /** Return the page of the seat that this device changes to, or why it does not. */
    async device(player = "") {
      const answer = await post("device/", { player });
      if (answer && answer.ok) return { page: answer.url };
      return answer && answer.status === 409 ? answer.json() : { words: "There is no line to the site: change it later." };
    },
    async call(on) {
      const answer = await post("call/", on ? {} : { off: 1 });
      return answer && answer.status === 200 ? answer.json() : null;
    },
    /** Return how a board that was played here went at other tables, as the session shows it; null if nobody can say. */
    async board(number) {
      const answer = await ask(`../board/${number}/`);
      return answer && answer.status === 200 ? answer.json() : null;
    },
    /** Return the place of this seat so far; null while no director shows it. */
    async places() {
      try {
        const answer = await fetch(`${base}../places/`, { cache: "no-store" });
        return answer.status === 200 ? answer.json() : null;
      } catch {
        return null;
      }
    },
  };
}
