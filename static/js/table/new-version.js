// A new version of the site: the page loads itself anew, but between boards only, and says so in one line afterwards.

const KEY = "taken-version";
const QUIET = ["not_started", "waiting", "ready", "round_done", "sit_out", "finished"];

/** Whether no board is on the table in this message. */
export const isQuiet = (message) => Boolean(message && !message.view && QUIET.includes(message.table.state));

/**
 * @param {string} own the version of this page, "" where it is not known
 * @param {{idle: () => boolean, say: (text: string) => void, reload: () => void}} page
 *   `idle`: no board is on the table, no sheet is open, and nothing is on its way to the server
 */
export function createNewVersion(own, { idle, say, reload }) {
  let latest = own;

  function taken() {
    try {
      return sessionStorage.getItem(KEY);
    } catch {
      return null;
    }
  }

  /** False where nothing can be kept: then nobody would know that this version was tried, and it would be tried for ever. */
  function keep(version) {
    try {
      sessionStorage.setItem(KEY, version);
    } catch {
      return false;
    }
    return true;
  }

  function look() {
    if (!own || !idle()) return;
    if (latest !== own) {
      if (taken() !== latest && keep(latest)) reload();
    } else if (taken() === own && keep("")) {
      say("The site has a new version, and this page is of it.");
    }
  }

  return {
    /** What the server says its version is. */
    heard(version) {
      latest = version || own;
      look();
    },
    /** To be asked whenever something has changed on the table. */
    look,
  };
}
