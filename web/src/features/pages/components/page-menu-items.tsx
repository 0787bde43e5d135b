/** The items of the open page's menu that its row's menu has, too, and its favorite switch. */
import { Copy, CopyPlus, Star } from 'lucide-react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { MenuItem } from '../../../ui/menus/menu.tsx';
import { useDuplicatePage } from '../api/duplicate-page.ts';
import { useChooseFavorite, useFavorites } from '../api/favorites.ts';
import { useKnownPageForest } from '../api/use-page-forest.ts';
import { DeleteItem, PlaceItems, SettingsItem } from './page-items.tsx';

interface PageMenuItemsProps {
  readonly organizationId: string;
  readonly pageId: string;
}

export function PageMenuItems({ organizationId, pageId }: PageMenuItemsProps) {
  const forest = useKnownPageForest(organizationId);
  const duplicate = useDuplicatePage(organizationId);
  if (!forest?.pages.has(pageId)) return null;
  return (
    <>
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

/** In the shell's bar: keeps the page at hand, in the sidebar. */
export function FavoriteButton({ organizationId, pageId }: PageMenuItemsProps) {
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

/** Nothing for a page that is in the trash. */
export function PageSettingsItem({ organizationId, pageId }: PageMenuItemsProps) {
  const isThere = useKnownPageForest(organizationId)?.pages.has(pageId);
  return isThere && <SettingsItem pageId={pageId} />;
}

/** Nothing for a page that is in the trash already. */
export function DeletePageItem({ organizationId, pageId }: PageMenuItemsProps) {
  const isThere = useKnownPageForest(organizationId)?.pages.has(pageId);
  return isThere && <DeleteItem pageId={pageId} />;
}
