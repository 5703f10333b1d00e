// The list of calls shows its last line, and no line by half.

/** Scroll the list of calls in `root` to its end, so that the first line in sight is a whole one. */
export function showLastCall(root) {
  const box = root.querySelector("[data-scroll-end]");
  if (!box) return;
  box.style.paddingBottom = "";
  if (box.scrollHeight > box.clientHeight) {
    const all = box.clientHeight - box.querySelector("thead").getBoundingClientRect().height;
    let room = all;
    for (const row of [...box.querySelectorAll("tbody tr")].reverse()) {
      const { height } = row.getBoundingClientRect();
      if (height > room) break;
      room -= height;
    }
    if (room < all) box.style.paddingBottom = `${room}px`; // not where even the last line is higher than the room
  }
  box.scrollTop = box.scrollHeight;
}
