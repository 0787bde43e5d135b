/**
 * Something inside a menu that is on or off. The menu stays open, so that the effect can be seen. An ordinary item with another
 * role: the library's own would come with every menu, before a page's first text.
 */
import { Menu } from '@base-ui/react/menu';
import { Check, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { MENU_ITEM_CLASSES } from './menu.tsx';

interface MenuSwitchProps {
  readonly icon: LucideIcon;
  readonly checked: boolean;
  readonly onChange: () => void;
  readonly children: ReactNode;
}

export function MenuSwitch({ icon: Icon, checked, onChange, children }: MenuSwitchProps) {
  return (
    <Menu.Item
      role="menuitemcheckbox"
      aria-checked={checked}
      closeOnClick={false}
      onClick={onChange}
      className={MENU_ITEM_CLASSES}
    >
      <Icon aria-hidden />
      <span className="min-w-0 flex-1">{children}</span>
      {checked && <Check aria-hidden className="text-accent!" />}
    </Menu.Item>
  );
}
