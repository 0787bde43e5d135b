/** Writing in code blocks: how they open, are left and taken away, and that nothing in them ends them. */
import {
  EditorSelection,
  type EditorState,
  type Extension,
  type StateCommand,
  type TransactionSpec,
} from '@codemirror/state';
import { describe, expect, test } from 'vitest';
import { pageLanguage } from '../../../markdown/page-language.ts';
import { parsedState, stopClock } from '../../../markdown/parsed-state.ts';
import { revealSyntax } from '../../../view/reveal.ts';
import { pasteIntoCode } from './code-paste.ts';
import { fencesInPairs, hiddenFences } from './hidden-fences.ts';
import { leaveByEnter, leaveCode } from './leave-code.ts';
import { typedFence } from './typed-fence.ts';
import { breakCodeLine, deleteBeforeCode, deleteBehindCode, indentCode, outdentCode } from './write-code.ts';

stopClock();

const [TICKS, MORE] = ['```', '````'];

/** @param text with | where the caret is, or | at both ends of what is selected */
function stateOf(text: string, extensions: Extension = []): EditorState {
  const [before = '', inside, after] = text.split('|');
  const anchor = before.length;
  const head = after === undefined ? anchor : anchor + (inside?.length ?? 0);
  return parsedState({
    doc: text.replaceAll('|', ''),
    selection: EditorSelection.single(anchor, head),
    extensions: [pageLanguage, revealSyntax(), extensions],
  });
}

function shown({ doc, selection: { main } }: Pick<EditorState, 'doc' | 'selection'>): string {
  const text = doc.toString();
  const [from, to] = [text.slice(0, main.from), text.slice(main.to)];
  return main.empty ? `${from}|${to}` : `${from}|${text.slice(main.from, main.to)}|${to}`;
}

/** @returns undefined where the command leaves it to others */
function run(command: StateCommand, text: string): string | undefined {
  let state = stateOf(text);
  const isDone = command({ state, dispatch: (transaction) => (state = transaction.state) });
  return isDone ? shown(state) : undefined;
}

function apply(
  text: string,
  step: (state: EditorState) => TransactionSpec | undefined,
  extensions: Extension = [],
) {
  const state = stateOf(text, extensions);
  const spec = step(state);
  return spec && shown(state.update(spec).state);
}

describe('a third backtick', () => {
  const typed = (text: string) =>
    apply(text, (state) => typedFence(state, state.selection.main.head, state.selection.main.head, '`'));

  test.each([
    ['``|', `${TICKS}\n|\n${TICKS}`],
    ['Text\n\n``|\n\nmore', `Text\n\n${TICKS}\n|\n${TICKS}\n\nmore`],
    ['- ``|', `- ${TICKS}\n  |\n  ${TICKS}`],
    ['> ``|', `> ${TICKS}\n> |\n> ${TICKS}`],
  ])('%j opens a closed block', (before, after) => {
    expect(typed(before)).toBe(after);
  });

  test.each(['a ``|', '`|', '``|x', `    code\n    \`\`|`])('%j is typing', (text) => {
    expect(typed(text)).toBeUndefined();
  });

  test('closing a block by hand leaves it', () => {
    expect(typed(`${TICKS}\na\n\`\`|\n${TICKS}`)).toBe(`${TICKS}\na\n${TICKS}\n|`);
    expect(typed(`${TICKS}\n\`\`|\n${TICKS}\n\nEnd`)).toBe(`${TICKS}\n\n${TICKS}\n|\n\nEnd`);
  });

  test('amid code it cannot end the block', () => {
    expect(typed(`${TICKS}\n\`\`|\nb\n${TICKS}`)).toBe(`${MORE}\n${TICKS}|\nb\n${MORE}`);
  });
});

describe('leaving', () => {
  test.each([
    [`${TICKS}\na|b\n${TICKS}`, `${TICKS}\nab\n${TICKS}\n|`],
    [`${TICKS}\na|b\n${TICKS}\n`, `${TICKS}\nab\n${TICKS}\n|`],
    [`${TICKS}\na|\n${TICKS}\n\nEnd`, `${TICKS}\na\n${TICKS}\n|\n\nEnd`],
    [`${TICKS}\na|\n${TICKS}\nEnd`, `${TICKS}\na\n${TICKS}\n|\n\nEnd`],
    [`${TICKS}\na|`, `${TICKS}\na\n${TICKS}\n|`],
    [`> ${TICKS}\n> a|\n> ${TICKS}`, `> ${TICKS}\n> a\n> ${TICKS}\n> |`],
  ])('%j by Mod+Enter', (before, after) => {
    expect(run(leaveCode, before)).toBe(after);
  });

  test('an Enter behind two empty lines', () => {
    expect(run(leaveByEnter, `${TICKS}\na\n\n|\n${TICKS}`)).toBe(`${TICKS}\na\n${TICKS}\n|`);
    expect(run(leaveByEnter, `${TICKS}\na\n|\n${TICKS}`)).toBeUndefined();
    expect(run(leaveByEnter, 'a\n\n|')).toBeUndefined();
  });
});

test.each([
  [`${TICKS}\n  - a|\n${TICKS}`, `${TICKS}\n  - a\n  |\n${TICKS}`],
  [`- ${TICKS}\n    a|\n  ${TICKS}`, `- ${TICKS}\n    a\n    |\n  ${TICKS}`],
  [`> ${TICKS}\n> a|b\n> ${TICKS}`, `> ${TICKS}\n> a\n> |b\n> ${TICKS}`],
])('Enter keeps the indentation and continues no list: %j', (before, after) => {
  expect(run(breakCodeLine, before)).toBe(after);
});

