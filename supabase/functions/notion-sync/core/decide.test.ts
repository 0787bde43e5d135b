import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Base, type Direction, decide, isSame, type Texts } from './decide.ts';

const page = (text: string, name = 'Plan'): Texts => ({ name, text });
const inStep = (text: string, name = 'Plan'): Base => ({ local: page(text, name), remote: page(text, name) });
const EVERY: readonly Direction[] = ['bring', 'send', 'both'];
const OLD = 'one\n\ntwo\n\nthree';
const OURS = 'ONE\n\ntwo\n\nthree';
const THEIRS = 'one\n\ntwo\n\nTHREE';
const MERGED = 'ONE\n\ntwo\n\nTHREE';

describe.each(EVERY)('%s', (direction) => {
  test('does nothing when both sides agree, or nothing changed', () => {
    for (const base of [undefined, inStep('other'), inStep('a')])
      expect(decide({ direction, local: page('a\n\nb'), remote: page('a\nb'), base })).toEqual({
        kind: 'none',
        isSame: true,
      });
    const base = { local: page('* a'), remote: page('- a') };
    expect(decide({ direction, ...base, base })).toEqual({ kind: 'none', isSame: false });
  });
  test('an empty answer deletes nothing', () => {
    const decision = decide({ direction, local: page(OLD), remote: page(''), base: inStep(OLD) });
    expect(decision).toEqual(
      direction === 'send' ? { kind: 'none', isSame: false } : { kind: 'emptied', side: 'remote' },
    );
  });
  test('nor does a page emptied here', () => {
    const decision = decide({ direction, local: page(' \n'), remote: page(OLD), base: inStep(OLD) });
    expect(decision).toEqual(
      direction === 'bring' ? { kind: 'none', isSame: false } : { kind: 'emptied', side: 'local' },
    );
  });
  test('both sides changed the same line', () => {
    const sides = { direction, local: page('ONE'), remote: page('Eins'), base: inStep('one') };
    expect(decide(sides)).toEqual({ kind: 'conflict' });
  });
});

describe('the first time', () => {
  const sides = { local: page('ours', 'Our name'), remote: page('theirs', 'Their name'), base: undefined };
  test('bring takes Notion’s texts', () => {
    expect(decide({ direction: 'bring', ...sides })).toEqual({ kind: 'pull', local: sides.remote });
  });
  test('send gives our texts, and says that others are overwritten', () => {
    expect(decide({ direction: 'send', ...sides })).toEqual({
      kind: 'push',
      remote: sides.local,
      overwrites: true,
    });
    expect(decide({ direction: 'send', ...sides, remote: page('') })).toMatchObject({
      kind: 'push',
      overwrites: false,
    });
  });
  test('both fills the empty side, and chooses none of two texts', () => {
    expect(decide({ direction: 'both', ...sides })).toEqual({ kind: 'conflict' });
    expect(decide({ direction: 'both', ...sides, local: page('') })).toMatchObject({ kind: 'pull' });
    expect(decide({ direction: 'both', ...sides, remote: page('') })).toMatchObject({ kind: 'push' });
  });
  test('an empty page takes nothing away, on either side', () => {
    expect(decide({ direction: 'bring', ...sides, remote: page('') })).toEqual({
      kind: 'emptied',
      side: 'remote',
    });
    expect(decide({ direction: 'send', ...sides, local: page('') })).toEqual({
      kind: 'emptied',
      side: 'local',
    });
  });
  test('a page without a name at Notion keeps its own', () => {
    expect(decide({ direction: 'bring', ...sides, remote: page('theirs', '') })).toEqual({
      kind: 'pull',
      local: page('theirs', 'Our name'),
    });
  });
});

