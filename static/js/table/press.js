// Thick fingers: which taps count, and how a tapped card travels.

/** A press that began on one key and ended on another (the picture moved under the finger) is no tap. */
export function guardPresses(root) {
  let pressed = null;
  const keyOf = (target) => {
    const key = target.closest && target.closest("[data-key]");
    return key ? key.dataset.key : "";
  };
  root.addEventListener("pointerdown", (event) => (pressed = keyOf(event.target)), true);
  root.addEventListener(
    "click",
    (event) => {
      const began = pressed;
      pressed = null;
      if (began === null || event.detail === 0 || began === keyOf(event.target)) return;
      event.stopPropagation();
      event.preventDefault();
    },
    true,
  );
}

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Paint, and let each new card of the trick travel there from its old place; a card that comes back travels the same way. */
export function travelling(root, paint) {
  if (still.matches || !Element.prototype.animate) return paint();
  const places = new Map();
  for (const card of root.querySelectorAll("[data-card]")) {
    places.set(card.dataset.card, { box: card.getBoundingClientRect(), laid: Boolean(card.closest(".mid .trick")) });
  }
  const hidden = root.querySelector(".opp .backs");
  const hiddenBox = hidden && hidden.getBoundingClientRect();
  const first = places.size === 0;
  paint();
  if (first) return undefined;
  for (const card of root.querySelectorAll("[data-card]")) {
    const laid = Boolean(card.closest(".mid .trick"));
    const from = places.get(card.dataset.card) || (laid && hiddenBox && { box: hiddenBox, laid: false });
    if (!from || from.laid === laid) continue;
    const to = card.getBoundingClientRect();
    const x = from.box.left + from.box.width / 2 - to.left - to.width / 2;
    const y = from.box.top + from.box.height / 2 - to.top - to.height / 2;
    card.animate([{ transform: `translate(${x}px, ${y}px)`, zIndex: 3 }, { transform: "none", zIndex: 3 }], { duration: 180, easing: "ease-out" });
  }
  return undefined;
}
