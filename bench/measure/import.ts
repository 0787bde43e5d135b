/**
 * An import: as many pages as a large workspace has, in the requests that the web app sends, one after the other
 * (web/src/features/transfer/api/insert-pages.ts).
 */
import { randomUUID } from 'node:crypto';
import type { Account } from '../dataset/data-set.ts';
import { markdown } from '../dataset/markdown.ts';

export const IMPORTED = 10_000;
const CHARACTERS = 2048;
const AT_ONCE = 50;
const CHILDREN = 10;

/** @returns seconds from the first request to the last answer */
export async function importPages(
  server: { readonly origin: string; readonly apiKey: string },
  account: Account,
): Promise<number> {
  const ids = Array.from({ length: IMPORTED }, () => randomUUID());
  const start = performance.now();
  for (let first = 0; first < IMPORTED; first += AT_ONCE) {
    const rows = ids.slice(first, first + AT_ONCE).map((id, index) => rowOf(account, ids, id, first + index));
    const response = await fetch(`${server.origin}/rest/v1/pages?on_conflict=id`, {
      method: 'POST',
      headers: {
        apikey: server.apiKey,
        authorization: `Bearer ${account.accessToken}`,
        'content-type': 'application/json',
        prefer: 'return=minimal,resolution=ignore-duplicates',
      },
      body: JSON.stringify(rows),
    });
    const body = await response.text();
    if (!response.ok) throw new Error(`The import was answered with ${response.status}: ${body}`);
  }
  return (performance.now() - start) / 1000;
}

/** Ten at the root, ten beneath each, and so on; a parent comes before those under it. */
function rowOf(account: Account, ids: readonly string[], id: string, number: number): object {
  return {
    id,
    organization_id: account.workspaceId,
    parent_id: number < CHILDREN ? null : ids[Math.floor(number / CHILDREN) - 1],
    name: `Imported ${number}`,
    description: null,
    content: markdown(number).slice(0, CHARACTERS),
    visibility: 'workspace',
    content_type: 'markdown',
    // Those at the root come after what is there.
    order_index: number < CHILDREN ? 1e6 + number : (number % CHILDREN) + 1,
    is_archived: false,
    created_by: account.userId,
    updated_by: account.userId,
  };
}
