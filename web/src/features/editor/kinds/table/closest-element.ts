/** The place where a position of the text is drawn. */
import type { EditorView } from '@codemirror/view';

/** @returns the element of this kind that the position is drawn in */
export function closest(view: EditorView, position: number, selector: string): Element | null {
  const { node } = view.domAtPos(position, 1);
  return (node instanceof Element ? node : node.parentElement)?.closest(selector) ?? null;
}
