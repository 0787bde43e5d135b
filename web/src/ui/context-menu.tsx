/** A menu of a thing, opened on it by right-click, long press or the keyboard. What is in it are a menu's items. */
import { ContextMenu as BaseContextMenu } from '@base-ui/react/context-menu';
import type { ReactElement, ReactNode } from 'react';
import { MENU_POPUP_CLASSES } from './menu.tsx';

export function ContextMenu({
  label,
  items,
  children,
}: {
  readonly label: string;
  readonly items: ReactNode;
  readonly children: ReactElement;
}) {
  return (
    <BaseContextMenu.Root>
      <BaseContextMenu.Trigger render={children} />
      <BaseContextMenu.Portal>
        <BaseContextMenu.Positioner className="z-10 outline-none">
          <BaseContextMenu.Popup aria-label={label} className={MENU_POPUP_CLASSES}>
            {items}
          </BaseContextMenu.Popup>
        </BaseContextMenu.Positioner>
      </BaseContextMenu.Portal>
    </BaseContextMenu.Root>
  );
}
