// The field of a board as one tree: arrow keys among its lines, and keys that open and close them all. It can be read
// without a script.

const tree = document.getElementById("tree");
const ways = ".ways > li > details";

/** Return the lines that are visible now, in order. */
const lines = () => [...tree.querySelectorAll(`${ways} > summary`)].filter((line) => line.checkVisibility());

/** Return the line that this one hangs from. */
const above = (line) => {
  const upper = line.parentElement.parentElement.closest("details");
  return upper && upper.querySelector(":scope > summary");
};

const steps = {
  ArrowDown: (all, at) => all[at + 1],
  ArrowUp: (all, at) => all[at - 1],
  Home: (all) => all[0],
  End: (all) => all[all.length - 1],
  ArrowRight(all, at) {
    const branch = all[at].parentElement;
    if (branch.open) return branch.querySelector(`${ways} > summary`);
    branch.open = true;
    return all[at];
  },
  ArrowLeft(all, at) {
    const branch = all[at].parentElement;
    if (!branch.open) return above(all[at]);
    branch.open = false;
    return all[at];
  },
};

function setAll(open) {
  for (const branch of tree.querySelectorAll(ways)) branch.open = open;
}

if (tree) {
  tree.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const step = steps[event.key];
    const all = lines();
    const at = all.indexOf(event.target);
    if (!step || at < 0) return;
    event.preventDefault();
    step(all, at)?.focus();
  });
  const keys = tree.querySelector("[data-all]");
  keys.hidden = false;
  keys.querySelector("[data-unfold]").addEventListener("click", () => setAll(true));
  keys.querySelector("[data-fold]").addEventListener("click", () => setAll(false));
  // On paper everything is open.
  addEventListener("beforeprint", () => setAll(true));
}
