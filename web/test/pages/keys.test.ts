/** Every key over every kind of block: no mark becomes a word, and no word a mark. One editor, without a page around it. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cdp } from 'vitest/browser';
import { play, storiesOf, type Written } from '../../src/features/editor/corpus/key-stories.ts';
import { STORIES } from '../../src/features/editor/corpus/known-stories.ts';
import { closeEditor, open, openEditor, press, shown, view } from '../support/lone-editor.ts';
import { insert, press as keyboard } from '../support/person/person.ts';

beforeAll(openEditor);
afterAll(closeEditor);

describe('keys', () => {
  const keysOf = (text: string) => text.split(/ (?=[A-Z])| (?=[x$])/);
  test.each<[string, string, string]>([
    ['- [ ] one‸', 'Home x', '- [ ] x‸one'],
    ['# one‸', 'Home Home x', '# x‸one'],
    ['- [x] on‸e', 'Home Backspace', '- ‸one'],
    ['- a\n- on‸e\n- b', 'Home Backspace', '- a\n\n‸one\n\n- b'],
    ['## on‸e ##', 'Home Backspace', '‸one'],
    ['# 1. on‸e', 'Home Backspace', '‸1\\. one'],
    ['> > on‸e', 'Home Backspace', '> ‸one'],
    ['> a\n> on‸e\n> b', 'Home Backspace', '> a\n\n‸one\n> b'],
    ['> [!TIP] on‸e\n> b', 'Home Backspace', '> ‸one\n> b'],
    ['> [!TIP] a\n>\n> on‸e', 'Home x', '> [!TIP] a\n>\n> x‸one'],
    ['**a‸**', 'Backspace', '‸'],
    ['a **b**‸ c', 'Backspace', 'a b‸ c'],
    ['a ‹b **c› d** e', 'Delete', 'a ‸ **d** e'],
    ['a **b ‹c** d› e', 'x', 'a **b** x‸ e'],
    ['**a b‸**', 'Backspace', '**a** ‸'],
    ['- **a‸b**', 'Enter', '- **a**\n- **‸b**'],
    ['# a `b‸` c', 'Enter', '# a `b`\n‸ c'],
    ['a [b‸c](/d)', 'Enter', 'a [b](/d)\n[‸c](/d)'],
    ['- ![b‸](/d)\n- c', 'Enter', '- ![b](/d)\n- ‸\n- c'],
    ['***a*‹**›', 'Delete', '**a**‸'],
    ['==a *b‸c* d==', 'Enter', '==a *b*==\n==*‸c* d=='],
    ['**a**‸\n**b**', 'Delete', '**a‸b**'],
    ['1. ‹a› b\n2. c', 'Enter', '1. \n2. ‸ b\n3. c'],
    ['a\n===‸', 'Home x', 'a\nx‸\n==='],
    ['a\nb‸\n===', 'Backspace', 'a‸\n==='],
    ['a\n‹b\n| c› | d |\n| --- | --- |', 'Shift+Enter', 'a\n‸\n|  | d |\n| --- | --- |'],
    ['- [x] ‸ + a', 'Backspace', '- ‸\\+ a'],
    ['> a‸\n\n1. b\n2. c', 'Delete', '> a‸b\n>\n2. c'],
    ['> a\n‸\n3. b', 'Delete', '> a\n\n3. ‸b'],
    ['- a\n‹\n1. ›b\n2. c', 'Delete', '- a\n‸b\n\n2. c'],
    ['a\n‹# b\n›2. c', 'Delete', 'a\n‸\n2. c'],
    ['$$\na\n$$‹\n›\nb', 'x', '$$\na\n$$\nx‸\nb'],
    ['- ```\n  a\n  ‹b\n  `›``', 'Delete', '- ```\n  a\n  ‸\n  ```'],
    ['- ```‹\n  ›b\n  ```', 'Enter', '- ```\n  ‸b\n  ```'],
    ['a\n\\‸+ b', 'x', 'a\nx‸\\+ b'],
    ['a\n\\‸+ b', 'Delete', 'a\n‸ b'],
    ['- a\n  - on‸e\n    - b', 'Home Backspace', '- a\n\n  ‸one\n\n  - b'],
    ['1. a\n\n   on‸e\n2. b', 'Home Backspace', '1. a\n\n‸one\n\n2. b'],
    ['- a\n  on‸e', 'Home Backspace', '- a‸one'],
    ['on‸e\n===', 'Home Backspace', '‸one'],
    ['a‸\n- [ ] b', 'Delete', 'a‸b'],
    ['- a‸\n- b', 'Delete', '- a‸b'],
    ['# a‸\n> b', 'Delete', '# a‸b'],
    ['> a‸\n> b', 'Delete', '> a‸b'],
    ['a‸\n\n2. b', 'Delete', 'a‸b'],
    ['a‸\n\n---', 'Delete', 'a\n\n‸---'],
    ['a‸\n$$\nb\n$$', 'Delete', 'a\n‸$$\nb\n$$'],
    ['a‸\n===', 'Delete', 'a‸'],
    ['---\n\nb\n\n---\n‸a', 'Backspace', '---\n\nb\n\n‸a'],
    ['- a\n- ‸b', 'ArrowLeft x', '- ax‸\n- b'],
    ['- a‸\n- b', 'ArrowRight x', '- a\n- x‸b'],
    ['- a\n- ‸b', 'Control+ArrowLeft x', '- ax‸\n- b'],
    ['- [ ] a b‸', 'Control+ArrowLeft Control+ArrowLeft x', '- [ ] x‸a b'],
    ['- [ ] a b‸', 'Shift+Home x', '- [ ] x‸'],
    ['- a\n- b‸', 'Shift+Home Shift+ArrowLeft Backspace', '- a‸'],
    ['- ‸a\n- b', 'Shift+ArrowDown Backspace', '- ‸b'],
    ['- ‸a\n1. b', 'Shift+ArrowDown x', '- x‸b'],
    ['1. ‸a\n2. b', 'Shift+ArrowDown Backspace', '1. ‸b'],
    ['- $$\n  a‸\n  b\n  $$', 'Enter Enter Home ArrowUp x', '- $$\n  x‸a\n  b\n  $$'],
    ['- $$\n  a‸\n  $$\n- b', 'Enter Enter x', '- $$\n  a\n  $$\n  x‸\n- b'],
    [
      '<details>\n<summary>a‸</summary>\n\nb\n\n</details>',
      '  x',
      '<details>\n<summary>a x‸</summary>\n\nb\n\n</details>',
    ],
    ['- a‸b', 'Control+Backspace', '- ‸b'],
    ['- ‸b', 'Control+Backspace', '‸b'],
    ['- a‸\n- b', 'Control+Delete', '- a‸b'],
    ['a‸ # b', 'ArrowRight Enter', 'a \n‸\\# b'],
    ['a‸ + b', 'Home Delete Delete', '‸\\+ b'],
    ['a\n- ‸b', 'Enter', 'a\n\n- \n- ‸b'],
    ['- [x] ‸b', 'Enter', '- [ ] \n- [x] ‸b'],
    ['# ‸b', 'Enter', '\n# ‸b'],
    ['- one\n- tw‸o\n  - three', 'Tab', '- one\n  - tw‸o\n    - three'],
    ['1. one\n2. tw‸o', 'Tab Tab Tab', '1. one\n   1. tw‸o'],
    ['1. one\n   1. tw‸o', 'Shift+Tab', '1. one\n2. tw‸o'],
    ['- on‸e', 'Tab Tab', '- on‸e'],
    ['on‸e', 'Tab Tab', 'on‸e'],
    ['- ```\n  k‹\n  ›```\n', 'Shift+Tab', '- ```\n  k‹\n  ›```\n'],
    ['- ‹one\n- two\n- t›hree', 'Tab', '- ‹one\n- two\n- t›hree'],
    ['- a\n- ‹one\n- t›wo', 'Tab', '- a\n  - ‹one\n  - t›wo'],
    ['- o‸ne\n- two', 'Select line x', '- x‸\n- two'],
    ['- [ ] o‸ne two', 'Select word Cut', '- [ ] ‸ two'],
    ['# ‹a\nb› c', 'x', '# x‸ c'],
    ['1. a\n   b\n2. ‸\n3. c', 'x', '1. a\n   b\n2. x‸\n3. c'],
    ['1. $$‸\n2. b', 'Enter x Enter x', '1. $$\n   x\n   x‸\n   $$\n2. b'],
    ['$$‸', 'Enter x Enter $ $ Enter x', '$$\nx\n$$\nx‸'],
    ['> $$‸', 'Enter x', '> $$\n> x‸\n> $$'],
    ['- [ ] $$‸', 'Shift+Enter x', '- [ ] \n  $$\n  x‸\n  $$'],
    ['- $$\n  a\n  $‸\n  $$', '$', '- $$\n  a\n  $$‸'],
    ['- [ ] >‸', '  x', '- [ ] \n  > x‸'],
  ])('%j, %s', (before, keys, after) => {
    open(before);
    for (const key of keysOf(keys)) press(key);
    expect(shown()).toBe(after);
  });
});

test('a keyboard and an input method do the same, also from right to left', async () => {
  open('- [ ] one\n- [ ] אחד‸\n\n# שלום');
  await keyboard('Home', 'Backspace');
  expect(shown()).toBe('- [ ] one\n- ‸אחד\n\n# שלום');
  await keyboard('Backspace');
  expect(shown()).toBe('- [ ] one\n\n‸אחד\n\n# שלום');
  await keyboard('ArrowUp', 'ArrowUp', 'End', 'Shift+Home');
  await insert('two');
  expect(shown()).toBe('- [ ] two‸\n\nאחד\n\n# שלום');
  await keyboard('ControlOrMeta+End', 'Home');
  await insert('א');
  await keyboard('ControlOrMeta+Home');
  await insert('x');
  expect(shown()).toBe('- [ ] x‸two\n\nאחד\n\n# אשלום');
  await keyboard('End', 'Delete', 'Delete', 'Delete');
  expect(shown()).toBe('- [ ] xtwo‸חד\n\n# אשלום');
});

async function compose(text: string, chosen: string): Promise<void> {
  const at = { selectionStart: text.length, selectionEnd: text.length };
  await cdp().send('Input.imeSetComposition', { text, ...at });
  await cdp().send('Input.insertText', { text: chosen });
}

test('what an input method composes goes behind the marks, and Home and Backspace after it', async () => {
  open('- [ ] one\n- [ ] ‸');
  await compose('に', '日');
  expect(shown()).toBe('- [ ] one\n- [ ] 日‸');
  await keyboard('Home');
  await compose('ほ', '本');
  expect(shown()).toBe('- [ ] one\n- [ ] 本‸日');
  await keyboard('Home', 'Backspace');
  expect(shown()).toBe('- [ ] one\n- ‸本日');
  open('# ‹a›\n\n**b**');
  await compose('ご', '語');
  expect(shown()).toBe('# 語‸\n\n**b**');
});

const WORDS = [
  ['אחת שתיים', 'שלוש ארבע'],
  ['אחת two', 'three ארבע'],
] as const;
const KINDS: Readonly<Record<string, (first: string, second: string) => string>> = {
  bullets: (first, second) => `- ${first}\n- ${second}`,
  numbers: (first, second) => `1. ${first}\n2. ${second}`,
  tasks: (first, second) => `- [ ] ${first}\n- [x] ${second}`,
  headings: (first, second) => `# ${first}\n\n## ${second}`,
  quotes: (first, second) => `> ${first}\n> > ${second}`,
};

/** A double and a triple click, Shift+Home, and what is composed, typed over the words of the second line. */
test.each(Object.keys(KINDS))(
  '%s from right to left: what is selected or composed is words',
  async (kind) => {
    for (const [first, second] of WORDS) {
      const page = `${KINDS[kind]?.(first, second)}\n\nend`;
      const from = page.indexOf(second);
      const [middle, to] = [from + second.indexOf(' ') + 1, from + second.length];
      const startAt = (place: number) => open(`${page.slice(0, place)}‸${page.slice(place)}`);
      const expectWords = (start: number, end: number, words: string) =>
        expect(shown()).toBe(`${page.slice(0, start)}${words}‸${page.slice(end)}`);
      for (const [key, start, end] of [
        ['Select word', middle, to],
        ['Select line', from, to],
        ['Shift+Home', from, middle],
        ['Shift+End', middle, to],
      ] as const) {
        startAt(key === 'Select word' ? middle + 2 : middle);
        press(key);
        press('x');
        expectWords(start, end, 'x');
      }
      startAt(middle);
      press('Home');
      await compose('かな', '仮名');
      expectWords(from, from, '仮名');
      startAt(middle);
      press('Shift+Home');
      await compose('かな', '仮名');
      expectWords(from, middle, '仮名');
    }
  },
);

