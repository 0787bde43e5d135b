import { beforeEach, expect, test } from 'vitest';
import { Words } from './words.ts';

let now: number;
let words: Words;

beforeEach(() => {
  now = 0;
  words = new Words(() => now);
});

function type(text: string): void {
  words.begin(text, 'ada', 'end');
  words.change(text, true, 'typed');
}

const fatesIn = (text: string) => words.judge(text).judgements.map(({ fate }) => fate);

test('a word is to be there once, and not at all after its writer removed it', () => {
  type('w1-1;');
  expect(fatesIn('w2-9; w1-1;')).toEqual(['right']);
  expect(fatesIn('w1-1')).toEqual(['lost']);
  expect(fatesIn('w1-1; w1-1;')).toEqual(['doubled']);
  words.change('w1-1;', false, 'removed');
  expect(fatesIn('w1-1;')).toEqual(['came back']);
  expect(fatesIn('')).toEqual(['right']);
});

test('a word in the middle of which another one was typed is there, and not if a letter of it is missing', () => {
  type('w4-172;');
  expect(fatesIn('w4-1 w7-214; 72; w2-1;')).toEqual(['split']);
  expect(fatesIn('w4-17w7-214; w7-215;2;')).toEqual(['split']);
  expect(fatesIn('w4-1 w7-214; 2;')).toEqual(['lost']);
  expect(fatesIn('w4-17 w7-2 2;')).toEqual(['lost']);
  // A test that tries every way to read the blanks would not end here.
  expect(fatesIn(`w ${'w1-1; '.repeat(100)}`)).toEqual(['lost']);
});

test('a word that nobody has seen yet may be there or not, but not twice', () => {
  words.begin('w1-1;', 'ada', 'end');
  expect(fatesIn('')).toEqual(['right']);
  expect(fatesIn('w1-1;')).toEqual(['right']);
  expect(fatesIn('w1-1;w1-1;')).toEqual(['doubled']);
});

test('a browser that is killed may lose what its disk has not answered for, but nothing that it called saved', () => {
  type('w1-1;');
  words.store('ada', now);
  now = 2000;
  type('w1-2;');
  words.save('ada', now);
  type('w1-3;');
  now = 2400;
  words.kill('ada', now);
  words.kill('grace', now);
  words.save('ada', 5000);
  expect(fatesIn('')).toEqual(['lost', 'lost', 'right']);
  expect(words.judge('w1-1; w1-2; w1-3;').doubtful).toMatchObject([{ goneAfterMs: 400, isKept: true }]);
  expect(words.judge('w1-1; w1-2;').doubtful).toMatchObject([{ goneAfterMs: 400, isKept: false }]);
});

test('a word that its writer was told to be in the tab alone may go with it, and not if it is said to be kept', () => {
  type('w1-1;');
  now = 3000;
  words.read('ada', now, { status: 'offline', isKept: false });
  now = 8000;
  words.kill('ada', now);
  expect(fatesIn('')).toEqual(['right']);
  expect(words.judge('').doubtful).toEqual([{ goneAfterMs: 8000, wasAlone: true, isKept: false }]);
  type('w1-2;');
  now = 12_000;
  words.read('ada', now, { status: 'offline', isKept: false });
  words.read('ada', now, { status: 'offline', isKept: true });
  words.kill('ada', now);
  expect(fatesIn('')).toEqual(['right', 'lost']);
});

test('a word may go with a closed tab that said to have it alone, and with no other closed tab', () => {
  type('w1-1;');
  words.read('ada', now, { status: 'offline', isKept: undefined });
  words.close('ada');
  expect(fatesIn('')).toEqual(['lost']);
  now = 3000;
  words.read('ada', now, { status: 'offline', isKept: false });
  now = 3500;
  type('w1-2;');
  words.close('ada');
  expect(fatesIn('')).toEqual(['right', 'lost']);
  now = 4000;
  words.read('ada', now, { status: 'offline', isKept: false });
  words.close('ada');
  expect(fatesIn('')).toEqual(['right', 'right']);
});

test('a change after the killed one decides again', () => {
  type('w1-1;');
  words.kill('ada', now);
  words.change('w1-1;', false, 'removed');
  expect(fatesIn('w1-1;')).toEqual(['came back']);
});

test('a kill leaves what was typed well before and well after it alone', () => {
  type('w1-1;');
  words.store('ada', now);
  now = 3000;
  type('w1-2;');
  words.kill('ada', 1500);
  expect(fatesIn('')).toEqual(['lost', 'lost']);
});

test.each([
  [0, 20_000, 'lost'],
  [10_000, 20_000, 'right'],
  [0, 9000, 'right'],
])(
  'a tab that stood still for %i ms, and answered last at %i ms, had so much less time to say that it keeps nothing',
  (rested, answeredAt, fate) => {
    type('w1-1;');
    now = answeredAt;
    words.read('ada', now, { status: 'saving', isKept: undefined });
    now = 20_000;
    words.rest('ada', rested);
    words.kill('ada', now);
    expect(fatesIn('')).toEqual([fate]);
  },
);

test('a tab that is killed twice without an answer in between has had its time all the same', () => {
  type('w1-1;');
  now = 20_000;
  words.read('ada', now, { status: 'saving', isKept: undefined });
  for (const _ of [1, 2]) words.kill('ada', now);
  expect(fatesIn('')).toEqual(['lost']);
});

test('a word that an unseen undo may have removed is there or not, until its writer changes it again', () => {
  type('w1-1;');
  words.change('w1-1;', undefined, 'may be undone');
  words.save('ada', now);
  expect(fatesIn('')).toEqual(['right']);
  expect(fatesIn('w1-1;')).toEqual(['right']);
  expect(words.judge('').unseen).toBe(1);
  words.change('w1-1;', false, 'removed');
  expect(fatesIn('w1-1;')).toEqual(['came back']);
});
