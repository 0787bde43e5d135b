/** The links that are mailed, and what differs between them. */
import type { AuthenticationMethod } from '../session/start-session.ts';
import type { SentAtColumn } from '../store/mail-throttle.ts';
import type { OneTimeTokenType } from '../store/one-time-tokens.ts';

const HOUR_S = 3600;

export type LinkKind = 'signup' | 'recovery' | 'email_change';

export interface LinkProperties {
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
    lifetimeSeconds: 24 * HOUR_S,
    method: 'email/signup',
    failure: 'Error sending confirmation email',
  },
  recovery: {
    tokenType: 'recovery_token',
    sentAt: 'recovery_sent_at',
    lifetimeSeconds: HOUR_S,
    method: 'recovery',
    failure: 'Error sending recovery email',
  },
  email_change: {
    tokenType: 'email_change_token_new',
    sentAt: 'email_change_sent_at',
    lifetimeSeconds: 24 * HOUR_S,
    method: 'email_change',
    failure: 'Error sending email change email',
  },
};

/** What the `type` of a verification may stand for; `email` leaves it to the token. */
export const VERIFICATION_TYPES: ReadonlyMap<string, readonly LinkKind[]> = new Map([
  ['signup', ['signup']],
  ['recovery', ['recovery']],
  ['email_change', ['email_change']],
  ['email', ['signup', 'recovery']],
]);
