import { EditorSelection, type EditorState, type StateCommand } from '@codemirror/state';
import { describe, expect, test } from 'vitest';
import { insertCodeBlock } from '../kinds/code/insert-code.ts';
import { insertRule } from '../kinds/rule/insert-rule.ts';
import { pageLanguage } from '../markdown/page-language.ts';
import { parsedState, stopClock } from '../markdown/parsed-state.ts';
import { closeFence } from './fences.ts';

stopClock();

/** @param text with | where the caret is, or | at both ends of what is selected */
function stateOf(text: string): EditorState {
  const [before = '', inside, after] = text.split('|');
  const anchor = before.length;
  const head = after === undefined ? anchor : anchor + (inside?.length ?? 0);
  return parsedState({
    doc: text.replaceAll('|', ''),
    selection: EditorSelection.single(anchor, head),
    extensions: pageLanguage,
  });
}

function shown({ doc, selection: { main } }: Pick<EditorState, 'doc' | 'selection'>): string {
  const text = doc.toString();
  const [from, to] = [text.slice(0, main.from), text.slice(main.to)];
  return main.empty ? `${from}|${to}` : `${from}|${text.slice(main.from, main.to)}|${to}`;
}

/** @returns the text after each command in turn; undefined for those that leave it to others */
function run(text: string, ...commands: readonly StateCommand[]): string | undefined {
  let state = stateOf(text);
  for (const command of commands) {
    const isDone = command({ state, dispatch: (transaction) => (state = transaction.state) });
    if (!isDone) return undefined;
  }
  return shown(state);
}

describe('a code block', () => {
  test.each([
    ['in an empty page has the caret in its empty line', '|', '```\n|\n```'],
    ['stands below the line of the caret', 'one| two', 'one two\n\n```\n|\n```'],
    ['is set apart from what follows', 'one\n|\ntwo', 'one\n\n```\n|\n```\n\ntwo'],
    ['takes in what is selected', 'one\n\n|const a = 1;|\n\ntwo', 'one\n\n```\n|const a = 1;|\n```\n\ntwo'],
    ['is set apart from the rest of a line', 'one |two| three', 'one \n\n```\n|two|\n```\n\n three'],
    ['has a longer fence than what it takes in', '|a\n```\nx\n```|', '````\n|a\n```\nx\n```|\n````'],
  ])('%s', (_, before, after) => expect(run(before, insertCodeBlock)).toBe(after));

  test('is taken away around the caret, and its text stays', () => {
    expect(run('one\n\n```js\nconst a| = 1;\n```\n\ntwo', insertCodeBlock)).toBe(
      'one\n\nconst a| = 1;\n\ntwo',
    );
    expect(run('|', insertCodeBlock, insertCodeBlock)).toBe('|');
    expect(run('```\nnever| ended', insertCodeBlock)).toBe('never| ended');
  });
});

test.each([
  ['below code', '```\na|b\n```\n\nEnd', '```\nab\n```\n\n---\n|\n\nEnd'],
  ['below a table', 'a\n:-\nb|c\n\nEnd', 'a\n:-\nbc\n\n---\n|\n\nEnd'],
  ['below front matter', '---\na|: b\n---\n\nEnd', '---\na: b\n---\n\n---\n|\n\nEnd'],
  ['below HTML', '<div>\na|b\n</div>\n\nEnd', '<div>\nab\n</div>\n\n---\n|\n\nEnd'],
])('a rule goes %s as a whole', (_, before, after) => {
  expect(run(before, insertRule)).toBe(after);
});

describe('Enter behind a fence', () => {
  test.each([
    ['ends the block', '```|', '```\n|\n```'],
    ['keeps the language that stands there', '```js|', '```js\n|\n```'],
    ['ends it with the same marks', '~~~~|', '~~~~\n|\n~~~~'],
    ['leaves the text below what it is', '```|\n\ntext', '```\n|\n```\n\ntext'],
    ['stays in the quote', '> ```|', '> ```\n> |\n> ```'],
    ['stays in the item', '- ```|', '- ```\n  |\n  ```'],
    ['above another block', '```|\n\n```\na\n```', '```\n|\n```\n\n```\na\n```'],
    ['above another block with a language', '```|\n\n```js\na\n```', '```\n|\n```\n\n```js\na\n```'],
  ])('%s', (_, before, after) => expect(run(before, closeFence)).toBe(after));

  test.each([
    ['that has its end', '```|\na\n```'],
    ['that is an end', '```\na\n```|'],
    ['in code', '```\na|\n```'],
    ['with something behind the caret', '```|js'],
    ['in a line of text', 'a ``` b|'],
  ])('leaves %s to other commands', (_, before) => expect(run(before, closeFence)).toBeUndefined());
});
