/** The preview's other decorations: kinds of Markdown whose looks come after the page's first text (more-preview.ts). */
import { type EditorState, Facet } from '@codemirror/state';
import type { SyntaxNodeRef } from '@lezer/common';
import type { Decorations, Visible } from '../view/decorations.ts';

/** @returns false to leave out what is inside the node, undefined when the node is none of its kinds */
export type Decorator = (
  node: SyntaxNodeRef,
  state: EditorState,
  visible: Visible,
  out: Decorations,
) => boolean | undefined;

export const decorators = Facet.define<Decorator>();
