// Opens a table by its number: typed into the field, or anywhere on the page, which puts it into the field.

const FIELDS = "input, textarea, select, [contenteditable]";

/** The label that a text means at once: a table's, that no longer one begins with. Empty for every other text. */
export function meant(text, labels) {
  const typed = text.replace(/\s/g, "").toUpperCase();
  const could = labels.filter((label) => label.startsWith(typed));
  return could.length === 1 && could[0] === typed ? typed : "";
}

/** The field, if the page has one: it is fetched again with the room. */
const field = () => document.getElementById("go");

/** True while somebody types a number: what is fetched meanwhile would take it away. */
export function isTyping() {
  return Boolean(field() && field().value && document.activeElement === field());
}

/** Listen for numbers, as long as the page is there. */
export function listenForTables() {
  document.addEventListener("input", (event) => {
    if (event.target !== field()) return;
    if (meant(field().value, field().dataset.tables.trim().split(" "))) field().form.requestSubmit();
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
  // Come back to with the browser's own key, it holds no number of before.
  addEventListener("pageshow", () => field() && (field().value = ""));
}