test('the word behind a fence that is typed by hand stays the language, the next line is code', () => {
  expect(run(breakCodeLine, `${TICKS}js|\na\n${TICKS}`)).toBeUndefined();
});

describe('Tab', () => {
  test.each([
    [`${TICKS}\na|b\n${TICKS}`, `${TICKS}\na |b\n${TICKS}`],
    [`${TICKS}go\n|b\n${TICKS}`, `${TICKS}go\n\t|b\n${TICKS}`],
    [`${TICKS}\n|a\n\nb|\n${TICKS}`, `${TICKS}\n  |a\n\n  b|\n${TICKS}`],
    [`> ${TICKS}\n> |a\n> b|\n> ${TICKS}`, `> ${TICKS}\n>   |a\n>   b|\n> ${TICKS}`],
  ])('%j', (before, after) => {
    expect(run(indentCode, before)).toBe(after);
    expect(run(indentCode, 'a|')).toBeUndefined();
  });

  test('with Shift takes an indentation away', () => {
    expect(run(outdentCode, `${TICKS}\n    a|\n${TICKS}`)).toBe(`${TICKS}\na|\n${TICKS}`);
    expect(run(outdentCode, `${TICKS}\n\ta|\n${TICKS}`)).toBe(`${TICKS}\na|\n${TICKS}`);
    expect(run(outdentCode, `${TICKS}\na|\n${TICKS}`)).toBe(`${TICKS}\na|\n${TICKS}`);
  });
});

describe('Backspace', () => {
  test.each([
    [`${TICKS}js\n|\n${TICKS}`, '|'],
    [`a\n\n${TICKS}\n|\n${TICKS}\n\nb`, 'a\n\n|\n\nb'],
    [`- ${TICKS}\n  |\n  ${TICKS}`, '- |'],
    [`${TICKS}\n|\nb\n${TICKS}`, `${TICKS}\n|b\n${TICKS}`],
    [`${TICKS}\n|b\n${TICKS}`, `${TICKS}\n|b\n${TICKS}`],
    [`> ${TICKS}\n> a\n> |b\n> ${TICKS}`, `> ${TICKS}\n> a|b\n> ${TICKS}`],
    [`${TICKS}\na\n${TICKS}\n|b`, `${TICKS}\na|\n${TICKS}\nb`],
    [`${TICKS}\na\n${TICKS}\n|\nb`, `${TICKS}\na|\n${TICKS}\nb`],
  ])('%j', (before, after) => {
    expect(run(deleteBeforeCode, before)).toBe(after);
  });

  test('and Delete join no line to a fence', () => {
    expect(run(deleteBehindCode, `a|\n${TICKS}\nb\n${TICKS}`)).toBe(`a\n${TICKS}\n|b\n${TICKS}`);
    expect(run(deleteBehindCode, `${TICKS}\nb|\n${TICKS}`)).toBe(`${TICKS}\nb|\n${TICKS}`);
    expect(run(deleteBehindCode, `${TICKS}\na|\nb\n${TICKS}`)).toBeUndefined();
  });
});

describe('pasting into a block', () => {
  const paste = (text: string, pasted: string) => apply(text, (state) => pasteIntoCode(state, pasted));

  test('keeps the text as it is', () => {
    expect(paste(`${TICKS}\n|\n${TICKS}`, '- a\r\n- b')).toBe(`${TICKS}\n- a\n- b|\n${TICKS}`);
    expect(paste(`> ${TICKS}\n> |\n> ${TICKS}`, 'a\nb')).toBe(`> ${TICKS}\n> a\n> b|\n> ${TICKS}`);
    expect(paste('a|', 'b')).toBeUndefined();
  });

  test('cannot end it', () => {
    expect(paste(`${TICKS}\n|\n${TICKS}`, `${TICKS}\nx\n${TICKS}`)).toBe(
      `${MORE}\n${TICKS}\nx\n${TICKS}|\n${MORE}`,
    );
  });
});

describe('hidden fences', () => {
  const doc = `a\n${TICKS}js\nb\nc\n${TICKS}\nd`;
  const [opening, first, last, closing, below] = [2, 8, 10, 12, 16];
  const go = (from: number, to: number) => {
    const state = stateOf(doc, hiddenFences).update({ selection: { anchor: from } }).state;
    return state.update({ selection: { anchor: to }, userEvent: 'select' }).state.selection.main.head;
  };

  test('the caret goes past them', () => {
    expect(go(first, opening), 'up, out').toBe(0);
    expect(go(first, opening + 5), 'to the left, out').toBe(1);
    expect(go(last, closing), 'down, out').toBe(below);
    expect(go(last + 1, closing), 'to the right, out').toBe(below);
    expect(go(0, opening), 'down, in').toBe(first);
    expect(go(below, closing + 3), 'up, in').toBe(last + 1);
    expect(go(first, last)).toBe(last);
  });

  test('one goes with the other', () => {
    const cut = (from: number, to: number) =>
      stateOf(doc, fencesInPairs)
        .update({ changes: { from, to }, userEvent: 'delete.selection' })
        .state.doc.toString();
    expect(cut(0, first)).toBe('b\nc\nd');
    expect(cut(last, below)).toBe('a\nb\nd');
    expect(cut(0, below)).toBe('d');
    expect(cut(first, last)).toBe(`a\n${TICKS}js\nc\n${TICKS}\nd`);
  });
});
