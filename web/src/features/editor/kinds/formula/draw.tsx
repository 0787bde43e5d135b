/** Formulas as they are read. */
import { useCallback } from 'react';
import type { DrawnProps } from '../../drawing/draw-elements.tsx';
import type { KindDrawer } from '../../drawing/kind-drawers.tsx';
import { BLOCK_PLACE } from '../../drawing/place-blocks.ts';
import { drawFormula, type FormulaPlace } from './draw-formula.ts';

export const draw: readonly KindDrawer[] = [
  { name: 'figure', having: 'data-place', draw: Formula },
  { name: 'var', draw: Formula },
];

function Formula({ node }: DrawnProps) {
  const [text] = node.children;
  const tex = text?.type === 'text' ? text.value : '';
  const place = String(node.properties['data-place']) as FormulaPlace;
  const drawn = useCallback(
    (element: HTMLElement | null) => (element ? drawFormula(element, tex, place) : undefined),
    [tex, place],
  );
  const begins = { [BLOCK_PLACE]: node.properties[BLOCK_PLACE] };
  return place === 'block' ? <div ref={drawn} {...begins} /> : <span ref={drawn} />;
}
