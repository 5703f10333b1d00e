// One tab stop for each group of keys (`data-arrows`): Tab moves to the group, arrows move within it.

const ITEMS = "button:not([disabled]):not(.main):not(.link)";
const STEPS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

// For a group: the name of the key that had the focus last.
const last = new WeakMap();

const nameOf = (key) => key.dataset.key || key.textContent;
const itemsOf = (group) => Array.from(group.querySelectorAll(ITEMS));

/** Return the key of this group that Tab moves to, or null: the last one, but first one that may be played or chosen. */
export function stopOf(group) {
  const items = itemsOf(group);
  const open = items.filter((key) => key.matches(".yes"));
  const had = (among) => among.find((key) => nameOf(key) === last.get(group));
  return (open.length ? had(open) || open.find((key) => !key.matches(".on")) || open[0] : had(items) || items.find((key) => key.matches(".on")) || items[0]) || null;
}

function arrange(root) {
  for (const group of root.querySelectorAll("[data-arrows]")) {
    const at = document.activeElement;
    const stop = itemsOf(group).includes(at) ? at : stopOf(group);
    for (const key of group.querySelectorAll("button")) key.tabIndex = key === stop || !key.matches(ITEMS) ? 0 : -1;
  }
}

const middle = (key) => {
  const box = key.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
};

/** Return the nearest key on that side of this one on the screen; if there is none, the next one in the row. */
function beside(items, key, [across, down]) {
  const [x, y] = middle(key);
  let best = null;
  let least = Infinity;
  for (const each of items) {
    const [toX, toY] = middle(each);
    const ahead = (toX - x) * across + (toY - y) * down;
    const aside = Math.abs((toX - x) * down) + Math.abs((toY - y) * across);
    // A key that is more aside than ahead is on another side.
    if (ahead > 4 && aside <= ahead && ahead + 3 * aside < least) {
      least = ahead + 3 * aside;
      best = each;
    }
  }
  return best || items[items.indexOf(key) + across + down];
}

function onArrow(event) {
  const group = event.target.closest("[data-arrows]");
  if (!group || event.altKey || event.ctrlKey || event.metaKey) return;
  const items = itemsOf(group);
  if (!items.includes(event.target)) return;
  const step = STEPS[event.key];
  const to = event.key === "Home" ? items[0] : event.key === "End" ? items[items.length - 1] : step && beside(items, event.target, step);
  if (!step && !to) return;
  event.preventDefault();
  if (to) to.focus();
}

/** Keep the groups in `root` like this, whatever is painted there. */
export function rovingStops(root) {
  root.addEventListener("keydown", onArrow);
  root.addEventListener("focusin", ({ target }) => {
    const group = target.closest("[data-arrows]");
    if (!group || !target.matches(ITEMS)) return;
    last.set(group, nameOf(target));
    arrange(root);
  });
  new MutationObserver(() => arrange(root)).observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled", "class", "data-key"] });
  arrange(root);
}
