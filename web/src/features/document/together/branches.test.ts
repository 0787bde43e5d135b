import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { readShownText } from '../moves/arrangement/moved-text.ts';
import { textEdits } from '../moves/edits/text-changes.ts';
import { editText } from '../moves/writing/edit-text.ts';
import { writeMove } from '../moves/writing/write-move.ts';
import { bringTogether } from './branches.ts';

const PAGE = '- [ ] one\n- [ ] two\n- [ ] six\n';

/** @returns what two have in the end, of whom the second one saves later */
function together(theirs: (content: Y.Text) => void, mine: (content: Y.Text) => void, page = PAGE): string {
  const known = new Y.Doc();
  known.getText('content').insert(0, page);
  const copy = (clientID: number) => {
    const document = new Y.Doc();
    Y.applyUpdate(document, Y.encodeStateAsUpdate(known));
    document.clientID = clientID;
    return document;
  };
  const [other, document] = [copy(7), copy(8)];
  theirs(other.getText('content'));
  mine(document.getText('content'));
  const news = Y.encodeStateAsUpdate(other, Y.encodeStateVector(known));
  const edits = bringTogether({
    known,
    news,
    edits: Y.encodeStateAsUpdate(document, Y.encodeStateVector(known)),
    heard: undefined,
    own: new Set([8]),
    seen: { all: Y.snapshot(known), edits: Y.encodeStateAsUpdate(new Y.Doc()) },
  });
  Y.applyUpdate(document, news);
  if (edits) Y.applyUpdate(document, edits);
  return readShownText(document.getText('content'));
}

test('words stay in a line that another one took away and put back', () => {
  const bold = PAGE.replace('two', '**two**');
  const write = (content: Y.Text) => {
    content.insert(PAGE.indexOf('two') + 3, '**');
    content.insert(PAGE.indexOf('two'), '**');
  };
  const thereAndBack = (content: Y.Text) => {
    content.delete(10, 10);
    content.insert(10, PAGE.slice(10, 20));
  };
  expect(together(write, thereAndBack)).toBe(bold);
  expect(together(thereAndBack, write)).toBe(bold);
  const andWrite = (content: Y.Text) => {
    thereAndBack(content);
    content.insert(9, ' word');
  };
  expect(together(write, andWrite)).toBe(bold.replace('one', 'one word'));
});

test('a word that both took away and one put back stays, beside what the other one wrote there', () => {
  const remove = (content: Y.Text) => content.delete(16, 3);
  const andPutBack = (content: Y.Text) => {
    remove(content);
    content.insert(16, 'two');
  };
  const andWrite = (content: Y.Text) => {
    remove(content);
    content.insert(16, 'WORD');
  };
  expect([together(remove, andPutBack), together(andPutBack, remove)]).toEqual([PAGE, PAGE]);
  for (const shown of [together(andWrite, andPutBack), together(andPutBack, andWrite)])
    expect(['twoWORD', 'WORDtwo'].map((words) => PAGE.replace('two', words))).toContain(shown);
});

test('where Yjs is right, nothing is written', () => {
  expect(
    together(
      (content) => content.insert(9, ' word'),
      (content) => content.insert(PAGE.length - 1, ' end'),
    ),
  ).toBe('- [ ] one word\n- [ ] two\n- [ ] six end\n');
});

test('the rest of a word stays, whatever another one writes behind its beginning', () => {
  const known = new Y.Doc();
  known.getText('content').insert(0, 'page\n');
  const [mine, other] = [new Y.Doc(), new Y.Doc()];
  for (const document of [mine, other]) Y.applyUpdate(document, Y.encodeStateAsUpdate(known));
  [mine.clientID, other.clientID] = [7, 8];
  mine.getText('content').insert(4, ' mine');
  Y.applyUpdate(known, Y.encodeStateAsUpdate(mine));
  const seen = { all: Y.snapshot(known), edits: Y.encodeStateAsUpdate(new Y.Doc()) };
  mine.getText('content').insert(9, '; ');
  other.getText('content').insert(4, ' theirs; ');
  const news = Y.encodeStateAsUpdate(other, Y.encodeStateVector(known));
  const edits = Y.encodeStateAsUpdate(mine, Y.encodeStateVector(known));
  const update = bringTogether({ known, news, edits, heard: undefined, own: new Set([7]), seen });
  for (const one of [news, ...(update ? [update] : [])]) Y.applyUpdate(mine, one);
  expect(readShownText(mine.getText('content'))).toBe('page mine;  theirs; \n');
});

/** @returns what an editor writes to make a text of another one */
function into(next: string): (content: Y.Text) => void {
  return (content) => editText(content, textEdits(0, readShownText(content), next));
}

const ONE = '- [ ] one\n';
const TWO = '- [ ] two\n';
const SIX = '- [ ] six\n';

