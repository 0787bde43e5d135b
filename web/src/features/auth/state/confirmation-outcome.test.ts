import { expect, test } from 'vitest';
import { confirmationOutcome } from './confirmation-outcome.ts';

test.each([
  ['?code=abc', 'confirmed'],
  ['#access_token=a.b.c&refresh_token=r&type=signup', 'confirmed'],
  ['#error=access_denied&error_code=otp_expired&error_description=x', 'expired'],
  ['?error=access_denied&error_code=otp_expired#error=access_denied', 'expired'],
  ['?code=abc&error=access_denied', 'expired'],
  ['#message=Confirmation+link+accepted', 'half-confirmed'],
  ['', 'nothing'],
])('%s means %s', (rest, outcome) => {
  expect(confirmationOutcome(new URL(`https://trellis.test/auth/confirm${rest}`))).toBe(outcome);
});
