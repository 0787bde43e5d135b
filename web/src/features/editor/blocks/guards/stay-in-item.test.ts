/** Blocks and words stay in the item that they are written or pasted into. */
import {
  EditorSelection,
  type EditorState,
  type StateCommand,
  type TransactionSpec,
} from '@codemirror/state';
import { expect, test } from 'vitest';
import { breakLineInItem } from '../../commands/break-line.ts';
import { continueOrEndBlock } from '../../commands/end-block.ts';
import { makeKeyboard } from '../../corpus/written-page.ts';
import { insertCallout } from '../../kinds/callout/insert-callout.ts';
import { insertCodeBlock } from '../../kinds/code/insert-code.ts';
import { insertDiagram } from '../../kinds/code/insert-diagram.ts';
import { leaveCode } from '../../kinds/code/writing/leave-code.ts';
import { typedFence } from '../../kinds/code/writing/typed-fence.ts';
import { insertImage } from '../../kinds/image/insert-image.ts';
import { insertRule } from '../../kinds/rule/insert-rule.ts';
import { insertTable } from '../../kinds/table/insert-table.ts';
import { insertToggle } from '../../kinds/toggle/insert-toggle.ts';
import { pageLanguage } from '../../markdown/page-language.ts';
import { parsedState, stopClock } from '../../markdown/parsed-state.ts';
import { revealSyntax } from '../../view/reveal.ts';
import { pastedBlocks } from '../paste-blocks.ts';
import { stayInItem } from './stay-in-item.ts';

stopClock();

const T = '```';

/** @param text with ‸ where the caret is, or ‹ and › around what is selected */
function stateOf(text: string): EditorState {
  const anchor = text.search(/[‸‹]/);
  return parsedState({
    doc: text.replaceAll(/[‸‹›]/g, ''),
    selection: EditorSelection.single(anchor, text.includes('›') ? text.indexOf('›') - 1 : anchor),
    extensions: [pageLanguage, revealSyntax(), stayInItem, pastedBlocks],
  });
}

function shown({ doc, selection: { main } }: EditorState): string {
  return `${doc.sliceString(0, main.head)}‸${doc.sliceString(main.head)}`;
}

function run(command: StateCommand, text: string): string {
  let state = stateOf(text);
  expect(command({ state, dispatch: (step) => (state = step.state) })).toBe(true);
  return shown(state);
}

const after = (text: string, step: (state: EditorState) => TransactionSpec) => {
  const state = stateOf(text);
  return shown(state.update(step(state)).state);
};
const type = (text: string, insert: string) =>
  after(text, (state) => ({ ...state.replaceSelection(insert), userEvent: 'input.type' }));
const paste = (text: string, insert: string) =>
  after(text, (state) => ({ ...state.replaceSelection(insert), userEvent: 'input.paste' }));

test.each<[StateCommand, string, string]>([
  [insertCodeBlock, '1. a\n2. b\n3. ‸', `1. a\n2. b\n3. ${T}\n   ‸\n   ${T}`],
  [insertCodeBlock, '1. a\n2. b‸\n3. c', `1. a\n2. b\n\n   ${T}\n   ‸\n   ${T}\n3. c`],
  [insertCodeBlock, '- a\n  - b‸\n- c', `- a\n  - b\n\n    ${T}\n    ‸\n    ${T}\n- c`],
  [insertCodeBlock, '- a‸\n  - b', `- a\n\n  ${T}\n  ‸\n  ${T}\n\n  - b`],
  [insertCodeBlock, '- [ ] ‸', `- [ ] \n  ${T}\n  ‸\n  ${T}`],
  [insertCodeBlock, '- [x] a‸', `- [x] a\n\n  ${T}\n  ‸\n  ${T}`],
  [insertCodeBlock, '> a‸', `> a\n>\n> ${T}\n> ‸\n> ${T}`],
  [insertCodeBlock, '> a\n> ‸\n\nb', `> a\n>\n> ${T}\n> ‸\n> ${T}\n\nb`],
  [insertCodeBlock, '- a\n\n  b‸', `- a\n\n  b\n\n  ${T}\n  ‸\n  ${T}`],
  [insertCodeBlock, '1.‸', `1. ${T}\n   ‸\n   ${T}`],
  [insertCodeBlock, '## ‸', `${T}\n‸\n${T}`],
  [insertCodeBlock, '- a ‹b\n  c›', `- a \n\n  ${T}\n  b\n  c‸\n  ${T}`],
  [insertTable, '1. ‸', '1. | ‸ |  |  |\n   | --- | --- | --- |\n   |  |  |  |\n   |  |  |  |'],
  [insertCallout('note'), '- a‸\n- b', '- a\n\n  > [!NOTE]\n  > ‸\n- b'],
  [insertCallout('note'), '1. ‸', '1. > [!NOTE]\n   > ‸'],
  [insertImage, '- ‸', '- ![‸](https://)'],
  [insertImage, '- a‸\n- b', '- a\n\n  ![‸](https://)\n- b'],
  [insertDiagram, '- ‸', `- ${T}mermaid\n  graph TD\n    A[Idea] --> B[Draft] --> C[Done]‸\n  ${T}`],
  [insertToggle, '- a\n- ‸', '- a\n- <details>\n  <summary>‸</summary>\n  \n  \n  \n  </details>'],
  [
    insertToggle,
    '1. ‹a›\n2. b',
    '1. <details>\n   <summary>‸</summary>\n   \n   a\n   \n   </details>\n2. b',
  ],
  [insertToggle, '> a‸', '> a\n\n<details>\n<summary>‸</summary>\n\n\n\n</details>\n\n'],
  [insertRule, '- a\n- ‸', '- a\n\n---\n‸'],
  [breakLineInItem, '1. a‸b', '1. a\n   ‸b'],
  [breakLineInItem, '> - [ ] a‸', '> - [ ] a\n>   ‸'],
  [leaveCode, `- ${T}\n  a‸\n  ${T}\n\nb`, `- ${T}\n  a\n  ${T}\n  ‸\n\nb`],
  [leaveCode, `- ${T}\n  a‸\n  ${T}\n\n`, `- ${T}\n  a\n  ${T}\n  ‸\n`],
  [continueOrEndBlock, `2. ${T}\n   a\n   ${T}\n   ‸`, `2. ${T}\n   a\n   ${T}\n3. ‸`],
  [continueOrEndBlock, `1. a\n   b\n   ‸\n2. c`, `1. a\n   b\n2. ‸\n3. c`],
  [continueOrEndBlock, `- [x] a\n  - b\n\n    c\n    ‸`, `- [x] a\n  - b\n\n    c\n  - ‸`],
])('%# at %j', (command, before, expected) => expect(run(command, before)).toBe(expected));

