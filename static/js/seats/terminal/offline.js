// The hook for the site's service worker. A browser has one over https only (and on this machine itself): it keeps the
// page and its files, so that the terminal opens without a line too. Without it the page works as long as its tab stays.

/** Tell the service worker, if there is one, which page it must be able to open again, and which files it needs. */
export async function keepPageForOffline(page) {
  if (!("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  const worker = registration && registration.active;
  if (!worker) return;
  const files = performance.getEntriesByType("resource").map((entry) => entry.name);
  worker.postMessage({ t: "keep-page", page, files: files.filter((name) => new URL(name).pathname.startsWith("/static/")) });
}
