/** What the open page's own menu offers beyond its row's: keeping it at hand, and copying it. */
import { Copy, CopyPlus, Star, StarOff } from 'lucide-react';
import { MenuItem } from '../../../ui/menus/menu.tsx';
import { useDuplicatePage } from '../api/duplicate-page.ts';
import { useChooseFavorite, useFavorites } from '../api/favorites.ts';
import { useKnownPageForest } from '../api/use-page-forest.ts';

interface PageMenuItemsProps {
  readonly organizationId: string;
  readonly pageId: string;
}

export function PageMenuItems({ organizationId, pageId }: PageMenuItemsProps) {
  const forest = useKnownPageForest(organizationId);
  const isFavorite = useFavorites().includes(pageId);
  const choose = useChooseFavorite();
  const duplicate = useDuplicatePage(organizationId);
  if (!forest?.pages.has(pageId)) return null;
  return (
    <>
      <MenuItem onClick={() => choose.mutate({ pageId, isFavorite: !isFavorite })}>
        {isFavorite ? <StarOff aria-hidden /> : <Star aria-hidden />}
        {isFavorite ? 'Remove from favorites' : 'Add to favorites'}
      </MenuItem>
      <MenuItem onClick={() => duplicate(pageId, false)}>
        <Copy aria-hidden />
        Duplicate
      </MenuItem>
      {forest.childrenOf(pageId).length > 0 && (
        <MenuItem onClick={() => duplicate(pageId, true)}>
          <CopyPlus aria-hidden />
          Duplicate with subpages
        </MenuItem>
      )}
    </>
  );
}
