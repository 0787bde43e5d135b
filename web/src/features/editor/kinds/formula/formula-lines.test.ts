/** Keys at the marks of a formula in an item or a quote leave it a formula. */
import { expect, test } from 'vitest';
import { makeKeyboard } from '../../corpus/written-page.ts';
import { stopClock } from '../../markdown/parsed-state.ts';

stopClock();
const keyboard = makeKeyboard();

/** @param page with ‸ where the caret is, or with ‹ and › around what is selected */
function after(page: string, key: string): string {
  const at = page.search(/[‸‹]/);
  const end = Math.max(at, page.indexOf('›') - 1);
  keyboard.open(page.replaceAll(/[‸‹›]/g, ''), at, end);
  keyboard.dispatch({ selection: { anchor: at, head: end }, userEvent: 'select' });
  keyboard.press(key);
  const { doc, selection } = keyboard.state;
  const { head } = selection.main;
  return `${doc.sliceString(0, head)}‸${doc.sliceString(head)}`;
}

test.each([
  // Before the first mark.
  ['Shift+Enter', '> ‸$$\n> a\n> $$', '> \n> ‸$$\n> a\n> $$'],
  ['Enter', '> ‸$$\n> a\n> $$', '> \n> ‸$$\n> a\n> $$'],
  ['Shift+Enter', '- ‸$$\n  a\n  $$', '- \n  ‸$$\n  a\n  $$'],
  ['Enter', '- ‸$$\n  a\n  $$', '- \n- ‸$$\n  a\n  $$'],
  ['Enter', '- a\n\n  ‸$$\n  b\n  $$', '- a\n\n  \n  ‸$$\n  b\n  $$'],
  ['x', '- > ‸$$\n  > a\n  > $$', '- > x‸\n  > $$\n  > a\n  > $$'],
  ['Backspace', '- ‸$$\n  a\n  $$\n- b', '‸$$\na\n$$\n\n- b'],
  ['Backspace', '> ‸$$\n> a\n> $$\n> b', '‸$$\na\n$$\n\n> b'],
  // In a mark.
  ['Shift+Enter', '> $‸$\n> a\n> $$', '> $$\n> ‸\n> a\n> $$'],
  ['Enter', '1. $‸$\n   a\n   $$\n2. b', '1. $$\n   ‸\n   a\n   $$\n2. b'],
  ['Enter', '1. $$\n   a\n   $‸$\n2. b', '1. $$\n   a\n   $$\n   ‸\n2. b'],
  // Before the last one.
  ['Shift+Enter', '> $$\n> a\n> ‸$$', '> $$\n> a\n> ‸\n> $$'],
  ['Enter', '$$\na\n‸$$', '$$\na\n‸\n$$'],
  ['Enter', '> $$\n> ‸$$', '> $$\n> ‸$$'],
  ['Backspace', '- a‹\n\n  $$\n  b\n  ›$$\n- c', '- a‸\n- c'],
  ['x', '> a‹\n>\n> $$\n> b\n> ›$$', '> ax‸'],
  // From the inside.
  ['Enter', '> $$\n> a‹\n> ›b\n> $$', '> $$\n> a\n> ‸b\n> $$'],
  ['Backspace', '1. $$\n   a‹\n   $$\n2. b›', '1. a\n2. ‸'],
  ['Delete', '- a\n- $$\n  b‹\n  $$\n\n  c›\n- d', '- a\n- b\n  ‸\n- d'],
  ['Backspace', '$$\na‹\n$$\n\nb›', 'a\n‸'],
])('%s in %j', (key, before, wanted) => expect(after(before, key)).toBe(wanted));
