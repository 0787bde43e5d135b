/** How long the app waits, and how often it asks. */

export const SESSION_CHECK_INTERVAL_MS = 5 * 60_000;
export const SESSION_REFRESH_THRESHOLD_S = 300;

export const SIGN_IN_TIMEOUT_MS = 10_000;
export const SIGN_UP_TIMEOUT_MS = 15_000;
export const RESET_PASSWORD_TIMEOUT_MS = 10_000;
export const UPDATE_PASSWORD_TIMEOUT_MS = 10_000;
/** Longer than a function waits for another service: its own error comes first. */
export const FUNCTION_TIMEOUT_MS = 30_000;

/** How often an app that hears of changes asks whether it has missed one. */
export const LIVE_CHECK_INTERVAL_MS = 60_000;

export const TOAST_LIFETIME_MS = 5000;
export const RESET_REDIRECT_MS = 3000;
export const AUTOSAVE_DELAY_MS = 2000;
/** Who types without a pause is saved after this. */
export const LONGEST_UNSAVED_MS = 10_000;
