/** The gallery of components is for development alone. */
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from '../support/journey.ts';

const web = fileURLToPath(new URL('../../web', import.meta.url));

test('a build holds nothing of the gallery', async () => {
  const assets = `${web}/dist/assets`;
  const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts)
    expect(await readFile(`${assets}/${script}`, 'utf8'), script).not.toMatch(
      /Toast with Undo|dev\/components/,
    );
});
