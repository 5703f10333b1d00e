// The list of calls shows its last line, and no line by half.

/**
 * Make the list of calls in `root` as high as whole lines are, and scroll it to its end. The style sheet keeps it on
 * whole lines.
 */
export function showLastCall(root) {
  const box = root.querySelector("[data-scroll-end]");
  if (!box) return;
  box.style.height = "";
  if (box.scrollHeight > box.clientHeight) {
    const head = box.querySelector("thead").getBoundingClientRect().height;
    const room = box.clientHeight - head;
    let lines = 0;
    for (const row of [...box.querySelectorAll("tbody tr")].reverse()) {
      const { height } = row.getBoundingClientRect();
      if (lines + height > room) break;
      lines += height;
    }
    if (lines) box.style.height = `${box.offsetHeight - room + lines}px`; // not if even the last line is higher than the room
    box.style.scrollPaddingTop = `${head}px`;
  }
  box.scrollTop = box.scrollHeight;
}
