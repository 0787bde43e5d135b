/**
 * A menu of a thing, opened at a point: where it was right-clicked, or at the corner of its button. It holds a menu's
 * items. There is one for a whole list, so that a tree of thousands of rows does not carry thousands.
 */
import { Menu } from '@base-ui/react/menu';
import { type ReactNode, useState } from 'react';
import { focusAfterMenu } from '../../lib/focus/context-menus.ts';
import { MenuPopup } from './menu.tsx';
import { menuPosition, type Point } from './menu-position.ts';

interface MenuPoint extends Point {
  readonly height?: number;
}

interface ContextMenuProps {
  readonly label: string;
  /** Undefined while it is closed. The menu is below or above a thing with a height, and covers none of it. */
  readonly point: MenuPoint | undefined;
  readonly onClose: () => void;
  /** The element it was opened on; without it, the focus goes back to where it was. */
  readonly returnFocusTo?: () => HTMLElement | null;
  readonly children: ReactNode;
}

export function ContextMenu({ label, point, onClose, returnFocusTo, children }: ContextMenuProps) {
  // The place where it was open, while it fades away.
  const [lastPoint, setLastPoint] = useState<MenuPoint>({ x: 0, y: 0 });
  if (point && point !== lastPoint) setLastPoint(point);
  return (
    <Menu.Root open={point !== undefined} onOpenChange={(next) => !next && onClose()}>
      <MenuPopup
        label={label}
        anchor={{ getBoundingClientRect: () => rectangleAt(lastPoint) }}
        align="start"
        sideOffset={lastPoint.height === undefined ? 0 : 4}
        // At a point a menu that is taller than the room below moves up.
        collisionAvoidance={
          lastPoint.height === undefined
            ? { side: 'shift', align: 'none' }
            : { side: 'flip', align: 'none', fallbackAxisSide: 'none' }
        }
        finalFocus={() => focusAfterMenu(returnFocusTo)}
      >
        {children}
      </MenuPopup>
    </Menu.Root>
  );
}

function rectangleAt(point: MenuPoint): DOMRect {
  const { x, y } = menuPosition(point, window);
  return point.height === undefined ? new DOMRect(x, y, 0, 0) : new DOMRect(x, point.y, 0, point.height);
}
