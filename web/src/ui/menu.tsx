/** The looks of menus: popup and items. What is in a menu, and where it opens, is its user's business. */
import { Menu } from '@base-ui/react/menu';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

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
        <Menu.Popup
          aria-label={label}
          finalFocus={finalFocus}
          className="min-w-48 rounded-lg border border-line bg-raised p-1 text-ink shadow-float outline-none transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0"
        >
          {children}
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  );
}

const ITEM =
  'flex min-h-8 items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm outline-none select-none data-highlighted:bg-hover [&_svg]:size-4 [&_svg]:text-ink-muted';

export function MenuItem({
  danger = false,
  ...rest
}: Omit<ComponentProps<typeof Menu.Item>, 'className'> & { readonly danger?: boolean }) {
  return <Menu.Item className={classNames(ITEM, danger && 'text-danger [&_svg]:text-danger')} {...rest} />;
}

export function MenuLinkItem(props: Omit<ComponentProps<typeof Menu.LinkItem>, 'className'>) {
  return <Menu.LinkItem className={ITEM} {...props} />;
}

export function MenuSeparator() {
  return <Menu.Separator className="mx-1 my-1 h-px bg-line" />;
}
