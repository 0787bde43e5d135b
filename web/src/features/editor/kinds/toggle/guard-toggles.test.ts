/** Words right below a toggle are none of its HTML. */
import { expect, test } from 'vitest';
import { makeKeyboard } from '../../corpus/written-page.ts';
import { stopClock } from '../../markdown/parsed-state.ts';

const TOGGLE = '<details>\n<summary>a</summary>\n\nb\n\n</details>';
const IN_ITEM = `- ${TOGGLE.replaceAll(/\n(?=.)/g, '\n  ')}`;

stopClock();
const keyboard = makeKeyboard();

test.each([TOGGLE, IN_ITEM, `${IN_ITEM}\n- c`])('a word below %j has a line between', (page) => {
  const end = page.indexOf('</details>') + '</details>'.length;
  // Pasted, as the caret would be kept inside otherwise.
  keyboard.open(page.slice(0, page.indexOf('<details>')) + page.slice(end));
  keyboard.dispatch({ selection: { anchor: page.indexOf('<details>') } });
  keyboard.dispatch(keyboard.state.replaceSelection(TOGGLE), { userEvent: 'input.paste' });
  for (const key of ['Enter', 'x']) keyboard.press(key);
  const indent = page === TOGGLE ? '' : '  ';
  expect(keyboard.state.doc.toString()).toBe(
    `${page.slice(0, end)}\n${indent}\n${indent}x${page.slice(end)}`,
  );
});
