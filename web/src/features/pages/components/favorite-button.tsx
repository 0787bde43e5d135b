/** In the shell's bar: keeps the page at hand, in the sidebar. */
import { Star } from 'lucide-react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useChooseFavorite, useFavorites } from '../api/favorites.ts';
import { useKnownPageForest } from '../api/use-page-forest.ts';

interface FavoriteButtonProps {
  readonly organizationId: string;
  readonly pageId: string;
}

export function FavoriteButton({ organizationId, pageId }: FavoriteButtonProps) {
  const isThere = useKnownPageForest(organizationId)?.pages.has(pageId);
  const isFavorite = useFavorites().includes(pageId);
  const choose = useChooseFavorite();
  return (
    isThere && (
      <IconButton
        label={isFavorite ? 'Remove from favorites' : 'Add to favorites'}
        onClick={() => choose.mutate({ pageId, isFavorite: !isFavorite })}
      >
        <Star aria-hidden className={isFavorite ? 'fill-accent text-accent' : undefined} />
      </IconButton>
    )
  );
}
