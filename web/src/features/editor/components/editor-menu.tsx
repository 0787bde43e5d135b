/** The open page's own menu, at the right of the shell's bar. Other features fill it. */
import { Menu } from '@base-ui/react/menu';
import { Ellipsis, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import type * as Y from 'yjs';
import { IconButton } from '../../../ui/icon-button.tsx';
import { MenuItem, MenuPopup } from '../../../ui/menus/menu.tsx';

/** The editor's own share in the menu. */
export interface PageMenuParts {
  /** The item that searches the page; nothing where the browser's own search finds everything. */
  readonly find: ReactNode;
  /** The page's text as it is at the moment. */
  readonly markdown: () => string;
  /** Its name, which may not be saved yet. */
  readonly name: () => string;
}

interface EditorMenuProps {
  readonly content: Y.Text;
  readonly onFind: (() => void) | undefined;
  /** The menu's items, in groups. */
  readonly items: (parts: PageMenuParts) => ReactNode;
}

export function EditorMenu({ content, onFind, items }: EditorMenuProps) {
  return (
    <Menu.Root>
      <Menu.Trigger
        render={
          <IconButton label="Page actions">
            <Ellipsis aria-hidden />
          </IconButton>
        }
      />
      <MenuPopup label="Page actions" align="end">
        {items({
          find: onFind && (
            <MenuItem onClick={onFind} keys="Mod-H">
              <Search aria-hidden />
              Find and replace
            </MenuItem>
          ),
          markdown: () => content.toString(),
          name: () => content.doc?.getText('name').toString() ?? '',
        })}
      </MenuPopup>
    </Menu.Root>
  );
}
