/** The edge of a picture by which it becomes wider or narrower: with the pointer, or with arrow keys. */
import { NARROWEST } from '../../../../../markdown/src/kinds/image/picture-words.ts';
import { make } from './elements.ts';

interface ResizeOptions {
  readonly element: HTMLElement;
  /** How wide it can be where it stands. */
  readonly room: () => number;
  readonly current: () => number;
  /** While the width is being chosen. */
  readonly show: (width: number | undefined) => void;
  /** @param width undefined for as wide as it is by itself */
  readonly choose: (width: number | undefined) => void;
}

const STEP = 16;
const LARGE_STEP = 64;

export function resizeHandle({ element, room, current, show, choose }: ResizeOptions) {
  const handle = make('span', 'file-resize');
  handle.tabIndex = 0;
  handle.setAttribute('role', 'slider');
  handle.setAttribute('aria-label', 'Width of the picture');
  handle.title = 'Drag to resize. Double-click for its own size.';
  let chosen: number | undefined;
  const tell = (width: number) => {
    handle.setAttribute('aria-valuemin', String(NARROWEST));
    handle.setAttribute('aria-valuemax', String(Math.round(room())));
    handle.setAttribute('aria-valuenow', String(Math.round(width)));
    handle.setAttribute('aria-valuetext', `${Math.round(width)} pixels`);
  };
  const within = (width: number) => Math.round(Math.min(Math.max(width, NARROWEST), room()));
  const preview = (width: number) => {
    chosen = within(width);
    show(chosen);
    tell(chosen);
  };
  const settle = () => {
    if (chosen !== undefined) choose(chosen);
    chosen = undefined;
  };
  handle.addEventListener('focus', () => tell(current()));
  // A key that is held down is one step to undo.
  handle.addEventListener('keyup', settle);
  handle.addEventListener('blur', settle);
  handle.addEventListener('keydown', (event) => {
    const width = widthFor(event, chosen ?? current(), room());
    if (width === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    preview(width);
  });
  handle.addEventListener('dblclick', () => {
    chosen = undefined;
    show(undefined);
    choose(undefined);
  });
  handle.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const startX = event.clientX;
    const start = current();
    handle.setPointerCapture(event.pointerId);
    element.toggleAttribute('data-resizing', true);
    const move = ({ clientX }: PointerEvent) => {
      if (Math.abs(clientX - startX) > 2 || chosen !== undefined) preview(start + clientX - startX);
    };
    const end = () => {
      element.toggleAttribute('data-resizing', false);
      handle.removeEventListener('pointermove', move);
      settle();
    };
    handle.addEventListener('pointermove', move);
    handle.addEventListener('lostpointercapture', end, { once: true });
  });
  tell(NARROWEST);
  return handle;
}

function widthFor({ key, shiftKey }: KeyboardEvent, width: number, room: number): number | undefined {
  const step = shiftKey ? LARGE_STEP : STEP;
  if (key === 'ArrowRight' || key === 'ArrowUp') return width + step;
  if (key === 'ArrowLeft' || key === 'ArrowDown') return width - step;
  if (key === 'Home') return NARROWEST;
  return key === 'End' ? room : undefined;
}
