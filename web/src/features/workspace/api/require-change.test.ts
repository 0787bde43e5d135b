import { expect, test } from 'vitest';
import { requireChange } from './require-change.ts';

const SENTENCE = 'Failed to update workspace';
const failed = (error: { code: string; message: string }, status: number) => () =>
  requireChange({ data: null, error, status }, 'UPDATE_ERROR', SENTENCE);

test('a write that changed a row is none to speak of, one that changed none is', () => {
  expect(() =>
    requireChange({ data: [{}], error: null, status: 200 }, 'UPDATE_ERROR', SENTENCE),
  ).not.toThrow();
  expect(() => requireChange({ data: [], error: null, status: 200 }, 'UPDATE_ERROR', SENTENCE)).toThrow(
    expect.objectContaining({ code: 'UPDATE_ERROR', message: SENTENCE }),
  );
});

test('our own schema says in its own words what it refused, Postgres does not', () => {
  const refusal = { code: 'TR002', message: 'A workspace needs an owner' };
  expect(failed(refusal, 400)).toThrow(
    expect.objectContaining({ code: 'UPDATE_ERROR', message: refusal.message }),
  );
  const constraint = { code: '23514', message: 'new row for relation "organizations" violates check' };
  expect(failed(constraint, 400)).toThrow(
    expect.objectContaining({ code: 'UPDATE_ERROR', message: SENTENCE }),
  );
});

test('a browser’s words for no answer, and a proxy’s own page, are shown to nobody', () => {
  expect(failed({ code: '', message: 'TypeError: Failed to fetch' }, 0)).toThrow(/^Unable to connect/);
  expect(failed({ code: '', message: '<html>Bad gateway</html>' }, 502)).toThrow(
    expect.objectContaining({ code: 'UPDATE_ERROR', message: SENTENCE }),
  );
});
