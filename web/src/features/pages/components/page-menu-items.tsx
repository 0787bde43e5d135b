/** The items of the open page's menu: those of its row's menu, and a favorite switch. */
import { Copy, CopyPlus, Star, StarOff } from 'lucide-react';
import { MenuItem } from '../../../ui/menus/menu.tsx';
import { useDuplicatePage } from '../api/duplicate-page.ts';
import { useChooseFavorite, useFavorites } from '../api/favorites.ts';
import { useKnownPageForest } from '../api/use-page-forest.ts';
import { DeleteItem, PlaceItems } from './page-items.tsx';

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
      <PlaceItems pageId={pageId} />
    </>
  );
}

/** Nothing for a page that is in the trash already. */
export function DeletePageItem({ organizationId, pageId }: PageMenuItemsProps) {
  const isThere = useKnownPageForest(organizationId)?.pages.has(pageId);
  return isThere && <DeleteItem pageId={pageId} />;
}
