/** Reads the tree again whenever pages changed, here or in another tab. */
import { useQueryClient } from '@tanstack/react-query';
import { usePagesUpdated } from '../../../lib/pages-updated.ts';
import { pageKeys } from './page-queries.ts';

export function useRefreshPages(): void {
  const queryClient = useQueryClient();
  usePagesUpdated(() => queryClient.invalidateQueries({ queryKey: pageKeys.all }));
}
