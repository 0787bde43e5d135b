/** Finds out whether the clock calls a function: it has the secret key. */
import { callerToken } from './caller.ts';
import { Failure } from './failure.ts';
import { apiSettings } from './settings.ts';

/** @throws {Failure} 403 for everybody else */
export async function requireOperator(request: Request): Promise<void> {
  if (!(await isSame(callerToken(request), apiSettings().secretKey)))
    throw new Failure(403, 'operator_only', 'Only the server’s own clock may do this.');
}

/** Takes the same time whatever differs. */
async function isSame(given: string, expected: string): Promise<boolean> {
  const [one, other] = await Promise.all(
    [given, expected].map(
      async (text) => new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))),
    ),
  );
  let difference = 0;
  one?.forEach((byte, index) => {
    difference |= byte ^ (other?.[index] ?? 0);
  });
  return difference === 0;
}
