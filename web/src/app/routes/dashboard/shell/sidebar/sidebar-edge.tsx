/** The sidebar's edge, which makes it wider and narrower: by the mouse, a finger or the arrow keys. */
import type { KeyboardEvent, PointerEvent } from 'react';
import { SIDEBAR_WIDTH } from './sidebar-width.ts';

const STEP_PX = 16;

interface SidebarEdgeProps {
  readonly width: number;
  /** Called while it is dragged, so that only the sidebar's width changes meanwhile. */
  readonly onDrag: (width: number) => void;
  readonly onWidth: (width: number) => void;
}

export function SidebarEdge({ width, onDrag, onWidth }: SidebarEdgeProps) {
  const press = (event: KeyboardEvent) => {
    const next = widthAfter(event.key, width);
    if (next === undefined) return;
    event.preventDefault();
    onWidth(next);
  };
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    const edge: HTMLElement = event.currentTarget;
    const grip = event.clientX - width;
    const widthAt = ({ clientX }: { readonly clientX: number }) => inBounds(clientX - grip);
    edge.setPointerCapture(event.pointerId);
    const follow = (moved: globalThis.PointerEvent) => onDrag(widthAt(moved));
    edge.addEventListener('pointermove', follow);
    edge.addEventListener(
      'lostpointercapture',
      (ended) => {
        edge.removeEventListener('pointermove', follow);
        onWidth(widthAt(ended));
      },
      { once: true },
    );
  };
  return (
    <hr
      aria-orientation="vertical"
      aria-label="Sidebar width"
      aria-valuemin={SIDEBAR_WIDTH.least}
      aria-valuemax={SIDEBAR_WIDTH.most}
      aria-valuenow={width}
      tabIndex={0}
      title="Drag to resize, double-click to reset"
      onKeyDown={press}
      onPointerDown={drag}
      onDoubleClick={() => onWidth(SIDEBAR_WIDTH.initial)}
      className="absolute inset-y-0 -end-1 z-3 m-0 h-auto w-2 cursor-col-resize touch-none border-0 -outline-offset-2 after:absolute after:inset-y-0 after:start-1/2 after:w-0.5 after:-translate-x-1/2 after:bg-accent after:opacity-0 after:transition-opacity hover:after:opacity-100 active:after:opacity-100"
    />
  );
}

/** @returns undefined for a key that does nothing here */
function widthAfter(key: string, width: number): number | undefined {
  if (key === 'ArrowLeft') return inBounds(width - STEP_PX);
  if (key === 'ArrowRight') return inBounds(width + STEP_PX);
  if (key === 'Home') return SIDEBAR_WIDTH.least;
  if (key === 'End') return SIDEBAR_WIDTH.most;
  return undefined;
}

function inBounds(width: number): number {
  return Math.round(Math.min(SIDEBAR_WIDTH.most, Math.max(SIDEBAR_WIDTH.least, width)));
}
