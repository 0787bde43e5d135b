/** What can be done with a page: the menu of its row, at the pointer. */
import { Copy, CornerUpRight, Link2, Settings2, Trash2 } from 'lucide-react';
import { absoluteUrl, pagePath } from '../../../lib/paths.ts';
import { ContextMenu } from '../../../ui/menus/context-menu.tsx';
import { MenuItem, MenuSeparator } from '../../../ui/menus/menu.tsx';
import type { Point } from '../../../ui/menus/menu-position.ts';
import { toast, toastFailure } from '../../../ui/toasts/toasts.ts';
import { useDuplicatePage } from '../api/duplicate-page.ts';
import { useOpenPageDialog } from '../state/page-dialogs.ts';
import type { TreePage } from '../state/page-forest.ts';

interface PageMenuProps {
  readonly organizationId: string;
  /** Undefined while no menu is open. */
  readonly page: TreePage | undefined;
  readonly point: Point | undefined;
  readonly onClose: () => void;
  readonly returnFocusTo: () => HTMLElement | null;
}

export function PageMenu({ organizationId, page, point, onClose, returnFocusTo }: PageMenuProps) {
  const open = useOpenPageDialog();
  const duplicate = useDuplicatePage(organizationId);
  const choose = (action: (page: TreePage) => void) => () => page && action(page);
  return (
    <ContextMenu
      label={page ? `Actions for ${page.name}` : 'Actions'}
      point={page && point}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    >
      <MenuItem onClick={choose(({ id }) => duplicate(id, false))}>
        <Copy aria-hidden />
        Duplicate
      </MenuItem>
      <MenuItem onClick={choose(({ id }) => open({ kind: 'move', pageId: id }))}>
        <CornerUpRight aria-hidden />
        Move to...
      </MenuItem>
      <MenuItem onClick={choose(copyLink)}>
        <Link2 aria-hidden />
        Copy link
      </MenuItem>
      <MenuItem onClick={choose(({ id }) => open({ kind: 'settings', pageId: id }))}>
        <Settings2 aria-hidden />
        Settings
      </MenuItem>
      <MenuSeparator />
      <MenuItem danger onClick={choose(({ id }) => open({ kind: 'delete', pageId: id }))}>
        <Trash2 aria-hidden />
        Delete
      </MenuItem>
    </ContextMenu>
  );
}

async function copyLink({ id }: TreePage): Promise<void> {
  try {
    await navigator.clipboard.writeText(absoluteUrl(pagePath(id)));
    toast('success', 'Link copied');
  } catch (error) {
    // Browsers give the clipboard to secure pages only.
    toastFailure('Link could not be copied', error);
  }
}
