/** A picture under a round or square hole: dragged, pinched and zoomed by hand, by wheel and by keys. */
import { type KeyboardEvent, type PointerEvent, useId, useRef } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { type Crop, moveCrop, sideOf, zoomCrop } from '../state/crop.ts';
import type { OpenPicture } from '../state/open-picture.ts';

export const ZOOM_STEP = 1.15;
const STEP = 0.02;
const LARGE_STEP = 0.1;

interface CropAreaProps {
  readonly picture: OpenPicture;
  readonly crop: Crop;
  readonly isRound: boolean;
  readonly onChange: (change: (crop: Crop) => Crop) => void;
}

export function CropArea({ picture, crop, isRound, onChange }: CropAreaProps) {
  const hint = useId();
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const area = useRef<HTMLDivElement>(null);

  /** In shares of the area's side. */
  const pointOf = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }) => {
    const { left, top, width } = (area.current as HTMLDivElement).getBoundingClientRect();
    return { x: (clientX - left) / width, y: (clientY - top) / width };
  };
  const press = (event: PointerEvent) => {
    area.current?.setPointerCapture(event.pointerId);
    pointers.current.set(event.pointerId, pointOf(event));
  };
  const drag = (event: PointerEvent) => {
    if (!pointers.current.has(event.pointerId)) return;
    const before = middleOf([...pointers.current.values()]);
    pointers.current.set(event.pointerId, pointOf(event));
    const after = middleOf([...pointers.current.values()]);
    onChange((old) => {
      const moved = moveCrop(picture, old, before.x - after.x, before.y - after.y);
      return before.spread > 0 ? zoomCrop(picture, moved, after.spread / before.spread, after) : moved;
    });
  };
  const release = (event: PointerEvent) => pointers.current.delete(event.pointerId);
  const pressKey = (event: KeyboardEvent) => {
    const change = changeOf(event, picture);
    if (!change) return;
    event.preventDefault();
    onChange(change);
  };
  // React's own listener could not keep the dialog from scrolling.
  const listen = (element: HTMLDivElement) => {
    area.current = element;
    const zoom = (event: WheelEvent) => {
      event.preventDefault();
      onChange((old) => zoomCrop(picture, old, Math.exp(-event.deltaY / 500), pointOf(event)));
    };
    element.addEventListener('wheel', zoom, { passive: false });
    return () => element.removeEventListener('wheel', zoom);
  };

  const side = sideOf(picture, crop);
  return (
    <div>
      {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: it takes keys */}
      <div
        ref={listen}
        role="application"
        aria-label="Part of the picture"
        aria-describedby={hint}
        tabIndex={0}
        onKeyDown={pressKey}
        onPointerDown={press}
        onPointerMove={drag}
        onPointerUp={release}
        onPointerCancel={release}
        className="relative mx-auto aspect-square w-full max-w-72 cursor-grab touch-none overflow-hidden rounded-lg bg-sunken active:cursor-grabbing"
      >
        <img
          src={picture.image.src}
          alt=""
          draggable={false}
          className="absolute max-w-none select-none"
          style={{
            width: share(picture.width / side),
            height: share(picture.height / side),
            left: share(0.5 - crop.x / side),
            top: share(0.5 - crop.y / side),
          }}
        />
        <div
          className={classNames(
            'pointer-events-none absolute inset-1 shadow-[0_0_0_100vmax_var(--scrim)] ring-2 ring-raised',
            isRound ? 'rounded-full' : 'rounded-[25%]',
          )}
        />
      </div>
      {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: it takes keys */}
      <p id={hint} className="mt-2 text-center text-[0.8125rem] text-ink-muted">
        Drag the picture, or move it with the arrow keys.
      </p>
    </div>
  );
}

/** The middle of one finger or two, and how far they are apart. */
function middleOf(points: readonly { readonly x: number; readonly y: number }[]) {
  const [one = { x: 0, y: 0 }, other = one] = points;
  return {
    x: (one.x + other.x) / 2,
    y: (one.y + other.y) / 2,
    spread: Math.hypot(one.x - other.x, one.y - other.y),
  };
}

const ARROWS: Readonly<Record<string, readonly [across: number, down: number]>> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
const ZOOMS: Readonly<Record<string, number>> = {
  '+': ZOOM_STEP,
  '=': ZOOM_STEP,
  '-': 1 / ZOOM_STEP,
  _: 1 / ZOOM_STEP,
};

/** The picture goes where the arrow points. */
function changeOf(
  { key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent,
  picture: OpenPicture,
): ((crop: Crop) => Crop) | undefined {
  // The browser's own zoom.
  if (ctrlKey || metaKey || altKey) return undefined;
  const step = shiftKey ? LARGE_STEP : STEP;
  const [arrow, factor] = [ARROWS[key], ZOOMS[key]];
  if (arrow) return (crop) => moveCrop(picture, crop, arrow[0] * step, arrow[1] * step);
  return factor === undefined ? undefined : (crop) => zoomCrop(picture, crop, factor);
}

function share(part: number): string {
  return `${part * 100}%`;
}
