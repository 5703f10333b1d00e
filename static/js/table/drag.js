// Dragging a card to the trick, beside tapping it: a copy of the card follows the finger, the hand stays as it is until
// the drop.

const FAR = 12; // px from where it began: less is a tap
const BACK = { duration: 150, easing: "ease-out" };
const still = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * @param {HTMLElement} root
 * @param {{may: (card: string) => boolean, play: (card: string) => void}} acts `may`: true if this card can be played
 *   now
 */
export function createDrag(root, { may, play }) {
  let drag = null;

  function begin(event) {
    if (drag || !event.isPrimary || event.button !== 0) return;
    const key = event.target.closest("button.card.yes");
    const card = key && key.dataset.card;
    if (card && may(card)) drag = { card, key, id: event.pointerId, x: event.clientX, y: event.clientY, copy: null };
  }

  function lift() {
    const { key } = drag;
    const box = key.getBoundingClientRect();
    const copy = key.cloneNode(true);
    for (const name of ["data-card", "data-key", "aria-label"]) copy.removeAttribute(name);
    copy.classList.add("dragged");
    copy.inert = true;
    Object.assign(copy.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
    root.after(copy);
    key.style.opacity = ".3";
    root.classList.add("dragging");
    drag.copy = copy;
  }

  function move(event) {
    if (!drag || event.pointerId !== drag.id) return;
    if (!holds()) {
      end();
      return;
    }
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.copy && Math.hypot(x, y) < FAR) return;
    if (!drag.copy) lift();
    drag.copy.style.transform = `translate(${x}px, ${y}px)`;
    root.classList.toggle("over", overTrick(event));
  }

  /** The picture may have changed meanwhile: another card may be where this one was. */
  const holds = () => drag.key.isConnected && drag.key.dataset.card === drag.card && may(drag.card);

  function overTrick({ clientX, clientY }) {
    const at = document.elementFromPoint(clientX, clientY);
    return Boolean(at && at.closest(".mid") && !at.closest(".common"));
  }

  function drop(event) {
    if (!drag || event.pointerId !== drag.id) return;
    if (!drag.copy) {
      drag = null;
      return;
    }
    notATap();
    const { card, key, copy } = drag;
    if (!holds() || !overTrick(event)) {
      goBack();
      return;
    }
    // The played card continues from where the finger let it go.
    key.style.transform = copy.style.transform;
    end();
    play(card);
    key.style.transform = "";
  }

  function goBack() {
    const { copy } = drag;
    const away = copy.style.transform;
    drag.copy = null;
    end();
    copy.style.transform = "";
    if (still.matches) copy.remove();
    else copy.animate([{ transform: away }, { transform: "none" }], BACK).finished.finally(() => copy.remove());
  }

  function end() {
    drag.key.style.opacity = "";
    if (drag.copy) drag.copy.remove();
    root.classList.remove("dragging", "over");
    drag = null;
  }

  /** Ignore the click that a browser makes of the same press. */
  function notATap() {
    const stop = (event) => {
      event.stopPropagation();
      event.preventDefault();
    };
    addEventListener("click", stop, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", stop, { capture: true }), 0);
  }

  root.dataset.drags = "";
  root.addEventListener("pointerdown", begin);
  addEventListener("pointermove", move);
  addEventListener("pointerup", drop);
  addEventListener("pointercancel", (event) => drag && event.pointerId === drag.id && end());
}
