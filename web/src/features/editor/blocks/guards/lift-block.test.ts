/**
 * Backspace before the first letter of a quote: its words leave it, also below a mark that is a text for Markdown. A task that is none any
 * more keeps what is in it.
 */
import { expect, test } from 'vitest';
import { makeKeyboard } from '../../corpus/written-page.ts';
import { stopClock } from '../../markdown/parsed-state.ts';

stopClock();
const keyboard = makeKeyboard();

test.each([
  ['> a\n> ‸w', '> a\n\n‸w'],
  ['> [!NOTE] a\n> ‸w', '> [!NOTE] a\n\n‸w'],
  ['> [!NOTE]\n> ‸w', '> [!NOTE]\n\n‸w'],
  ['- [ ] \n> ‸w', '- [ ] \n\n‸w'],
  ['# a\n> ‸w', '# a\n‸w'],
  ['- > a\n  > ‸\n- b', '- > a\n\n  ‸\n- b'],
  ['> - > a\n>   > ‸', '> - > a\n>\n>   ‸'],
  ['- [ ] ‸\n\n  w', '- ‸\n  w'],
  ['1. a\n   - [ ] ‸\n\n     w', '1. a\n\n   - ‸\n     w'],
  ['> 1. a\n>    > b\n>    > ‸\n> 2. c', '> 1. a\n>    > b\n>\n>    ‸\n> 2. c'],
])('in %j', (page, after) => {
  keyboard.open(page.replace('‸', ''), page.indexOf('‸'));
  keyboard.press('Backspace');
  const { doc, selection } = keyboard.state;
  const { head } = selection.main;
  expect(`${doc.sliceString(0, head)}‸${doc.sliceString(head)}`).toBe(after);
});
