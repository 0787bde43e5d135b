/** Runs a call of the auth service within its time and turns every way of failing into a failure. */
import { failure, type Result } from '../../../lib/app-error.ts';
import { withTimeout } from '../../../lib/browser/with-timeout.ts';
import { toAuthError } from '../../../lib/to-app-error.ts';

export async function attempt<T>(call: () => Promise<Result<T>>, timeoutMs: number): Promise<Result<T>> {
  try {
    return await withTimeout(call(), timeoutMs);
  } catch (error) {
    return failure(toAuthError(error));
  }
}
