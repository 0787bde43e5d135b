/**
 * Rate limits. Each rule is a bucket that holds `burst` attempts and refills by `perHour`, per client address
 * or per account. The account is the email address in the request, whether it has an account or not: otherwise
 * a refusal would reveal it. An account's rules are wider than an address's where a stranger could lock its
 * holder out.
 */
export type LimitName =
  | 'sign_in'
  | 'sign_up'
  | 'refresh'
  | 'verify'
  | 'mfa'
  | 'mfa_known'
  | 'mfa_challenge'
  | 'mfa_challenge_known'
  | 'password'
  | 'mail_confirmation'
  | 'mail_recovery'
  | 'mail_otp'
  | 'mail_email_change'
  | 'mail_reauthentication';

export interface Rule {
  readonly per: 'address' | 'account' | 'address and account';
  readonly burst: number;
  readonly perHour: number;
}

export interface Limit {
  readonly code: 'over_request_rate_limit' | 'over_email_send_rate_limit';
  readonly rules: readonly Rule[];
}

// A mailbox gets one mail of a kind a minute: six in a row, then ten an hour.
const MAIL: Limit = {
  code: 'over_email_send_rate_limit',
  rules: [
    { per: 'address', burst: 30, perHour: 120 },
    { per: 'account', burst: 1, perHour: 60 },
    { per: 'account', burst: 6, perHour: 10 },
  ],
};

// Guesses at one account from one address are stopped soon. From all addresses together more are allowed: a
// stranger must not lock out the holder, who comes from yet another one.
const GUESSES: readonly Rule[] = [
  { per: 'address', burst: 30, perHour: 360 },
  { per: 'address and account', burst: 10, perHour: 30 },
  { per: 'account', burst: 100, perHour: 300 },
];

function requests(...rules: Rule[]): Limit {
  return { code: 'over_request_rate_limit', rules };
}

// The account is its id here. A code has a million values: at this rate a guess takes years.
const MFA_CODES = requests(
  { per: 'address', burst: 30, perHour: 360 },
  { per: 'account', burst: 10, perHour: 30 },
);

// Each challenge is a row for some minutes, and most lead to a code, which has its own limit.
const MFA_CHALLENGES = requests(
  { per: 'address', burst: 60, perHour: 720 },
  { per: 'account', burst: 30, perHour: 120 },
);

export const LIMITS: Record<LimitName, Limit> = {
  sign_in: requests(...GUESSES),
  sign_up: requests({ per: 'address', burst: 20, perHour: 120 }),
  // Every open tab refreshes once an hour, and a whole office may share an address.
  refresh: requests({ per: 'address', burst: 150, perHour: 1800 }),
  verify: requests(...GUESSES),
  // Addresses that passed the second step lately have their own bucket (mfa/allow-code.ts).
  mfa: MFA_CODES,
  mfa_known: MFA_CODES,
  mfa_challenge: MFA_CHALLENGES,
  mfa_challenge_known: MFA_CHALLENGES,
  // For a signed-in person: each attempt costs a hash or two.
  password: requests({ per: 'account', burst: 10, perHour: 30 }),
  mail_confirmation: MAIL,
  mail_recovery: MAIL,
  mail_otp: MAIL,
  mail_email_change: MAIL,
  mail_reauthentication: MAIL,
};
