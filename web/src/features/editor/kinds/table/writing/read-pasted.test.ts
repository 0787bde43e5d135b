import { expect, test } from 'vitest';
import { readTabbed } from './read-pasted.ts';

test.each([
  [
    'a\tb\n1\t2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a\tb\r\n1\t2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a\t\n\t2',
    [
      ['a', ''],
      ['', '2'],
    ],
  ],
  [
    'a\t"b ""c""\nd"\n1\tx|y',
    [
      ['a', 'b "c"<br>d'],
      ['1', String.raw`x\|y`],
    ],
  ],
  ['"quoted" word\tb', [['"quoted" word', 'b']]],
])('%j is a table', (text, grid) => {
  expect(readTabbed(text)).toEqual(grid);
});

test.each(['no tabs\nat all', '\tindented\n\tlines', 'a\tb\nc', 'if (a)\n\tb'])('%j is text', (text) => {
  expect(readTabbed(text)).toBeUndefined();
});
