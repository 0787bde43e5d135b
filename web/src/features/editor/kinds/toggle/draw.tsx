/** Toggles as they are read. */
import { directionOf, type KindDrawer } from '../../drawing/kind-drawers.tsx';

export const draw: readonly KindDrawer[] = [
  {
    name: 'details',
    draw: ({ node, children }) => (
      <details className="page-toggle" dir={directionOf(node)} open={node.properties.open === true}>
        {children}
      </details>
    ),
  },
];
