/**
 * The sizes of a variant, as upstream's image proxy computes them. A picture never grows: one that is smaller than asked
 * for keeps its size, and only its shape follows.
 */
import type { Transformation } from './transformation.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Geometry {
  /** The size of the whole picture, before it is cut. */
  readonly scaled: Size;
  /** The part of it that stays. */
  readonly part: Size & { readonly left: number; readonly top: number };
}

/** @param source upright */
export function geometryOf(source: Size, transformation: Transformation): Geometry {
  const { width, height, resize = 'cover' } = transformation;
  const { x, y } = shrinkOf(source, transformation);
  const scaled = { width: atLeastOne(source.width / x), height: atLeastOne(source.height / y) };
  const part =
    resize === 'cover'
      ? {
          width: Math.min(scaled.width, width ?? scaled.width),
          height: Math.min(scaled.height, height ?? scaled.height),
        }
      : scaled;
  return { scaled, part: { ...part, ...placeOf(scaled, part, transformation) } };
}

/** How many pixels of the source become one, across and down. */
function shrinkOf(source: Size, { width, height, resize }: Transformation): { x: number; y: number } {
  let x = source.width / (width ?? source.width);
  let y = source.height / (height ?? source.height);
  if (resize !== 'fill') {
    if (width === undefined) x = y;
    else if (height === undefined) y = x;
    else x = y = resize === 'contain' ? Math.max(x, y) : Math.min(x, y);
  }
  if (x < 1) [x, y] = [1, y / x];
  if (y < 1) [x, y] = [x / y, 1];
  return { x, y };
}

function placeOf(
  scaled: Size,
  part: Size,
  { gravity = 'ce', x_offset: x = 0, y_offset: y = 0 }: Transformation,
) {
  const free = { x: scaled.width - part.width, y: scaled.height - part.height };
  if (gravity === 'fp')
    return {
      left: within(free.x, scaled.width * x - part.width / 2),
      top: within(free.y, scaled.height * y - part.height / 2),
    };
  const across = offsetOf(x, scaled.width);
  const down = offsetOf(y, scaled.height);
  return {
    left: within(free.x, placed(gravity, 'we', 'ea', free.x, across)),
    top: within(free.y, placed(gravity, 'no', 'so', free.y, down)),
  };
}

function placed(gravity: string, first: string, last: string, free: number, offset: number): number {
  if (gravity.includes(first)) return offset;
  return gravity.includes(last) ? free - offset : free / 2 + offset;
}

/** Below one, it is a share of the side. */
function offsetOf(offset: number, side: number): number {
  return Math.abs(offset) < 1 ? offset * side : offset;
}

function within(most: number, wanted: number): number {
  return Math.round(Math.min(Math.max(wanted, 0), most));
}

function atLeastOne(length: number): number {
  return Math.max(1, Math.round(length));
}
