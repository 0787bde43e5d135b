/**
 * Which sentence a person reads for which code. The only place where codes of the server become words; texts that the
 * server sends are never looked into.
 *
 * A database's text is passed through when the database was written to say it to people: the refusals of our own schema,
 * whose codes begin with TR. Everything else that Postgres says names tables, columns and constraints. That is for the
 * log, and stays in the error's details; the person reads a sentence of this catalogue, under the same DATABASE_ERROR.
 * The auth service's texts are passed through: they are sentences for people, and hold nothing of the database's.
 */

const AUTH_SENTENCES = {
  INVALID_CREDENTIALS: 'Invalid email or password. Please check your credentials and try again.',
  USER_NOT_FOUND: 'No account found with this email address.',
  EMAIL_NOT_CONFIRMED: 'Please check your email and click the confirmation link before signing in.',
  EMAIL_ALREADY_EXISTS: 'An account with this email address already exists.',
  INVALID_TOKEN: 'Invalid or malformed authentication token.',
  TOKEN_EXPIRED: 'Your session has expired. Please sign in again.',
  RATE_LIMITED: 'Too many requests. Please wait a moment and try again.',
  WEAK_PASSWORD: 'Password must be at least 6 characters long and contain a mix of letters and numbers.',
  SIGNUP_DISABLED: 'Account registration is currently disabled. Please contact support.',
  ACCOUNT_SUSPENDED: 'This account is suspended. Ask whoever runs this Trellis.',
  NETWORK_ERROR: 'Unable to connect to the server. Please check your internet connection and try again.',
  INVALID_CODE: 'That code is not right. Enter the one your authenticator app shows now.',
  SECOND_STEP_NEEDED: 'Enter a code from your authenticator app to continue.',
  SAME_PASSWORD: 'This is already your password. Please choose another one.',
  REAUTHENTICATION_NEEDED: 'Enter the code from the email we sent you to continue.',
  INVALID_MAILED_CODE: 'This code is wrong or has expired. Check it, or ask for a new one.',
  WRONG_PASSWORD: 'This is not your password.',
} as const;

type AuthErrorCode = keyof typeof AUTH_SENTENCES;

export type ErrorCode =
  | AuthErrorCode
  | 'PASSWORDS_MISMATCH'
  | 'UNKNOWN_ERROR'
  | 'DATABASE_ERROR'
  | 'TOO_LARGE'
  | 'NOT_FOUND_ERROR'
  | 'FETCH_ERROR'
  | 'UPDATE_ERROR'
  | 'DELETE_ERROR'
  | 'CANNOT_DELETE_LAST_WORKSPACE'
  | 'OAUTH_ERROR'
  | 'CALLBACK_ERROR'
  | 'DISCONNECT_ERROR'
  | 'SYNC_ERROR';

/** Sentences that belong to a situation rather than to a code. */
export const sentences = {
  unexpectedAuth: 'An unexpected error occurred. Please try again.',
  unexpected: 'An unexpected error occurred',
  notAllowed: 'You do not have permission to do this.',
  tooLarge: 'This is too large for the server. Shorten it, or ask whoever runs the server.',
  busy: 'The server is busy. Please wait a moment and try again.',
  signUpDisabled: AUTH_SENTENCES.SIGNUP_DISABLED,
  suspended: AUTH_SENTENCES.ACCOUNT_SUSPENDED,
  signInFailed: 'Sign in failed. Please check your credentials.',
  signUpFailed: 'Sign up failed. Please try again.',
  passwordUpdateFailed: 'Password update failed. Please try again.',
  sessionExpired: AUTH_SENTENCES.TOKEN_EXPIRED,
  sessionNotRefreshed: 'Session could not be refreshed. Please sign in again.',
  authState: 'Authentication state error',
  authInitialization: 'Failed to initialize authentication',
  mailedCodeInvalid: AUTH_SENTENCES.INVALID_MAILED_CODE,
  noUser: 'No authenticated user found',
  noSession: 'No user session found',
  invalidResetLink:
    'This password reset link is invalid or has expired. Please request a new password reset.',
  pageNotFound: 'Page not found or you do not have access to it',
  createPageFailed: 'Failed to create page. Please try again.',
  savePageFailed: 'Failed to save page',
  deletePageFailed: 'Failed to delete page',
  restorePageFailed: 'Failed to restore page',
  favoritesFailed: 'Failed to change favorites',
  emptyTrashFailed: 'Failed to empty trash',
  saveTemplateFailed: 'Failed to save template',
  deleteTemplateFailed: 'Failed to delete template',
  templateGone: 'Somebody has deleted this template.',
  templateChanged: 'Somebody else has changed or deleted this template.',
  fetchMembersFailed: 'Failed to load members',
  removeMemberFailed: 'Failed to remove member',
  changeRoleFailed: 'Failed to change role',
  leaveWorkspaceFailed: 'Failed to leave workspace',
  updateWorkspaceFailed: 'Failed to update workspace',
  deleteWorkspaceFailed: 'Failed to delete workspace',
  fetchWorkspacesFailed: 'Failed to fetch workspaces',
  wrongPassword: AUTH_SENTENCES.WRONG_PASSWORD,
  workspacesChanged:
    'Your workspaces have changed in the meantime. Check what will be deleted, and confirm again.',
  proofNotEnough: 'This was not enough to prove that it is you. Reload the page and try again.',
  lastWorkspace: 'Cannot delete your only workspace',
  oauthFailed: 'Failed to initiate OAuth',
  callbackFailed: 'OAuth callback failed',
  callbackDenied: 'Authorization was denied or cancelled',
  callbackInvalid: 'Invalid callback parameters',
  disconnectFailed: 'Failed to disconnect',
  syncFailed: 'Sync failed',
} as const;

