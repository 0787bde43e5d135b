/** What can be done with a page: the menu of its row, at the pointer. */
import { Menu } from '@base-ui/react/menu';
import { Copy, CornerUpRight, Link2, Settings2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { absoluteUrl, pagePath } from '../../../lib/paths.ts';
import { MenuItem, MenuPopup, MenuSeparator } from '../../../ui/menu.tsx';
import { toast, toastFailure } from '../../../ui/toasts/toasts.ts';
import { useDuplicatePage } from '../api/duplicate-page.ts';
import { usePageForest } from '../api/use-page-forest.ts';
import { menuPosition, type Point } from '../state/menu-position.ts';
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
  const duplicate = useDuplicatePage(organizationId, usePageForest(organizationId));
  // Where it was open, while it fades away.
  const [lastPoint, setLastPoint] = useState<Point>({ x: 0, y: 0 });
  if (point && point !== lastPoint) setLastPoint(point);
  const anchor = { getBoundingClientRect: () => rectangleAt(menuPosition(lastPoint, window)) };
  const choose = (action: (page: TreePage) => void) => () => page && action(page);
  return (
    <Menu.Root open={page !== undefined} onOpenChange={(next) => !next && onClose()}>
      <MenuPopup
        label={page ? `Actions for ${page.name}` : 'Actions'}
        anchor={anchor}
        align="start"
        sideOffset={0}
        collisionAvoidance={{ side: 'none', align: 'none' }}
        finalFocus={() => returnFocusTo() ?? true}
      >
        <MenuItem onClick={choose((page) => duplicate.mutate(page))}>
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
      </MenuPopup>
    </Menu.Root>
  );
}

function rectangleAt({ x, y }: Point): DOMRect {
  return new DOMRect(x, y, 0, 0);
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
