import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { carryOver, mergeTexts } from './three-way-merge.ts';

const text = fc
  .array(fc.constantFrom('a', 'b', 'c', '', '- d'), { maxLength: 12 })
  .map((lines) => lines.join('\n'));

describe('merging', () => {
  test('keeps the changes of each side', () => {
    expect(mergeTexts('one\ntwo\nthree', 'ONE\ntwo\nthree', 'one\ntwo\nthree\nfour')).toBe(
      'ONE\ntwo\nthree\nfour',
    );
  });
  test('has no answer when both changed the same line', () => {
    expect(mergeTexts('one\ntwo', 'ONE\ntwo', 'Eins\ntwo')).toBeUndefined();
  });
  test('takes a change that both made once', () => {
    expect(mergeTexts('one\ntwo', 'ONE\ntwo', 'ONE\ntwo')).toBe('ONE\ntwo');
  });
  test('takes the changes of one side as they are', () => {
    fc.assert(
      fc.property(text, text, (base, changed) => {
        expect(mergeTexts(base, changed, base)).toBe(changed);
        expect(mergeTexts(base, base, changed)).toBe(changed);
        expect(mergeTexts(base, changed, changed)).toBe(changed);
      }),
    );
  });
  test('loses no line that a side added', () => {
    fc.assert(
      fc.property(text, text, text, (base, ours, theirs) => {
        const merged = mergeTexts(base, `OURS\n${ours}`, `${theirs}\nTHEIRS`);
        if (merged === undefined) return;
        expect(merged.split('\n')).toEqual(expect.arrayContaining(['OURS', 'THEIRS']));
      }),
    );
  });
  test('does not compare texts with hardly a line in common to the end', () => {
    const many = (what: string) => Array.from({ length: 30_000 }, (_, line) => `${what} ${line}`).join('\n');
    expect(mergeTexts(many('a'), many('b'), many('c'))).toBeUndefined();
    expect(carryOver(many('a'), many('b'), many('c'))).toBe(many('b'));
  });
  test('compares many equal lines quickly', () => {
    const many = '\n'.repeat(10_000);
    const { user } = process.cpuUsage();
    expect(mergeTexts(many, `${many}a`, many)).toBe(`${many}a`);
    carryOver(many, `${many}a`, `b${many}`);
    // The bound is on work: a busy machine takes longer.
    expect((process.cpuUsage().user - user) / 1000).toBeLessThan(2000);
  });
});

describe('carrying a change over', () => {
  test('takes it to another form of the text', () => {
    expect(carryOver('* one\n* two', '* one\n* two\n* three', '- one\n- two')).toContain('three');
    expect(carryOver('Title\n\n* one', 'Title!\n\n* one', 'Title\n\n- one')).toBe('Title!\n\n- one');
  });
  test('ends with the change when nothing else differs', () => {
    fc.assert(
      fc.property(text, text, text, (before, after, onto) => {
        expect(carryOver(before, after, before)).toBe(after);
        expect(carryOver(before, before, onto)).toBe(onto);
      }),
    );
  });
});
