/** A small card right below some letters of the text. Escape, and a press beside it, close it. */
import { Popover } from '@base-ui/react/popover';
import type { EditorView } from '@codemirror/view';
import type { ComponentProps, ReactNode } from 'react';
import { textPlace } from '../../../view/text-place.ts';

const LOOK =
  'max-w-[calc(100vw-1rem)] rounded-lg border border-line bg-raised text-ink shadow-float outline-none transition-opacity duration-100 data-starting-style:opacity-0';

interface FloatingCardProps extends Pick<ComponentProps<typeof Popover.Popup>, 'initialFocus'> {
  readonly view: EditorView;
  readonly from: number;
  readonly to: number;
  readonly label: string;
  readonly onClose: () => void;
  readonly className: string;
  readonly children: ReactNode;
}

/** @param initialFocus false leaves the caret in the text */
export function FloatingCard({
  view,
  from,
  to,
  label,
  onClose,
  initialFocus,
  className,
  children,
}: FloatingCardProps) {
  return (
    <Popover.Root open onOpenChange={(next) => !next && onClose()}>
      <Popover.Portal>
        <Popover.Positioner
          anchor={textPlace(view, from, to)}
          side="bottom"
          align="start"
          sideOffset={6}
          collisionPadding={8}
          className="z-10 outline-none"
        >
          <Popover.Popup
            aria-label={label}
            initialFocus={initialFocus}
            finalFocus={false}
            className={`${LOOK} ${className}`}
          >
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
