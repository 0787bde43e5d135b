/** The popup under a page's icon or cover, to choose another one. It is open as long as it is drawn. */
import { Popover } from '@base-ui/react/popover';
import { type ReactNode, type RefObject, useCallback } from 'react';

interface LookPopupProps {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly label: string;
  readonly align?: 'start' | 'end';
  readonly initialFocus?: () => HTMLElement | null;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function LookPopup({
  anchor,
  label,
  align = 'start',
  initialFocus,
  onClose,
  children,
}: LookPopupProps) {
  // The page's menu opens it, too, wherever the page is scrolled to.
  const show = useCallback(
    (popup: HTMLElement | null) => {
      if (popup) anchor.current?.scrollIntoView({ block: 'nearest' });
    },
    [anchor],
  );
  return (
    <Popover.Root open onOpenChange={(next) => !next && onClose()}>
      <Popover.Portal>
        <Popover.Positioner
          anchor={anchor}
          side="bottom"
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-10 outline-none"
        >
          <Popover.Popup
            ref={show}
            aria-label={label}
            {...(initialFocus && { initialFocus })}
            className="flex max-h-(--available-height) w-80 max-w-[calc(100vw-1rem)] flex-col overflow-hidden rounded-lg border border-line bg-raised text-ink shadow-float outline-none transition-opacity duration-100 data-starting-style:opacity-0"
          >
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
