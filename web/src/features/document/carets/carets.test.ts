import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { Carets } from './carets.ts';
import type { ToldCaret } from './told-caret.ts';

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

const START = JSON.stringify({ tname: 'content', item: null });

/** A message that is accepted, but for the changed part. */
const someone = (changed: object = {}) => ({
  screen: 'one',
  userId: 'bob',
  field: 'content',
  anchor: START,
  head: START,
  ...changed,
});

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
  theirs.hear(someone({ screen: 'killed' }));
  expect(theirs.in('content')).toHaveLength(1);
  vi.advanceTimersByTime(60_000);
  expect(theirs.in('content')).toEqual([]);
});

test('an edit moves a caret with its letter', () => {
  const added = fc.string({ maxLength: 3 }).map((text) => text.replaceAll('|', ''));
  const edit = fc.record({ at: fc.nat(20), gone: fc.nat(3), added });
  fc.assert(
    fc.property(fc.nat(11), fc.array(edit), (place, edits) => {
      const { text, mine, theirs } = twoScreens();
      text.insert(place, '|');
      mine.move('content', place);
      vi.advanceTimersByTime(100);
      expect(theirs.in('content')).toMatchObject([{ head: place }]);
      for (const { at, gone, added } of edits) {
        const from = Math.min(at, text.length);
        if (
          !text
            .toString()
            .slice(from, from + gone)
            .includes('|')
        )
          text.delete(from, Math.min(gone, text.length - from));
        text.insert(from, added);
      }
      expect(theirs.in('content')).toMatchObject([{ head: text.toString().indexOf('|') }]);
    }),
  );
});

test('a caret stands where its letter was, once that is deleted with what is before it', () => {
  const { text, mine, theirs } = twoScreens();
  mine.move('content', 6, 8);
  vi.advanceTimersByTime(100);
  expect(theirs.in('content')).toMatchObject([{ anchor: 6, head: 8 }]);
  text.delete(4, 5);
  expect(theirs.in('content')).toMatchObject([{ anchor: 4, head: 4 }]);
});

test('a caret in letters that have not come yet is shown once they are there', () => {
  const { text, theirs } = twoScreens();
  const doc = text.doc as Y.Doc;
  const item = { client: doc.clientID, clock: Y.getState(doc.store, doc.clientID) };
  const anchor = JSON.stringify({ tname: 'content', item });
  theirs.hear(someone({ anchor, head: anchor }));
  expect(theirs.in('content')).toEqual([]);
  text.insert(5, ', you');
  expect(theirs.in('content')).toMatchObject([{ anchor: 5 }]);
});

test('a screen that joins learns at once where the others are', () => {
  const { mine, told } = twoScreens();
  mine.move('content', 3);
  vi.advanceTimersByTime(5000);
  told.splice(0);
  const late = new Carets(new Y.Doc(), 'bob', (caret) => mine.hear(JSON.parse(JSON.stringify(caret))));
  late.greet();
  vi.advanceTimersByTime(0);
  expect(told).toMatchObject([{ userId: 'ada', field: 'content' }]);
  expect(mine.writers).toBe(1);
});

test('somebody who types moves, though the place stays at its letter', () => {
  const { mine, theirs, told } = twoScreens();
  mine.move('content', 11);
  vi.advanceTimersByTime(5000);
  const [before] = theirs.in('content');
  const onChange = vi.fn();
  theirs.subscribe(onChange);
  theirs.hearTyping(mine.screen);
  theirs.hearTyping('unheard of');
  expect(theirs.in('content')).toEqual([{ ...before, movedAt: performance.now() }]);
  expect(onChange).toHaveBeenCalledOnce();
  expect(told).toHaveLength(1);
});

const at = (item: unknown) => JSON.stringify({ tname: 'content', item });

test.each([
  undefined,
  'caret',
  {},
  [someone()],
  someone({ screen: undefined }),
  someone({ userId: 'x'.repeat(1000) }),
  someone({ userId: { toString: () => 'ada' } }),
  someone({ field: 'password' }),
  someone({ field: '__proto__' }),
  someone({ field: 'name' }),
  someone({ anchor: 'null' }),
  someone({ head: '{' }),
  someone({ head: '[]' }),
  someone({ head: '{"__proto__":{"tname":"content","item":null}}' }),
  someone({ head: '{"type":{"client":1,"clock":0},"item":null}' }),
  someone({ head: `${' '.repeat(1000)}{"tname":"content","item":null}` }),
  someone({ anchor: at(7) }),
  someone({ anchor: at(undefined) }),
  someone({ anchor: at({}) }),
  someone({ anchor: at({ client: '1', clock: 0 }) }),
  someone({ anchor: at({ client: 1, clock: -1 }) }),
  someone({ anchor: at({ client: 1, clock: 0.5 }) }),
  someone({ anchor: at({ client: 2 ** 53, clock: 0 }) }),
  someone({ anchor: '{"tname":"content","item":{"__proto__":{"client":1,"clock":0}}}' }),
])('%j is nobody’s caret', (message) => {
  const { theirs } = twoScreens();
  theirs.hear(message);
  expect(theirs.in('content')).toEqual([]);
  expect(theirs.writers).toBe(1);
});

test('one person has five screens at most, and all together two hundred', () => {
  const { theirs } = twoScreens();
  const hearFrom = (userId: string, screens: number, changed: object = {}) => {
    for (let n = 0; n < screens; n++) theirs.hear(someone({ screen: `${userId} ${n}`, userId, ...changed }));
  };
  hearFrom('bob', 20);
  expect(theirs.in('content')).toHaveLength(5);
  // Nor as somebody else's that become one's own.
  hearFrom('eve', 5);
  for (let n = 0; n < 5; n++) theirs.hear(someone({ screen: `eve ${n}`, userId: 'bob' }));
  expect(theirs.in('content').filter(({ userId }) => userId === 'bob')).toHaveLength(5);
  // A screen that has no caret any more gives way to the next.
  hearFrom('bob', 1, { field: undefined });
  theirs.hear(someone({ screen: 'bob 7' }));
  expect(theirs.in('content').filter(({ userId }) => userId === 'bob')).toHaveLength(5);
  for (let n = 0; n < 300; n++) hearFrom(`person ${n}`, 1);
  expect(theirs.in('content')).toHaveLength(200);
});

test('however many new screens come, all of one second are answered by one word', () => {
  const { mine, told } = twoScreens();
  mine.move('content', 3);
  vi.advanceTimersByTime(5000);
  told.splice(0);
  for (let n = 0; n < 50; n++) {
    mine.hear(someone({ screen: `new ${n}`, userId: `person ${n}` }));
    vi.advanceTimersByTime(100);
  }
  expect(told.length).toBeLessThanOrEqual(6);
  vi.advanceTimersByTime(5000);
  expect(told.length).toBeLessThanOrEqual(7);
});

test('nothing is heard or told after the page is closed', () => {
  const { mine, theirs, told } = twoScreens();
  mine.move('content', 3);
  vi.advanceTimersByTime(100);
  theirs.move('content', 4);
  vi.advanceTimersByTime(100);
  // The second one waits for its answer.
  for (const screen of ['two', 'three']) {
    mine.hear(someone({ screen, userId: screen }));
    vi.advanceTimersByTime(100);
  }
  mine.close();
  const before = [told.length, mine.in('content')];
  mine.hear(someone());
  mine.hearTyping(theirs.screen);
  mine.greet();
  mine.move('content', 5);
  vi.advanceTimersByTime(60_000);
  expect([told.length, mine.in('content')]).toEqual(before);
});
