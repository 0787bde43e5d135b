/**
 * Tooltips: the name of what shows only an icon, after a moment of hovering or at once on keyboard focus. There is one
 * popup for all of them, so that a tree of thousands of rows does not carry thousands.
 */
import { Tooltip } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';
import { useMovedByKey } from '../lib/focus/tooltips.ts';

type Side = 'top' | 'right';

const DELAY_MS = 500;

const handle = Tooltip.createHandle<{ readonly text: string; readonly side: Side }>();

interface TooltipTriggerProps {
  readonly text: string;
  /** The control it names; it keeps an accessible name of its own. */
  readonly children: ReactElement;
  readonly side?: Side;
}

export function WithTooltip({ text, children, side = 'top', ...passedOn }: TooltipTriggerProps) {
  return (
    <Tooltip.Trigger
      handle={handle}
      payload={{ text, side }}
      delay={DELAY_MS}
      render={children}
      {...passedOn}
    />
  );
}

/** The place of the popup; stands once in the app. */
export function TooltipHost() {
  const isMovedByKey = useMovedByKey();
  return (
    <Tooltip.Root
      handle={handle}
      disableHoverablePopup
      onOpenChange={(open, details) => {
        if (open && details.reason === 'trigger-focus' && !isMovedByKey()) details.cancel();
      }}
    >
      {({ payload }) => (
        <Tooltip.Portal>
          <Tooltip.Positioner side={payload?.side ?? 'top'} sideOffset={6} className="z-30">
            <Tooltip.Popup className="max-w-64 rounded-md bg-ink px-2 py-1 text-xs font-medium break-words text-canvas transition-opacity duration-100 data-ending-style:opacity-0 data-instant:transition-none data-starting-style:opacity-0 forced-colors:border">
              {payload?.text}
            </Tooltip.Popup>
          </Tooltip.Positioner>
        </Tooltip.Portal>
      )}
    </Tooltip.Root>
  );
}
