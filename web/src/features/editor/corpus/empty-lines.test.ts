/** Empty lines that a key takes away, with spaces in them or without: the block below stays as it is, and where it is. */
import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { expect, test } from 'vitest';
import { stopClock } from '../markdown/parsed-state.ts';
import { togglesOf } from '../view/toggle-state.ts';
import { makeKeyboard } from './written-page.ts';

/** The lines above, how those in the same block begin, and the lines that end it. */
const AROUND = [
  ['- abc', '  ', ''],
  ['- de\n  - abc', '    ', ''],
  ['3. abc', '   ', '\n4. de'],
  ['- [ ] abc', '  ', '\n- [ ] de'],
  ['> abc', '> ', ''],
  ['> [!NOTE] abc', '> ', ''],
  ['- > abc', '  > ', ''],
  ['> - abc', '>   ', ''],
  ['[^1]: abc', '    ', ''],
  ['<details>\n<summary>de</summary>\n\nabc', '', '\n\n</details>'],
  ['- <details>\n  <summary>abc</summary>\n', '  ', '\n\n  </details>\n- de'],
] as const;
const BLOCKS = [
  ['w'],
  ['# w'],
  ['- w', '- k'],
  ['1. w', '2. k'],
  ['> w'],
  ['```', 'w', '```'],
  ['$$', 'w', '$$'],
  ['| w | k |', '| --- | --- |', '| a | b |'],
  ['---'],
];
const GAPS = [[''], [' '], ['', ' '], [' ', ' ']];
const KEYS = ['Delete', 'Control+Delete', 'Backspace'];

stopClock();
const keyboard = makeKeyboard();

/** @returns what the block that begins with these lines is, and in what it is */
function placeOf(state: EditorState, lines: readonly string[]): string {
  const [first = ''] = lines;
  const at = state.doc.toString().indexOf(first);
  const names: string[] = [];
  for (let node: SyntaxNode | null = syntaxTree(state).resolve(at, 1); node; node = node.parent)
    // Two texts may become one.
    names.push(node.name === 'Task' ? 'Paragraph' : node.name);
  const toggles = togglesOf(state).filter(({ from, to }) => from < at && at < to);
  return `${names.join(' in ')}, in ${toggles.length} toggles`;
}

function take(page: string, at: number, key: string, lines: readonly string[]): void {
  keyboard.open(page);
  keyboard.dispatch({ selection: { anchor: at }, userEvent: 'select.pointer' });
  const { head } = keyboard.state.selection.main;
  const { text, from } = keyboard.state.doc.lineAt(head);
  // In a quote, Backspace takes a level of it away.
  if (/[^\s>]/.test(text) || (key.includes('Backspace') && text.includes('>'))) return;
  const was = placeOf(keyboard.state, lines);
  const says = `${key} at ${head - from} of ${JSON.stringify(text)} in ${JSON.stringify(page)}`;
  keyboard.press(key);
  const made = JSON.stringify(keyboard.state.doc.toString());
  expect(placeOf(keyboard.state, lines), `${says} made ${made}`).toBe(was);
}

test.each(AROUND)(
  'below %j, no key at an empty line changes the block that follows',
  (above, prefix, end) => {
    const quotes = prefix.slice(0, prefix.lastIndexOf('>') + 1);
    for (const lines of BLOCKS)
      for (const gap of GAPS) {
        const begun = `${above}\n${gap.map((spaces) => `${quotes}${spaces}\n`).join('')}`;
        const page = `${begun}${lines.map((line) => prefix + line).join('\n')}${end}\n`;
        for (const key of KEYS)
          for (let at = above.length + 1; at < begun.length; at++) take(page, at, key, lines);
      }
  },
);
