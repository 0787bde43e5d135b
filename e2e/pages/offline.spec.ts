/// <reference lib="dom" />
/** Installed, and without a connection: the app opens with what was last seen, and belongs to one person at a time. */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import {
  content,
  createPage,
  expect,
  newAccount,
  saveStatus,
  signIn,
  signOut,
  signUp,
  test,
  write,
} from '../support/journey.ts';

test.use({ serviceWorkers: 'allow' });

const OFFLINE = 'You are offline.';

/** The worker has its copy of the app, and the seen pages are kept. */
async function readyForOffline(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
  });
  await page.waitForTimeout(1500);
}

test('the app can be installed', async ({ person }) => {
  await person.goto('/auth/login');
  const address = await person.locator('link[rel=manifest]').getAttribute('href');
  const answer = await person.request.get(address ?? '');
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  const manifest = await answer.json();
  expect(manifest).toMatchObject({ name: 'Trellis', start_url: '/dashboard', display: 'standalone' });
  const touchIcon = await person.locator('link[rel=apple-touch-icon]').getAttribute('href');
  for (const src of [touchIcon, ...manifest.icons.map((icon: { src: string }) => icon.src)]) {
    const width = await person.evaluate(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return image.naturalWidth;
    }, src);
    expect(width, src).toBeGreaterThan(0);
  }
  const devtools = await person.context().newCDPSession(person);
  expect((await devtools.send('Page.getAppManifest')).errors).toEqual([]);
});

test('pages seen before open and are written to offline, and are saved afterwards', async ({ person }) => {
  await signUp(person, newAccount('Train Rider'));
  await createPage(person, 'Tunnel notes');
  await write(person, 'Before the tunnel.');
  await expect(saveStatus(person)).toHaveText('Saved');
  await readyForOffline(person);

  await person.context().setOffline(true);
  await expect(person.getByText(OFFLINE)).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await person.emulateMedia({ reducedMotion: 'reduce', colorScheme });
    await expectAccessible(person, '[role=status]');
  }
  await person.reload();
  await expect(content(person)).toHaveText('Before the tunnel.');
  await expect(person.getByRole('treeitem', { name: 'Tunnel notes' })).toBeVisible();
  await expect(person.getByRole('button', { name: 'Account: Train Rider' })).toBeVisible();
  await write(person, ' And inside.');
  await expect(saveStatus(person)).toContainText('Offline');

  await person.goto('/dashboard');
  await expect(person.getByRole('heading', { level: 1 })).toContainText('Dashboard');
  await person.getByRole('treeitem', { name: 'Tunnel notes' }).click();
  await expect(content(person)).toHaveText('Before the tunnel. And inside.');

  await person.context().setOffline(false);
  await expect(person.getByText(OFFLINE)).toBeHidden();
  await expect(saveStatus(person)).toHaveText('Saved');
});

test('a server that is away signs nobody out, and an old session waits for it', async ({
  person,
  trellis,
}) => {
  await signUp(person, newAccount('Patient Reader'));
  await createPage(person, 'Still here');
  await expect(saveStatus(person)).toHaveText('Saved');
  await readyForOffline(person);

  await trellis.stop('SIGKILL');
  await person.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('trellis-auth') ?? '');
    localStorage.setItem('trellis-auth', JSON.stringify({ ...session, expires_at: 1 }));
  });
  await person.goto('/dashboard');
  await expect(person.getByRole('treeitem', { name: 'Still here' })).toBeVisible();
  await expect(person.getByText(OFFLINE)).toBeVisible();

  await trellis.start();
  await expect(person.getByText(OFFLINE)).toBeHidden();
  await person.getByRole('treeitem', { name: 'Still here' }).click();
  await expect(saveStatus(person)).toHaveText('Saved', { timeout: 45_000 });
});

test('the public pages and the sign-in screen open offline once they were seen', async ({ person }) => {
  await signUp(person, newAccount('Careful Reader'));
  await readyForOffline(person);
  // Without a copy of the landing page, its address opens the app.
  await person.context().setOffline(true);
  await person.goto('/');
  await person.waitForURL('/dashboard');
  await person.context().setOffline(false);

  const pages = [
    ['/', 'Everything your team writes'],
    ['/terms', 'Terms of Service'],
    ['/privacy', 'Privacy Policy'],
  ] as const;
  for (const [address] of pages) await person.goto(address, { waitUntil: 'networkidle' });
  await signOut(person);
  await person.context().setOffline(true);
  for (const [address, heading] of [
    ...pages,
    ['/auth/login', 'Sign in'],
    ['/auth/signup', 'Create'],
  ] as const) {
    await person.goto(address);
    await expect(person.getByRole('heading', { level: 1 })).toContainText(heading);
  }
  await person.goto('/');
  const picture = person.getByRole('img', { name: /A page being written/ });
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await person.context().setOffline(false);
});

test('public pages are never old while the server answers', async ({ person }) => {
  await signUp(person, newAccount('Fresh Reader'));
  await readyForOffline(person);
  await person.goto('/terms', { waitUntil: 'networkidle' });
  const file = fileURLToPath(new URL('../../web/dist/terms.html', import.meta.url));
  const before = await readFile(file, 'utf8');
  try {
    await writeFile(file, before.replace('</h1>', ', second edition</h1>'));
    await person.goto('/terms');
    await expect(person.getByRole('heading', { level: 1 })).toHaveText('Terms of Service, second edition');
  } finally {
    await writeFile(file, before);
  }
});

