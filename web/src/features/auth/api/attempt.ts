/** Runs a call of the auth service within its time. */
import { withTimeout } from '../../../lib/browser/time/with-timeout.ts';
import { toAuthError } from '../../../lib/errors/to-app-error.ts';

/**
 * @param fallback what to say of a failure that has no words of its own
 * @throws {AppError} however the call fails
 */
export async function attempt<T>(call: () => Promise<T>, timeoutMs: number, fallback?: string): Promise<T> {
  try {
    return await withTimeout(call(), timeoutMs);
  } catch (error) {
    throw toAuthError(error, fallback);
  }
}
