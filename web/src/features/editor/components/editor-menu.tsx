/** The open page's own menu, at the right of the shell's bar. Other features fill it. */
import { Menu } from '@base-ui/react/menu';
import type { EditorView } from '@codemirror/view';
import { Ellipsis, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import type * as Y from 'yjs';
import { focusIsBack } from '../../../lib/focus/focus-is-back.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { MenuItem, MenuPopup } from '../../../ui/menus/menu.tsx';
import { readShownText } from '../../document/moves/arrangement/moved-text.ts';
import { loadPageParts } from '../load-page-parts.ts';

/** The editor's own share in the menu. */
export interface PageMenuParts {
  /** The item that searches the page; nothing where the browser's own search finds everything. */
  readonly find: ReactNode;
  /** Gives the page a property and has it named; undefined where its properties are not shown as a table. */
  readonly addProperty: (() => void) | undefined;
  /** The page's text as it is at the moment. */
  readonly markdown: () => string;
  /** Its name, which may not be saved yet. */
  readonly name: () => string;
}

interface EditorMenuProps {
  readonly content: Y.Text;
  /** The place where the page's properties are shown as a table. */
  readonly view: EditorView | undefined;
  /** Left out where the browser's own search finds everything. */
  readonly onFind: ((withReplace: boolean) => void) | undefined;
  /** The menu's items, in groups. */
  readonly items: (parts: PageMenuParts) => ReactNode;
}

export function EditorMenu({ content, view, onFind, items }: EditorMenuProps) {
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
            <MenuItem onClick={() => onFind(true)} keys="Mod-H">
              <Search aria-hidden />
              Find and replace
            </MenuItem>
          ),
          addProperty: view && (() => void addProperty(view)),
          markdown: () => readShownText(content),
          name: () => content.doc?.getText('name').toString() ?? '',
        })}
      </MenuPopup>
    </Menu.Root>
  );
}

/** The menu gives the focus back first: the property's name is written next. */
async function addProperty(view: EditorView): Promise<void> {
  const [{ insertProperty }] = await Promise.all([loadPageParts(), focusIsBack()]);
  insertProperty(view);
}
