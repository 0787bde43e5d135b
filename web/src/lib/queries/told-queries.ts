/** Answers whose every change the server tells while the connection to it stands: nothing of them is read again. */
import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

const told = new WeakMap<QueryClient, Set<string>>();

export function setTold(queryClient: QueryClient, queryKey: QueryKey, isSo: boolean): void {
  const hashes = told.get(queryClient) ?? new Set<string>();
  told.set(queryClient, hashes);
  if (isSo) hashes.add(hashKey(queryKey));
  else hashes.delete(hashKey(queryKey));
}

export function isTold(queryClient: QueryClient, queryHash: string): boolean {
  return told.get(queryClient)?.has(queryHash) ?? false;
}
