/// <reference lib="dom" />
/** Pictures and files in a page: chosen, pasted, dropped; through a reload in the middle of an upload; offline. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { filesLeft } from '../support/files-left.ts';
import { content, createPage, expect, newAccount, saved, signUp, test, write } from '../support/journey.ts';

const PICTURE = fileURLToPath(new URL('../../web/public/icons/icon-192.png', import.meta.url));
const UPLOADS = '**/storage/v1/object/page-files/**';

const pictures = (page: Page) => content(page).locator('.file-picture[data-state="shown"] img');
const notes = (page: Page) => content(page).locator('.file-note:visible');

async function picturesAre(page: Page, count: number): Promise<void> {
  await expect(pictures(page)).toHaveCount(count);
  const widths = await pictures(page).evaluateAll((all) =>
    all.map((image) => (image as HTMLImageElement).naturalWidth),
  );
  expect(widths.every((width) => width > 0)).toBe(true);
}

/** As the system's clipboard or a file manager hands it over. */
async function hand(page: Page, selector: string, kind: 'paste' | 'drop', name: string): Promise<void> {
  const bytes = (await readFile(PICTURE)).toString('base64');
  await page
    .locator(selector)
    .first()
    .evaluate(
      (element, { kind, name, bytes }) => {
        const data = new DataTransfer();
        const type = name.endsWith('.png') ? 'image/png' : 'text/csv';
        data.items.add(
          new File([Uint8Array.from(atob(bytes), (each) => each.charCodeAt(0))], name, { type }),
        );
        const { left, top } = element.getBoundingClientRect();
        const init = { bubbles: true, cancelable: true, clientX: left + 4, clientY: top + 4 };
        if (kind === 'paste')
          element.dispatchEvent(new ClipboardEvent('paste', { ...init, clipboardData: data }));
        else
          for (const type of ['dragover', 'drop'])
            element.dispatchEvent(new DragEvent(type, { ...init, dataTransfer: data }));
      },
      { kind, name, bytes },
    );
}

async function choose(page: Page, entry: string, file: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await write(page, `/${entry.slice(0, 4).toLowerCase()}`);
  await page.getByRole('option', { name: entry }).first().click();
  await (await chooser).setFiles(file);
}

/** Nothing is left on this device: what a reload shows then is what the server has. */
async function uploaded(page: Page): Promise<void> {
  await expect.poll(() => filesLeft(page)).toBe(0);
}

test('pictures are chosen, pasted and dropped, and survive a reload in mid-upload', async ({ person }) => {
  await signUp(person, newAccount('Ansel Adams'));
  await createPage(person, 'Prints');
  await createPage(person, 'Album');
  await person.getByRole('toolbar', { name: 'Formatting' }).waitFor();
  await choose(person, 'Picture…', PICTURE);
  await picturesAre(person, 1);
  await hand(person, '.cm-content', 'paste', 'pasted.png');
  await picturesAre(person, 2);
  // A single undo takes back what one paste has put in.
  await person.keyboard.press('ControlOrMeta+z');
  await picturesAre(person, 1);
  await person.keyboard.press('ControlOrMeta+y');
  await picturesAre(person, 2);
  await hand(person, '[role=treeitem]:has-text("Prints") a', 'drop', 'figures.csv');
  await expect(person.getByText('One file added to “Prints”')).toBeVisible();
  await uploaded(person);

  // An upload that never ends.
  await person.route(UPLOADS, () => undefined);
  await hand(person, '.content-hint', 'drop', 'dropped.png');
  await picturesAre(person, 3);
  await saved(person);
  await person.reload();
  await picturesAre(person, 3);
  await expect(notes(person)).toContainText('Uploading');
  await person.unroute(UPLOADS);
  await person.reload();
  await uploaded(person);
  await person.reload();
  await picturesAre(person, 3);

  await person.getByRole('treeitem', { name: 'Prints' }).click();
  const card = content(person).locator('.file');
  await expect(card).toContainText('CSV · 3.7 KB');
  const download = person.waitForEvent('download');
  await card.getByRole('button', { name: 'Download figures.csv' }).click();
  expect(await readFile(await (await download).path())).toEqual(await readFile(PICTURE));
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 780 }, hasTouch: true });

  test('a picture that is added offline is shown, and uploaded when the connection is back', async ({
    person,
    browser,
    trellis,
  }) => {
    await signUp(person, newAccount('Vivian Maier'));
    await person.getByRole('button', { name: 'Open menu' }).click();
    await createPage(person, 'Streets');
    await person.keyboard.press('Escape');
    await content(person).click();
    // The code that adds a file has been loaded once.
    await hand(person, '.cm-content', 'paste', 'first.png');
    await picturesAre(person, 1);
    await uploaded(person);

    await person.context().setOffline(true);
    await hand(person, '.cm-content', 'paste', 'second.png');
    await picturesAre(person, 2);
    await expect(notes(person)).toContainText('On this device.');
    await person.context().setOffline(false);
    await uploaded(person);
    await saved(person);

    // On another device.
    const other = await browser.newContext({
      baseURL: trellis.url,
      storageState: await person.context().storageState(),
    });
    const screen = await other.newPage();
    await screen.goto(person.url());
    await picturesAre(screen, 2);
    await other.close();

    await pictures(person).first().scrollIntoViewIfNeeded();
    const box = await pictures(person).first().boundingBox();
    expect(box?.width).toBeLessThanOrEqual(390);
    await content(person).getByRole('button', { name: 'Open large' }).first().press('Enter');
    await expect(person.getByRole('dialog')).toBeVisible();
    await person.getByRole('button', { name: 'Next picture' }).click();
    await person.keyboard.press('Escape');
    await expect(person.getByRole('dialog')).toHaveCount(0);
    // Nothing is cut off by the header.
    await person.getByRole('main').evaluate((main) => main.scrollTo({ top: 0, behavior: 'instant' }));
  });
});

