/** Files become pages: bad ones among good ones, and gone on with after a failure. */
import { BlobWriter, TextReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import { cut, on } from '../support/answers.ts';
import { noNotion } from '../support/notion.ts';
import { openApp } from '../support/open-app.tsx';
import { button, count, says, see } from '../support/person.ts';
import { server } from '../support/server.ts';
import { row } from '../support/tree.ts';
import { signedIn, type Workspace } from '../support/workspace.ts';

const INSERT = 'POST /rest/v1/pages';
const dialog = () => page.getByRole('dialog', { name: 'Import pages' });
const choose = (...files: readonly File[]) =>
  dialog()
    .getByLabelText('Files to import')
    .upload([...files]);

async function openImport(): Promise<Workspace> {
  const workspace = signedIn();
  server().say(...noNotion);
  await openApp('/dashboard/settings/workspace');
  await button('Import…').click();
  await see(dialog());
  return workspace;
}

async function sixtyPages(): Promise<File> {
  const archive = new ZipWriter(new BlobWriter());
  for (let at = 0; at < 60; at++) await archive.add(`Page ${at}.md`, new TextReader(`Text ${at}`));
  return new File([await archive.close()], 'many.zip');
}

test('one bad file does not stop the rest', async () => {
  const workspace = await openImport();
  await choose(
    new File(['Good.'], 'good.md'),
    new File([new Uint8Array([0, 1, 2])], 'binary.md'),
    new File(['PK'], 'broken.zip'),
    new File([new Uint8Array([71, 114, 0xfc, 0xdf, 101])], 'windows.md'),
    new File(['<script>document.title = "owned"</script>'], 'script.md'),
  );
  await see(dialog().getByText('Imported 3 pages'));
  const left = dialog().getByRole('list', { name: 'Left out' });
  await says(left, 'binary.mdIt is not text.');
  await says(left, 'broken.zipThis archive cannot be read to its end.');
  await says(dialog().getByRole('list', { name: 'Worth a look' }), 'windows.md');
  await dialog().getByRole('button', { name: 'Done' }).click();
  expect(workspace.pageNamed('windows').content).toBe('Grüße');
  expect(workspace.pageNamed('good').content).toBe('Good.');
  await row('script').click();
  await says(page.getByLabelText('Page content'), 'owned');
  await expect.poll(() => document.title).toBe('script · Trellis');
});

test('an import that the server does not answer goes on where it was', async () => {
  const workspace = await openImport();
  let portions = 0;
  const restore = server().say(
    on(INSERT, async (asked) => {
      portions += 1;
      if (portions === 1) return undefined;
      // The second reaches the server, but its answer never comes.
      await workspace.answer(asked);
      return cut();
    }),
  );
  await choose(await sixtyPages());
  await see(dialog().getByText('The import stopped at 50 of 60 pages'));
  await expectAccessibleInBothThemes();
  restore();
  await dialog().getByRole('button', { name: 'Go on' }).click();
  await see(dialog().getByText('Imported 60 pages'));
  await dialog().getByRole('button', { name: 'Done' }).click();
  // Each once, in the order of the archive.
  await expect.element(page.getByRole('treeitem').first()).toHaveAccessibleName('Page 0');
  await count(page.getByRole('treeitem', { name: 'Page 0', exact: true }), 1);
  expect(workspace.pages.map(({ name }) => name)).toEqual(
    Array.from({ length: 60 }, (_, at) => `Page ${at}`),
  );
});
