import { expect, test } from 'vitest';
import { brokenState, sessionOver } from './auth-failure.ts';

const told = (event: ReturnType<typeof brokenState>) => event.type === 'AUTH_ERROR' && event.error;

test('an error of a state says when it happened', () => {
  expect(told(brokenState(new Error('x'), false))).toMatchObject({
    code: 'UNKNOWN_ERROR',
    message: 'Failed to initialize authentication',
  });
  expect(told(brokenState(new Error('x'), true))).toMatchObject({
    code: 'UNKNOWN_ERROR',
    message: 'Authentication state error',
  });
});

test('a session that is over says whether it could have been renewed', () => {
  expect(told(sessionOver(true))).toMatchObject({
    code: 'TOKEN_EXPIRED',
    message: 'Session could not be refreshed. Please sign in again.',
  });
  expect(told(sessionOver(false))).toMatchObject({
    code: 'TOKEN_EXPIRED',
    message: 'Your session has expired. Please sign in again.',
  });
});
