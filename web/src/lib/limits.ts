/** The product's numbers and defaults. Times are in milliseconds unless named otherwise. */

export const MINIMUM_PASSWORD_LENGTH = 6;

export const SESSION_CHECK_INTERVAL_MS = 5 * 60_000;
export const SESSION_REFRESH_THRESHOLD_S = 300;

export const SIGN_IN_TIMEOUT_MS = 10_000;
export const SIGN_UP_TIMEOUT_MS = 15_000;
export const RESET_PASSWORD_TIMEOUT_MS = 10_000;
export const UPDATE_PASSWORD_TIMEOUT_MS = 10_000;

export const TOAST_LIFETIME_MS = 5000;
export const RESET_REDIRECT_MS = 3000;
/** Longer than a function waits for another service: its own error comes first. */
export const FUNCTION_TIMEOUT_MS = 30_000;

export const AUTOSAVE_DELAY_MS = 2000;

export const DEFAULT_PAGE_NAME = 'Untitled';
export const DUPLICATE_SUFFIX = ' copy';
export const PAGE_CONTENT_TYPE = 'markdown';

// The database's limits, in characters.
export const LONGEST_PAGE_NAME = 500;
export const LONGEST_PAGE_DESCRIPTION = 5000;
export const LONGEST_FULL_NAME = 200;
export const LONGEST_WORKSPACE_NAME = 200;
