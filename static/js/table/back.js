// A device's Back closes the open sheet. While one is open, the history has one more entry for the page.

/** Return a function to call after each painting. `isOpen` tells if a sheet is open that `close` can close. */
export function createBack(isOpen, close) {
  const here = () => Boolean(history.state && history.state.sheet);
  let leaving = false;

  /** An entry without a sheet is left: the sheet was closed by its key, or Forward led there. */
  function look() {
    if (leaving || isOpen() === here()) return;
    leaving = here();
    if (leaving) history.back();
    else history.pushState({ sheet: true }, "");
  }

  addEventListener("popstate", () => {
    if (!leaving && !here() && isOpen()) close();
    leaving = false;
    look();
  });
  return look;
}
