/** "Page style" in the open page's menu: how the page looks for everybody, and whether it is locked. */
import { Image, ListPlus, Lock, MoveHorizontal, Palette, Smile, Type } from 'lucide-react';
import type { PageLook } from '../../../../lib/page/page-look.ts';
import { MenuItem, MenuSeparator } from '../../../../ui/menus/menu.tsx';
import { MenuSwitch } from '../../../../ui/menus/menu-switch.tsx';
import { Submenu } from '../../../../ui/menus/submenu.tsx';
import { useChangeLook } from '../../api/change-look.ts';
import type { Picking } from './page-head-props.ts';

interface PageStyleItemsProps {
  readonly organizationId: string;
  readonly pageId: string;
  readonly look: PageLook | null | undefined;
  readonly onPick: (picking: Picking) => void;
  /** Left out where the page's properties are not shown. */
  readonly onProperty: (() => void) | undefined;
}

export function PageStyleItems({ organizationId, pageId, look, onPick, onProperty }: PageStyleItemsProps) {
  const { change, changeWithUndo } = useChangeLook(organizationId, pageId);
  const { icon, cover, is_full_width = false, has_small_text = false, is_locked = false } = look ?? {};
  const lock = () => {
    if (is_locked) change({ is_locked: false });
    else changeWithUndo({ is_locked: true }, { is_locked: false }, 'Page locked');
  };
  return (
    <Submenu label="Page style" icon={Palette}>
      <MenuItem disabled={is_locked} onClick={() => onPick('icon')}>
        <Smile aria-hidden />
        {icon === undefined ? 'Add icon…' : 'Change icon…'}
      </MenuItem>
      <MenuItem disabled={is_locked} onClick={() => onPick('cover')}>
        <Image aria-hidden />
        {cover === undefined ? 'Add cover…' : 'Change cover…'}
      </MenuItem>
      {onProperty && (
        <MenuItem onClick={onProperty}>
          <ListPlus aria-hidden />
          Add property
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuSwitch
        icon={MoveHorizontal}
        checked={is_full_width}
        onChange={() => change({ is_full_width: !is_full_width })}
      >
        Full width
      </MenuSwitch>
      <MenuSwitch
        icon={Type}
        checked={has_small_text}
        onChange={() => change({ has_small_text: !has_small_text })}
      >
        Small text
      </MenuSwitch>
      <MenuSeparator />
      <MenuSwitch icon={Lock} checked={is_locked} onChange={lock}>
        Lock page
      </MenuSwitch>
    </Submenu>
  );
}
