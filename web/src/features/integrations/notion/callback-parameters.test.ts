import { expect, test } from 'vitest';
import { readCallback } from './callback-parameters.ts';

const read = (query: string) => readCallback(new URLSearchParams(query));

test('a code and a state, which carries the workspace, are a grant', () => {
  expect(read('code=c1&state=w1.n1.s1')).toEqual({
    kind: 'granted',
    code: 'c1',
    state: 'w1.n1.s1',
    workspaceId: 'w1',
  });
});

test('an error is a refusal, beside any other parameters', () => {
  expect(read('error=access_denied&code=c1&state=w1')).toEqual({ kind: 'denied' });
});

test.each(['', 'code=c1', 'state=w1', 'code=&state=w1', 'code=c1&state=', 'code=c1&state=.n1.s1'])(
  '"%s" is invalid',
  (query) => {
    expect(read(query)).toEqual({ kind: 'invalid' });
  },
);
