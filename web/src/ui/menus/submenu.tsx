/** An item that opens a menu of its own beside it. */
import { Menu } from '@base-ui/react/menu';
import { ChevronRight, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { MENU_ITEM_CLASSES, MenuPopup } from './menu.tsx';

interface SubmenuProps {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly children: ReactNode;
}

export function Submenu({ label, icon: Icon, children }: SubmenuProps) {
  return (
    <Menu.SubmenuRoot>
      <Menu.SubmenuTrigger className={MENU_ITEM_CLASSES}>
        <Icon aria-hidden />
        {label}
        <ChevronRight aria-hidden className="ms-auto rtl:rotate-180" />
      </Menu.SubmenuTrigger>
      <MenuPopup label={label} side="inline-end" align="start">
        {children}
      </MenuPopup>
    </Menu.SubmenuRoot>
  );
}
