/** Callouts in the editor: their looks, their heads, and how they fold. */
import type { KindPreview } from '../../view/kind-preview.ts';
import { decorateCallout } from './callout-decorations.ts';
import { calloutFolds } from './callout-folds.ts';
import { calloutState } from './callout-state.ts';
import { hideDeepMarks } from './deep-marks.ts';

export const preview: KindPreview = {
  decorate: {
    Blockquote: (node, state, visible, out) => decorateCallout(node, state, visible, out) || undefined,
    QuoteMark: (node, state, _visible, out) => hideDeepMarks(node, state, out),
  },
  extension: [calloutState, calloutFolds],
};
