/** Calls to Trellis with the operator's secret key. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { TrellisProcess } from './trellis-process.ts';

/** @param route below the address of Trellis. @returns the answer @throws {Error} when it is refused */
export async function callAsOperator(
  trellis: Pick<TrellisProcess, 'url' | 'dataDir'>,
  route: string,
  { method = 'GET', body }: { readonly method?: string; readonly body?: object } = {},
): Promise<unknown> {
  const secrets = JSON.parse(await readFile(path.join(trellis.dataDir, 'secrets.json'), 'utf8'));
  const response = await fetch(`${trellis.url}/${route}`, {
    method,
    headers: { apikey: secrets.SUPABASE_SECRET_KEY, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${answer}`);
  return answer === '' ? undefined : JSON.parse(answer);
}
