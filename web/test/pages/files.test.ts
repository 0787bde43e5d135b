/** Files from outside: dropped and pasted into a page, uploaded, refused, described, resized, read. */
import { EditorView } from '@codemirror/view';
import { expect, test } from 'vitest';
import { cdp, type Locator, page, server as runner } from 'vitest/browser';
import { beginUploading } from '../../src/features/files/add-file.ts';
import { openUploadStore } from '../../src/features/files/uploads/upload-store.ts';
import { keepDroppedFilesOut } from '../../src/lib/browser/keep-dropped-files-out.ts';
import { openApp } from '../support/open-app.tsx';
import { expectAccessibleInBothThemes } from '../support/person/accessible.ts';
import { content, openPage, saved, source, title } from '../support/person/editor.ts';
import {
  again,
  all,
  button,
  count,
  hasKeys,
  press,
  see,
  textOf,
  toast,
  type,
} from '../support/person/person.ts';
import { broken, json, never, on } from '../support/server/answers.ts';
import { PageFiles, pixel } from '../support/server/page-files.ts';
import { server } from '../support/server/server.ts';
import { signedIn } from '../support/server/workspace.ts';

keepDroppedFilesOut();

const shown = () => all('.content-editor .file-picture[data-state="shown"]').length;
const notes = () => all('.content-editor .file-note:not([hidden])').map(textOf);
const ID = '[0-9a-f-]{36}';

/** Below web/. */
const PICTURE = 'public/icons/icon-192.png';

test('a dropped or pasted picture is shown at once, uploaded once, and taken back by one undo', async () => {
  const files = new PageFiles();
  await openPage('words', 'Album');
  const address = location.href;
  // The browser would open it in the place of the app if nothing took it.
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  expect(await dragOver(sidebar)).toBe('none');
  await drop(sidebar, PICTURE);
  await drop(content(), PICTURE);
  await expect.poll(shown).toBe(1);
  await expect.poll(() => [...files.uploads.values()]).toEqual([1]);
  await expect.poll(notes).toEqual([]);
  expect(files.rows).toMatchObject([
    { name: 'icon-192.png', media_type: 'image/png', width: 192, height: 192 },
  ]);
  // Beside the text as well, and from the clipboard with what shows it elsewhere.
  await drop(page.getByText('Supports Markdown formatting'), PICTURE);
  await expect.poll(shown).toBe(2);
  await content().click();
  await press('ControlOrMeta+End');
  await paste('<img src="https://pictures.example/a.png">');
  await expect.poll(() => [...files.uploads.values()]).toEqual([1, 1, 1]);
  expect(await source()).toMatch(
    new RegExp(
      `^words\n\n(?:!\\[\\]\\(/files/${ID}/icon-192\\.png\\)\n+){2}!\\[\\]\\(/files/${ID}/photo\\.png\\)\n*$`,
    ),
  );
  await content().click();
  await press('ControlOrMeta+z');
  expect(await source()).not.toContain('photo.png');
  await content().click();
  await press('ControlOrMeta+y');
  expect(await source()).toContain('photo.png');
  await press('ControlOrMeta+Home');
  title().element().scrollIntoView({ block: 'center' });
  await drop(content(), 'public/robots.txt');
  await expect.poll(() => content().element().textContent).toContain('Disallow: /dashboard');
  expect(location.href).toBe(address);
  await saved();
});

test('files go where they were put, whatever is written until they are read', async () => {
  const files = new PageFiles();
  await openPage('one two\n\nthree', 'Album');
  await content().click();
  await press('ControlOrMeta+End');
  const view = EditorView.findFromDOM(content().element() as HTMLElement);
  if (!view) throw new Error('There is no editor.');
  await pasteFiles([file('photo.png')]);
  // By another writer: the text is now shorter than where the picture goes.
  view.dispatch({ changes: { from: 0, to: 4 } });
  await expect.poll(() => [...files.uploads.values()]).toEqual([1]);
  expect(await source()).toMatch(new RegExp(`^two\n\nthree\n\n!\\[\\]\\(/files/${ID}/photo\\.png\\)\n*$`));
});

