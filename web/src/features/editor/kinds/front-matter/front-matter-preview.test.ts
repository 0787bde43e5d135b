/** The caret stays below front matter that is out of sight. */
import { expect, test } from 'vitest';
import { makeKeyboard } from '../../corpus/written-page.ts';
import { stopClock } from '../../markdown/parsed-state.ts';

stopClock();
const keyboard = makeKeyboard();
const FRONT_MATTER = '---\na: b\n---\n';
const TOGGLE = '- <details>\n  <summary>‸w</summary>\n\n  w\n\n  </details>';

test.each(
  ['# ‸w', '- [ ] ‸w', '> [!NOTE] ‸w', '```\n‸w\n```', TOGGLE].flatMap((block) =>
    ['ArrowUp', 'ArrowLeft'].map((key) => [key, block] as const),
  ),
)('%s before the first letter of %j leads nowhere, and what is typed goes there', (key, block) => {
  const page = `${FRONT_MATTER}\n${block}`;
  const at = page.indexOf('‸');
  keyboard.open(page.replace('‸', ''), at);
  expect(keyboard.state.selection.main.head).toBe(at);
  keyboard.press(key);
  expect(keyboard.state.selection.main.head).toBe(at);
  keyboard.press('x');
  expect(keyboard.state.doc.toString()).toBe(page.replace('‸', 'x'));
});

test('an empty line below it is one to write in', () => {
  keyboard.open(`${FRONT_MATTER}\n\n# w`, FRONT_MATTER.length + 4);
  keyboard.press('ArrowUp');
  keyboard.press('x');
  expect(keyboard.state.doc.toString()).toBe(`${FRONT_MATTER}\nx\n# w`);
});
