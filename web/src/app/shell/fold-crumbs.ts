/** How many crumbs fold into a menu, so that the others have room: none while all of them have. */

export interface MeasuredCrumb {
  /** What it takes when it is shown as it is, with what stands between it and the next. */
  readonly width: number;
  /** One that leads nowhere is no use in the menu. */
  readonly isLink: boolean;
}

/** The menu's button, with what stands behind it. */
export const FOLD_WIDTH = 42;
/** Letters enough to tell the last one by; it may be shortened to this. */
export const LEAST_LAST_WIDTH = 160;

/**
 * The first folds last: it leads out. Before it those fold that are furthest from where one is.
 * @param above all but the last, from the first down
 * @returns how many behind the first are folded; as many as there are above when the first is, too
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
