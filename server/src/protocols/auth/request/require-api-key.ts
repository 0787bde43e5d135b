/** The application's key. Who the person is does not matter here: a sign-in may come with an outdated bearer token. */
import { CallerError, type ResolveCaller } from '../../../http/caller.ts';

/** @throws {CallerError} when the request names no known API key */
export async function requireApiKey(request: Request, resolveCaller: ResolveCaller): Promise<void> {
  try {
    await resolveCaller(request);
  } catch (error) {
    if (!(error instanceof CallerError)) throw error;
    const { kind } = error.problem;
    if (kind === 'missing-api-key' || kind === 'unknown-api-key') throw error;
  }
}
