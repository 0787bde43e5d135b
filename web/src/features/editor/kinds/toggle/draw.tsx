/** Toggles as they are read. */
import type { DrawnProps } from '../../drawing/draw-elements.tsx';
import { directionOf, type KindDrawer } from '../../drawing/kind-drawers.tsx';
import { useReading } from '../../drawing/use-reading.ts';

export const draw: readonly KindDrawer[] = [{ name: 'details', draw: Toggle }];

function Toggle({ node, children }: DrawnProps) {
  const { isComparison = false } = useReading();
  return (
    <details
      className="page-toggle"
      dir={directionOf(node)}
      open={isComparison || node.properties.open === true}
    >
      {children}
    </details>
  );
}