test('the next person in the same browser finds nothing of the one before', async ({ person }) => {
  const first = newAccount('First Person');
  await signUp(person, first);
  await createPage(person, 'Mine alone');
  await write(person, 'A secret.');
  await expect(saveStatus(person)).toHaveText('Saved');
  const address = person.url();
  await readyForOffline(person);
  await signOut(person);
  const kept = () =>
    person.evaluate(async () =>
      (await indexedDB.databases()).map(({ name }) => name).filter((name) => name !== 'trellis-probe'),
    );
  await expect.poll(kept).toEqual([]);

  await signUp(person, newAccount('Second Person'));
  await readyForOffline(person);
  await person.context().setOffline(true);
  await person.goto(address);
  await expect(person.getByRole('button', { name: 'Account: Second Person' })).toBeVisible();
  await expect(person.getByText('Mine alone')).toHaveCount(0);
  await expect(person.getByText('A secret.')).toHaveCount(0);
  expect(
    await person.evaluate(async () => {
      const names = await caches.keys();
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return requests
        .flat()
        .map(({ url }) => new URL(url).pathname)
        .filter((path) => path.includes('/v1/'));
    }),
  ).toEqual([]);

  await person.context().setOffline(false);
  await signOut(person);
  await signIn(person, first);
  await person.goto(address);
  await expect(content(person)).toHaveText('A secret.');
});

test.describe('a new version', () => {
  const worker = fileURLToPath(new URL('../../web/dist/service-worker.js', import.meta.url));
  let before = '';
  test.beforeEach(async () => {
    before = await readFile(worker, 'utf8');
  });
  test.afterEach(async () => {
    await replaceWorker(before);
  });
  const replaceWorker = async (script: string) => {
    // The server prefers the compressed neighbours, which hold the old script.
    const { brotliCompressSync, gzipSync } = await import('node:zlib');
    await writeFile(worker, script);
    await writeFile(`${worker}.br`, brotliCompressSync(script));
    await writeFile(`${worker}.gz`, gzipSync(script));
  };
  const builds = (page: Page) => page.evaluate(async () => await caches.keys());
  const lookForUpdate = (page: Page) =>
    page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));

  test('takes over at once and offers to reload; two builds are kept at most', async ({ person }) => {
    await signUp(person, newAccount('Early Bird'));
    await readyForOffline(person);
    expect(await builds(person)).toHaveLength(1);
    for (const version of ['second', 'third']) {
      await replaceWorker(before.replace(/"version":"\w+"/, `"version":"${version}"`));
      await lookForUpdate(person);
      await expect.poll(() => builds(person)).toContain(`trellis-app-${version}`);
      await expect(person.getByText('A new version of Trellis is ready.')).toBeVisible();
    }
    await expect.poll(() => builds(person)).toEqual(['trellis-app-second', 'trellis-app-third']);
    await person.getByRole('button', { name: 'Reload' }).click();
    await expect(person.getByText('A new version of Trellis is ready.')).toBeHidden();
  });

  test('that removes the worker leaves nothing behind', async ({ person }) => {
    await signUp(person, newAccount('Way Out'));
    await readyForOffline(person);
    const off = fileURLToPath(new URL('../../web/service-worker/service-worker-off.js', import.meta.url));
    await replaceWorker(await readFile(off, 'utf8'));
    await lookForUpdate(person);
    await expect.poll(() => builds(person)).toEqual([]);
    await person.goto('/dashboard');
    await expect(person.getByRole('heading', { level: 1 })).toContainText('Dashboard');
  });
});

test('a screen of a version that is no longer served offers to reload', async ({ browser, trellis }) => {
  // As in a browser whose storage is full: nothing is kept.
  const context = await browser.newContext({ baseURL: trellis.url, serviceWorkers: 'block' });
  const page = await context.newPage();
  await signUp(page, newAccount('Long Sitting'));
  await page.route('**/assets/integrations-*.js', (route) => route.fulfill({ status: 404 }));
  await page.getByRole('link', { name: 'Integrations' }).click();
  await expect(page.getByRole('heading', { name: 'A new version of Trellis is ready' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Organizations' })).toBeVisible();
  await page.unroute('**/assets/integrations-*.js');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Integrations');
  await context.close();
});

test('nothing moves once it is there', async ({ person }) => {
  await signUp(person, newAccount('Steady Hand'));
  await createPage(person, 'Level');
  await write(person, 'Some words on the page.');
  await expect(saveStatus(person)).toHaveText('Saved');
  const page = person.url();
  await person.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        Object.assign(window, { shift: (window as unknown as { shift: number }).shift + entry.value });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const [address, sign] of [
    ['/dashboard', 'Level'],
    [page, 'Some words on the page.'],
    ['/dashboard/settings', 'Danger Zone'],
    ['/dashboard/settings/workspace', 'Members (1)'],
  ] as const) {
    await person.goto(address);
    await expect(person.getByText(sign).first()).toBeVisible();
    await person.waitForTimeout(1000);
    const shift = await person.evaluate(() => (window as unknown as { shift: number }).shift);
    expect(shift, address).toBeLessThan(0.02);
  }
});
