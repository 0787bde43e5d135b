/** The menu of a page's row, shown at the pointer. */
import { Copy } from 'lucide-react';
import { ContextMenu } from '../../../ui/menus/context-menu.tsx';
import { MenuItem } from '../../../ui/menus/menu.tsx';
import type { Point } from '../../../ui/menus/menu-position.ts';
import { useDuplicatePage } from '../api/duplicate-page.ts';
import type { TreePage } from '../tree/page-forest.ts';
import { DeleteItem, PlaceItems, SettingsItem } from './page-items.tsx';

export interface PageMenuProps {
  readonly organizationId: string;
  /** Undefined while no menu is open. */
  readonly page: TreePage | undefined;
  readonly point: Point | undefined;
  readonly onClose: () => void;
  readonly returnFocusTo: () => HTMLElement | null;
}

export function PageMenu({ organizationId, page, point, onClose, returnFocusTo }: PageMenuProps) {
  const duplicate = useDuplicatePage(organizationId);
  return (
    <ContextMenu
      label={page ? `Actions for ${page.name}` : 'Actions'}
      point={page && point}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    >
      <MenuItem onClick={() => page && duplicate(page.id, false)}>
        <Copy aria-hidden />
        Duplicate
      </MenuItem>
      <PlaceItems pageId={page?.id} />
      <SettingsItem pageId={page?.id} />
      <DeleteItem pageId={page?.id} keys="Delete" />
    </ContextMenu>
  );
}