test.each([
  ['- [ ] ``‸', `- [ ] \n  ${T}\n  ‸\n  ${T}`],
  ['> 1. [x] ``‸', `> 1. [x] \n>    ${T}\n>    ‸\n>    ${T}`],
])('a third backtick opens a block at %j', (before, expected) => {
  const step = (state: EditorState) => {
    const { head } = state.selection.main;
    return typedFence(state, head, head, '`') ?? {};
  };
  expect(after(before, step)).toBe(expected);
});

test.each([
  ['in an emptied line of code', `- ${T}\n  a\n‸\n  b\n  ${T}`, `- ${T}\n  a\n  x‸\n  b\n  ${T}`],
  ['in such a line of a quote', `> - ${T}\n>   a\n>   ‸\n>   ${T}`, `> - ${T}\n>   a\n>   x‸\n>   ${T}`],
  ['between the blocks of an item', '- a\n\n  b\n‸\n\n  c', '- a\n\n  b\n  x‸\n\n  c'],
  [
    'right below the last of them',
    `- a\n\n  ${T}\n  b\n  ${T}\n‸\n\nc`,
    `- a\n\n  ${T}\n  b\n  ${T}\n  x‸\n\nc`,
  ],
  ['a line further down it is behind the list', `- ${T}\n  b\n  ${T}\n\n‸`, `- ${T}\n  b\n  ${T}\n\nx‸`],
  ['below a list without blocks', '- a\n\n‸', '- a\n\nx‸'],
])('typed %s', (_, before, expected) => expect(type(before, 'x')).toBe(expected));

test.each([
  ['behind words', '- a‸', `${T}\nx\n${T}`, `- a\n\n  ${T}\n  x\n  ${T}‸`],
  ['into an empty item', '1. ‸', `${T}\n\nx\n${T}`, `1. ${T}\n\n   x\n   ${T}‸`],
  ['before words', '- ‸b', `${T}\nx\n${T}`, `- ${T}\n  x\n  ${T}‸\n\n  b`],
  ['below the box of a task', '1. [ ] ‸\n2. b', `${T}\nx\n${T}`, `1. [ ] \n   ${T}\n   x\n   ${T}‸\n2. b`],
  ['that is a table, before a task', '- [x] ‸b', '| x |\n| - |', '- [x] \n  | x |\n  | - |‸\n\n  b'],
  ['into an empty line of an item', '- a\n\n  ‸', '$$\nx\n$$', '- a\n\n  $$\n  x\n  $$‸'],
  [
    'that is a toggle',
    '- [ ] ‸\n- b',
    '<details>\n<summary>x</summary>\n\ny\n\n</details>',
    '- [ ] \n  <details>\n  <summary>x</summary>\n\n  y\n\n  </details>‸\n- b',
  ],
  ['of two paragraphs', '- a‸', 'x\n\ny', '- ax\n\n  y‸'],
  ['that is a list, in an empty item', '- a\n- ‸', '- x\n- y', '- a\n- x\n- y‸'],
  ['that is a list, in an inner item', '- a\n  - ‸', '- x\n- y', '- a\n  - x\n  - y‸'],
  ['that is a list, behind words', '- a‸', '- x\n- y', '- a\n- x\n- y‸'],
  ['in a quote', '> a‸', `${T}\nx\n${T}`, `> a\n>\n> ${T}\n> x\n> ${T}‸`],
  ['behind words outside of lists', 'a‸', `${T}\nx\n${T}`, `a\n\n${T}\nx\n${T}‸`],
  ['in code', `- ${T}\n  ‸\n  ${T}`, 'x\ny', `- ${T}\n  x\ny‸\n  ${T}`],
])('pasted %s', (_, before, pasted, expected) => expect(paste(before, pasted)).toBe(expected));

test.each([
  ['Delete', '- ```\n  a‸\n    b\n  ```', '- ```\n  a‸  b\n  ```'],
  ['Delete', '> ```\n> a‸\n> b\n> ```', '> ```\n> a‸b\n> ```'],
  ['Delete', '> $$\n> a‸\n> b\n> $$', '> $$\n> a‸b\n> $$'],
  ['Delete', '- ```\n  a\n‸\n  b\n  ```', '- ```\n  a\n  ‸b\n  ```'],
  ['x', '‸---', 'x‸\n\n---'],
  ['x', '> a\n>\n> ‸---', '> a\n>\n> x‸\n>\n> ---'],
])('%s in %j', (key, before, wanted) => {
  const keyboard = makeKeyboard();
  keyboard.open(before.replace('‸', ''), before.indexOf('‸'));
  keyboard.press(key);
  expect(shown(keyboard.state)).toBe(wanted);
});
