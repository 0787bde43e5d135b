/** The pages that a person keeps at hand, on every device. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { sentences } from '../../../lib/errors/error-catalogue.ts';
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { announcePagesUpdated } from '../../../lib/pages-updated.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { supabase } from '../../../lib/supabase.ts';
import { toastFailure } from '../../../ui/toasts/toasts.ts';
import { pageKeys } from './page-queries.ts';

function favoritesQuery(userId: string) {
  return queryOptions({ queryKey: pageKeys.favorites(userId), queryFn: () => getFavorites(userId) });
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

/** @returns the ids in the order they were chosen; none while they are not known */
export function useFavorites(): readonly string[] {
  const { user } = useSignedIn();
  return useQuery(favoritesQuery(user.id)).data ?? [];
}

interface Choice {
  readonly pageId: string;
  readonly isFavorite: boolean;
}

export function useChooseFavorite() {
  const { user } = useSignedIn();
  const queryClient = useQueryClient();
  const { queryKey } = favoritesQuery(user.id);
  return useMutation({
    scope: { id: 'page-favorites' },
    mutationFn: async ({ pageId, isFavorite }: Choice) => {
      const favorites = supabase.from('page_favorites');
      const { error, status } = await (isFavorite
        ? favorites.upsert({ page_id: pageId, user_id: user.id }, { ignoreDuplicates: true })
        : favorites.delete().eq('page_id', pageId).eq('user_id', user.id));
      if (error) throw toDataError(error, status);
    },
    onMutate: async ({ pageId, isFavorite }) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(queryKey, (ids = []) => {
        const others = ids.filter((id) => id !== pageId);
        return isFavorite ? [...others, pageId] : others;
      });
      return { before };
    },
    onError: (error, _choice, context) => {
      if (context) queryClient.setQueryData(queryKey, context.before ?? []);
      toastFailure(sentences.favoritesFailed, error);
    },
    onSettled: () => announcePagesUpdated(),
  });
}