/** The codes of the auth protocol (Supabase Auth's `error_code`) in the catalogue's terms. */
const AUTH_CODES: Readonly<Record<string, AuthErrorCode>> = {
  invalid_credentials: 'INVALID_CREDENTIALS',
  user_not_found: 'USER_NOT_FOUND',
  email_not_confirmed: 'EMAIL_NOT_CONFIRMED',
  email_exists: 'EMAIL_ALREADY_EXISTS',
  user_already_exists: 'EMAIL_ALREADY_EXISTS',
  bad_jwt: 'INVALID_TOKEN',
  no_authorization: 'INVALID_TOKEN',
  refresh_token_not_found: 'INVALID_TOKEN',
  refresh_token_already_used: 'TOKEN_EXPIRED',
  session_not_found: 'TOKEN_EXPIRED',
  session_expired: 'TOKEN_EXPIRED',
  flow_state_not_found: 'TOKEN_EXPIRED',
  flow_state_expired: 'TOKEN_EXPIRED',
  otp_expired: 'TOKEN_EXPIRED',
  over_request_rate_limit: 'RATE_LIMITED',
  over_email_send_rate_limit: 'RATE_LIMITED',
  weak_password: 'WEAK_PASSWORD',
  signup_disabled: 'SIGNUP_DISABLED',
  user_banned: 'ACCOUNT_SUSPENDED',
  mfa_verification_failed: 'INVALID_CODE',
  mfa_verification_rejected: 'INVALID_CODE',
  mfa_challenge_expired: 'INVALID_CODE',
  insufficient_aal: 'SECOND_STEP_NEEDED',
  same_password: 'SAME_PASSWORD',
  current_password_required: 'WRONG_PASSWORD',
  current_password_invalid: 'WRONG_PASSWORD',
  reauthentication_needed: 'REAUTHENTICATION_NEEDED',
  reauthentication_not_valid: 'INVALID_MAILED_CODE',
};

/** A failure, as the protocols' clients report it. */
export interface ProtocolFailure {
  readonly code: string | undefined;
  /** The HTTP status; 0 or undefined when no answer came. */
  readonly status: number | undefined;
  readonly message: string;
}

/** @returns the code and sentence for an answer of the auth protocol */
export function describeAuthFailure(failure: ProtocolFailure): { code: ErrorCode; message: string } {
  const code = authCode(failure);
  if (code) return { code, message: AUTH_SENTENCES[code] };
  return { code: 'UNKNOWN_ERROR', message: failure.message || sentences.unexpectedAuth };
}

function authCode({ code, status }: ProtocolFailure): AuthErrorCode | undefined {
  const known = code === undefined ? undefined : AUTH_CODES[code];
  return known ?? (status === 429 ? 'RATE_LIMITED' : undefined);
}

export function networkSentence(): string {
  return AUTH_SENTENCES.NETWORK_ERROR;
}

/** @returns the code and sentence for an answer of the data protocol (PostgREST's codes and SQLSTATEs) */
export function describeDataFailure(failure: ProtocolFailure): { code: ErrorCode; message: string } {
  // PGRST116: the one row asked for does not exist, or this person may not see it.
  if (failure.code === 'PGRST116') return { code: 'NOT_FOUND_ERROR', message: sentences.pageNotFound };
  // PGRST301 and PGRST303: an invalid or expired token.
  if (failure.code === 'PGRST301' || failure.code === 'PGRST303')
    return { code: 'TOKEN_EXPIRED', message: sentences.sessionExpired };
  // This server or a proxy before it answers so. A proxy has no code, and may answer with a page of its own.
  if (failure.status === 413) return { code: 'TOO_LARGE', message: sentences.tooLarge };
  if (failure.code) return { code: 'DATABASE_ERROR', message: databaseSentence(failure) };
  if (!failure.status) return { code: 'NETWORK_ERROR', message: networkSentence() };
  return { code: 'UNKNOWN_ERROR', message: sentences.unexpected };
}

/** Whether our own schema refused something, in words for people (private.refuse in supabase/migrations). */
export function isRefusal(code: string): boolean {
  return /^TR\d{3}$/.test(code);
}

// SQLSTATE classes: no connection, out of resources, ended by the server; and PostgREST's own word for the first.
const BUSY = /^(08|53|57|PGRST00)/;
const NOT_ALLOWED = '42501';

function databaseSentence({ code = '', message }: ProtocolFailure): string {
  if (isRefusal(code)) return message;
  if (code === NOT_ALLOWED) return sentences.notAllowed;
  return BUSY.test(code) ? sentences.busy : sentences.unexpected;
}
