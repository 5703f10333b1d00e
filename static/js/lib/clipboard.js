// Copying a text. A page without TLS has no clipboard; then the text of the field is copied by hand.

const DONE = "Copied: now paste it into a message.";

/**
 * @param {string} text
 * @param {HTMLInputElement} field shows the same text, to be selected if nothing else works
 * @returns {Promise<string>} what to tell the person
 */
export async function copyText(text, field) {
  try {
    await navigator.clipboard.writeText(text);
    return DONE;
  } catch {
    field.select();
    return document.execCommand("copy") ? DONE : "Press and hold the address to copy it.";
  }
}
