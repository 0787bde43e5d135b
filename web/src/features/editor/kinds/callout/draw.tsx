/** Callouts as they are read. */
import { CALLOUTS, type CalloutKind } from '../../../../../../markdown/src/kinds/callout/syntax.ts';
import type { Element } from '../../../../../../markdown/src/read/elements.ts';
import type { DrawnProps } from '../../drawing/draw-elements.tsx';
import { directionOf, type KindDrawer } from '../../drawing/kind-drawers.tsx';
import { BLOCK_PLACE } from '../../drawing/place-blocks.ts';
import { useReading } from '../../drawing/use-reading.ts';
import { CALLOUT_ICONS } from './callout-icons.ts';

export const draw: readonly KindDrawer[] = [
  { name: 'aside', draw: Callout },
  { name: 'header', draw: CalloutHead },
];

function calloutKind(node: Element): CalloutKind {
  return String(node.properties['data-kind']) as CalloutKind;
}

function Callout({ node, children }: DrawnProps) {
  const { isComparison = false } = useReading();
  const fold = node.properties['data-fold'];
  const className = `callout callout-${CALLOUTS[calloutKind(node)].look}`;
  return fold === undefined ? (
    <div
      className={className}
      dir={directionOf(node)}
      role="note"
      aria-label={String(node.properties['data-name'])}
    >
      {children}
    </div>
  ) : (
    <details className={className} dir={directionOf(node)} open={isComparison || fold === 'open'}>
      {children}
    </details>
  );
}

function CalloutHead({ node, children }: DrawnProps) {
  const Icon = CALLOUT_ICONS[calloutKind(node)];
  const begins = { [BLOCK_PLACE]: node.properties[BLOCK_PLACE] };
  if (node.properties['data-fold'] !== undefined)
    return (
      <summary className="callout-head" dir={directionOf(node)} {...begins}>
        <Icon aria-hidden />
        <span>{children}</span>
      </summary>
    );
  // The callout's name says the same.
  const isNamed = node.properties['data-titled'] !== 'true';
  return (
    <p className="callout-head" dir={directionOf(node)} aria-hidden={isNamed} {...begins}>
      <Icon aria-hidden />
      <span>{children}</span>
    </p>
  );
}
