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
  saved,
  saveStatus,
  signOut,
  signUp,
  test,
  write,
} from '../support/journey.ts';

test.use({ serviceWorkers: 'allow' });

const OFFLINE = 'You are offline.';

/** The worker has its copy of the app. */
async function workerReady(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
  });
}

async function expectInstallable(page: Page): Promise<void> {
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const answer = await page.request.get(address ?? '');
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  const manifest = await answer.json();
  expect(manifest).toMatchObject({ name: 'Trellis', start_url: '/dashboard', display: 'standalone' });
  const touchIcon = await page.locator('link[rel=apple-touch-icon]').getAttribute('href');
  for (const src of [touchIcon, ...manifest.icons.map((icon: { src: string }) => icon.src)]) {
    const width = await page.evaluate(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return image.naturalWidth;
    }, src);
    expect(width, src).toBeGreaterThan(0);
  }
  const devtools = await page.context().newCDPSession(page);
  expect((await devtools.send('Page.getAppManifest')).errors).toEqual([]);
}

test('pages seen before open offline, keep edits, save them later, and leave with the person', async ({
  person,
}) => {
  await signUp(person, newAccount('Train Rider'));
  await createPage(person, 'Tunnel notes');
  await write(person, 'Before the tunnel.');
  await saved(person);
  await workerReady(person);
  // The seen pages are kept.
  await person.waitForTimeout(1500);

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
  // No save waits for the worker, which may be in the process of a tab that is stuck.
  const asked = () =>
    person.evaluate(async () => {
      await fetch('/rest/v1/');
      return performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('/rest/v1/'))
        .map((entry) => 'workerMatchedSourceType' in entry && entry.workerMatchedSourceType);
    });
  // A request is listed a moment after its answer.
  await expect.poll(asked).toContain('network');

  // The next person in this browser finds nothing: web/test/pages/unsaved.test.ts says how that looks.
  await person.getByRole('button', { name: 'Account: Train Rider' }).click();
  await person.getByRole('menuitem', { name: 'Sign Out' }).click();
  await person.waitForURL('/auth/login');
  const kept = () => person.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  await expect.poll(kept).toEqual([]);
  const answersKept = await person.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests
      .flat()
      .map(({ url }) => new URL(url).pathname)
      .filter((path) => path.includes('/v1/'));
  });
  expect(answersKept).toEqual([]);
});

test('the app can be installed; its public pages open offline once seen, and are never stale online', async ({
  person,
}) => {
  await person.goto('/auth/login');
  await expectInstallable(person);
  await signUp(person, newAccount('Careful Reader'));
  await workerReady(person);
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

  test('takes over at once and offers to reload, and keeps two builds at most', async ({ person }) => {
    await signUp(person, newAccount('Early Bird'));
    await workerReady(person);
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

  test('removes the worker when told, and leaves nothing behind', async ({ person }) => {
    await signUp(person, newAccount('Way Out'));
    await workerReady(person);
    const off = fileURLToPath(new URL('../../web/service-worker/service-worker-off.js', import.meta.url));
    await replaceWorker(await readFile(off, 'utf8'));
    await lookForUpdate(person);
    await expect.poll(() => builds(person)).toEqual([]);
    await person.goto('/dashboard');
    await expect(person.getByRole('heading', { level: 1 })).toContainText('Dashboard');
  });
});
