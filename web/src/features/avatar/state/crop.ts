/** The square that is cut out of a picture: where its middle is, and how far it is zoomed in. Plain arithmetic. */

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Crop {
  /** The middle of the square, in pixels of the picture. */
  readonly x: number;
  readonly y: number;
  /** 1 for the largest square. */
  readonly zoom: number;
}

export const LARGEST_ZOOM = 8;

/** The largest square in the middle. */
export function wholeCrop({ width, height }: Size): Crop {
  return { x: width / 2, y: height / 2, zoom: 1 };
}

/** How many pixels of the picture a side of the square has. */
export function sideOf(size: Size, { zoom }: Crop): number {
  return Math.min(size.width, size.height) / zoom;
}

/** Moves the square, by so many of its sides. */
export function moveCrop(size: Size, crop: Crop, across: number, down: number): Crop {
  const side = sideOf(size, crop);
  return kept(size, { ...crop, x: crop.x + across * side, y: crop.y + down * side });
}

/** Zooms by a factor; the point of the square, in shares of its side, stays where it is. */
export function zoomCrop(size: Size, crop: Crop, factor: number, at = { x: 0.5, y: 0.5 }): Crop {
  const zoom = Math.min(Math.max(crop.zoom * factor, 1), LARGEST_ZOOM);
  const [before, after] = [sideOf(size, crop), sideOf(size, { ...crop, zoom })];
  return kept(size, {
    x: crop.x + (at.x - 0.5) * (before - after),
    y: crop.y + (at.y - 0.5) * (before - after),
    zoom,
  });
}

/** Within the picture. */
function kept(size: Size, crop: Crop): Crop {
  const half = sideOf(size, crop) / 2;
  return {
    ...crop,
    x: Math.min(Math.max(crop.x, half), size.width - half),
    y: Math.min(Math.max(crop.y, half), size.height - half),
  };
}
