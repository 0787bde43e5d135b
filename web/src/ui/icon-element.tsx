/** Icons for what is not drawn by React, such as the menus that the editor opens while one types. */
import type { LucideIcon } from 'lucide-react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

const drawn = new Map<LucideIcon, Node>();

/** @returns the icon as an element of its own, hidden from screen readers */
export function iconElement(Icon: LucideIcon): Node {
  let icon = drawn.get(Icon);
  if (!icon) {
    const stand = document.createElement('span');
    const root = createRoot(stand);
    flushSync(() => root.render(<Icon aria-hidden />));
    icon = stand.firstChild?.cloneNode(true) ?? stand;
    root.unmount();
    drawn.set(Icon, icon);
  }
  return icon.cloneNode(true);
}
