import { expect, test } from 'vitest';
import { createPasswords } from './passwords.ts';

test('accepts the right password, and no other', async () => {
  const passwords = createPasswords();
  const stored = await passwords.hash('correct horse');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.matches('correct horse', stored)).toBe(true);
  expect(await passwords.matches('correct horse ', stored)).toBe(false);
});

test('accepts no password without a hash of its own', async () => {
  const passwords = createPasswords();
  for (const stored of [null, '', 'correct horse', '$2b$10$abcdefghijklmnopqrstuv'])
    expect(await passwords.matches('correct horse', stored)).toBe(false);
});

test('refuses too many passwords at once', async () => {
  const passwords = createPasswords(undefined, { running: 1, waiting: 1 });
  const attempts = await Promise.allSettled([1, 2, 3].map(() => passwords.hash('correct horse')));
  expect(attempts.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  expect(attempts[2]).toMatchObject({ reason: { code: 'over_request_rate_limit', status: 429 } });
});
