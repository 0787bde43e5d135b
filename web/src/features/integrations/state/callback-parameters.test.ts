import { expect, test } from 'vitest';
import { readCallback } from './callback-parameters.ts';

const read = (query: string) => readCallback(new URLSearchParams(query));

test('a code and a state are a grant', () => {
  expect(read('code=c1&state=w1')).toEqual({ kind: 'granted', code: 'c1', workspaceId: 'w1' });
});

test('an error is a refusal, whatever else is there', () => {
  expect(read('error=access_denied&code=c1&state=w1')).toEqual({ kind: 'denied' });
});

test.each(['', 'code=c1', 'state=w1', 'code=&state=w1'])('"%s" is invalid', (query) => {
  expect(read(query)).toEqual({ kind: 'invalid' });
});
