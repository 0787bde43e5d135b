/** A person types in a block, letter by letter, while another moves blocks; their messages take their time. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { isOf, isTable, movesOf, PAGE } from './story-page.ts';
import { watchMoves } from './typed-in-moved.ts';

const TYPED = Symbol('typed');
const HEARD = Symbol('heard');

class Screen {
  readonly text: Y.Text;
  readonly waiting: Uint8Array[] = [];
  caret = 0;
  readonly #document = new Y.Doc();

  constructor(clientID: number, send: (update: Uint8Array) => void) {
    const page = new Y.Doc();
    page.clientID = 1;
    page.getText('content').insert(0, PAGE);
    Y.applyUpdate(this.#document, Y.encodeStateAsUpdate(page), HEARD);
    this.#document.clientID = clientID;
    this.text = this.#document.getText('content');
    let before = 0;
    this.text.observe(({ delta }, { origin }) => {
      if (origin === HEARD) before = this.caret;
      if (origin !== TYPED) this.#shift(delta);
    });
    watchMoves(this.text, () => (placeOf) => {
      this.caret = placeOf(before) ?? this.caret;
    });
    this.#document.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== HEARD) send(update);
    });
  }

  type(letter: string): void {
    this.#document.transact(() => this.text.insert(this.caret, letter), TYPED);
    this.caret++;
  }

  move(block: number, to: number): void {
    const moves = movesOf(`${this.text}`, block, to);
    this.#document.transact(() => {
      for (const { at, gone, lines } of moves) {
        const all = `${this.text}`.split('\n');
        const from = all.slice(0, at).join('\n').length + 1;
        if (gone > 0) this.text.delete(from, all.slice(at, at + gone).join('\n').length + 1);
        else this.text.insert(from, `${lines.join('\n')}\n`);
      }
    });
  }

  hear(count = 1): void {
    const updates = this.waiting.splice(0, count);
    if (updates.length > 0) Y.applyUpdate(this.#document, Y.mergeUpdates(updates), HEARD);
  }

  /** As an editor does that knows of no moves. */
  #shift(delta: Y.YTextEvent['delta']): void {
    let at = 0;
    for (const { retain = 0, insert = '', delete: gone = 0 } of delta) {
      if (typeof insert !== 'string') continue;
      at += retain;
      if (this.caret > at) this.caret = Math.max(at, this.caret - gone) + insert.length;
      at += insert.length;
    }
  }
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

function openTwo(block: number, isAtEnd: boolean, id: number): [typist: Screen, mover: Screen] {
  const typist: Screen = new Screen(15, (update) => mover.waiting.push(update));
  const mover: Screen = new Screen(id, (update) => typist.waiting.push(update));
  const line = PAGE.split('\n').find((one) => isOf(one, block)) ?? '';
  const inLine =
    isAtEnd && !line.startsWith('|') ? line.length : line.indexOf(`b${block}`) + `b${block}`.length;
  typist.caret = PAGE.indexOf(line) + inLine;
  return [typist, mover];
}

function expectTyped({ text, caret }: Screen, block: number, typed: string): void {
  const lines = `${text}`.split('\n');
  const isIts = (line: string) => new RegExp(`\\bb${block}(?!\\d)`).test(line);
  expect(lines.filter(isIts).map((line) => line.replaceAll(/[^A-Z]/g, ''))).toEqual([typed]);
  expect(`${text}`.replaceAll(/[^A-Z]/g, '')).toBe(typed);
  expect(lines[`${text}`.slice(0, caret).split('\n').length - 1]).toSatisfy(isIts);
  expect(isTable(`${text}`)).toBe(true);
}

test.each([1, 3, 7])(
  '25 words stay in block %i, and the caret with them, while another moves it',
  (block) => {
    const [typist, mover] = openTwo(block, true, 20);
    const words = Array.from({ length: 25 }, (_, at) => `W${LETTERS[at]}`);
    for (const [at, word] of words.entries()) {
      for (const letter of ` ${word}`) {
        typist.type(letter);
        // A letter is always on its way.
        if (mover.waiting.length > 1) mover.hear();
      }
      if (at % 5 === 2) mover.move(block, at);
      if (at % 5 === 3) typist.hear(9);
    }
    for (let round = 0; round < 9; round++) {
      mover.hear(99);
      typist.hear(99);
    }
    expect(`${typist.text}`).toBe(`${mover.text}`);
    expectTyped(typist, block, words.join(''));
  },
);

const step = fc.tuple(fc.nat(7), fc.nat(11), fc.nat(5));

test('letters stay in their block, whichever blocks go where', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(1, 9, 11, 2, 3, 4, 6, 7, 8),
      fc.boolean(),
      fc.constantFrom(10, 20),
      fc.array(step, { maxLength: 40 }),
      (block, isAtEnd, id, steps) => {
        const [typist, mover] = openTwo(block, isAtEnd, id);
        const hearAll = () => {
          for (let round = 0; round < 99 && mover.waiting.length + typist.waiting.length > 0; round++) {
            typist.hear();
            mover.hear();
          }
        };
        let typed = '';
        let hasMoved = false;
        for (const [kind, which, to] of steps) {
          if (kind < 4) {
            const letter = LETTERS[typed.length % LETTERS.length] ?? '';
            typist.type(letter);
            typed += letter;
          } else if (kind === 4) typist.hear();
          else if (kind < 7) mover.hear(kind === 5 ? 1 : 99);
          else {
            // A letter that stayed behind for a moment could be taken along by the next block.
            if (hasMoved) hearAll();
            mover.move(which, to);
            hasMoved = true;
          }
        }
        hearAll();
        expect(`${typist.text}`).toBe(`${mover.text}`);
        expectTyped(typist, block, typed);
      },
    ),
    { numRuns: 500 },
  );
});
