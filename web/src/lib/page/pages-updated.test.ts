import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPagesChange, type PagesChange, parsePagesChange, readPagesChange } from './pages-updated.ts';

const anyChange: fc.Arbitrary<PagesChange> = fc.oneof(
  fc.record({ kind: fc.constantFrom('tree' as const, 'favorites' as const, 'anything' as const) }),
  fc.record(
    { kind: fc.constant('texts' as const), pageId: fc.string(), name: fc.string(), updatedAt: fc.string() },
    { requiredKeys: ['kind', 'pageId'], noNullPrototype: true },
  ),
);

test('an announcement reaches other tabs unchanged, and differs from the one before', () => {
  fc.assert(
    fc.property(anyChange, (change) => {
      expect(parsePagesChange(formatPagesChange(change))).toEqual(change);
      expect(formatPagesChange(change)).not.toBe(formatPagesChange(change));
    }),
  );
});

test.each([
  ['1767225600000 0.123', 'as earlier versions wrote it'],
  ['', ''],
  [null, 'taken away'],
  ['null', ''],
  ['{"kind":"weather"}', 'of a later version'],
  ['{"kind":"texts"}', 'without its page'],
  ['{"kind":"texts","pageId":7}', ''],
])('%j may be anything %s', (value, _why) => {
  expect(parsePagesChange(value)).toEqual({ kind: 'anything' });
});

test.each([undefined, null, 'tree', 7, {}])('an event that says %j may be anything', (detail) => {
  expect(readPagesChange(detail)).toEqual({ kind: 'anything' });
});
