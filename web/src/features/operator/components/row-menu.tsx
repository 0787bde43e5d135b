/** The acts that one row allows. */
import { Menu } from '@base-ui/react/menu';
import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { ICON_BUTTON_CLASSES } from '../../../ui/button.tsx';
import { MenuPopup } from '../../../ui/menus/menu.tsx';

export function RowMenu({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <Menu.Root>
      <Menu.Trigger aria-label={`Actions for ${name}`} title="Actions" className={ICON_BUTTON_CLASSES}>
        <Ellipsis aria-hidden />
      </Menu.Trigger>
      <MenuPopup label={`Actions for ${name}`} align="end">
        {children}
      </MenuPopup>
    </Menu.Root>
  );
}
