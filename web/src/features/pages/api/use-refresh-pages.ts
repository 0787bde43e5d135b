/** Keeps what is shown of pages in step with what changes, here or in another tab. */
import { useQueryClient } from '@tanstack/react-query';
import { usePagesUpdated } from '../../../lib/pages-updated.ts';
import { refreshPages } from '../state/refresh-pages.ts';

export function useRefreshPages(): void {
  const queryClient = useQueryClient();
  usePagesUpdated((change) => refreshPages(queryClient, change, document.visibilityState === 'visible'));
}