test.each<[string, number, string]>([
  ['- [ ] ‹one› two\n- [x] three', 20, '- [ ]  two\n- [x] ‹one›three'],
  ['- [ ] ‹one› two\n- [x] three', 14, '- [ ]  two\n- [x] ‹one›three'],
  ['# ‹one› two\n\n> a', 14, '#  two\n\n> a‹one›'],
])('words dragged from %j to %s stay words', (before, to, after) => {
  open(before);
  const dataTransfer = new DataTransfer();
  const place = view.coordsAtPos(to);
  const at = { clientX: place?.left ?? 0, clientY: ((place?.top ?? 0) + (place?.bottom ?? 0)) / 2 };
  for (const name of ['dragstart', 'drop'])
    view.contentDOM.dispatchEvent(
      new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true, ...(name === 'drop' && at) }),
    );
  expect(shown()).toBe(after);
});

const editor: Written = {
  get state() {
    return view.state;
  },
  open,
  select: (anchor, isPointed) =>
    view.dispatch({ selection: { anchor }, ...(isPointed && { userEvent: 'select.pointer' }) }),
  press,
};

// These stories need a window; corpus/keys.test.ts plays all of them.
const WITH_LINKS = STORIES.filter(([page]) => page.includes(']('));
test.each(WITH_LINKS)('%j, from %s on, %j', (page, at, keys) => play(editor, page, at, keys));

test('no key makes words of marks, nor marks of words', () => {
  fc.assert(
    fc.property(storiesOf(true), ([page, at, keys]) => play(editor, page, at, keys)),
    // The same stories each time: a new one that fails is worth a line in known-stories.ts, and no surprise for others.
    { numRuns: 40, seed: 8 },
  );
});
