/** How long an account is locked out, in the notation of Go's `time.ParseDuration`: `24h`, `1h30m`, `none`. */
import { AuthError } from '../../errors.ts';

const UNITS_MS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};
const MAX_LENGTH = 64;
const PART = /(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)/g;
const FORM = new RegExp(`^([+-]?)((?:${PART.source})+|0)$`);
// 2^63 nanoseconds: some 292 years.
const MAX_MS = 2 ** 63 / 1e6;

/**
 * @returns the end of the ban; null for `none` and for no time at all, which both end one
 * @throws {AuthError} `validation_failed`
 */
export function readBanEnd(text: string, now = Date.now()): Date | null {
  if (text === 'none') return null;
  const [, sign, parts = ''] = (text.length <= MAX_LENGTH && FORM.exec(text)) || [];
  if (sign === undefined) throw invalid(text);
  let duration = 0;
  for (const [, amount, unit = ''] of parts.matchAll(PART))
    duration += Number(amount) * (UNITS_MS[unit] ?? 0);
  if (duration >= MAX_MS) throw invalid(text);
  if (duration === 0) return null;
  return new Date(sign === '-' ? now - duration : now + duration);
}

function invalid(text: string): AuthError {
  const reason = `time: invalid duration ${JSON.stringify(text)}`;
  return new AuthError('validation_failed', `invalid format for ban duration: ${reason}`);
}
