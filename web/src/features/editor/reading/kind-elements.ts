/** The elements of a page that is read, where kinds draw them: callouts, links, tables and others. */
import { drawersOf } from '../drawing/kind-drawers.tsx';
import { DRAWERS } from '../layers/draw.generated.ts';

export const KIND_ELEMENTS = drawersOf(DRAWERS);
