/**
 * A list on the screen: the server's rows with the changes that are on their way to it (pending-changes.ts).
 */
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { pendingChanges } from './pending-changes.ts';

/** @param rows of the query with this key */
export function useOptimisticRows<Row>(queryKey: QueryKey, rows: readonly Row[]): readonly Row[] {
  const changes = pendingChanges<Row>(useQueryClient(), queryKey);
  useSyncExternalStore(changes.subscribe, changes.getPending);
  return changes.over(rows);
}
