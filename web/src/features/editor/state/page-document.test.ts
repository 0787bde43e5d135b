import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { type Base, readTexts, readTextsOfState, rebase, replaceText, writeTexts } from './page-document.ts';

const page = (content: string) => ({ name: 'Plan', description: '', content });

function openPage(content: string): { document: Y.Doc; base: Base } {
  const document = new Y.Doc();
  writeTexts(document, page(content), 'server');
  return { document, base: { version: '1', state: Y.encodeStateAsUpdate(document) } };
}

test('another person’s paragraph and mine are both kept', () => {
  const { document, base } = openPage('one\n\ntwo\n');
  document.getText('content').insert(3, ' and a half');
  rebase(document, base, { ...page('one\n\ntwo\n\nthree\n'), version: '2' }, 'server');
  expect(readTexts(document).content).toBe('one and a half\n\ntwo\n\nthree\n');
});

test('edits of the same line are both kept', () => {
  const { document, base } = openPage('call');
  document.getText('content').insert(4, ' Ada');
  rebase(document, base, { ...page('call Bob'), version: '2' }, 'server');
  const { content } = readTexts(document);
  expect(content).toContain(' Ada');
  expect(content).toContain(' Bob');
});

test('of two new names the one that is being typed is kept whole', () => {
  const { document, base } = openPage('');
  replaceText(document.getText('name'), 'From the title');
  rebase(document, base, { name: 'From the tree', description: '', content: '', version: '2' }, 'server');
  expect(readTexts(document).name).toBe('From the title');
});

test('a name that only the others changed is taken over', () => {
  const { document, base } = openPage('');
  rebase(document, base, { name: 'From the tree', description: '', content: '', version: '2' }, 'server');
  expect(readTexts(document).name).toBe('From the tree');
});

test('the new base is the server’s text, without what was typed here', () => {
  const { document, base } = openPage('one');
  document.getText('content').insert(3, ' mine');
  const next = rebase(document, base, { ...page('one theirs'), version: '2' }, 'server');
  expect(next.version).toBe('2');
  expect(readTextsOfState(next.state).content).toBe('one theirs');
});

test('a second rebase does not repeat the first one’s words', () => {
  const { document, base } = openPage('a');
  document.getText('content').insert(1, 'M');
  const second = rebase(document, base, { ...page('ab'), version: '2' }, 'server');
  rebase(document, second, { ...page('abc'), version: '3' }, 'server');
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

test('nothing that either side wrote is lost, whatever both wrote', () => {
  const words = fc.string({ unit: fc.constantFrom(...'abcdefgh \n'), minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(words, words, words, fc.nat(), fc.nat(), (start, mine, theirs, at, otherAt) => {
      const { document, base } = openPage(start);
      document.getText('content').insert(at % (start.length + 1), `<${mine}>`);
      const cut = otherAt % (start.length + 1);
      const remote = `${start.slice(0, cut)}[${theirs.toUpperCase()}]${start.slice(cut)}`;
      rebase(document, base, { ...page(remote), version: '2' }, 'server');
      const { content } = readTexts(document);
      expect([...content].sort()).toEqual([...`${remote}<${mine}>`].sort());
    }),
  );
});
