/** The elements of a page that is read that Markdown itself does not have: callouts, formulas and others. */
import { drawersOf } from '../drawing/kind-drawers.tsx';
import { DRAWERS } from '../layers/draw.generated.ts';

export const KIND_ELEMENTS = drawersOf(DRAWERS);
