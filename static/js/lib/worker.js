/**
 * Start the site's service worker from this address, if the page gives one and the browser allows it: over https, or on
 * this machine.
 */
export function startWorker(address) {
  if (!address || !navigator.serviceWorker) return;
  // Refused (private browsing, no disk): everything works without it.
  navigator.serviceWorker.register(address, { updateViaCache: "none" }).catch(() => {});
}
