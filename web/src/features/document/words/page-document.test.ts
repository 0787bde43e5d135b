import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { createDocument } from './merge-order.ts';
import { adopt, readTexts, replaceText, writeTexts } from './page-document.ts';
import type { PageTexts } from './page-texts.ts';
import { documentOf } from './page-updates.ts';

const page = (content: string) => ({ name: 'Plan', description: '', content });

function openPage(content: string): { document: Y.Doc; state: Uint8Array } {
  const document = createDocument();
  writeTexts(document, page(content), 'server');
  return { document, state: Y.encodeStateAsUpdate(document) };
}

/** @returns the document's state at the others' texts */
function takeOver(document: Y.Doc, state: Uint8Array, texts: PageTexts): Uint8Array {
  const ancestor = documentOf(state);
  Y.applyUpdate(document, adopt(ancestor, document, texts));
  return Y.encodeStateAsUpdate(ancestor);
}

test('another person’s paragraph and mine are both kept', () => {
  const { document, state } = openPage('one\n\ntwo\n');
  document.getText('content').insert(3, ' and a half');
  takeOver(document, state, page('one\n\ntwo\n\nthree\n'));
  expect(readTexts(document).content).toBe('one and a half\n\ntwo\n\nthree\n');
});

test('edits of the same line are both kept', () => {
  const { document, state } = openPage('call');
  document.getText('content').insert(4, ' Ada');
  takeOver(document, state, page('call Bob'));
  const { content } = readTexts(document);
  expect(content).toContain(' Ada');
  expect(content).toContain(' Bob');
});

test('a name that only others changed is taken over', () => {
  const { document, state } = openPage('');
  takeOver(document, state, { name: 'From the tree', description: '', content: '' });
  expect(readTexts(document).name).toBe('From the tree');
});

test('a second change of others does not repeat the first one’s words', () => {
  const { document, state } = openPage('a');
  document.getText('content').insert(1, 'M');
  const second = takeOver(document, state, page('ab'));
  takeOver(document, second, page('abc'));
  expect([...readTexts(document).content].sort().join('')).toBe('Mabc');
});

test('lines that end the Windows way are read as line feeds', () => {
  const { document } = openPage('one\r\ntwo\rthree');
  expect(readTexts(document).content).toBe('one\ntwo\nthree');
});

test('any text turns into any other', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (from, to) => {
      const text = new Y.Doc().getText('content');
      text.insert(0, from);
      replaceText(text, to);
      expect(text.toString()).toBe(to);
    }),
  );
});

test('no words of either side are lost', () => {
  const words = fc.string({ unit: fc.constantFrom(...'abcdefgh \n'), minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(words, words, words, fc.nat(), fc.nat(), (start, mine, theirs, at, otherAt) => {
      const { document, state } = openPage(start);
      document.getText('content').insert(at % (start.length + 1), `<${mine}>`);
      const cut = otherAt % (start.length + 1);
      const remote = `${start.slice(0, cut)}[${theirs.toUpperCase()}]${start.slice(cut)}`;
      takeOver(document, state, page(remote));
      const { content } = readTexts(document);
      expect([...content].sort()).toEqual([...`${remote}<${mine}>`].sort());
    }),
  );
});

// Others' ids are chosen; those of what is typed are random: each case is tried with many.
test.each([
  ['a line after a sentence that goes on', 'My sent', 'ence.', 'My sent\nTheirs.', 'My sentence.\nTheirs.'],
  ['words after a sentence that goes on', 'My sent', 'ence.', 'My sent, too', 'My sentence., too'],
  ['the end of a word before a line', 'quick', '\nmore', 'quicker', 'quicker\nmore'],
  ['a line beside a line', 'one', '\nmine', 'one\ntheirs', 'one\nmine\ntheirs'],
])('%s stays whole', (_case, start, typed, remote, merged) => {
  for (let times = 0; times < 100; times++) {
    const { document, state } = openPage(start);
    for (const letter of typed) {
      document.getText('content').insert(document.getText('content').length, letter);
    }
    takeOver(document, state, page(remote));
    expect(readTexts(document).content).toBe(merged);
  }
});

test('words typed behind a word that others replace stay behind the new one', () => {
  for (let times = 0; times < 100; times++) {
    const { document, state } = openPage('It is good');
    document.getText('content').insert(10, ' enough');
    takeOver(document, state, page('It is fine'));
    expect(readTexts(document).content).toBe('It is fine enough');
  }
});
