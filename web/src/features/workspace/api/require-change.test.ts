import { expect, test } from 'vitest';
import { requireChange } from './require-change.ts';

const SENTENCE = 'Failed to update workspace';
const failed = (error: { code: string; message: string }, status: number) => () =>
  requireChange({ data: null, error, status }, 'UPDATE_ERROR', SENTENCE);

test('a write that changed no row is an error, one that changed a row is not', () => {
  expect(() =>
    requireChange({ data: [{}], error: null, status: 200 }, 'UPDATE_ERROR', SENTENCE),
  ).not.toThrow();
  expect(() => requireChange({ data: [], error: null, status: 200 }, 'UPDATE_ERROR', SENTENCE)).toThrow(
    expect.objectContaining({ code: 'UPDATE_ERROR', message: SENTENCE }),
  );
});

test('a refusal of our own schema is shown in its own words, one of Postgres is not', () => {
  const refusal = { code: 'TR002', message: 'A workspace needs an owner' };
  expect(failed(refusal, 400)).toThrow(
    expect.objectContaining({ code: 'UPDATE_ERROR', message: refusal.message }),
  );
  const constraint = { code: '23514', message: 'new row for relation "organizations" violates check' };
  expect(failed(constraint, 400)).toThrow(
    expect.objectContaining({ code: 'UPDATE_ERROR', message: SENTENCE }),
  );
});

test('nobody sees a browser’s words for a lost answer, nor a proxy’s own page', () => {
  expect(failed({ code: '', message: 'TypeError: Failed to fetch' }, 0)).toThrow(/^Unable to connect/);
  expect(failed({ code: '', message: '<html>Bad gateway</html>' }, 502)).toThrow(
    expect.objectContaining({ code: 'UPDATE_ERROR', message: SENTENCE }),
  );
});
