import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { Carets, type ToldCaret } from './carets.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Two screens that show the same words and hear each other. */
function twoScreens() {
  const [one, other] = [new Y.Doc(), new Y.Doc()];
  one.on('update', (update: Uint8Array) => Y.applyUpdate(other, update));
  one.getText('content').insert(0, 'Hello there');
  const told: ToldCaret[] = [];
  const mine = new Carets(one, 'ada', (caret) => {
    told.push(caret);
    theirs.hear(JSON.parse(JSON.stringify(caret)));
  });
  const theirs: Carets = new Carets(other, 'grace', (caret) => mine.hear(caret));
  return { text: one.getText('content'), mine, theirs, told };
}

test('a caret stays at its letters while the text before it grows', () => {
  const { text, mine, theirs } = twoScreens();
  const onChange = vi.fn();
  theirs.subscribe(onChange);
  mine.move('content', 6, 11);
  vi.advanceTimersByTime(100);
  expect(onChange).toHaveBeenCalledOnce();
  expect(theirs.in('content')).toMatchObject([{ userId: 'ada', anchor: 6, head: 11 }]);
  text.insert(0, 'So: ');
  expect(theirs.in('content')).toMatchObject([{ anchor: 10, head: 15 }]);
  expect(theirs.in('name')).toEqual([]);
});

test('many moves are told as one, and the same place is not told again', () => {
  const { mine, told } = twoScreens();
  for (let place = 0; place < 10; place++) mine.move('content', place);
  vi.advanceTimersByTime(100);
  mine.move('content', 9);
  vi.advanceTimersByTime(1000);
  expect(told).toHaveLength(1);
});

test('a caret goes with its field, with its screen, and when its screen is silent for long', () => {
  const { mine, theirs } = twoScreens();
  mine.move('content', 3);
  vi.advanceTimersByTime(100);
  mine.leave('name');
  vi.advanceTimersByTime(100);
  expect(theirs.in('content')).toHaveLength(1);
  mine.leave('content');
  vi.advanceTimersByTime(100);
  expect(theirs.in('content')).toEqual([]);
  mine.move('content', 3);
  vi.advanceTimersByTime(100);
  mine.close();
  expect(theirs.in('content')).toEqual([]);
  theirs.hear({ screen: 'killed', userId: 'bob', field: 'content', anchor: 'null', head: 'null' });
  const { anchor } = {
    anchor: JSON.stringify(Y.createRelativePositionFromTypeIndex(new Y.Doc().getText('content'), 0)),
  };
  theirs.hear({ screen: 'killed', userId: 'bob', field: 'content', anchor, head: anchor });
  expect(theirs.in('content')).toHaveLength(1);
  vi.advanceTimersByTime(60_000);
  expect(theirs.in('content')).toEqual([]);
});

test.each([
  undefined,
  'caret',
  {},
  { screen: 'one', userId: 'bob', field: 'content' },
  { screen: 'one', userId: 'bob', field: 'password', anchor: '{}', head: '{}' },
  { screen: 'one', userId: 'bob', field: 'content', anchor: '{"tname":"content","item":7}', head: '{' },
  { screen: 'one', userId: 'x'.repeat(1000), field: 'content', anchor: '{}', head: '{}' },
])('%j is nobody’s caret', (message) => {
  const { theirs } = twoScreens();
  theirs.hear(message);
  expect(theirs.in('content')).toEqual([]);
});
