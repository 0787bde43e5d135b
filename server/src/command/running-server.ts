/** Talks to the server that runs with the same settings, over HTTP and with the secret key, as any client does. */
import { ownAddress } from '../config/config.ts';
import { CommandError } from './command-errors.ts';
import type { OperatorSettings } from './operator-settings.ts';

const PATIENCE_MS = 60_000;

export interface Question {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: object;
}

/**
 * @returns the answer's JSON
 * @throws {CommandError} when no server answers, or it refuses
 */
export async function askServer<Answer>(
  { config, secrets }: OperatorSettings,
  { method = 'GET', path, body }: Question,
): Promise<Answer> {
  const address = ownAddress(config);
  const { secretKey } = await secrets();
  const response = await fetch(`${address}${path}`, {
    method,
    headers: { apikey: secretKey },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch((cause: unknown) => {
    throw new CommandError(`No Trellis answers at ${address}: start it first.`, { cause });
  });
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  const { msg, message = msg ?? `it answers with ${response.status}` } = answer;
  // The operations of the operator's page say to a wrong key that they are not there.
  const isHidden = response.status === 404 && path.startsWith('/operator/') && answer.code === undefined;
  throw new CommandError(
    response.status === 401 || isHidden
      ? `The Trellis at ${address} has another secret key: it runs with another DATA_DIR, or SUPABASE_SECRET_KEY.`
      : `Trellis refuses: ${String(message).replace(/\.$/, '')}.`,
  );
}

/**
 * @returns the bytes of a long answer, which may take as long as they come
 * @throws {CommandError} when the server refuses
 */
export async function download(
  { config, secrets }: OperatorSettings,
  path: string,
): Promise<AsyncIterable<Uint8Array>> {
  const { secretKey } = await secrets();
  const response = await fetch(`${ownAddress(config)}${path}`, { headers: { apikey: secretKey } });
  if (!response.ok || !response.body)
    throw new CommandError(`Trellis refuses: ${(await response.json()).message}.`);
  return response.body;
}

/** @returns what the running server says of itself; undefined when none answers */
export async function askReadiness({
  config,
}: Pick<OperatorSettings, 'config'>): Promise<
  { readonly status: string; readonly problems?: string[]; readonly warnings?: string[] } | undefined
> {
  try {
    const response = await fetch(`${ownAddress(config)}/health/ready`, {
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return await response.json();
  } catch {
    return undefined;
  }
}
