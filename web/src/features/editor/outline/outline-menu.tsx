/** The page's headings behind a button, where there is no room for them beside the text. */
import { Menu } from '@base-ui/react/menu';
import { TableOfContents } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { MenuItem, MenuPopup } from '../../../ui/menus/menu.tsx';
import { type OutlineProps, useOutline } from './outline.tsx';
import type { Heading } from './read-outline.ts';

export function OutlineMenu({ view, changes, onSelect }: OutlineProps) {
  const outline = useOutline(view, changes);
  const chosen = useRef<number>(undefined);
  if (!outline) return null;
  return (
    <Menu.Root>
      <Menu.Trigger
        render={
          <IconButton label="On this page" className="outline-menu">
            <TableOfContents aria-hidden />
          </IconButton>
        }
      />
      <MenuPopup
        label="On this page"
        align="end"
        finalFocus={() => {
          const index = chosen.current;
          chosen.current = undefined;
          if (index === undefined) return true;
          onSelect(index);
          // The heading has it, but for a page that is read.
          return document.activeElement === document.body;
        }}
      >
        {outline.headings.map((heading: Heading, index) => (
          <MenuItem key={heading.from} onClick={() => (chosen.current = index)}>
            <span
              dir="auto"
              className={`max-w-72 truncate ${outline.indentOf(heading)}`}
              title={heading.text}
            >
              {heading.text || 'Heading'}
            </span>
          </MenuItem>
        ))}
        {outline.left > 0 && (
          <p className="px-3 py-1.5 text-xs text-ink-muted">{`${outline.left} more headings`}</p>
        )}
      </MenuPopup>
    </Menu.Root>
  );
}
