import { describe, expect, test } from 'vitest';
import { pageLanguage } from '../markdown/page-language.ts';
import { parsedState, stopClock } from '../markdown/parsed-state.ts';
import { continueOrEndBlock } from './end-block.ts';

stopClock();

/** @returns the text after Enter at its end, with | where the caret is; undefined when the key is left to others */
function enterAfter(text: string): string | undefined {
  const state = parsedState({
    doc: text,
    selection: { anchor: text.length },
    extensions: pageLanguage,
  });
  let result: string | undefined;
  continueOrEndBlock({
    state,
    dispatch: ({ newDoc, newSelection }) => {
      const { head } = newSelection.main;
      result = `${newDoc.sliceString(0, head)}|${newDoc.sliceString(head)}`;
    },
  });
  return result;
}

describe('an empty item', () => {
  test.each([
    ['ends a list', '- one\n- ', '- one\n\n|'],
    ['ends a numbered list', '1. one\n2. two\n3. ', '1. one\n2. two\n\n|'],
    ['ends a list of tasks', '- [ ] one\n- [ ] ', '- [ ] one\n\n|'],
    ['ends a list in a quote, and not the quote', '> - one\n> - ', '> - one\n>\n> |'],
    ['goes out one level', '- one\n  - two\n  - ', '- one\n  - two\n- |'],
    ['at the beginning leaves nothing', '- ', '|'],
    ['after a blank line needs no other', '- one\n\n- ', '- one\n\n|'],
    ['right below a text leaves it', 'one\n- ', 'one\n\n|'],
    ['right below a text of a quote, too', '> one\n> - ', '> one\n>\n> |'],
    ['right below a text of an item goes out one level', '1. one\n   - ', '1. one\n2. |'],
    ['right below the text of a task, too', '- [ ] one\n  1. ', '- [ ] one\n- [ ] |'],
  ])('%s', (_, before, after) => expect(enterAfter(before)).toBe(after));
});

describe('an empty line of a quote', () => {
  test.each([
    ['ends it', '> said\n> ', '> said\n\n|'],
    ['without a blank behind its mark, too', '> said\n>', '> said\n\n|'],
    ['goes out one level', '> one\n> > two\n> > ', '> one\n> > two\n>\n> |'],
    ['at the beginning leaves nothing', '> ', '|'],
    ['after an empty one needs no other', '> said\n>\n> ', '> said\n>\n|'],
  ])('%s', (_, before, after) => expect(enterAfter(before)).toBe(after));
});

describe('an empty line of an item', () => {
  test.each([
    ['begins the next one', '- one\n  ', '- one\n- |'],
    ['behind a gap, too', '- one\n\n  ', '- one\n- |'],
    ['of the item that its spaces say', '1. one\n   - two\n\n   ', '1. one\n   - two\n2. |'],
    ['in a quote, too', '> 1. one\n>    ', '> 1. one\n> 2. |'],
    ['behind a gap in a quote', '- > - one\n  >\n  >   ', '- > - one\n  > - |'],
    ['of the quote in it ends the quote', '- > one\n  > ', '- > one\n\n  |'],
    ['right below code needs no spaces', '- ```\n  one\n  ```\n', '- ```\n  one\n  ```\n- |'],
  ])('%s', (_, before, after) => expect(enterAfter(before)).toBe(after));
});

test('an item below keeps apart from an empty one that ends right below a text', () => {
  const before = '1. one\n   - ';
  const below = '\n   two';
  const state = parsedState({
    doc: before + below,
    selection: { anchor: before.length },
    extensions: pageLanguage,
  });
  let after = '';
  continueOrEndBlock({ state, dispatch: ({ newDoc }) => (after = newDoc.toString()) });
  expect(after).toBe('1. one\n\n   \n\n   two');
});

describe('a line with text', () => {
  test.each([
    ['goes on in the list', '- one', '- one\n- |'],
    ['goes on in the numbered list', '1. one', '1. one\n2. |'],
    ['goes on in the quote', '> said', '> said\n> |'],
    ['goes on in the item of a task', '- [ ] one\n  two three', '- [ ] one\n  two three\n  |'],
  ])('%s', (_, before, after) => expect(enterAfter(before)).toBe(after));
});

test('marks inside code are code', () => {
  expect(enterAfter('```\n> said\n> ')).toBeUndefined();
  expect(enterAfter('```\n- one\n- ')).toBeUndefined();
});
