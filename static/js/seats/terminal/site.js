// What a terminal asks the site, and how it hears whether there is a line to it.

const PATIENCE = 8000;

const token = () => (/(?:^|; )csrftoken=([^;]*)/.exec(document.cookie) || [])[1] || "";

const UNSAID = ["", false, null, undefined];

/** A form's fields, an act's answers among them; what is empty is left out, and what is only kept here. */
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
      heard(answer.status < 500);
      return answer;
    } catch {
      heard(false);
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  const post = (path, said, patience) => ask(path, { method: "POST", body: fields(said), headers: { "X-CSRFToken": token() } }, patience);

  return {
    /** The state, null where it is as `mark` says or the site does not answer; `gone` where the seat is another's. */
    async state(mark, unsent) {
      const answer = await ask(`state/?mark=${mark}&unsent=${unsent}`);
      if (answer && answer.status === 404) return { gone: true };
      return answer && answer.status === 200 ? answer.json() : null;
    },
    /** What became of an act: its answer, `{later: true}`, or null where it is to be sent again. */
    async send(act) {
      let answer = await post(`send/${act.kind}/`, act);
      if (answer && answer.status === 403) {
        await ask("state/"); // the cookie of the form has run out: a new one comes with any page
        answer = await post(`send/${act.kind}/`, act);
      }
      if (answer && answer.status === 409) return { later: true };
      return answer && answer.status === 200 ? answer.json() : null;
    },
    /** Both dummies of a board in their order, or why they are not shown; null where nobody could say in time. */
    async order(said, patience) {
      const answer = await post("order/", said, patience);
      return answer && answer.status === 200 ? answer.json() : null;
    },
    /** The cards of a board as they were typed, to correct them; null where the site does not answer. */
    async deal(said) {
      const answer = await post("deal/", said);
      return answer && answer.status === 200 ? answer.json() : null;
    },
    /** The page of the seat that this device changes to; otherwise why it does not. */
    async device(player = "") {
      const answer = await post("device/", { player });
      if (answer && answer.ok) return { page: answer.url };
      return answer && answer.status === 409 ? answer.json() : { words: "There is no line to the site: change it later." };
    },
    async call(on) {
      const answer = await post("call/", on ? {} : { off: 1 });
      return answer && answer.status === 200 ? answer.json() : null;
    },
    /** How a board that was played here went at other tables, as the night shows it; null where nobody can say. */
    async board(number) {
      const answer = await ask(`../board/${number}/`);
      return answer && answer.status === 200 ? answer.json() : null;
    },
    /** How this seat stands so far; null while no director shows it. */
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
