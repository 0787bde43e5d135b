import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { bringTogether } from './branches.ts';

const PAGE = '- [ ] one\n- [ ] two\n- [ ] six\n';

/** @returns what two have in the end, of whom the second one saves later */
function together(theirs: (content: Y.Text) => void, mine: (content: Y.Text) => void): string {
  const known = new Y.Doc();
  known.getText('content').insert(0, PAGE);
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
  return `${document.getText('content')}`;
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

test('where Yjs is right, nothing is written', () => {
  expect(
    together(
      (content) => content.insert(9, ' word'),
      (content) => content.insert(PAGE.length - 1, ' end'),
    ),
  ).toBe('- [ ] one word\n- [ ] two\n- [ ] six end\n');
});
