/** Runs a call of the auth service within its time and turns every way of failing into a failure. */
import { withTimeout } from '../../../lib/browser/time/with-timeout.ts';
import { failure, type Result } from '../../../lib/errors/app-error.ts';
import { toAuthError } from '../../../lib/errors/to-app-error.ts';

/** @param fallback what to say of a failure that has no words of its own */
export async function attempt<T>(
  call: () => Promise<Result<T>>,
  timeoutMs: number,
  fallback?: string,
): Promise<Result<T>> {
  try {
    return await withTimeout(call(), timeoutMs);
  } catch (error) {
    return failure(toAuthError(error, fallback));
  }
}
