import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countAtATime, type DiffLine, diffLines, foldUnchanged, isLongLine, shortened } from './text-diff.ts';

const show = (before: string, after: string) =>
  diffLines(before, after).map(
    ({ kind, pieces }) =>
      `${kind}: ${pieces.map((piece) => ({ same: piece.text, added: `[${piece.text}]`, removed: `{${piece.text}}` })[piece.kind]).join('')}`,
  );

test('a changed word is shown within its line', () => {
  expect(show('Meet on Monday\nBring cake', 'Meet on Friday\nBring cake')).toEqual([
    'changed: Meet on {Monday}[Friday]',
    'same: Bring cake',
  ]);
});

test('whole lines come and go', () => {
  expect(show('One\nTwo\nThree', 'One\nThree\n')).toEqual(['same: One', 'removed: {Two}', 'same: Three']);
  expect(show('One\nThree', 'One\nTwo\nThree')).toEqual(['same: One', 'added: [Two]', 'same: Three']);
});

test('an empty text is compared with a full one', () => {
  expect(show('', '')).toEqual([]);
  expect(show('', 'New')).toEqual(['added: [New]']);
  expect(show('Old\n', '')).toEqual(['removed: {Old}']);
});

const texts = fc
  .array(fc.constantFrom('a ', 'b ', 'word ', '\n', '😀', '中文'))
  .map((parts) => parts.join(''));

test('no character of either text is lost or made up', () => {
  const read = (lines: ReturnType<typeof diffLines>, without: string) =>
    lines
      .flatMap(({ pieces }) => pieces.filter(({ kind }) => kind !== without).map(({ text }) => text))
      .join('');
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const lines = diffLines(before, after);
      expect(read(lines, 'added')).toBe(before.replaceAll('\n', ''));
      expect(read(lines, 'removed')).toBe(after.replaceAll('\n', ''));
      expect(foldUnchanged(lines).flatMap((block) => block.lines)).toEqual(lines);
    }),
  );
});

test('lines far from a change are folded, but not just a few', () => {
  const long = Array.from({ length: 40 }, (_, index) => `line ${index}`);
  const after = long.with(20, 'something else');
  expect(
    foldUnchanged(diffLines(long.join('\n'), after.join('\n'))).map(({ isFolded, start, lines }) => [
      isFolded,
      start,
      lines.length,
    ]),
  ).toEqual([
    [true, 0, 17],
    [false, 17, 7],
    [true, 24, 16],
  ]);
  const short = long.slice(0, 10);
  expect(foldUnchanged(diffLines(short.join('\n'), short.with(5, 'x').join('\n')))).toHaveLength(1);
});

test('two long texts without a line in common are compared quickly', () => {
  const before = Array.from({ length: 20_000 }, (_, index) => `a${index * 7}`).join(' ');
  const after = Array.from({ length: 20_000 }, (_, index) => `b${index * 11}`).join(' ');
  expect(diffLines(before, after)).toHaveLength(1);
});

test('of a very long line the changes are shown, and few letters beside them', () => {
  const words = 'word '.repeat(10_000);
  const [line] = diffLines(`${words}old ${words}`, `${words}new ${words}`);
  const pieces = shortened(line as DiffLine).pieces;
  expect(pieces.map(({ kind }) => kind)).toEqual(['same', 'removed', 'added', 'same']);
  expect(pieces.slice(1, 3).map(({ text }) => text)).toEqual(['old', 'new']);
  expect(pieces.map(({ text }) => text).join('').length).toBeLessThan(1000);
  const [all] = diffLines('', 'a'.repeat(700_000));
  expect(isLongLine(all as DiffLine)).toBe(true);
  expect(shortened(all as DiffLine).pieces[0]?.text).toHaveLength(10_001);
});

test('lines are drawn until they have so many letters', () => {
  const lines = (count: number, letters: number) =>
    diffLines('', Array.from({ length: count }, () => 'a'.repeat(letters)).join('\n'));
  expect(countAtATime(lines(3000, 10), 0)).toBe(1000);
  expect(countAtATime(lines(3000, 1000), 2000)).toBe(100);
  expect(countAtATime(lines(1, 500_000), 0)).toBe(1);
  expect(countAtATime(lines(30, 500_000), 0)).toBe(10);
});
