/** A key's change leaves no mark that would be a word, whichever command has made it. */
import { expect, test } from 'vitest';
import { pageLanguage } from '../../markdown/page-language.ts';
import { parsedState, stopClock } from '../../markdown/parsed-state.ts';
import { revealSyntax } from '../../view/reveal.ts';
import { holdMarks } from './loose-marks.ts';

stopClock();

test.each([
  ['the next item of an empty one right below a text', 'w\n1. ‸', '\n2. x', 'w\n1. \n\n2. x'],
  ['the same in a quote', '> w\n> 1. ‸', '\n> 2. x', '> w\n> 1. \n\n> 2. x'],
  ['a number in code', '```\nw‸\n```', '\n2. x', '```\nw\n2. x\n```'],
])('%s', (_, before, insert, after) => {
  const state = parsedState({
    doc: before.replace('‸', ''),
    extensions: [pageLanguage, revealSyntax(), holdMarks],
  });
  const changes = { from: before.indexOf('‸'), insert };
  expect(state.update({ changes, userEvent: 'input' }).state.doc.toString()).toBe(after);
});