test('a file that is dropped onto a page in the sidebar goes below its text', async () => {
  const files = new PageFiles();
  const { workspace, reopen } = await openPage('', 'Album');
  workspace.addPage({ name: 'Prints', content: 'words' });
  await reopen();
  const prints = page.getByRole('treeitem', { name: 'Prints' });
  await see(prints);
  expect(await dragOver(prints), 'from the first moment on').not.toBe('opened');
  // The code that takes it comes when the browser is idle.
  await again(async () => {
    await dragOver(prints);
    expect(prints.element()).toHaveAttribute('data-takes-files');
  });
  await drop(prints, PICTURE);
  await see(toast('One file added to “Prints”'));
  await expect.poll(() => [...files.uploads.values()]).toEqual([1]);
  await prints.click();
  await expect.poll(shown).toBe(1);
  expect(await source()).toMatch(new RegExp(`^words\n\n!\\[\\]\\(/files/${ID}/icon-192\\.png\\)\n$`));
});

test('a refused file says so, holds up no other, and can be tried again or removed', async () => {
  const files = new PageFiles();
  const refused = 'The workspace has no room for this file';
  const accept = server().say(
    on('POST /rest/v1/rpc/add_page_file', ({ body }) =>
      (body as { name: string }).name.endsWith('.png')
        ? json({ code: 'TR050', message: refused }, 400)
        : undefined,
    ),
  );
  await openPage('', 'Album');
  await pasteFiles([file('photo.png'), file('figures.csv'), file('other.png')]);
  const note = `${refused}See used roomTry againRemove`;
  await expect.poll(notes).toEqual([note, note]);
  await expect.poll(() => [...files.uploads.values()]).toEqual([1]);
  expect(files.rows.map(({ name }) => name)).toEqual(['figures.csv']);
  await expectAccessibleInBothThemes();

  await button('Remove the file').last().click();
  await expect.poll(notes).toEqual([note]);
  expect(await source()).not.toContain('other.png');
  await content().click();
  await hasKeys(content());
  await press('ControlOrMeta+z');
  await expect.poll(notes).toEqual([note, 'This file was not uploaded.Try again']);
  accept();
  await button('Try again to upload the file').first().click();
  await button('Try again to upload the file').last().click();
  await expect.poll(notes).toEqual([]);
  expect(files.rows.map(({ name }) => name).sort()).toEqual(['figures.csv', 'other.png', 'photo.png']);
  await saved();
});

test('a picture is described and resized by keys, and its words are Markdown', async () => {
  const files = new PageFiles();
  const { id } = files.add({ id: crypto.randomUUID(), name: 'photo.png' });
  await openPage(`![](/files/${id}/photo.png)\n\n[Sums](/files/${id}/photo.png)\n\nEnd`, 'Album');
  await expect.poll(shown).toBe(1);
  await button('Describe the picture').click();
  await type('A dog [brown]|1');
  await press('Enter');
  const picture = page.getByRole('img', { name: 'A dog [brown]-1' });
  await see(picture);
  const slider = page.getByRole('slider', { name: 'Width of the picture' });
  (slider.element() as HTMLElement).focus();
  await press('Home', 'ArrowRight');
  await expect.poll(() => picture.element().clientWidth).toBe(80);
  await expect
    .poll(source)
    .toBe(`![A dog \\[brown\\]-1|80](/files/${id}/photo.png)\n\n[Sums](/files/${id}/photo.png)\n\nEnd`);
  await expect.poll(() => all('.file').map(textOf)).toEqual(['SumsPNG · 2.4 MB']);
  await button('Read').click();
  await see(page.getByTestId('reading-view').getByRole('img', { name: 'A dog [brown]-1' }));
  await expectAccessibleInBothThemes();
  await page.getByTestId('reading-view').getByRole('img').click();
  await see(page.getByRole('dialog', { name: 'Picture: A dog [brown]-1' }));
  await press('Escape');
  await count(page.getByRole('dialog'), 0);
});

