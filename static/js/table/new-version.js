// A new version of the site: the page reloads itself, but only between boards, and says so in one line afterwards.

const KEY = "taken-version";
const QUIET = ["not_started", "waiting", "ready", "round_done", "sit_out", "finished"];

/** True if no board is on the table in this message. */
export const isQuiet = (message) => Boolean(message && !message.view && QUIET.includes(message.table.state));

/**
 * @param {string} own the version of this page, "" if it is not known
 * @param {{idle: () => boolean, say: (text: string) => void, reload: () => void}} page `idle`: no board is on the
 *   table, no sheet is open, and nothing is on its way to the server
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

  /** Return false if nothing can be stored: then the page would try this version again for ever. */
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
    /** The server has told its version. */
    heard(version) {
      latest = version || own;
      look();
    },
    /** Call this whenever something has changed on the table. */
    look,
  };
}
