// A club file is sent in pieces, which any proxy lets through, and the page shows how far it is. Without this script the
// form sends the whole file.

const TRIES = 5;
const WAIT = 2000; // ms before a piece is sent again
const form = document.querySelector("[data-send-file]");
const fault = form.querySelector("[data-fault]");
const bar = form.querySelector("[data-sending]");
const button = form.querySelector("button.main");

/** Send fields of the form. Returns the answer's JSON. A refusal is thrown, with its sentence. */
async function send(address, fields) {
  const body = new FormData();
  body.append("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const answer = await fetch(address, { method: "POST", body });
  const json = answer.headers.get("Content-Type")?.startsWith("application/json");
  const said = json ? await answer.json() : {};
  if (answer.ok && json) return said;
  if (answer.ok) location.reload(); // the site first asks who it is
  throw Object.assign(new Error(said.fault ?? ""), { told: Boolean(said.fault) });
}

/** Send a piece. A line that was lost is tried again; a refusal is not. */
async function persist(address, fields) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send(address, fields);
    } catch (error) {
      if (error.told || tries === TRIES) throw error;
      await new Promise((done) => setTimeout(done, WAIT));
    }
  }
}

function show(share) {
  const percent = Math.floor(100 * share);
  bar.querySelector("progress").value = percent;
  bar.querySelector("[data-percent]").textContent = percent;
}

async function sendAll(file) {
  const begun = await send(form.action, { size: file.size });
  for (let number = 1, at = 0; at < file.size; number += 1, at += begun.bytes) {
    show(at / file.size);
    await persist(begun.piece, { number, piece: file.slice(at, at + begun.bytes) });
  }
  location.assign(begun.at);
}

form.addEventListener("submit", async (event) => {
  const [file] = form.elements.file.files;
  if (!file) return; // the form says what is missing
  event.preventDefault();
  fault.hidden = true;
  bar.hidden = false;
  button.disabled = true;
  show(0);
  try {
    await sendAll(file);
  } catch (error) {
    fault.textContent = error.told ? error.message : "The line was lost, and the file did not come. Send it again.";
    fault.hidden = false;
    bar.hidden = true;
    button.disabled = false;
  }
});
