/** Shared by the parts of the live preview. */
import { syntaxTree } from '@codemirror/language';
import type { EditorState, Range } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, type ViewUpdate } from '@codemirror/view';
import type { SyntaxNodeRef } from '@lezer/common';

export type Decorations = Range<Decoration>[];

/** The part of the page that is worked on. */
export interface Visible {
  readonly from: number;
  readonly to: number;
}

/** Takes marks out of sight. */
export const HIDDEN = Decoration.replace({});

/**
 * The part in view of a very long line ends in the middle of it. CodeMirror loses the gap that it leaves for the rest when something
 * hidden goes beyond that place: it finds the line short, draws all of it, finds it long again, and so on.
 */
export function within({ from, to }: Visible, decorations: Decorations): Decorations {
  return decorations.filter(
    (one) => !one.value.point || one.from === one.to || (one.from >= from && one.to <= to),
  );
}

/**
 * Moves decorations along with a change. Those that take something out of sight go where a line break has come into it: drawing stops in
 * the middle there.
 */
export function movedAlong(decorations: DecorationSet, { changes, state }: MovedBy): DecorationSet {
  return decorations.map(changes).update({
    filter: (from, to, { point }) => !point || from === to || state.doc.lineAt(from).to >= to,
  });
}

type MovedBy = Pick<ViewUpdate, 'changes' | 'state'>;

/** An input method's composition lives in the very nodes that would be drawn again: until it ends, they move along. */
export function isComposed({ view, docChanged }: ViewUpdate): boolean {
  return view.composing && docChanged;
}

/**
 * How far a page is drawn. After a key in a large block its end takes a while to be read again. What was drawn moves along until then, or
 * all lines in view would show their marks, and hide them again.
 */
export class DrawnPart {
  #to = 0;

  note({ state, viewport }: EditorView): void {
    this.#to = Math.min(syntaxTree(state).length, viewport.to);
  }

  /** To be asked with each update. @returns whether it reaches further than the page has been read since the edit */
  isAhead({ state, changes, view: { viewport } }: ViewUpdate): boolean {
    this.#to = changes.mapPos(this.#to, 1);
    return this.#to >= viewport.to && syntaxTree(state).length < viewport.to;
  }
}

/** Visits where the node's lines begin; of a block of thousands of lines only those in view. */
export function eachLine(
  node: SyntaxNodeRef,
  state: EditorState,
  visible: Visible,
  visit: (from: number) => void,
): void {
  const end = Math.min(node.to, visible.to);
  let position = state.doc.lineAt(Math.max(node.from, visible.from)).from;
  while (position <= end) {
    visit(position);
    position = state.doc.lineAt(position).to + 1;
  }
}
