/** Holds the one convention for failures of the web app's requests: a function of `api/` returns what was asked for, and throws. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const API_FILES = globSync('web/src/features/**/api/**/*.{ts,tsx}').filter(
  (file) => !file.includes('.test.'),
);
// A return type that carries a failure beside the answer.
const RETURNED_FAILURE = /\bPromise<[^;{]*\b(?:AppError|Result)\b/;
// Signing out never fails: this browser forgets the session, whatever the server says.
const NEVER_FAILS = ['web/src/features/auth/api/sign-out.ts'];

test('requests throw their failures and return none', () => {
  expect(API_FILES.length).toBeGreaterThan(100);
  expect(API_FILES.filter((file) => RETURNED_FAILURE.test(readFileSync(file, 'utf8')))).toEqual(NEVER_FAILS);
});

test.each([
  'export async function signIn(email: string): Promise<Result<null>> {',
  'export function save(): Promise<AppError | undefined> {',
  'export const save = async (): Promise<Page | AppError> => read();',
])('finds %s', (line) => expect(line).toMatch(RETURNED_FAILURE));