test('a file that is gone, or another workspace’s, says so; one on its way comes', async () => {
  const files = new PageFiles();
  const [gone, coming] = [crypto.randomUUID(), crypto.randomUUID()];
  await openPage(`![](/files/${gone}/gone.png)\n\n![](/files/${coming}/coming.png)\n\nEnd`, 'Album');
  const problems = () => all('.content-editor .file-problem:not([hidden])').map(textOf);
  await expect
    .poll(problems)
    .toEqual([
      'gone.png is not here. It may have been deleted, or belong to another page.',
      'coming.png is not here. It may have been deleted, or belong to another page.',
    ]);
  const row = files.add({ id: coming, name: 'coming.png', uploaded_at: null });
  await expect.poll(problems).toContain('coming.png is on its way from another device.');
  files.rows.splice(0, 1, { ...row, uploaded_at: '2026-01-01T00:00:00+00:00' });
  await expect.poll(shown).toBe(1);
});

test('a page of 200 pictures reads those in view, as variants for their width', async () => {
  const files = new PageFiles();
  const rows = Array.from({ length: 200 }, (_, index) =>
    files.add({ id: crypto.randomUUID(), name: `${index}.png` }),
  );
  await openPage(rows.map(({ id, name }) => `![](/files/${id}/${name})`).join('\n\n'), 'Album');
  await press('ControlOrMeta+Home');
  await expect.poll(() => files.read).toContain('0.png 960');
  await expect.poll(shown).toBeGreaterThan(0);
  // The next is there before somebody scrolls to it.
  await expect.poll(() => all('.content-editor [data-state="shown"]').some(isBelow)).toBe(true);
  expect(files.read.length).toBeLessThan(20);
  expect(files.read).not.toContain('100.png 960');
  title().element().scrollIntoView({ block: 'center' });
});

test('a picture that leaves the view and comes back before the server has answered is drawn', async () => {
  const files = new PageFiles();
  const { id } = files.add({ id: crypto.randomUUID(), name: 'photo.png', width: 200, height: 200 });
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<undefined>();
  server().say(
    on('GET /rest/v1/page_files', () => {
      asked.resolve();
      return released.promise;
    }),
  );
  await openPage(`![](/files/${id}/photo.png)${'\n\nWords'.repeat(80)}`, 'Album');
  await press('ControlOrMeta+Home');
  await asked.promise;
  const picture = all('.content-editor .file-picture')[0];
  const scroller = document.querySelector('main');
  if (!picture || !scroller) throw new Error('The page has no picture');
  // Far from the view, but not so far that the editor forgets it.
  scroller.scrollTop = picture.getBoundingClientRect().bottom + 700;
  await frames();
  scroller.scrollTop = 0;
  await frames();
  released.resolve(undefined);
  await expect.poll(shown).toBe(1);
  await expect.poll(() => all('.content-editor .file-picture')).toEqual([picture]);
});

test('a picture that a reload finds on this device is shown as soon as it is found', async () => {
  const files = new PageFiles();
  const id = crypto.randomUUID();
  files.add({ id, name: 'photo.png', uploaded_at: null });
  server().say((asked) => (asked.path.startsWith('/storage/v1/object/page-files/') ? never() : undefined));
  const { workspace, id: pageId } = await openPage(`![](/files/${id}/photo.png)\n\nEnd`, 'Album');
  const problems = () => all('.content-editor .file-problem:not([hidden])').map(textOf);
  await expect.poll(problems).toEqual(['photo.png is on its way from another device.']);
  const left = { id, pageId, name: 'photo.png', type: 'image/png', bytes: pixel(), addedAt: 1 };
  await openUploadStore(workspace.owner.id).put(left);
  beginUploading(workspace.owner.id);
  // Well before it would be looked for again.
  await expect.poll(shown, { timeout: 2000 }).toBe(1);
  await expect.poll(notes).toEqual(['Uploading 50%']);
});

