import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { createDocument } from './merge-order.ts';
import { type Base, readTexts, readTextsOfState, rebase, replaceText, writeTexts } from './page-document.ts';
import type { SavedPage } from './page-texts.ts';

const page = (content: string) => ({ name: 'Plan', description: '', content });

function openPage(content: string): { document: Y.Doc; base: Base } {
  const document = createDocument();
  writeTexts(document, page(content), 'server');
  return { document, base: { version: '1', state: Y.encodeStateAsUpdate(document) } };
}

function takeOver(document: Y.Doc, base: Base, remote: SavedPage): Base {
  const rebased = rebase(document, base.state, remote);
  Y.applyUpdate(document, rebased.update);
  return rebased.base;
}

test('another person’s paragraph and mine are both kept', () => {
  const { document, base } = openPage('one\n\ntwo\n');
  document.getText('content').insert(3, ' and a half');
  takeOver(document, base, { ...page('one\n\ntwo\n\nthree\n'), version: '2' });
  expect(readTexts(document).content).toBe('one and a half\n\ntwo\n\nthree\n');
});

test('edits of the same line are both kept', () => {
  const { document, base } = openPage('call');
  document.getText('content').insert(4, ' Ada');
  takeOver(document, base, { ...page('call Bob'), version: '2' });
  const { content } = readTexts(document);
  expect(content).toContain(' Ada');
  expect(content).toContain(' Bob');
});

test('of two new names, the one being typed is kept whole', () => {
  const { document, base } = openPage('');
  replaceText(document.getText('name'), 'From the title');
  takeOver(document, base, { name: 'From the tree', description: '', content: '', version: '2' });
  expect(readTexts(document).name).toBe('From the title');
});

test('a name that only others changed is taken over', () => {
  const { document, base } = openPage('');
  takeOver(document, base, { name: 'From the tree', description: '', content: '', version: '2' });
  expect(readTexts(document).name).toBe('From the tree');
});

test('the new base is the server’s text, without the words typed here', () => {
  const { document, base } = openPage('one');
  document.getText('content').insert(3, ' mine');
  const next = takeOver(document, base, { ...page('one theirs'), version: '2' });
  expect(next.version).toBe('2');
  expect(readTextsOfState(next.state).content).toBe('one theirs');
});

test('a second rebase does not repeat the first one’s words', () => {
  const { document, base } = openPage('a');
  document.getText('content').insert(1, 'M');
  const second = takeOver(document, base, { ...page('ab'), version: '2' });
  takeOver(document, second, { ...page('abc'), version: '3' });
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
      const { document, base } = openPage(start);
      document.getText('content').insert(at % (start.length + 1), `<${mine}>`);
      const cut = otherAt % (start.length + 1);
      const remote = `${start.slice(0, cut)}[${theirs.toUpperCase()}]${start.slice(cut)}`;
      takeOver(document, base, { ...page(remote), version: '2' });
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
    const { document, base } = openPage(start);
    for (const letter of typed) {
      document.getText('content').insert(document.getText('content').length, letter);
    }
    takeOver(document, base, { ...page(remote), version: '2' });
    expect(readTexts(document).content).toBe(merged);
  }
});

test('words typed behind a word that others replace stay behind the new one', () => {
  for (let times = 0; times < 100; times++) {
    const { document, base } = openPage('It is good');
    document.getText('content').insert(10, ' enough');
    takeOver(document, base, { ...page('It is fine'), version: '2' });
    expect(readTexts(document).content).toBe('It is fine enough');
  }
});

test('the document waits until the outcome is noted', () => {
  const { document, base } = openPage('one');
  rebase(document, base.state, { ...page('one two'), version: '2' });
  expect(readTexts(document).content).toBe('one');
});
