// The set-up's small conveniences; every form works without them.

// A name offered beside a refused line is put into it.
document.addEventListener("click", (event) => {
  const offer = event.target.closest("[data-fill]");
  if (!offer) return;
  const input = document.getElementById(offer.dataset.fill);
  input.value = offer.dataset.name;
  input.dispatchEvent(new Event("change", { bubbles: true }));
});

const PLACES = ".line input, .teamhead input";

// Enter on a line, or in a team's name, stores the name and moves to the next one instead of sending the whole form.
document.addEventListener("keydown", (event) => {
  const input = event.target;
  if (event.key !== "Enter" || !input.matches(PLACES)) return;
  event.preventDefault();
  const inputs = [...document.querySelectorAll(PLACES)];
  const next = inputs[inputs.indexOf(input) + 1];
  if (next) next.focus();
  else input.blur();
});

// A returned fault takes the focus; other fragments leave it where it was.
document.body.addEventListener("htmx:afterSwap", (event) => {
  const bad = document.querySelector(`#${CSS.escape(event.detail.target.id)} input[aria-invalid]`);
  if (!bad) return;
  if (document.activeElement === document.body) bad.focus();
  show(bad);
});

// The question under a refused line belongs to the line: neither may be below the window's edge.
function show(input) {
  input.closest(".line, .teamhead")?.scrollIntoView({ block: "nearest" });
}
const refused = document.querySelector(".line.bad input, .teamhead.bad input");
if (refused) show(refused);

// A tapped name brings the page back where it was, at the name that follows.
const TAPPED = "names-tapped";
document.addEventListener("submit", (event) => {
  const { target, submitter } = event;
  if (!target.closest(".picks") || !submitter) return;
  const keys = [...target.querySelectorAll("button")];
  const kept = { path: location.pathname, fold: target.elements.fold?.value, at: keys.indexOf(submitter), top: target.getBoundingClientRect().top };
  sessionStorage.setItem(TAPPED, JSON.stringify(kept));
});
addEventListener("load", () => {
  const kept = JSON.parse(sessionStorage.getItem(TAPPED) || "null");
  sessionStorage.removeItem(TAPPED);
  const form = kept && kept.path === location.pathname && document.querySelector(`.picks form:has(input[name=fold][value="${CSS.escape(kept.fold)}"])`);
  if (!form) return;
  // This runs after the browser has scrolled to the list, which it does for a page without scripts.
  setTimeout(() => {
    scrollBy(0, form.getBoundingClientRect().top - kept.top);
    const keys = form.querySelectorAll("button");
    keys[Math.min(kept.at, keys.length - 1)]?.focus({ preventScroll: true });
  });
});

for (const drop of document.querySelectorAll(".drop")) {
  const input = drop.querySelector("input[type=file]");
  for (const name of ["dragenter", "dragover"]) {
    drop.addEventListener(name, (event) => {
      event.preventDefault();
      drop.classList.add("over");
    });
  }
  drop.addEventListener("dragleave", () => drop.classList.remove("over"));
  drop.addEventListener("drop", (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    input.files = event.dataTransfer.files;
  });
}
