/** The items of the open page's menu, from several features, in groups: ten at most. They come once the page stands. */
import { Download, LayoutTemplate, Upload } from 'lucide-react';
import type { PageMenuParts } from '../../../../features/editor/components/editor-menu.tsx';
import { HistoryMenuItem } from '../../../../features/history/components/history-menu-item.tsx';
import { useKnownPageForest } from '../../../../features/pages/api/use-page-forest.ts';
import type { Picking } from '../../../../features/pages/components/look/page-head-props.ts';
import { PageStyleItems } from '../../../../features/pages/components/look/page-style-items.tsx';
import {
  DeletePageItem,
  PageMenuItems,
  PageSettingsItem,
} from '../../../../features/pages/components/page-menu-items.tsx';
import { MenuItem, MenuSeparator } from '../../../../ui/menus/menu.tsx';
import { Submenu } from '../../../../ui/menus/submenu.tsx';
import type { OpenDialog } from './page-action-dialogs.tsx';

export interface PageMenuProps {
  readonly organizationId: string;
  readonly pageId: string;
  readonly parts: PageMenuParts;
  readonly onPick: (picking: Picking) => void;
  readonly onOpen: (dialog: OpenDialog) => void;
}

export function PageMenu({ parts: { find, addProperty, ...texts }, onPick, onOpen, ...page }: PageMenuProps) {
  // A page in the trash has no look to change, and takes no subpages; a locked one takes none from files.
  const known = useKnownPageForest(page.organizationId)?.pages.get(page.pageId);
  return (
    <>
      <PageMenuItems {...page} />
      <MenuSeparator />
      {known && <PageStyleItems {...page} look={known.look} onPick={onPick} onProperty={addProperty} />}
      {find}
      <HistoryMenuItem pageId={page.pageId} />
      <MenuSeparator />
      <Submenu label="Import and export" icon={Download}>
        {known && !known.look?.is_locked && (
          <MenuItem onClick={() => onOpen({ kind: 'import' })}>
            <Upload aria-hidden />
            Import under this page…
          </MenuItem>
        )}
        <MenuItem onClick={() => onOpen({ kind: 'export', ...texts })}>
          <Download aria-hidden />
          Export…
        </MenuItem>
      </Submenu>
      <MenuItem onClick={() => onOpen({ kind: 'template', ...texts })}>
        <LayoutTemplate aria-hidden />
        Save as template…
      </MenuItem>
      <PageSettingsItem {...page} />
      <DeletePageItem {...page} />
    </>
  );
}
