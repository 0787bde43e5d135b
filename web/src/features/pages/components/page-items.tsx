/** Items shared by the menu of a page's row and the menu of the open page. */
import { CornerUpRight, Link2, Settings2, Trash2 } from 'lucide-react';
import { copyText } from '../../../lib/browser/copy-text.ts';
import { absoluteUrl, pagePath } from '../../../lib/paths.ts';
import { MenuItem, MenuSeparator } from '../../../ui/menus/menu.tsx';
import { toast } from '../../../ui/toasts/toasts.ts';
import { useOpenPageDialog } from '../state/page-dialogs.ts';

interface PageItemsProps {
  /** Undefined while the menu is closing. */
  readonly pageId: string | undefined;
}

export function PlaceItems({ pageId }: PageItemsProps) {
  const open = useOpenPageDialog();
  return (
    <>
      <MenuItem onClick={() => pageId !== undefined && open({ kind: 'move', pageId })}>
        <CornerUpRight aria-hidden />
        Move to...
      </MenuItem>
      <MenuItem onClick={() => pageId !== undefined && void copyLink(pageId)}>
        <Link2 aria-hidden />
        Copy link
      </MenuItem>
    </>
  );
}

export function SettingsItem({ pageId }: PageItemsProps) {
  const open = useOpenPageDialog();
  return (
    <MenuItem onClick={() => pageId !== undefined && open({ kind: 'settings', pageId })}>
      <Settings2 aria-hidden />
      Settings
    </MenuItem>
  );
}

/** @param keys what deletes it by the keyboard */
export function DeleteItem({ pageId, keys }: PageItemsProps & { readonly keys?: string }) {
  const open = useOpenPageDialog();
  return (
    <>
      <MenuSeparator />
      <MenuItem
        danger
        onClick={() => pageId !== undefined && open({ kind: 'delete', pageId })}
        {...(keys !== undefined && { keys })}
      >
        <Trash2 aria-hidden />
        Delete
      </MenuItem>
    </>
  );
}

async function copyLink(pageId: string): Promise<void> {
  const address = absoluteUrl(pagePath(pageId));
  if (await copyText(address)) toast('success', 'Link copied');
  else toast('error', 'Link could not be copied', { description: `Copy it by hand: ${address}` });
}
