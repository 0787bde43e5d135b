/** The person's favorite pages, or nothing while there are none. */
import { StarOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useChooseFavorite, useFavorites } from '../../api/favorites.ts';
import { useKnownPageForest } from '../../api/use-page-forest.ts';
import { PageLinks } from './page-links.tsx';

interface FavoritePagesProps {
  readonly organizationId: string;
  readonly onNavigate: (() => void) | undefined;
  /** Wraps the list. */
  readonly frame: (list: ReactNode) => ReactNode;
}

export function FavoritePages({ organizationId, onNavigate, frame }: FavoritePagesProps) {
  const forest = useKnownPageForest(organizationId);
  const choose = useChooseFavorite();
  // The tree lacks pages in the trash and in other workspaces.
  const pages = useFavorites().flatMap((id) => forest?.pages.get(id) ?? []);
  if (!forest || pages.length === 0) return null;
  return frame(
    <PageLinks
      organizationId={organizationId}
      forest={forest}
      pages={pages}
      onNavigate={onNavigate}
      action={{
        icon: StarOff,
        label: ({ name }) => `Remove ${name} from favorites`,
        run: ({ id }) => choose.mutate({ pageId: id, isFavorite: false }),
      }}
    />,
  );
}
