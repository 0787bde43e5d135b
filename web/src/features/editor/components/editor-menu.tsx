/** The open page's own menu, at the right of the shell's bar. Other features add items of theirs. */
import { Menu } from '@base-ui/react/menu';
import { Command, Copy, Ellipsis, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import type * as Y from 'yjs';
import { COPY_BY_HAND, copyText } from '../../../lib/browser/copy-text.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { MenuChoice, MenuItem, MenuPopup, MenuSeparator } from '../../../ui/menus/menu.tsx';
import { toast } from '../../../ui/toasts/toasts.ts';
import { MODES } from '../toolbar/modes.ts';
import type { PageMode } from '../toolbar/page-modes.ts';

interface EditorMenuProps {
  readonly content: Y.Text;
  readonly mode: PageMode;
  readonly onMode: (mode: PageMode) => void;
  /** Left out where the browser's own search finds everything. */
  readonly onFind: (() => void) | undefined;
  readonly onShortcuts: () => void;
  /** Items from outside the editor (`MenuItem`s); their owner draws the dialogs that they open. */
  readonly children?: ReactNode;
}

export function EditorMenu({ content, mode, onMode, onFind, onShortcuts, children }: EditorMenuProps) {
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
        <MenuChoice label="View" options={MODES} value={mode} onChange={onMode} closes />
        <MenuSeparator />
        {onFind && (
          <MenuItem onClick={onFind}>
            <Search aria-hidden />
            Find and replace
          </MenuItem>
        )}
        <MenuItem onClick={() => void copyMarkdown(content.toString())}>
          <Copy aria-hidden />
          Copy as Markdown
        </MenuItem>
        <MenuItem onClick={onShortcuts}>
          <Command aria-hidden />
          Keyboard shortcuts
        </MenuItem>
        {children !== undefined && <MenuSeparator />}
        {children}
      </MenuPopup>
    </Menu.Root>
  );
}

async function copyMarkdown(text: string): Promise<void> {
  if (await copyText(text)) toast('success', 'Copied as Markdown');
  else toast('error', 'The text could not be copied', { description: COPY_BY_HAND });
}
