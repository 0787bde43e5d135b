/** How many crumbs fold into a menu, so that the others have room. */

export interface MeasuredCrumb {
  /** Its width in full, with the separator after it. */
  readonly width: number;
  /** A crumb that leads nowhere is no use in the menu. */
  readonly isLink: boolean;
}

/** The menu's button, with the separator after it. */
export const FOLD_WIDTH = 42;
/** Letters enough to tell the last one by; it may be shortened to this. */
export const LEAST_LAST_WIDTH = 160;

/**
 * The first folds last: it leads out. The others fold from the furthest to the nearest.
 * @param above all but the last, from the first down
 * @returns how many after the first are folded; as many as there are above when the first is, too
 */
export function foldCrumbs(above: readonly MeasuredCrumb[], lastWidth: number, room: number): number {
  const widthFrom = (index: number) => above.slice(index).reduce((sum, { width }) => sum + width, 0);
  const needed = Math.min(lastWidth, LEAST_LAST_WIDTH);
  if (widthFrom(0) + needed <= room) return 0;
  const first = above[0]?.width ?? 0;
  for (let folded = 1; folded < above.length; folded++) {
    const isOfUse = above.slice(1, folded + 1).some(({ isLink }) => isLink);
    if (isOfUse && first + FOLD_WIDTH + widthFrom(folded + 1) + needed <= room) return folded;
  }
  return above.length;
}
