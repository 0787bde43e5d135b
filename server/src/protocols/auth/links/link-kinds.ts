/** Kinds of mail with a link or a code in them, and their differences. */
import type { AuthenticationMethod } from '../session/start-session.ts';
import type { SentAtColumn } from '../store/mail-times.ts';
import type { OneTimeTokenType } from '../store/one-time-tokens.ts';

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

export type LinkKind = 'signup' | 'invite' | 'recovery' | 'magiclink' | 'email_change' | 'reauthentication';

export interface LinkProperties {
  /** Kinds that share one replace each other: an account has one token of a type. */
  readonly tokenType: OneTimeTokenType;
  readonly sentAt: SentAtColumn;
  readonly lifetimeSeconds: number;
  /** How a client that exchanges the link's code has signed in. */
  readonly method: AuthenticationMethod;
  readonly failure: string;
}

export const LINK_KINDS: Record<LinkKind, LinkProperties> = {
  signup: {
    tokenType: 'confirmation_token',
    sentAt: 'confirmation_sent_at',
    lifetimeSeconds: DAY_S,
    method: 'email/signup',
    failure: 'Error sending confirmation email',
  },
  invite: {
    tokenType: 'confirmation_token',
    sentAt: 'confirmation_sent_at',
    // Nobody is waiting for this one.
    lifetimeSeconds: 7 * DAY_S,
    method: 'invite',
    failure: 'Error sending invite email',
  },
  recovery: {
    tokenType: 'recovery_token',
    sentAt: 'recovery_sent_at',
    lifetimeSeconds: HOUR_S,
    method: 'recovery',
    failure: 'Error sending recovery email',
  },
  magiclink: {
    tokenType: 'recovery_token',
    sentAt: 'recovery_sent_at',
    lifetimeSeconds: HOUR_S,
    method: 'magiclink',
    failure: 'Error sending magic link email',
  },
  email_change: {
    tokenType: 'email_change_token_new',
    sentAt: 'email_change_sent_at',
    lifetimeSeconds: DAY_S,
    method: 'email_change',
    failure: 'Error sending email change email',
  },
  reauthentication: {
    tokenType: 'reauthentication_token',
    sentAt: 'reauthentication_sent_at',
    lifetimeSeconds: HOUR_S,
    method: 'otp',
    failure: 'Error sending reauthentication email',
  },
};

/** Link kinds that each `type` of a verification accepts; for `email` the token decides. */
export const VERIFICATION_TYPES: ReadonlyMap<string, readonly LinkKind[]> = new Map([
  ['signup', ['signup']],
  ['invite', ['invite']],
  ['recovery', ['recovery']],
  ['magiclink', ['magiclink']],
  ['email_change', ['email_change']],
  ['email', ['signup', 'magiclink']],
]);
