/** The application's key. The person does not matter here: a sign-in may come with an outdated bearer token. */
import { CallerError, type CallerProblem, type ResolveCaller } from '../../../http/caller/caller.ts';

const OF_THE_TOKEN: ReadonlySet<CallerProblem['kind']> = new Set([
  'bad-token',
  'ended-session',
  'unknown-role',
]);

/** @throws {CallerError} when the request names no known API key */
export async function requireApiKey(request: Request, resolveCaller: ResolveCaller): Promise<void> {
  try {
    await resolveCaller(request);
  } catch (error) {
    if (!(error instanceof CallerError)) throw error;
    const { kind } = error.problem;
    if (!OF_THE_TOKEN.has(kind)) throw error;
  }
}
