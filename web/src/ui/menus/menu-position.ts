/** The place of a context menu: at the pointer, but at least this far from the right and the bottom of the window. */

const ROOM_RIGHT_PX = 220;
const ROOM_BELOW_PX = 200;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** All in CSS pixels of the window. */
export function menuPosition(pointer: Point, window: { innerWidth: number; innerHeight: number }): Point {
  return {
    x: Math.max(0, Math.min(pointer.x, window.innerWidth - ROOM_RIGHT_PX)),
    y: Math.max(0, Math.min(pointer.y, window.innerHeight - ROOM_BELOW_PX)),
  };
}
