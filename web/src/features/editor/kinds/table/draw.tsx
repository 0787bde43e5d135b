/** Tables as they are read. */
import { directionOf, type KindDrawer } from '../../drawing/kind-drawers.tsx';

export const draw: readonly KindDrawer[] = [
  {
    name: 'table',
    draw: ({ node, children, className }) => (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: wide tables scroll, for the keyboard too
      <section className="page-table" dir={directionOf(node)} aria-label="Table" tabIndex={0}>
        <table className={className}>{children}</table>
      </section>
    ),
  },
];
