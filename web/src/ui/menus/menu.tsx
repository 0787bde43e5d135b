/** The looks of menus: popup and items. The user of a menu decides on its items and where it opens. */
import { Menu } from '@base-ui/react/menu';
import type { ComponentProps, ReactNode } from 'react';
import { keyText } from '../../lib/browser/key-names.ts';
import { classNames } from '../class-names.ts';

/** The popup of every menu, a context menu's too. */
const MENU_POPUP_CLASSES =
  'max-h-(--available-height) min-w-48 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-lg border border-line bg-raised p-1 text-ink shadow-float outline-none transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0';

type PositionerProps = ComponentProps<typeof Menu.Positioner>;

export function MenuPopup({
  children,
  label,
  finalFocus,
  ...positioner
}: Pick<PositionerProps, 'anchor' | 'side' | 'align' | 'sideOffset' | 'collisionAvoidance'> & {
  readonly children: ReactNode;
  readonly label?: string;
  readonly finalFocus?: ComponentProps<typeof Menu.Popup>['finalFocus'];
}) {
  return (
    <Menu.Portal>
      <Menu.Positioner className="z-10 outline-none" sideOffset={4} {...positioner}>
        <Menu.Popup aria-label={label} finalFocus={finalFocus} className={MENU_POPUP_CLASSES}>
          {children}
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  );
}

export const MENU_ITEM_CLASSES =
  'flex min-h-8 pointer-coarse:min-h-10 items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm outline-none select-none data-disabled:opacity-55 data-highlighted:bg-hover data-popup-open:bg-hover [&_svg]:size-4 [&_svg]:text-ink-muted';

export function MenuItem({
  danger = false,
  keys,
  children,
  ...rest
}: Omit<ComponentProps<typeof Menu.Item>, 'className'> & {
  readonly danger?: boolean;
  /** The key that does the same, as CodeMirror writes keys. */
  readonly keys?: string;
}) {
  return (
    <Menu.Item
      className={classNames(MENU_ITEM_CLASSES, danger && 'text-danger [&_svg]:text-danger')}
      {...rest}
    >
      {children}
      {keys !== undefined && (
        <kbd aria-hidden className="ms-auto ps-6 font-sans text-xs text-ink-muted pointer-coarse:hidden">
          {keyText(keys)}
        </kbd>
      )}
    </Menu.Item>
  );
}

export function MenuLinkItem(props: Omit<ComponentProps<typeof Menu.LinkItem>, 'className'>) {
  return <Menu.LinkItem className={MENU_ITEM_CLASSES} {...props} />;
}

export function MenuSeparator() {
  return <Menu.Separator className="mx-1 my-1 h-px bg-line" />;
}
