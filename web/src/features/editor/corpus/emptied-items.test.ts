/** An item that loses its only word keeps what else is in it, and gets its words back without joining them to the next ones. */
import { syntaxTree } from '@codemirror/language';
import type { SyntaxNode } from '@lezer/common';
import { expect, test } from 'vitest';
import { stopClock } from '../markdown/parsed-state.ts';
import { makeKeyboard } from './written-page.ts';

/** The item, how its further lines begin, and what follows it. */
const ITEMS = [
  ['- abc', '  ', '\n- de'],
  ['- de\n- abc', '  ', ''],
  ['1. abc', '   ', '\n2. de'],
  ['# de\n- abc', '  ', ''],
  ['- - abc', '    ', '\n- de'],
  ['- de\n\n  - abc', '    ', ''],
  ['> - abc', '>   ', '\n> - de'],
  ['- > - abc', '  >   ', '\n- de'],
  // Right below a text.
  ['de\n- abc', '  ', ''],
  ['- de\n  - abc', '    ', '\n- k'],
  ['- [ ] de\n  1. abc', '     ', ''],
  ['1. de\n   - abc', '     ', '\n2. k'],
  ['> de\n> - abc', '>   ', ''],
] as const;
const BLOCKS = [
  ['w'],
  ['w', 'k'],
  ['# w'],
  ['w', '==='],
  ['- w', '- k'],
  ['1. w', '2. k'],
  ['> w'],
  ['```', 'w', '```'],
  ['$$', 'w', '$$'],
  ['| w | k |', '| --- | --- |', '| a | b |'],
  ['---'],
];
const GAPS = [1, 2];
const KEYS = [
  ['Control+Backspace'],
  ['Backspace', 'Backspace', 'Backspace'],
  ['Select word', 'Cut'],
  ['Select word', 'Delete'],
];

stopClock();
const keyboard = makeKeyboard();

/** @returns what is around the first of these words, from the inside out */
function around(word: string): string {
  const names: string[] = [];
  const at = keyboard.state.doc.toString().indexOf(word);
  for (let node: SyntaxNode | null = syntaxTree(keyboard.state).resolve(at, 1); node; node = node.parent)
    names.push(node.name);
  return names.join(' in ');
}

/** @returns the page with its item emptied by these keys, and the caret there */
function empty(page: string, keys: readonly string[]): void {
  keyboard.open(page, page.indexOf('abc') + 3);
  for (const key of keys) keyboard.press(key);
}

test.each(ITEMS)('%j keeps what is in it', (item, prefix, end) => {
  const quotes = prefix.slice(0, prefix.lastIndexOf('>') + 1);
  for (const lines of BLOCKS)
    for (const gap of GAPS)
      for (const keys of KEYS) {
        const gaps = `${quotes}\n`.repeat(gap);
        const page = `${item}\n${gaps}${lines.map((line) => prefix + line).join('\n')}${end}\n`;
        const says = `${keys} in ${JSON.stringify(page)}`;
        const [word = ''] = lines;
        keyboard.open(page);
        const was = around(word);
        empty(page, keys);
        expect(around(word), says).toBe(was);
        keyboard.press('x');
        expect(around(word), `x after ${says}`).toBe(was);
        const { head } = keyboard.state.selection.main;
        expect(keyboard.state.sliceDoc(head - 1, head)).toBe('x');
        expect(keyboard.state.doc.toString().replaceAll(`${quotes}\n`, ''), `x after ${says}`).toBe(
          page.replace('abc', 'x').replaceAll(`${quotes}\n`, ''),
        );
      }
});

test.each([
  ['Enter', '- de\n- abc\n\n  w\n- k', '- de\n\nx\n\nw\n- k'],
  ['Enter', '1. de\n2. abc\n\n   w\n3. k', '1. de\n\nx\n\nw\n\n3. k'],
  ['Backspace', '- de\n- abc\n\n  w\n- k', '- de\n\nx\n\nw\n- k'],
  ['Tab', '- de\n- abc\n\n  w\n- k', '- de\n  - x\n\n    w\n- k'],
])('%s in an emptied item, and a word, in %j', (key, page, after) => {
  empty(page, ['Control+Backspace', key, 'x']);
  expect(keyboard.state.doc.toString()).toBe(after);
});

test('paragraphs pasted into an emptied item stay apart from the next one', () => {
  empty('- abc\n\n  w\n- k', ['Control+Backspace']);
  keyboard.dispatch(keyboard.state.replaceSelection('x\n\ny'), { userEvent: 'input.paste' });
  expect(keyboard.state.doc.toString()).toBe('- x\n\n  y\n\n  w\n- k');
});