test('a large file goes on where it was after the server was killed and the page reloaded', async ({
  person,
  trellis,
}) => {
  await signUp(person, newAccount('Eadweard Muybridge'));
  await createPage(person, 'Motion');
  await person.getByRole('toolbar', { name: 'Formatting' }).waitFor();
  const film = Buffer.alloc(20_000_000, 'A film that is long. ');
  const begun: string[] = [];
  const sent: { readonly from: number; readonly bytes: number }[] = [];
  person.on('request', async (request) => {
    if (!request.url().includes('/upload/resumable')) return;
    if (request.method() === 'POST') begun.push(request.url());
    if (request.method() !== 'PATCH') return;
    const headers = await request.allHeaders().catch(() => request.headers());
    sent.push({ from: Number(headers['upload-offset']), bytes: Number(headers['content-length']) });
  });
  const line = await person.context().newCDPSession(person);
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 3_000_000 };
  await line.send('Network.emulateNetworkConditions', slow);
  const chooser = person.waitForEvent('filechooser');
  await write(person, '/file');
  await person.getByRole('option', { name: 'File…' }).first().click();
  const horse = { name: 'horse.bin', mimeType: 'application/octet-stream', buffer: film };
  // Twenty megabytes go to the browser.
  await (await chooser).setFiles(horse, { timeout: 60_000 });
  await saved(person);
  // In the middle of the second part.
  await expect.poll(() => sent.length).toBe(2);
  const shown = () => notes(person).textContent();
  await expect.poll(async () => Number(/\d+/.exec((await shown()) ?? '')?.[0])).toBeGreaterThan(35);

  await trellis.stop('SIGKILL');
  await trellis.start();
  await line.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 });
  sent.length = 0;
  await person.reload();
  await uploaded(person);
  expect(begun).toHaveLength(1);
  expect(sent[0]?.from).toBeGreaterThanOrEqual(6 * 1024 * 1024);
  expect(sent.reduce((all, { bytes }) => all + bytes, 0)).toBe(film.length - (sent[0]?.from ?? 0));
  const download = person.waitForEvent('download');
  await content(person).getByRole('button', { name: 'Download horse.bin' }).click();
  expect(film.equals(await readFile(await (await download).path()))).toBe(true);
});

test('an import sends a large file in parts, says how far it is, and takes them back when it is stopped', async ({
  person,
}) => {
  await signUp(person, newAccount('Louis Le Prince'));
  const sent: number[] = [];
  let begun = 0;
  const discarded: number[] = [];
  person.on('request', (request) => {
    if (!request.url().includes('/upload/resumable')) return;
    if (request.method() === 'POST') begun++;
    if (request.method() === 'PATCH') sent.push(Number(request.headers()['upload-offset']));
  });
  person.on('response', (response) => {
    if (response.request().method() === 'DELETE') discarded.push(response.status());
  });
  const line = await person.context().newCDPSession(person);
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 3_000_000 };
  await line.send('Network.emulateNetworkConditions', slow);
  await person.goto('/dashboard/settings/workspace');
  await person.getByRole('button', { name: 'Import…' }).click();
  const dialog = person.getByRole('dialog', { name: 'Import pages' });
  const film = Buffer.alloc(20_000_000, 'A garden scene. ');
  const choose = () =>
    dialog.getByLabel('Files to import').setInputFiles(
      [
        { name: 'Roundhay.md', mimeType: 'text/markdown', buffer: Buffer.from('[The film](garden.bin)\n') },
        { name: 'garden.bin', mimeType: 'application/octet-stream', buffer: film },
      ],
      { timeout: 60_000 },
    );
  await choose();
  await expect(dialog.getByText(/^(3[2-9]|4\d) % of garden\.bin$/)).toBeVisible({ timeout: 30_000 });
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await expect(dialog.getByText('Not imported: 1 file.')).toBeVisible();
  await expect.poll(() => discarded).toEqual([204]);
  await dialog.getByRole('button', { name: 'Undo import' }).click();
  await expect(dialog).toBeHidden();

  await person.getByRole('button', { name: 'Import…' }).click();
  await choose();
  await expect.poll(() => sent.length).toBeGreaterThan(3);
  // A line that breaks off in the middle of a part loses that part alone: the upload goes on.
  await line.send('Network.emulateNetworkConditions', { ...slow, offline: true });
  await line.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 });
  await expect(dialog.getByText('1 other file came along.')).toBeVisible({ timeout: 30_000 });
  expect(begun).toBe(2);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await person.getByRole('treeitem', { name: 'Roundhay' }).click();
  const download = person.waitForEvent('download');
  await content(person).getByRole('button', { name: 'Download garden.bin' }).click();
  expect(film.equals(await readFile(await (await download).path()))).toBe(true);
});
