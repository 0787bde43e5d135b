/**
 * Pages are shown as they were before. The page of all kinds is kept whole; of generated ones, a digest of each view. The run with
 * `-u` takes over what was changed on purpose.
 *
 * Which pages that are, and how, says a longer run, of the packages' pages, too: `CORPUS_FROZEN=<folder> CORPUS_BYTES=11000000`
 * keeps all of them in the folder at first, and afterwards writes beside them those that are shown otherwise
 * (`diff -u <page>.txt <page>.now.txt`).
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { generatedPages } from './frozen-pages.ts';
import { readCorpus } from './read-corpus.ts';
import { BYTES, LIMIT_MS } from './run.ts';
import { asText, shownOf, VIEWS } from './shown.ts';

const FOLDER = path.join(import.meta.dirname, 'frozen');
const kept = process.env.CORPUS_FROZEN;

test('the page of all kinds is shown as before', async () => {
  const page = readFileSync(path.join(FOLDER, 'all-kinds.md'), 'utf8');
  await expect(asText(await shownOf(page))).toMatchFileSnapshot(path.join(FOLDER, 'all-kinds.shown.txt'));
});

test('generated pages are shown as before', async () => {
  const lines = [`page: ${VIEWS.join(', ')}`];
  for (const { path: name, text } of generatedPages(150)) {
    const shown = await shownOf(text);
    const digests = VIEWS.map((view) =>
      createHash('sha256').update(shown[view]).digest('base64url').slice(0, 8),
    );
    lines.push(`${name}: ${digests.join(', ')}`);
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(path.join(FOLDER, 'generated.digests.txt'));
});

test.skipIf(kept === undefined)(
  'all pages are shown as when the folder was made',
  async () => {
    const folder = path.resolve(kept ?? '');
    const changed: string[] = [];
    mkdirSync(folder, { recursive: true });
    for (const { path: name, text } of [...generatedPages(3000), ...readCorpus(BYTES)]) {
      const page = path.join(folder, name.replaceAll(/[^\w.@-]+/g, '+'));
      const shown = asText(await shownOf(text));
      rmSync(`${page}.now.txt`, { force: true });
      if (!existsSync(`${page}.txt`)) {
        writeFileSync(page, text);
        writeFileSync(`${page}.txt`, shown);
      } else if (readFileSync(`${page}.txt`, 'utf8') !== shown) {
        changed.push(page);
        writeFileSync(`${page}.now.txt`, shown);
      }
    }
    expect(changed).toEqual([]);
  },
  LIMIT_MS * 4,
);
