/** The pages that a person keeps at hand, on every device. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { sentences } from '../../../lib/errors/error-catalogue.ts';
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { announcePagesUpdated } from '../../../lib/page/pages-updated.ts';
import { pendingChanges, shownAtOnce } from '../../../lib/queries/pending-changes.ts';
import { queryKeys } from '../../../lib/queries/query-keys.ts';
import { useOptimisticRows } from '../../../lib/queries/use-optimistic-rows.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { supabase } from '../../../lib/supabase.ts';
import { toastFailure } from '../../../ui/toasts/toasts.ts';

export function favoritesQuery(userId: string) {
  return queryOptions({
    queryKey: queryKeys.pages.favorites(userId),
    queryFn: ({ client, queryKey }) =>
      pendingChanges<string>(client, queryKey).read(() => getFavorites(userId)),
  });
}

async function getFavorites(userId: string): Promise<string[]> {
  const { data, error, status } = await supabase
    .from('page_favorites')
    .select('page_id')
    .eq('user_id', userId)
    .order('created_at')
    .order('page_id');
  if (error) throw toDataError(error, status);
  return data.map(({ page_id }) => page_id);
}

const NONE: readonly string[] = [];

/** @returns the ids in the order they were chosen; none while they are not known */
export function useFavorites(): readonly string[] {
  const { user } = useSignedIn();
  const query = favoritesQuery(user.id);
  return useOptimisticRows(query.queryKey, useQuery(query).data ?? NONE);
}

interface Choice {
  readonly pageId: string;
  readonly isFavorite: boolean;
}

function choose(ids: readonly string[], { pageId, isFavorite }: Choice): readonly string[] {
  if (ids.includes(pageId) === isFavorite) return ids;
  return isFavorite ? [...ids, pageId] : ids.filter((id) => id !== pageId);
}

export function useChooseFavorite() {
  const { user } = useSignedIn();
  const shown = shownAtOnce(useQueryClient(), favoritesQuery(user.id).queryKey, choose);
  return useMutation({
    scope: { id: 'page-favorites' },
    mutationFn: async ({ pageId, isFavorite }: Choice) => {
      const favorites = supabase.from('page_favorites');
      const { error, status } = await (isFavorite
        ? favorites.upsert({ page_id: pageId, user_id: user.id }, { ignoreDuplicates: true })
        : favorites.delete().eq('page_id', pageId).eq('user_id', user.id));
      if (error) throw toDataError(error, status);
    },
    onMutate: shown.onMutate,
    onSuccess: shown.onSuccess,
    onError: (error, choice, change) => {
      shown.onError(error, choice, change);
      toastFailure(sentences.favoritesFailed, error);
    },
    onSettled: () => announcePagesUpdated({ kind: 'favorites' }),
  });
}
