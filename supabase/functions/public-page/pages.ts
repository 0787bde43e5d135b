/** Reads pages as anybody may: through the two functions of the database that are open to everyone. */
import { apiSettings } from './settings.ts';

const PATIENCE_MS = 10_000;

export interface PublicPage {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly content: string;
  readonly updated_at: string;
}

/** @returns undefined when there is no such page, or it is not public */
export async function readPublicPage(id: string): Promise<PublicPage | undefined> {
  const [page] = (await call('get_public_page', { page_id: id })) as PublicPage[];
  return page;
}

/** @returns those of the pages that are public */
export async function readPublicPagesAmong(ids: readonly string[]): Promise<string[]> {
  return (await call('public_pages_among', { page_ids: ids })) as string[];
}

async function call(name: string, parameters: object): Promise<unknown> {
  const { url, key } = apiSettings();
  const answer = await fetch(`${url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json' },
    body: JSON.stringify(parameters),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  if (!answer.ok) throw new Error(`${name} was answered with ${answer.status}: ${await answer.text()}`);
  return answer.json();
}
