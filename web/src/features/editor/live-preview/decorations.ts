/** Shared by the parts of the live preview. */
import type { Range } from '@codemirror/state';
import { Decoration } from '@codemirror/view';

export type Decorations = Range<Decoration>[];

/** The part of the page that is worked on. */
export interface Visible {
  readonly from: number;
  readonly to: number;
}

/** Takes marks out of sight. */
export const HIDDEN = Decoration.replace({});
