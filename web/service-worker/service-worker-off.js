/**
 * Stands in for the service worker in a build with SERVICE_WORKER=off: browsers that have one replace it by this,
 * which forgets all it kept and goes. Open pages stay as they are; the next one comes from the server alone.
 */
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(leave()));

async function leave() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith('trellis-app-')).map((name) => caches.delete(name)),
  );
  await self.registration.unregister();
}
