import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeThree } from './three-way.ts';

const oursFirst = () => true;
const merge = (base: string, ours: string, theirs: string) => mergeThree(base, ours, theirs, oursFirst)?.text;

test.each([
  ['a task that both ticked', '- [ ] one\n- [ ] two', '- [x] one\n- [ ] two', '- [x] one\n- [ ] two'],
  ['a word that both corrected', 'one tow three', 'one two three', 'one two three'],
  ['a heading that both made smaller', '# Plan\n\ntext', '## Plan\n\ntext', '## Plan\n\ntext'],
  ['a line that both made an item', 'milk\neggs', '- milk\neggs', '- milk\neggs'],
  ['a word that both made bold', 'a word here', 'a **word** here', 'a **word** here'],
  ['a line that both added', 'one\n', 'one\ntwo\n', 'one\ntwo\n'],
])('%s is so once', (_, base, ours, theirs) => {
  expect(merge(base, ours, theirs)).toBe(ours);
});

test.each([
  ['ticked, and one wrote on', '- [ ] one', '- [x] one', '- [x] one more', '- [x] one more'],
  ['bold, and one corrected the word', 'a word', 'a **word**', 'a **words**', 'a **words**'],
  ['bold, and words beside it', 'a', '**a** one', '**a** two', '**a** one two'],
  ['corrected, and one went further', 'tow', 'two', 'twos', 'twos'],
  ['two levels of a heading: the later one', '# a', '## a', '### a', '## a'],
  ['two kinds of list: the later one', 'a', '1. a', '- a', '1. a'],
  ['another level, and a word', '# a', '## a', '# a b', '## a b'],
  ['words in two lines', 'a\nb\n', 'a one\nb\n', 'a\nb two\n', 'a one\nb two\n'],
  ['words in one place', 'a', 'a one', 'a two', 'a one two'],
  ['items at one place', '- a\n', '- a\n- one\n', '- a\n- two\n', '- a\n- one\n- two\n'],
  ['paragraphs at one place', 'a\n', 'a\n\none\n', 'a\n\ntwo\n', 'a\n\none\n\ntwo\n'],
  ['items of which one is the same', '- a\n', '- a\n- one\n- b\n', '- a\n- b\n', '- a\n- one\n- b\n'],
  ['letters in one word', 'colour', 'colXour', 'colouYr', 'colXouYr'],
  ['a line in two, and a word in it', 'one two', 'one\n\ntwo', 'one two three', 'one\n\ntwo three'],
])('%s', (_, base, ours, theirs, merged) => {
  expect(merge(base, ours, theirs)).toBe(merged);
});

test('of letters that are all different, none is lost, and none is there twice', () => {
  const edit = fc.tuple(fc.nat(), fc.nat(3), fc.nat(3), fc.boolean());
  const edits = fc.array(edit, { maxLength: 5 });
  fc.assert(
    fc.property(fc.array(fc.nat(6), { maxLength: 12 }), edits, edits, (start, mine, others) => {
      let letters = 0x4e00;
      const letter = () => String.fromCharCode(letters++);
      const base = start.map((kind) => (kind === 0 ? '\n' : kind === 1 ? ' ' : letter())).join('');
      const write = (text: string, all: typeof mine) =>
        all.reduce((next, [at, gone, added, isLine]) => {
          const from = at % (next.length + 1);
          const news = Array.from({ length: added }, letter).join(isLine ? '\n' : '');
          return next.slice(0, from) + news + next.slice(from + gone);
        }, text);
      const [ours, theirs] = [write(base, mine), write(base, others)];
      const visible = (text: string) => [...text].filter((one) => one.trim() !== '');
      const merged = visible(merge(base, ours, theirs) ?? '');
      expect(merged).toEqual([...new Set(merged)]);
      const kept = visible(base).filter((one) => ours.includes(one) && theirs.includes(one));
      const added = visible(ours + theirs).filter((one) => !base.includes(one));
      expect([...kept, ...added].filter((one) => !merged.includes(one))).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});
