/** Notices when a person leaves a workspace, and removes its answers from the cache and this device. */
import { hashKey, type Query, type QueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../lib/queries/query-keys.ts';

interface Identified {
  readonly id: string;
}

/**
 * @param membershipsKey of the list of workspaces that the person is in
 * @param onLost gets the ids of the pages there, as far as the cache has them
 * @returns how to stop
 */
export function watchMemberships(
  queryClient: QueryClient,
  membershipsKey: readonly unknown[],
  onLost: (pageIds: readonly string[]) => void,
): () => void {
  const hash = hashKey(membershipsKey);
  let known: readonly string[] = [];
  return queryClient.getQueryCache().subscribe(({ type, query }) => {
    if ((type !== 'added' && type !== 'updated') || query.queryHash !== hash || !query.state.data) return;
    const current = idsIn(query.state.data);
    const lost = known.filter((id) => !current.includes(id));
    known = current;
    if (lost.length > 0) onLost(lost.flatMap((id) => forgetWorkspace(queryClient, id, hash)));
  });
}

/** @returns the ids of the pages that were known */
function forgetWorkspace(queryClient: QueryClient, organizationId: string, memberships: string): string[] {
  const about = queryClient
    .getQueryCache()
    .findAll({ predicate: ({ queryHash }) => queryHash !== memberships })
    .filter((query) => mentions(query, organizationId));
  const pageIds = about.flatMap(({ queryKey, state }) =>
    queryKey[0] === queryKeys.pages.all[0] ? idsIn(state.data) : [],
  );
  const told = new Set<unknown>(pageIds);
  for (const { queryHash } of about) told.add(queryHash);
  queryClient.removeQueries({
    predicate: ({ queryHash, queryKey }) => told.has(queryHash) || queryKey.some((part) => told.has(part)),
  });
  return pageIds;
}

/** Lists of the person's own name their workspaces, too. They are read again where they are shown. */
function mentions({ queryKey, state }: Query, id: string): boolean {
  return JSON.stringify([queryKey, state.data]).includes(id);
}

function idsIn(data: unknown): string[] {
  return Array.isArray(data) ? data.filter(isIdentified).map(({ id }) => id) : [];
}

function isIdentified(value: unknown): value is Identified {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';
}
