/**
 * Real pages are opened, changed at any place by any command, and taken back: no byte changes that nobody touched.
 */
import { replaceAll, SearchQuery, setSearchQuery } from '@codemirror/search';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readShownText } from '../../document/moves/arrangement/moved-text.ts';
import { EDITS, type Edit, INSERTIONS } from './edits.ts';
import { type OpenPage, OpenPages, openText, type ReadBlock, readBlocks } from './open-page.ts';
import { readAsReader } from './read-as-reader.ts';
import { readCorpus } from './read-corpus.ts';
import { BYTES, LIMIT_MS, MOST_LETTERS, run as runOf } from './run.ts';

const corpus = readCorpus(BYTES);
const insertions: ReadonlySet<Edit> = new Set(INSERTIONS);

test(
  'a page that is opened and closed keeps every byte',
  () => {
    for (const { path, text } of corpus) {
      const page = openText(text);
      // A line ends with a line feed alone, in the document as in the database; nothing else is made the same.
      const expected = text.replaceAll(/\r\n?/g, '\n');
      expect(readShownText(page.text) === expected, `the document of ${path}`).toBe(true);
      expect(page.state.doc.toString() === expected, `the editor of ${path}`).toBe(true);
    }
  },
  LIMIT_MS,
);

test.each([
  ['ends of lines', 'a\r\nb\rc\n\r\nd', 'a\nb\nc\n\nd'],
  ['no end', 'a\n\nb', 'a\n\nb'],
  ['spaces and tabs', '\ta  \n \n\t- b\t\n   ', '\ta  \n \n\t- b\t\n   '],
  ['a mark of the byte order, and separators', '\uFEFF# a\u2028b\u2029c\u0085d\u000Be\u000Cf', undefined],
  ['signs of two halves, joined and combined', '👩‍👩‍👧 e\u0301 𝔘 \u202Eabc\u202C \u00A0\u200B', undefined],
  ['a broken table', '| a | b\n|-|\n| c | d | e |\n|', undefined],
  ['fences and marks that nothing ends', '```js\n~~~\n**a [b](c <d> $e ==f\n<details>\n<!--', undefined],
])('%s', (_, text, expected) => {
  const page = openText(text);
  expect(page.state.doc.toString()).toBe(expected ?? text);
  expect(readShownText(page.text)).toBe(expected ?? text);
});

test(
  'a command changes what it is for, and undo brings back every byte',
  () => {
    const pages = new OpenPages(corpus);
    const last = Math.max(
      0,
      corpus.findLastIndex(({ text }) => text.length <= MOST_LETTERS),
    );
    fc.assert(
      fc.property(
        fc.nat(last),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom('caret', 'word', 'words', 'lines'),
        fc.nat(300),
        fc.nat(EDITS.length - 1),
        (index, place, kind, length, which) => {
          const opened = pages.at(index);
          const edit = EDITS[which];
          if (!edit) return;
          const from = boundary(opened.text, Math.floor(place * opened.text.length));
          const isNarrow = insertions.has(edit);
          select(opened, from, kind === 'caret' || isNarrow ? 0 : kind === 'words' ? length % 40 : length);
          if (kind === 'word') selectWord(opened);
          changeAndTakeBack(opened, edit);
        },
      ),
      runOf(300),
    );
  },
  LIMIT_MS,
);

test(
  'replacing all changes those words and no others',
  () => {
    const pages = new OpenPages(corpus);
    for (let index = 0; index < corpus.length; index += 25) {
      const { page, text } = pages.at(index);
      const query = new SearchQuery({ search: 'the', replace: '<$&>', caseSensitive: true, literal: true });
      page.dispatch({ effects: setSearchQuery.of(query) });
      page.run(replaceAll);
      expect(page.state.doc.toString()).toBe(text.replaceAll('the', () => '<$&>'));
      page.manager.undo();
      expect(page.state.doc.toString()).toBe(text);
    }
  },
  LIMIT_MS,
);

/** No caret stands between the two halves of a sign. */
function boundary(text: string, position: number): number {
  return /[\uDC00-\uDFFF]/.test(text.charAt(position)) ? position + 1 : position;
}

function select({ page, text }: OpenPage, from: number, length: number): void {
  page.dispatch({ selection: { anchor: from, head: boundary(text, Math.min(text.length, from + length)) } });
}

function selectWord({ page }: OpenPage): void {
  const word = page.state.wordAt(page.state.selection.main.head);
  if (word) page.dispatch({ selection: word });
}

function changeAndTakeBack({ page, text, path, root }: OpenPage, { name, run, reach }: Edit): void {
  const { from, to } = page.state.selection.main;
  const about = `${name} at ${from}-${to} of ${path}`;
  const blocks = readBlocks(root, text);
  const [start, end] = [page.state.doc.lineAt(from).from, page.state.doc.lineAt(to).to];
  // The blocks that these lines touch or stand right beside, and as many beyond as the command reaches.
  const first = blocks.findIndex((block) => block.to >= start - 1);
  const last = blocks.findLastIndex((block) => block.from <= end + 1);
  const above = blocks.slice(0, Math.max(0, (first === -1 ? blocks.length : first) - reach));
  const below = blocks.slice(Math.min(blocks.length, last + 1 + reach));
  page.run(run);
  const changed = page.state.doc.toString();
  expect(readShownText(page.text) === changed, `the document after ${about}`).toBe(true);
  if (changed === text) return;

  const kept = above.at(-1)?.to ?? 0;
  const behind = below[0] ? text.length - below[0].from : 0;
  expect(changed.slice(0, kept) === text.slice(0, kept), `what is above ${about}`).toBe(true);
  expect(behind === 0 || changed.slice(-behind) === text.slice(-behind), `what is below ${about}`).toBe(true);
  const now = readBlocks(readAsReader(changed), changed);
  expect(firstOther(above, now.slice(0, above.length)), `how it reads above ${about}`).toBe(undefined);
  // Text that was indented for no list belongs to one that begins above it.
  const isIndented = below.some((block) => /[ \t]/.test(text.charAt(block.from - 1)));
  const under = below.length === 0 ? [] : now.slice(-below.length);
  if (!isIndented) expect(firstOther(below, under), `how it reads below ${about}`).toBe(undefined);

  page.manager.undo();
  expect(page.state.doc.toString() === text, `undo of ${about}`).toBe(true);
  page.manager.redo();
  expect(page.state.doc.toString() === changed, `redo of ${about}`).toBe(true);
  page.manager.undo();
  expect(readShownText(page.text) === text, `the document after undo of ${about}`).toBe(true);
}

/** @returns the first block that is read as another one now */
function firstOther(blocks: readonly ReadBlock[], now: readonly ReadBlock[]): string | undefined {
  const at = blocks.findIndex(({ kind, source }, index) => {
    const other = now[index];
    return other?.kind !== kind || other.source !== source;
  });
  const [block, other] = [blocks[at], now[at]];
  return block && `${block.kind} ${block.source.slice(0, 60)} → ${other?.kind} ${other?.source.slice(0, 60)}`;
}
