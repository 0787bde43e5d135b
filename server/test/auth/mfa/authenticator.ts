/** A person's authenticator app, and accounts that use one. */
import { Secret, TOTP } from 'otpauth';
import type { TestServer } from '../../support/test-server.ts';
import { type SignedUp, signUp } from '../auth-client.ts';

/** @param steps how many half minutes ahead, as a clock that is fast would be */
export function codeOf(secret: string, steps = 0): string {
  const timestamp = Date.now() + steps * 30_000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

export interface Enrolled {
  readonly factorId: string;
  readonly secret: string;
}

/** Adds an authenticator app that has not shown a code yet. */
export async function enroll(
  { client }: Pick<SignedUp, 'client'>,
  friendlyName = 'Phone',
): Promise<Enrolled> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName });
  if (error) throw error;
  return { factorId: data.id, secret: data.totp.secret };
}

/** A new account whose session has shown a second factor. */
export async function signUpWithFactor(server: TestServer): Promise<SignedUp & Enrolled> {
  const person = await signUp(server);
  const enrolled = await enroll(person);
  const code = codeOf(enrolled.secret);
  const { factorId } = enrolled;
  const { data, error } = await person.client.auth.mfa.challengeAndVerify({ factorId, code });
  if (error) throw error;
  // A code works once: let the test show this one again, instead of waiting half a minute.
  await server.database.asOwner((transaction) =>
    transaction.query({
      text: 'update auth.mfa_factors set last_used_step = null where id = $1',
      values: [factorId],
    }),
  );
  return { ...person, ...enrolled, accessToken: data.access_token, refreshToken: data.refresh_token };
}
