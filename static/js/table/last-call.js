// The list of calls shows its last line, and no line by half.

/** Scroll the list of calls in `root` to its end, so that the first line in sight is a whole one. */
export function showLastCall(root) {
  const box = root.querySelector("[data-scroll-end]");
  const row = box && box.querySelector("tbody tr");
  if (!row) return;
  box.style.paddingBottom = "";
  if (box.scrollHeight > box.clientHeight) {
    const room = box.clientHeight - box.querySelector("thead").getBoundingClientRect().height;
    box.style.paddingBottom = `${room % row.getBoundingClientRect().height}px`;
  }
  box.scrollTop = box.scrollHeight;
}
