/** The code challenge of a client that wants a code instead of tokens (PKCE, RFC 7636). */
import { createHash, timingSafeEqual } from 'node:crypto';
import { AuthError } from '../errors.ts';
import type { CodeChallenge } from '../store/flow-states.ts';
import { optionalText } from './request-body.ts';

// RFC 7636 section 4.2
const FORM = /^[A-Za-z0-9._~-]{43,128}$/;

/** The fields that an operation which sends a link accepts. */
export const codeChallengeFields = { code_challenge: optionalText, code_challenge_method: optionalText };

/**
 * @returns undefined when the client wants tokens
 * @throws {AuthError} `validation_failed`
 */
export function readCodeChallenge(body: {
  readonly code_challenge: string;
  readonly code_challenge_method: string;
}): CodeChallenge | undefined {
  const { code_challenge: challenge, code_challenge_method: given } = body;
  if (challenge === '' && given === '') return undefined;
  if (challenge === '' || given === '')
    throw new AuthError('validation_failed', 'PKCE flow requires code_challenge_method and code_challenge');
  const method = given.toLowerCase();
  if (method !== 's256' && method !== 'plain')
    throw new AuthError('validation_failed', `unsupported code_challenge method ${JSON.stringify(given)}`);
  if (!FORM.test(challenge))
    throw new AuthError(
      'validation_failed',
      'code challenge has to be between 43 and 128 characters and can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    );
  return { challenge, method };
}

/** RFC 7636 section 4.6 */
export function answersChallenge(verifier: string, { challenge, method }: CodeChallenge): boolean {
  const answer = method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  const expected = Buffer.from(challenge);
  const actual = Buffer.from(answer);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
