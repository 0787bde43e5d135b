/** Tab and Shift+Tab move an item with all that is in it, and numbers count on. */
import { expect, test } from 'vitest';
import { makeKeyboard } from '../../corpus/written-page.ts';
import { stopClock } from '../../markdown/parsed-state.ts';

stopClock();
const keyboard = makeKeyboard();

/** @param page with ‸ where the caret is, or with ‹ and › around what is selected */
function after(page: string, key: string): string {
  const at = page.search(/[‸‹]/);
  const end = page.indexOf('›') - 1;
  keyboard.open(page.replaceAll(/[‸‹›]/g, ''), at, Math.max(at, end));
  keyboard.press(key);
  const { doc, selection } = keyboard.state;
  const { head } = selection.main;
  return `${doc.sliceString(0, head)}‸${doc.sliceString(head)}`;
}

test.each([
  ['- a\n- b‸\n- c', '- a\n  - b‸\n- c'],
  ['1. a\n2. b‸\n3. c', '1. a\n   1. b‸\n2. c'],
  ['1. a\n2. b\n3. ‸\n4. c', '1. a\n2. b\n   1. ‸\n3. c'],
  ['9. a\n10. b‸\n11. c', '9. a\n   1. b‸\n10. c'],
  ['1. a\n   1. b\n2. c‸\n3. d', '1. a\n   1. b\n   2. c‸\n2. d'],
  ['1. a\n2. b‸\n   - c\n3. d', '1. a\n   1. b‸\n      - c\n2. d'],
  ['3. a\n3. b‸\n3. c', '3. a\n   3. b‸\n3. c'],
  ['- \n\n- b‸', '- \n  - b‸'],
  ['- \n  a\n- b‸', '- \n  a\n  - b‸'],
  ['> - a\n> - b‸\n> - c', '> - a\n>   - b‸\n> - c'],
  ['> 1. a\n> 2. b‸\n> 3. c', '> 1. a\n>    1. b‸\n> 2. c'],
  ['> 9. a\n> 10. b‸\n> 11. c\n>\n>     d', '> 9. a\n>    1. b‸\n> 10. c\n>\n>     d'],
  ['> - a\n>\n> - b‸\n>\n>   c\n>\n> - d', '> - a\n>\n>   - b‸\n>\n>     c\n>\n> - d'],
  ['- > - a\n  > - b‸\n  >   > c', '- > - a\n  >   - b‸\n  >     > c'],
])('Tab in %j', (before, wanted) => expect(after(before, 'Tab')).toBe(wanted));

test.each([
  ['- a\n  - b‸\n- c', '- a\n- b‸\n- c'],
  ['- a\n  - b‸\n  - c\n- d', '- a\n- b‸\n  - c\n- d'],
  ['- [ ] a\n  - [ ] b‸\n\n    e\n- [ ] c', '- [ ] a\n- [ ] b‸\n\n  e\n- [ ] c'],
  ['1. a\n   1. b‸\n2. c', '1. a\n2. b‸\n3. c'],
  ['1. a\n   1. b‸\n   2. c\n2. d', '1. a\n2. b‸\n   1. c\n3. d'],
  ['3. a\n   1. b\n   2. c‸\n4. d', '3. a\n   1. b\n4. c‸\n5. d'],
  ['> - a\n>   - b‸\n> - c', '> - a\n> - b‸\n> - c'],
  ['> 1. a\n>    1. b‸\n>    2. c\n> 2. d', '> 1. a\n> 2. b‸\n>    1. c\n> 3. d'],
  ['> 9. a\n>    1. b‸\n>\n>       c', '> 9. a\n> 10. b‸\n>\n>     c'],
  ['- a\n  - ‸\n\n    1. c', '- a\n- ‸\n    1. c'],
  ['1. a\n   - b‸\n2. c\n3. d', '1. a\n- b‸\n\n2. c\n3. d'],
  ['> 3. a\n>    - b\n>    - c‸\n> 3. d', '> 3. a\n>    - b\n> - c‸\n>\n> 3. d'],
  ['1. a\n   - b‸\n2. ', '1. a\n- b‸\n\n2. '],
  ['- a‸\n- b', '- a‸\n- b'],
])('Shift+Tab in %j', (before, wanted) => expect(after(before, 'Shift+Tab')).toBe(wanted));

const TOGGLE = '<details>\n  <summary>t</summary>\n\n  b\n\n  </details>';

test.each([
  `- ‹${TOGGLE}\n- a›`,
  `- a\n\n  ‹b\n\n  ${TOGGLE}›\n- c`,
  `- <details>\n  <summary>t</summary>\n\n  ‹\n\n  b›\n\n  </details>`,
])('Shift+Tab leaves a toggle in its item: %j', (page) => {
  const text = page.replaceAll(/[‹›]/g, '');
  expect(after(page, 'Shift+Tab').replace('‸', '')).toBe(text);
});

test('Shift+Tab takes an item out with its toggle', () => {
  const page = `- a\n  - ‹b\n\n    ${TOGGLE.replaceAll('\n  ', '\n    ')}›\n- c`;
  expect(after(page, 'Shift+Tab').replace('‸', '')).toBe(`- a\n- b\n\n  ${TOGGLE}\n- c`);
});

test.each([
  ['> 1. a\n> 2. ‸b\n> 3. c', '> 1. a\n> 2. \n> 3. ‸b\n> 4. c'],
  ['> 1. a\n>\n>    b‸\n> 2. c', '> 1. a\n>\n>    b\n>    ‸\n> 2. c'],
  ['> 1. a\n>\n>    b\n>    ‸\n> 2. c', '> 1. a\n>\n>    b\n> 2. ‸\n> 3. c'],
])('Enter in %j', (before, wanted) => expect(after(before, 'Enter')).toBe(wanted));
