/**
 * The person in a provider's answers (OpenID Connect Core 1.0, section 5.1): above all their address, and whether it may be believed. The ID
 * token counts first. Userinfo counts for what the ID token does not say, and a word on an address counts for that
 * address alone: an `email_verified` in the ID token says nothing of an address that only userinfo has.
 */
import { AuthError } from '../errors.ts';
import { foldEmail, isEmail } from '../request/email-address.ts';

export type Claims = Readonly<Record<string, unknown>>;

/** Why an address cannot be believed, for the screen to say. */
export type AddressFault = 'absent' | 'malformed' | 'unverified' | 'unstated' | 'unclear';

export type ProviderAddress =
  | { readonly kind: 'verified'; readonly email: string }
  | {
      readonly kind: 'unusable';
      readonly fault: AddressFault;
      /** As the provider wrote it, shortened. */
      readonly said: string;
      readonly email: string | undefined;
    };

/** The two answers of the provider, of the same person. */
export interface Answers {
  readonly idToken: Claims;
  readonly userinfo: Claims | undefined;
}

/** @param trustsEmails the operator believes every address that this provider sends */
export function readAddress({ idToken, userinfo }: Answers, trustsEmails: boolean): ProviderAddress {
  const isHere = isSaid(idToken.email);
  const given = isHere ? idToken.email : userinfo?.email;
  if (!isSaid(given)) return { kind: 'unusable', fault: 'absent', said: 'nothing', email: undefined };
  const email = readText(given);
  if (email === undefined)
    return { kind: 'unusable', fault: 'malformed', said: shown(given), email: undefined };
  const isSame = isHere && readText(userinfo?.email) === email;
  const own = isHere ? idToken.email_verified : undefined;
  const word = isSaid(own) ? own : isSame || !isHere ? userinfo?.email_verified : undefined;
  if (trustsEmails || isYes(word)) return { kind: 'verified', email };
  return { kind: 'unusable', fault: faultOf(word), said: isSaid(word) ? shown(word) : 'nothing', email };
}

/** An empty one would be the same for everybody. OpenID Connect allows 255 letters. */
export function isSubject(sub: string): boolean {
  return sub.trim() !== '' && sub.length <= 255 && !sub.includes('\0') && sub.isWellFormed();
}

/** @returns undefined without one; without what the database keeps in no text */
export function readName(claims: Claims | undefined): string | undefined {
  const name = typeof claims?.name === 'string' ? claims.name.replaceAll('\0', '').trim() : '';
  return name === '' ? undefined : name.slice(0, 100).toWellFormed();
}

/** @throws {AuthError} `provider_email_needs_verification` */
export function requireVerifiedAddress({ address }: { readonly address: ProviderAddress }, provider: string) {
  if (address.kind === 'verified') return address.email;
  const sentence = SENTENCES[address.fault](provider, address.said);
  throw new AuthError('provider_email_needs_verification', sentence, {
    reasons: [address.fault],
    cause: new Error(sentence),
  });
}

const SENTENCES: Readonly<Record<AddressFault, (provider: string, said: string) => string>> = {
  absent: (provider) =>
    `${provider} sent no email address (claim "email"). Ask whoever runs ${provider} to send it to this site.`,
  malformed: (provider, said) =>
    `${provider} sent ${said} as your email address (claim "email"). No account can have this address.`,
  unverified: (provider, said) =>
    `${provider} has not verified your email address: it sent ${said} as "email_verified". Verify it there, then sign in again.`,
  unstated: (provider) =>
    `${provider} does not say whether your email address is verified: it sent no "email_verified". Ask whoever runs ${provider}.`,
  unclear: (provider, said) =>
    `${provider} has not verified your email address: it sent ${said} as "email_verified", which is neither true nor false.`,
};

function isSaid(claim: unknown): claim is NonNullable<unknown> {
  return claim !== undefined && claim !== null && claim !== '';
}

/** Some write it as a text, and some with a capital letter. */
function isYes(claim: unknown): boolean {
  return claim === true || (typeof claim === 'string' && claim.toLowerCase() === 'true');
}

function faultOf(word: unknown): AddressFault {
  if (!isSaid(word)) return 'unstated';
  return word === false || (typeof word === 'string' && word.toLowerCase() === 'false')
    ? 'unverified'
    : 'unclear';
}

/**
 * Looked at before it is folded: a letter that only folding makes one of ours would be another person's address.
 * @returns undefined for whatever no account can have
 */
function readText(claim: unknown): string | undefined {
  return typeof claim === 'string' && isEmail(claim) ? foldEmail(claim) : undefined;
}

function shown(claim: unknown): string {
  const text = JSON.stringify(claim) ?? typeof claim;
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
