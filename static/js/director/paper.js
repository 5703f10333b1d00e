// A paper traveller by keyboard alone: Enter and the arrows move from line to line, Enter in the last line saves, the
// page keys turn to the boards before and after.
const form = document.querySelector("form.paper");
const lines = form ? [...form.querySelectorAll("input[name^='line-']")] : [];

function step(from, by) {
  for (let at = from + by; at >= 0 && at < lines.length; at += by) {
    // Enter skips a line that has its score; the arrows reach it.
    if (by !== 1 || !lines[at].hasAttribute("data-has-score")) return lines[at];
  }
  return null;
}

function go(input) {
  input.focus();
  input.select();
}

// Unsaved input keeps its page open.
function turned(event) {
  const rel = { PageUp: "prev", PageDown: "next" }[event.key];
  const link = rel && document.querySelector(`.pager a[rel="${rel}"]`);
  if (!link || lines.some((input) => input.value !== input.defaultValue)) return false;
  location.assign(link.href);
  return true;
}

form?.addEventListener("keydown", (event) => {
  if (turned(event)) return event.preventDefault();
  const at = lines.indexOf(event.target);
  if (at < 0 && event.key === "ArrowUp" && event.target.matches("button")) {
    event.preventDefault();
    return go(lines.at(-1));
  }
  if (at < 0) return;
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    const next = lines[at + (event.key === "ArrowDown" ? 1 : -1)];
    if (next) go(next);
    event.preventDefault();
  } else if (event.key === "Enter") {
    const next = step(at, 1);
    // Without a next line the browser sends the form by itself.
    if (!next) return;
    event.preventDefault();
    go(next);
  }
});

const wrong = lines.find((input) => input.getAttribute("aria-invalid"));
const first = wrong ?? step(-1, 1) ?? form?.querySelector("button");
first?.focus();
