/// <reference lib="dom" />
/** A vault of Obsidian comes in with its pictures and links, is taken back and comes again, and leaves as it came. */
import { BlobReader, BlobWriter, ZipWriter } from '@zip.js/zip.js';
import { unpackedBytes } from '../support/archive.ts';
import { content, expect, newAccount, signUp, test } from '../support/journey.ts';

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const VAULT: Readonly<Record<string, Buffer>> = {
  'Home.md': Buffer.from(
    '---\ntags: [a,  b]\n---\n# A heading\n\n![[dot.png|64]] [[Twin]] [[Deep/Twin|the other]] ![](Attachments/my%20dot.png)\n\n> [!tip]- Title\n> Text\n',
  ),
  'Twin.md': Buffer.from('Seen from [[Home]].\r\n'),
  'Deep/Twin.md': Buffer.from('![[dot.png]] [[Home#A heading]]\n'),
  'Attachments/dot.png': PICTURE,
  'Attachments/my dot.png': PICTURE,
  'Attachments/alone.bin': Buffer.from([0, 1, 2, 255]),
};

async function vault(): Promise<Buffer> {
  const archive = new ZipWriter(new BlobWriter());
  for (const [path, bytes] of Object.entries(VAULT))
    await archive.add(path, new BlobReader(new Blob([new Uint8Array(bytes)])));
  return Buffer.from(await (await archive.close()).arrayBuffer());
}

test('a vault comes in with its files, and leaves as it came', async ({ person }) => {
  await signUp(person, newAccount('Vera Vault'));
  const importVault = async () => {
    await person.goto('/dashboard/settings/workspace');
    await person.getByRole('button', { name: 'Import…' }).click();
    await person
      .getByLabel('Files to import')
      .setInputFiles({ name: 'vault.zip', mimeType: 'application/zip', buffer: await vault() });
    const dialog = person.getByRole('dialog', { name: 'Import pages' });
    await expect(dialog.getByText('Imported 5 pages')).toBeVisible({ timeout: 45_000 });
    await expect(dialog.getByText('2 pictures and 1 other file came along.')).toBeVisible();
    await expect(
      dialog.getByText('No page shows 1 file: you find it on the page “Other files”.'),
    ).toBeVisible();
    return dialog;
  };
  const first = await importVault();
  await first.getByRole('button', { name: 'Undo import' }).click();
  await expect(first).toBeHidden();
  await expect(person.getByRole('treeitem', { name: 'Home' })).toHaveCount(0);

  await (await importVault()).getByRole('button', { name: 'Done' }).click();
  await person.getByRole('treeitem', { name: 'Home' }).click();
  const pictures = content(person).locator('img[src^="blob:"]');
  await expect(pictures).toHaveCount(2);
  for (const at of [0, 1])
    await expect
      .poll(() => pictures.nth(at).evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(1);

  await person.goto('/dashboard/settings/workspace');
  await person.getByRole('button', { name: 'Export…' }).click();
  const download = person.waitForEvent('download');
  await person
    .getByRole('dialog', { name: /^Export/ })
    .getByRole('button', { name: 'Export', exact: true })
    .click();
  const files = await unpackedBytes(await download);
  // The page that a new workspace begins with was there before.
  const own = Object.entries(files).filter(([path]) => path in VAULT);
  expect(Object.fromEntries(own)).toEqual(VAULT);
  expect(
    Object.keys(files).filter((path) => !(path in VAULT) && /Twin|Home|Other|Deep|Attachments/.test(path)),
  ).toEqual([]);
});