test.each<[string, page: string, theirs: string, mine: string, expected: readonly string[]]>([
  [
    'new items at one place',
    PAGE,
    PAGE.replace(ONE, `${ONE}- [ ] aa\n`),
    PAGE.replace(ONE, `${ONE}- [ ] bb\n`),
    [`${ONE}- [ ] aa\n- [ ] bb\n${TWO}${SIX}`, `${ONE}- [ ] bb\n- [ ] aa\n${TWO}${SIX}`],
  ],
  [
    'a heading below an item, and another item there',
    PAGE,
    PAGE.replace(ONE, `${ONE}- [ ] aa\n`),
    PAGE.replace(ONE, `${ONE}## bb\n`),
    [`${ONE}- [ ] aa\n## bb\n${TWO}${SIX}`, `${ONE}## bb\n- [ ] aa\n${TWO}${SIX}`],
  ],
  [
    'words in the last line, which goes',
    `${ONE}- [ ] two`,
    '- [ ] one',
    `${ONE}- [ ] two word`,
    [`${ONE}- [ ]  word`],
  ],
  [
    'words behind one that the other one corrects',
    'Meet at noon today',
    'Meet at noon at 15 today',
    'Meet at 5 today',
    ['Meet at 5 at 15 today', 'Meet at  at 155 today'],
  ],
  [
    'different corrections of a word',
    'Ask it now',
    'Ask he now',
    'Ask she now',
    ['Ask heshe now', 'Ask shehe now'],
  ],
  [
    'corrections in letters beyond 16 bits',
    'Ask it now',
    'Ask 𐐷 now',
    'Ask 𐐷𐐨 now',
    ['Ask 𐐷𐐷𐐨 now', 'Ask 𐐷𐐨𐐷 now'],
  ],
  [
    'with marks on letters',
    'Ask it now',
    'Ask e now',
    'Ask e\u0301 now',
    ['Ask ee\u0301 now', 'Ask e\u0301e now'],
  ],
  ['with joined pictures', 'Ask it now', 'Ask 👩 now', 'Ask 👩‍💻 now', ['Ask 👩👩‍💻 now', 'Ask 👩‍💻👩 now']],
  ['a list, and an indentation', 'a b', '- a b', '  a b', ['  - a b', '-   a b']],
  ['marks of an indented item', '- o\n  - a', '- o\n  * a', '- o\n  + a', ['- o\n  + a']],
])('%s', (_, page, theirs, mine, expected) => {
  expect(expected).toContain(together(into(theirs), into(mine), page));
});

test('words in a line that one moved and then took away stay in a line', () => {
  const move = (content: Y.Text) => {
    const after = `${TWO}${ONE}${SIX}`;
    writeMove(content, textEdits(0, readShownText(content), after), after);
  };
  const remove = (content: Y.Text) => {
    move(content);
    into(`${ONE}${SIX}`)(content);
  };
  const write = (content: Y.Text) => into(readShownText(content).replace('two', 'two WORD'))(content);
  for (const shown of [together(remove, write), together(write, remove)])
    expect([`- [ ]  WORD\n${ONE}${SIX}`, `${ONE}- [ ]  WORD\n${SIX}`]).toContain(shown);
});

test('words in lines that the other one takes away stay in their lines', () => {
  const theirs = (content: Y.Text) =>
    editText(content, [
      { from: 9, to: 9, insert: ' their' },
      { from: 10, to: 20, insert: '' },
    ]);
  const mine = (content: Y.Text) =>
    editText(content, [
      { from: 0, to: 10, insert: '' },
      { from: 19, to: 19, insert: ' mine' },
    ]);
  const expected = `- [ ]  their\n- [ ]  mine\n${SIX}`;
  expect(together(theirs, mine)).toBe(expected);
  expect(together(mine, theirs)).toBe(expected);
});

test.each(['WORD', '𐐷𐐨', '👩‍💻', 'e\u0301'])('%s stays in a line that another one takes away', (word) => {
  const remove = (content: Y.Text) => editText(content, [{ from: 10, to: 20, insert: '' }]);
  const write = (content: Y.Text) => content.insert(19, ` ${word}`);
  for (const shown of [together(remove, write), together(write, remove)])
    expect(shown).toBe(`${ONE}- [ ]  ${word}\n${SIX}`);
});

test('no letter is cut, of whatever script', () => {
  const letters = fc.constantFrom('𐐷', '𐐨', '👩‍💻', '👩', 'e\u0301', '🇩🇪', 'x', ' ', '\n', '- ', '**');
  const words = fc.array(letters, { maxLength: 12 }).map((all) => all.join(''));
  const edits = fc.array(fc.tuple(fc.nat(60), fc.nat(3), words), { minLength: 1, maxLength: 3 });
  const write = (all: readonly (readonly [number, number, string])[]) => (content: Y.Text) => {
    for (const [at, count, insert] of all) {
      const before = [...readShownText(content)];
      const [start, end] = [at % (before.length + 1), (at % (before.length + 1)) + count];
      const [from, to] = [start, end].map((place) => before.slice(0, place).join('').length) as [
        number,
        number,
      ];
      content.doc?.transact(() => editText(content, [{ from, to, insert }]));
    }
  };
  fc.assert(
    fc.property(words, edits, edits, (page, theirs, mine) => {
      expect(together(write(theirs), write(mine), page)).not.toMatch(/\p{Surrogate}|\ufffd/u);
    }),
    { numRuns: 300 },
  );
});
