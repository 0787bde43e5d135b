/** The items of the open page's menu that its row's menu has, too. */
import { Copy } from 'lucide-react';
import { MenuItem } from '../../../ui/menus/menu.tsx';
import { Submenu } from '../../../ui/menus/submenu.tsx';
import { useDuplicatePage } from '../api/duplicate-page.ts';
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
      {forest.childrenOf(pageId).length > 0 ? (
        <Submenu label="Duplicate" icon={Copy}>
          <MenuItem onClick={() => duplicate(pageId, false)}>This page</MenuItem>
          <MenuItem onClick={() => duplicate(pageId, true)}>With subpages</MenuItem>
        </Submenu>
      ) : (
        <MenuItem onClick={() => duplicate(pageId, false)}>
          <Copy aria-hidden />
          Duplicate
        </MenuItem>
      )}
      <PlaceItems pageId={pageId} />
    </>
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