test('a start shows a picture that lies on this device on its page, and sends it without another one', async () => {
  const files = new PageFiles();
  const workspace = signedIn();
  const id = crypto.randomUUID();
  const pageId = workspace.addPage({ name: 'Album', content: `![](/files/${id}/photo.png)\n\nEnd` });
  const left = { id, pageId, name: 'photo.png', type: 'image/png', bytes: pixel(), addedAt: 1 };
  // As a browser that was killed leaves it: nothing else says that it is there.
  await openUploadStore(workspace.owner.id).put(left);
  let wasMissed = false;
  const watching = new MutationObserver(() => {
    wasMissed ||= all('.file-problem:not([hidden])').length > 0;
  });
  watching.observe(document.body, { subtree: true, childList: true, attributes: true });
  const restore = server().say(on('POST /rest/v1/rpc/add_page_file', broken));
  await openApp(`/dashboard/pages/${pageId}`);
  await expect.poll(shown).toBe(1);
  expect(wasMissed, 'it is never said to be missing').toBe(false);
  watching.disconnect();
  restore();
  await openApp('/dashboard');
  await expect.poll(() => [...files.uploads.values()]).toEqual([1]);
  await expect.poll(async () => (await openUploadStore(workspace.owner.id).all()).files).toEqual([]);
});

// Last, because it is so for the rest of the visit.
test('a server without variants is asked for one once, and sends whole pictures from then on', async () => {
  const files = new PageFiles();
  const [first, second] = [0, 1].map((index) =>
    files.add({ id: crypto.randomUUID(), name: `${index}.png`, width: 2000, height: 1500 }),
  );
  const asked: string[] = [];
  server().say(({ path }) => {
    if (!path.startsWith('/storage/v1/render/')) return undefined;
    asked.push(path.slice(-5));
    const message = 'The feature imageTransformation is not enabled for this resource';
    return json({ statusCode: '409', error: 'FeatureNotEnabled', message }, 400);
  });
  await openPage(
    `![](/files/${first?.id}/0.png)${'\n\nWords'.repeat(80)}\n\n![](/files/${second?.id}/1.png)\n\nEnd`,
    'Album',
  );
  // At the caret, and then at the other end.
  await expect.poll(() => files.read).toEqual(['1.png whole']);
  await press('ControlOrMeta+Home');
  await expect.poll(() => files.read).toEqual(['1.png whole', '0.png whole']);
  expect(asked).toEqual(['1.png']);
});

function isBelow(element: Element): boolean {
  return element.getBoundingClientRect().top > innerHeight;
}

/** Until the browser has told who watches what is in view. */
async function frames(): Promise<void> {
  for (let left = 4; left > 0; left--) await new Promise(requestAnimationFrame);
}

function file(name: string): File {
  return new File(['x'], name, { type: name.endsWith('.png') ? 'image/png' : '' });
}

/** As a person does it with the system's file manager. @param path below web/ */
async function drop(target: Locator, path: string): Promise<void> {
  const { x, y } = (await target.findElement()).getBoundingClientRect();
  const frame = window.frameElement?.getBoundingClientRect();
  const at = { x: x + 8 + (frame?.x ?? 0), y: y + 8 + (frame?.y ?? 0) };
  const data = { items: [], files: [`${runner.config.root}/${path}`], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await cdp().send('Input.dispatchDragEvent', { type, ...at, data });
}

/** @returns what the browser would do with the file */
async function dragOver(target: Locator): Promise<string> {
  const element = await target.findElement();
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(file('photo.png'));
  const init = { dataTransfer, bubbles: true, cancelable: true };
  const isFree = element.dispatchEvent(new DragEvent('dragover', init));
  return isFree ? 'opened' : dataTransfer.dropEffect;
}

/** @param html what the clipboard has beside the picture */
async function paste(html: string): Promise<void> {
  await pasteFiles([file('photo.png')], html);
}

async function pasteFiles(files: readonly File[], html = ''): Promise<void> {
  const clipboardData = new DataTransfer();
  for (const each of files) clipboardData.items.add(each);
  if (html !== '') clipboardData.setData('text/html', html);
  const init = { clipboardData, bubbles: true, cancelable: true };
  (await content().findElement()).dispatchEvent(new ClipboardEvent('paste', init));
}
