import { expect, test } from 'vitest';
import { checkAppName, suggestAppName } from './app-name.ts';

test('a suggested name is not in use', () => {
  expect(suggestAppName([])).toBe('Authenticator app');
  expect(suggestAppName(['Phone'])).toBe('Authenticator app');
  expect(suggestAppName(['Authenticator app', 'Authenticator app 2'])).toBe('Authenticator app 3');
});

test('a name is required, and used once', () => {
  expect(checkAppName(' ', [])).toBe('A name is required.');
  expect(checkAppName(' Phone ', ['Phone'])).toBe('You already have an app with that name.');
  expect(checkAppName('Tablet', ['Phone'])).toBeUndefined();
});
