/**
 * Opens the app without a connection: the screens' code is kept in this browser, one cache per build. It never sees
 * what belongs to a person: only the app's own page, the public ones, hashed files and a few static ones pass through
 * it; every answer of the APIs goes straight from the server to the screen. Pages always come from the server when
 * that answers, so nobody stays on an old build or reads old terms (a kept one shown first and renewed behind it would
 * save one round trip, mostly for a 304); a new worker takes over at once.
 */

declare const self: ServiceWorkerGlobalScope;

/** Written in front of this script by the build. */
declare const BUILD: {
  readonly version: string;
  /** The script that the page of this build starts with. */
  readonly entry: string;
  /** Addresses of everything the app needs. */
  readonly files: readonly string[];
};

const PREFIX = 'trellis-app-';
const CACHE = `${PREFIX}${BUILD.version}`;
// The same page is the answer for every screen.
const SHELL = '/dashboard';
// Documents of the build that need no app. Kept once they were seen.
const PUBLIC_PAGES: readonly string[] = ['/', '/terms', '/privacy'];
// A browser may keep this worker in the process of a tab that is stuck: whatever asks it waits as long.
const PASSED_BY = ['/rest/*', '/auth/v1/*', '/storage/*', '/functions/*'];
const PATIENCE_MS = 3000;
// A proxy's answers while the server behind it is away.
const NOBODY_THERE: ReadonlySet<number> = new Set([502, 503, 504]);
// A tab that is still open on the build before this one loads its screens from that one's cache.
const KEPT_BUILDS = 2;

interface RoutedEvent extends ExtendableEvent {
  /** Chromium has it. */
  addRoutes?(routes: readonly object[]): Promise<void>;
}

self.addEventListener('install', (event: RoutedEvent) => {
  const routes = PASSED_BY.map((pathname) => ({
    condition: { urlPattern: { pathname } },
    source: 'network',
  }));
  // Without them, everything works as long as no tab is stuck.
  event.waitUntil(event.addRoutes?.(routes).catch(() => undefined) ?? Promise.resolve());
  event.waitUntil(install());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(activate());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (isScreen(pathname)) event.respondWith(freshOr(event, SHELL, keepShell));
    else if (PUBLIC_PAGES.includes(pathname)) event.respondWith(publicPage(event, pathname));
  } else if (pathname.startsWith('/assets/')) event.respondWith(keptOr(request));
  else if (BUILD.files.includes(pathname)) event.respondWith(freshOr(event, pathname, keepFile));
});

async function install(): Promise<void> {
  try {
    const cache = await caches.open(CACHE);
    const shell = await fetch(SHELL, { cache: 'no-cache' });
    if (!(await isOfThisBuild(shell))) throw new Error('The server has another build by now.');
    await cache.addAll(BUILD.files);
    await cache.put(SHELL, shell);
  } catch (error) {
    // Half a build must not count as the previous one.
    await caches.delete(CACHE);
    throw error;
  }
  await self.skipWaiting();
}

async function activate(): Promise<void> {
  const builds = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  // Oldest first, as they were made.
  const old = builds.slice(0, Math.max(0, builds.length - (KEPT_BUILDS - 1)));
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

function isScreen(pathname: string): boolean {
  return /^\/(dashboard|files)(\/|$)/.test(pathname) || /^\/auth\/(?!v1\/)/.test(pathname);
}

async function publicPage(event: FetchEvent, pathname: string): Promise<Response> {
  const answer = freshOr(event, pathname, keepFile);
  // Without a connection or a copy of the landing page, its address opens the app.
  return pathname === '/' ? answer.catch(() => Response.redirect(SHELL)) : answer;
}

/** From the server; from the cache when that is away or takes too long. */
async function freshOr(
  event: FetchEvent,
  key: string,
  keep: (key: string, answer: Response) => Promise<void>,
): Promise<Response> {
  const fresh = fetch(event.request).then((answer) => {
    if (NOBODY_THERE.has(answer.status)) throw new Error(`The server is away (${answer.status}).`);
    event.waitUntil(keep(key, answer.clone()));
    return answer;
  });
  // A failure after the race below is handled, too.
  fresh.catch(() => undefined);
  const first = await Promise.race([fresh.catch(() => undefined), wait(PATIENCE_MS)]);
  return first ?? (await (await caches.open(CACHE)).match(key)) ?? (await keptBefore(key)) ?? fresh;
}

/** A public page that was last seen under the build before this one, whose files are kept as well. */
async function keptBefore(key: string): Promise<Response | undefined> {
  return PUBLIC_PAGES.includes(key) ? caches.match(key) : undefined;
}

/** From the cache, of whichever build: a hashed file never changes. */
async function keptOr(request: Request): Promise<Response> {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.status === 200) await (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
}

/** A page of another build would ask for files that are not in this build's cache. */
async function keepShell(key: string, answer: Response): Promise<void> {
  if (await isOfThisBuild(answer)) await keepFile(key, answer);
}

async function keepFile(key: string, answer: Response): Promise<void> {
  if (answer.status === 200 && !answer.redirected) await (await caches.open(CACHE)).put(key, answer);
}

async function isOfThisBuild(answer: Response): Promise<boolean> {
  return answer.ok && (await answer.clone().text()).includes(BUILD.entry);
}

function wait(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, ms, undefined));
}
