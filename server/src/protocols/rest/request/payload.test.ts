/** Bodies that are refused before they are parsed, as parsing is what takes long. */
import { expect, test } from 'vitest';
import { RestError } from '../errors.ts';
import { MOST_VALUES } from './nesting.ts';
import { parseArguments, parseRows } from './payload.ts';

const FORM = 'application/x-www-form-urlencoded';
const keys = Array.from({ length: MOST_VALUES + 1 }, (_, index) => `"k${index}":0`).join(',');

test.each([
  ['rows without keys', `[${'{},'.repeat(MOST_VALUES)}{}]`, 'application/json'],
  ['keys', `{${keys}}`, 'application/json'],
  ['fields of a form', 'a&'.repeat(MOST_VALUES + 1), FORM],
  ['lines', `a\n${'1\n'.repeat(MOST_VALUES)}`, 'text/csv'],
])('too many %s are refused, in a body of rows and of arguments', (_what, body, type) => {
  for (const parse of [parseRows, parseArguments])
    expect(refusalOf(() => parse(body, type, undefined))).toMatchObject({
      status: 413,
      message: 'The request body holds more than 100000 values',
    });
});

test('one long text counts as one value', () => {
  const body = JSON.stringify([{ content: '[{,'.repeat(1_000_000) }]);
  expect(parseRows(body, undefined, undefined)).toMatchObject({ isArray: true, keys: ['content'] });
});

test('a body nested too deeply is not parsed either', () => {
  expect(refusalOf(() => parseRows('['.repeat(300), undefined, undefined))).toMatchObject({
    status: 400,
    message: 'The json is nested too deeply',
  });
});

function refusalOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    if (error instanceof RestError) return error.problem;
    throw error;
  }
  throw new Error('It was not refused.');
}
