/** The editor and whoever reads a page whole find the same in it, though the latter know which names in brackets are links. */
import { IterMode, type Tree } from '@lezer/common';
import { expect, test } from 'vitest';
import { parsePage } from '../../../../../markdown/src/page/parse-page.ts';
import { atOnce } from '../../../../../markdown/src/tree/sliced.ts';
import { unifyLineEnds } from '../../document/words/page-texts.ts';
import { pageLanguage } from '../markdown/page-language.ts';
import { readingBudget } from '../reading/parts/reading-budget.ts';
import { generatedPages } from './frozen-pages.ts';
import { LEAST_BYTES, readCorpus } from './read-corpus.ts';
import { BYTES, LIMIT_MS } from './run.ts';

test(
  'a page that is written and one that is read have the same blocks',
  () => {
    const pages = [...generatedPages(1000), ...readCorpus(BYTES)];
    const bytes = pages.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
    expect(bytes, 'bytes of Markdown').toBeGreaterThanOrEqual(LEAST_BYTES);
    for (const { path, text } of pages) {
      const markdown = unifyLineEnds(text);
      const [editor, reader] = [
        pageLanguage.parser.parse(markdown),
        atOnce(parsePage(markdown, readingBudget())),
      ];
      expect(blocksOf(reader) === blocksOf(editor), path).toBe(true);
    }
  },
  LIMIT_MS,
);

function blocksOf(tree: Tree): string {
  let blocks = '';
  tree.iterate({
    mode: IterMode.IgnoreMounts,
    enter: ({ name, type, from, to }) => {
      if (type.is('Block')) blocks += `${name} ${from}-${to}\n`;
    },
  });
  return blocks;
}