describe('one side changed', () => {
  const local = { local: page(OURS), remote: page(OLD), base: inStep(OLD) };
  const remote = { local: page(OLD), remote: page(THEIRS), base: inStep(OLD) };
  test('ours goes there, unless pages only come', () => {
    expect(decide({ direction: 'both', ...local })).toEqual({
      kind: 'push',
      remote: page(OURS),
      overwrites: false,
    });
    expect(decide({ direction: 'send', ...local })).toEqual({
      kind: 'push',
      remote: page(OURS),
      overwrites: false,
    });
    expect(decide({ direction: 'bring', ...local })).toEqual({ kind: 'none', isSame: false });
  });
  test('theirs comes here, unless pages only go', () => {
    expect(decide({ direction: 'both', ...remote })).toEqual({ kind: 'pull', local: page(THEIRS) });
    expect(decide({ direction: 'bring', ...remote })).toEqual({ kind: 'pull', local: page(THEIRS) });
    expect(decide({ direction: 'send', ...remote })).toEqual({ kind: 'none', isSame: false });
  });
  test("Notion's own form of our text is not sent back as if it were our change", () => {
    const base = { local: page('* one\n* two\n\nEnd'), remote: page('- one\n- two\n\nEnd') };
    expect(
      decide({ direction: 'both', local: page('* one\n* two\n\nEnd.'), remote: base.remote, base }),
    ).toEqual({
      kind: 'push',
      remote: page('- one\n- two\n\nEnd.'),
      overwrites: false,
    });
    expect(
      decide({ direction: 'both', local: base.local, remote: page('- one\n- two\n\nEnd.'), base }),
    ).toEqual({
      kind: 'pull',
      local: page('* one\n* two\n\nEnd.'),
    });
  });
});

describe('both changed', () => {
  const sides = { local: page(OURS), remote: page(THEIRS), base: inStep(OLD) };
  test('different lines are merged, and go where they may', () => {
    expect(decide({ direction: 'both', ...sides })).toEqual({
      kind: 'merge',
      local: page(MERGED),
      remote: page(MERGED),
    });
    expect(decide({ direction: 'bring', ...sides })).toEqual({ kind: 'pull', local: page(MERGED) });
    expect(decide({ direction: 'send', ...sides })).toEqual({
      kind: 'push',
      remote: page(MERGED),
      overwrites: false,
    });
  });
  test('names are merged as well', () => {
    const names = (ours: string, theirs: string) =>
      decide({ direction: 'both', local: page(OURS, ours), remote: page(THEIRS, theirs), base: inStep(OLD) });
    expect(names('Ours', 'Plan')).toMatchObject({ kind: 'merge', local: { name: 'Ours' } });
    expect(names('Plan', 'Theirs')).toMatchObject({ kind: 'merge', local: { name: 'Theirs' } });
    expect(names('Same', 'Same')).toMatchObject({ kind: 'merge', local: { name: 'Same' } });
    expect(names('Ours', 'Theirs')).toEqual({ kind: 'conflict' });
  });
});

test('nothing is left to do after a decision is carried out', () => {
  const texts = fc
    .array(fc.constantFrom('a', 'b', '- c', ''), { maxLength: 6 })
    .map((lines) => page(lines.join('\n\n')));
  const base = fc.option(fc.record({ local: texts, remote: texts }), { nil: undefined });
  fc.assert(
    fc.property(fc.constantFrom(...EVERY), texts, texts, base, (direction, local, remote, base) => {
      const decision = decide({ direction, local, remote, base });
      if (decision.kind === 'conflict' || decision.kind === 'emptied' || decision.kind === 'none') return;
      const after = {
        local: decision.kind === 'push' ? local : decision.local,
        remote: decision.kind === 'pull' ? remote : decision.remote,
      };
      expect(decide({ direction, ...after, base: after }).kind).toBe('none');
    }),
  );
});

test('a side that is not written to keeps its text, and no text is lost for an empty one', () => {
  const texts = fc
    .array(fc.constantFrom('a', 'b', ''), { maxLength: 4 })
    .map((lines) => page(lines.join('\n')));
  fc.assert(
    fc.property(fc.constantFrom(...EVERY), texts, texts, texts, (direction, local, remote, old) => {
      const decision = decide({ direction, local, remote, base: { local: old, remote: old } });
      if (direction === 'bring') expect(['push', 'merge']).not.toContain(decision.kind);
      if (direction === 'send') expect(['pull', 'merge']).not.toContain(decision.kind);
      if ('local' in decision && remote.text.trim() === '' && local.text.trim() !== '')
        expect(isSame(decision.local, page(''))).toBe(false);
    }),
  );
});
