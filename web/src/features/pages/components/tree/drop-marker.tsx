/** Shows where a dragged page would come to stand: a line between two rows. (A drop onto a row is marked by the row.) */
import { isOrderedDragTarget, type TreeInstance } from '@headless-tree/core';
import { INDENT_PX } from '../../state/use-headless-tree.ts';

interface DropMarkerProps {
  readonly tree: TreeInstance<string>;
  readonly rowHeightPx: number;
}

// The place where the icon of a row at the root begins.
const INSET_PX = 20;

export function DropMarker({ tree, rowHeightPx }: DropMarkerProps) {
  const target = tree.getDragTarget();
  if (!target || !isOrderedDragTarget(target) || !('dragLineIndex' in target)) return null;
  return (
    <div
      aria-hidden
      data-drop-marker
      className="pointer-events-none absolute end-2 z-1 h-0.5 rounded-full bg-accent forced-colors:bg-[Highlight]"
      style={{
        top: target.dragLineIndex * rowHeightPx - 1,
        insetInlineStart: target.dragLineLevel * INDENT_PX + INSET_PX,
      }}
    />
  );
}
