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

describe('a line with text', () => {
  test.each([
    ['goes on in the list', '- one', '- one\n- |'],
    ['goes on in the numbered list', '1. one', '1. one\n2. |'],
    ['goes on in the quote', '> said', '> said\n> |'],
  ])('%s', (_, before, after) => expect(enterAfter(before)).toBe(after));
});

test('marks inside code are code', () => {
  expect(enterAfter('```\n> said\n> ')).toBeUndefined();
  expect(enterAfter('```\n- one\n- ')).toBeUndefined();
});
