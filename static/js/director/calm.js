// News of a page, calmly: one refresh for all news of a quarter second, and never while a finger is down.

const QUIET = 250;

/** Return a function that asks for `refresh`. News that never ends does not put it off. */
export function calmly(refresh) {
  let timer = 0;
  let pressed = false;
  let wanted = false;

  function soon() {
    if (timer) return;
    timer = setTimeout(() => {
      timer = 0;
      // A key must not slip away under a finger.
      if (pressed) wanted = true;
      else refresh();
    }, QUIET);
  }

  addEventListener("pointerdown", () => (pressed = true));
  for (const name of ["pointerup", "pointercancel"]) {
    addEventListener(name, () => {
      pressed = false;
      if (!wanted) return;
      wanted = false;
      soon();
    });
  }
  return soon;
}
