import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { documentOf, isPlainText } from './page-updates.ts';

function updateBy(edit: (document: Y.Doc) => void): Uint8Array {
  const document = new Y.Doc();
  edit(document);
  return Y.encodeStateAsUpdate(document);
}

/** One letter by client 1, which says that it stands beside another one of its own. */
function besideOwn(clock: number): Uint8Array {
  const origin = 0x80;
  return new Uint8Array([1, 1, 1, 0, 4 + origin, 1, clock, 1, 0x61, 0]);
}

const plain = updateBy((document) => document.getText('content').insert(0, 'Plain 😀'));

test.each([
  ['bytes of no meaning', new Uint8Array([250, 1, 2, 3])],
  ['nothing', new Uint8Array()],
  ['an update that is cut off', plain.slice(0, -4)],
  ['a picture in the text', updateBy((document) => document.getText('content').insertEmbed(0, { src: 'x' }))],
  ['bold text', updateBy((document) => document.getText('content').insert(0, 'a', { bold: true }))],
  ['another field', updateBy((document) => document.getText('other').insert(0, 'a'))],
  ['a map in the place of a text', updateBy((document) => document.getMap('content').set('key', 1))],
  ['a list in the place of a text', updateBy((document) => document.getArray('content').push(['a']))],
  ['a letter beside a later one of its own', besideOwn(5)],
  ['a letter beside itself', besideOwn(0)],
  ['a word without letters', new Uint8Array([1, 1, 1, 0, 4, 1, 7, ...Buffer.from('content'), 0, 0])],
  ['a deletion of nothing', new Uint8Array([0, 1, 1, 1, 0, 0])],
  ['a document within', updateBy((document) => document.getMap('content').set('key', new Y.Doc()))],
])('%s is no plain text, and leaves a page as it is', (_case, update) => {
  expect(isPlainText(update)).toBe(false);
  expect(documentOf(plain, update).getText('content').toString()).toBe('Plain 😀');
});

test('words, deletions and repeated updates are plain text', () => {
  const document = documentOf(plain);
  document.getText('content').delete(0, 2);
  document.getText('name').insert(0, 'Plan');
  const whole = Y.encodeStateAsUpdate(document);
  const part = Y.encodeStateAsUpdate(document, Y.encodeStateVectorFromUpdate(plain));
  expect([plain, whole, part, Y.mergeUpdates([part, plain])].every(isPlainText)).toBe(true);
  expect(documentOf(part, plain, part).getText('content').toString()).toBe('ain 😀');
});

test('an update that passes for plain text never ends an editor', () => {
  const before = documentOf(plain);
  const edited = documentOf(plain);
  edited.getText('content').insert(3, 'abc');
  edited.getText('content').delete(1, 4);
  edited.getText('name').insert(0, 'Plan');
  const update = Y.encodeStateAsUpdate(edited, Y.encodeStateVector(before));
  const changes = fc.array(fc.tuple(fc.nat(update.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(changes, (bytes) => {
      const changed = update.slice();
      for (const [index, byte] of bytes) changed[index] = byte;
      const document = documentOf(plain, changed);
      document.getText('content').insert(0, 'x');
      expect(document.getText('content').toString()).toMatch(/^x/);
    }),
    { numRuns: 20_000 },
  );
});
