import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeMoved } from './moved-lines.ts';
import { isOf, isTable, moveBlock, PAGE } from './story-page.ts';

const merge = (base: string, ours: string, theirs: string) =>
  mergeMoved(base, ours, theirs, () => true)?.text;

const TABLE = ['| a | b |', '| --- | --- |', '| one | 1 |', '| two | 2 |', '| six | 6 |'];
const ITEMS = ['- one item', '- two item', '  - nested in two', '- six item'];
const PARAGRAPHS = ['One is here.', 'Two is here.', 'Six is here.'];
const of = (lines: readonly string[], ...order: number[]) => order.map((at) => lines[at]).join('\n');
const apart = (...order: number[]) => order.map((at) => PARAGRAPHS[at]).join('\n\n');

test.each([
  ['a row', of(TABLE, 0, 1, 2, 3, 4), of(TABLE, 0, 1, 3, 4, 2)],
  ['the header’s row', of(TABLE, 0, 1, 2, 3, 4), of(TABLE, 2, 1, 0, 3, 4)],
  ['an item', of(ITEMS, 0, 1, 2, 3), of(ITEMS, 0, 3, 1, 2)],
  ['a paragraph', apart(0, 1, 2), apart(1, 2, 0)],
])('%s that both moved is there once', (_, base, moved) => {
  expect(merge(base, moved, moved)).toBe(moved);
});

test.each([
  [
    'a row',
    of(TABLE, 0, 1, 2, 3, 4),
    of(TABLE, 0, 1, 3, 4, 2),
    (text: string) => text.replace('one', 'one bone1z'),
  ],
  [
    'an item',
    of(ITEMS, 0, 1, 2, 3),
    of(ITEMS, 0, 3, 1, 2),
    (text: string) => text.replace('nested in two', 'nested in two word\n  - another'),
  ],
  ['a paragraph', apart(0, 1, 2), apart(1, 2, 0), (text: string) => text.replace('One', 'One word')],
  ['a number', '1. one\n2. two\n3. six', '1. two\n2. one\n3. six', (text: string) => `${text}\n4. new`],
])('%s goes along with the words that somebody wrote in it', (_, base, moved, write) => {
  expect(merge(base, moved, write(base))).toBe(write(moved));
  expect(merge(base, write(base), moved)).toBe(write(moved));
});

test('of two places the one that is saved later stands', () => {
  const items = ['- one', '- two', '- six', '- ten', '- end'];
  const ours = of(items, 1, 2, 0, 3, 4);
  expect(merge(of(items, 0, 1, 2, 3, 4), ours, of(items, 1, 2, 3, 4, 0))).toBe(ours);
});

test('words in a row that somebody took away stay in a row', () => {
  const base = of(TABLE, 0, 1, 2, 3, 4);
  const gone = of(TABLE, 0, 1, 3, 4);
  const written = base.replace('one', 'one bone1z');
  const merged = base.replace('| one | 1 |', '|  bone1z |  |');
  expect(merge(base, gone, written)).toBe(merged);
  expect(merge(base, written, gone)).toBe(merged);
});

const edit = fc.record({ kind: fc.nat(5), block: fc.nat(11), to: fc.nat(5) });
const edits = fc.array(edit, { maxLength: 4 });

test('each word is in the block that it was written in, whatever moves', () => {
  fc.assert(
    fc.property(edits, edits, edits, (both, mine, others) => {
      const typed = new Map<string, number>();
      const write = (text: string, { kind, block, to }: { kind: number; block: number; to: number }) => {
        if (kind < 2) return moveBlock(text, block, to);
        const inLine = (change: (line: string) => string) =>
          text
            .split('\n')
            .map((line) => (isOf(line, block) ? change(line) : line))
            .join('\n');
        if (kind === 2) return inLine((line) => line.replace('[ ]', '[x]').replace('tow', 'two'));
        const word = `w${typed.size}`;
        typed.set(word, block);
        return inLine((line) => line.replace(/\bb\d+\b/, `$& ${word}`));
      };
      const same = both.filter(({ kind }) => kind < 3);
      const ours = [...same, ...mine].reduce(write, PAGE);
      const theirs = [...same, ...others].reduce(write, PAGE);
      const merged = merge(PAGE, ours, theirs) ?? '';
      const told = [ours, theirs, merged].join('\n--------\n');
      for (let block = 0; block <= 11; block++) {
        const [line = '', ...more] = merged.split('\n').filter((one) => isOf(one, block));
        expect(more, told).toEqual([]);
        const words = [...typed].filter(([, its]) => its === block).map(([word]) => word);
        expect(line.match(/\bw\d+/g)?.sort() ?? [], told).toEqual(words.sort());
        expect(line.match(/t+w*o+w*|\[x+\]|\[ +\]/g)?.length ?? 0, told).toBeLessThan(3);
        expect(line, told).not.toMatch(/xx|tow.*two|two.*two/);
      }
      expect(isTable(merged), told).toBe(true);
    }),
    { numRuns: 400 },
  );
});
