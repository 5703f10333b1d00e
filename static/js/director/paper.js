// A paper traveller by keyboard alone: Enter and the arrows go from line to line, Enter in the last line saves.
const form = document.querySelector("form.paper");
const lines = form ? [...form.querySelectorAll("input[name^='line-']")] : [];

function step(from, by) {
  for (let at = from + by; at >= 0 && at < lines.length; at += by) {
    // A line that has its score is passed over by Enter; the arrows reach it.
    if (by !== 1 || !lines[at].hasAttribute("data-has-score")) return lines[at];
  }
  return null;
}

function go(input) {
  input.focus();
  input.select();
}

form?.addEventListener("keydown", (event) => {
  const at = lines.indexOf(event.target);
  if (at < 0) return;
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    const next = lines[at + (event.key === "ArrowDown" ? 1 : -1)];
    if (next) go(next);
    event.preventDefault();
  } else if (event.key === "Enter") {
    const next = step(at, 1);
    // Without a next line the form is sent, as the browser does by itself.
    if (!next) return;
    event.preventDefault();
    go(next);
  }
});

const wrong = lines.find((input) => input.getAttribute("aria-invalid"));
const first = wrong ?? step(-1, 1) ?? form?.querySelector("button");
first?.focus();
