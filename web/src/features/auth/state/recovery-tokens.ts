/**
 * The tokens of an emailed password-reset link: read from the address, kept for this tab in session storage, and
 * removed from the address bar so that nobody copies them from there.
 */
import type { Session } from '@supabase/supabase-js';

export interface RecoveryTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

const ACCESS_TOKEN = 'trellis-reset-access-token';
const REFRESH_TOKEN = 'trellis-reset-refresh-token';

/** @param url the link; its hash is looked into first, then its query */
export function findRecoveryTokens(url: URL): RecoveryTokens | undefined {
  return tokensIn(new URLSearchParams(url.hash.slice(1))) ?? tokensIn(url.searchParams);
}

/** Moves the tokens of the current address into session storage. @returns them, or those stored before */
export function takeRecoveryTokens(): RecoveryTokens | undefined {
  const url = new URL(window.location.href);
  const found = findRecoveryTokens(url);
  if (url.hash || url.search) window.history.replaceState(window.history.state, '', url.pathname);
  // A link that says what is wrong with it counts more than tokens of an earlier one.
  if (!found && hasError(url)) clearRecoveryTokens();
  if (found) storeRecoveryTokens(found);
  return found ?? storedTokens();
}

/** For this tab: the tokens of the link, or those exchanged for a code of the same mail. */
export function storeRecoveryTokens(tokens: RecoveryTokens): void {
  try {
    sessionStorage.setItem(ACCESS_TOKEN, tokens.accessToken);
    sessionStorage.setItem(REFRESH_TOKEN, tokens.refreshToken);
  } catch {
    // Good until the screen is left.
  }
}

/** The two tokens by the names that this app has for them. */
export function tokensOf(session: Pick<Session, 'access_token' | 'refresh_token'>): RecoveryTokens {
  return { accessToken: session.access_token, refreshToken: session.refresh_token };
}

export function clearRecoveryTokens(): void {
  try {
    sessionStorage.removeItem(ACCESS_TOKEN);
    sessionStorage.removeItem(REFRESH_TOKEN);
  } catch {
    // Nothing was kept in a browser without storage.
  }
}

function tokensIn(parameters: URLSearchParams): RecoveryTokens | undefined {
  const accessToken = parameters.get('access_token');
  const refreshToken = parameters.get('refresh_token');
  if (parameters.get('type') !== 'recovery' || !accessToken || !refreshToken) return undefined;
  return { accessToken, refreshToken };
}

function hasError(url: URL): boolean {
  return url.searchParams.has('error_code') || new URLSearchParams(url.hash.slice(1)).has('error_code');
}

function storedTokens(): RecoveryTokens | undefined {
  try {
    const accessToken = sessionStorage.getItem(ACCESS_TOKEN);
    const refreshToken = sessionStorage.getItem(REFRESH_TOKEN);
    return accessToken && refreshToken ? { accessToken, refreshToken } : undefined;
  } catch {
    return undefined;
  }
}
