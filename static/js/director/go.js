// Opens a table by its number, typed into the field or anywhere on the page.

const FIELDS = "input, textarea, select, [contenteditable]";

/** Return the label that a text means at once: a table's label that no longer label begins with. "" for any other text. */
export function meant(text, labels) {
  const typed = text.replace(/\s/g, "").toUpperCase();
  const could = labels.filter((label) => label.startsWith(typed));
  return could.length === 1 && could[0] === typed ? typed : "";
}

/** Return the field, if the page has one. It is fetched again with the room. */
const field = () => document.getElementById("go");

/** Return true while somebody types a number, which a fetch would delete. */
export function isTyping() {
  return Boolean(field() && field().value && document.activeElement === field());
}

/** Listen for numbers as long as the page is there. */
export function listenForTables() {
  document.addEventListener("input", (event) => {
    if (event.target !== field()) return;
    if (meant(field().value, field().dataset.tables.trim().split(" "))) field().form.querySelector("[type=submit], button").click();
  });
  document.addEventListener("keydown", (event) => {
    if (event.target === field() && event.key === "Escape") {
      field().value = "";
      field().blur();
    }
    if (!field() || document.documentElement.dataset.keys === "off") return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest(FIELDS)) return;
    const starts = field().dataset.tables.split(" ").some((label) => label && label[0] === event.key.toUpperCase());
    if (event.key.length === 1 && starts) field().focus(); // the key itself goes into the field
  });
  // Reached with the browser's Back key, the field is empty again.
  addEventListener("pageshow", () => field() && (field().value = ""));
}
