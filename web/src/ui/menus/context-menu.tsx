/**
 * A menu of a thing, opened at a point: where it was right-clicked, or at the corner of its button. It holds a menu's
 * items. There is one for a whole list, so that a tree of thousands of rows does not carry thousands.
 */
import { Menu } from '@base-ui/react/menu';
import { type ReactNode, useState } from 'react';
import { focusAfterMenu } from '../../lib/focus/context-menus.ts';
import { MenuPopup } from './menu.tsx';
import { menuPosition, type Point } from './menu-position.ts';

interface ContextMenuProps {
  readonly label: string;
  /** Undefined while it is closed. */
  readonly point: Point | undefined;
  readonly onClose: () => void;
  /** The element it was opened on; without it, the focus goes back to where it was. */
  readonly returnFocusTo?: () => HTMLElement | null;
  readonly children: ReactNode;
}

export function ContextMenu({ label, point, onClose, returnFocusTo, children }: ContextMenuProps) {
  // Where it was open, while it fades away.
  const [lastPoint, setLastPoint] = useState<Point>({ x: 0, y: 0 });
  if (point && point !== lastPoint) setLastPoint(point);
  return (
    <Menu.Root open={point !== undefined} onOpenChange={(next) => !next && onClose()}>
      <MenuPopup
        label={label}
        anchor={{ getBoundingClientRect: () => rectangleAt(menuPosition(lastPoint, window)) }}
        align="start"
        sideOffset={0}
        // A menu that is taller than that room moves up.
        collisionAvoidance={{ side: 'shift', align: 'none' }}
        finalFocus={() => focusAfterMenu(returnFocusTo)}
      >
        {children}
      </MenuPopup>
    </Menu.Root>
  );
}

function rectangleAt({ x, y }: Point): DOMRect {
  return new DOMRect(x, y, 0, 0);
}
