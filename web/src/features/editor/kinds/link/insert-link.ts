/** The command that makes or changes a link. This comes with the popover that it opens. */
import type { EditorState, StateCommand } from '@codemirror/state';
import { formattedParts } from '../../formats/formatted-parts.ts';
import { codeBlockAt } from '../../markdown/code-block-at.ts';
import { linkAt } from './link-at.ts';
import { closeLink, openLink, openLinkOf } from './link-popover-state.ts';

/**
 * Changes the link at the caret, or makes one of the selection, of the word at the caret, or of nothing yet. Asked for
 * once more it gives way to the search, whose key it has.
 */
export const insertLink: StateCommand = ({ state, dispatch }) => {
  const { main } = state.selection;
  if (openLinkOf(state)?.kind === 'write') {
    dispatch(state.update({ effects: closeLink.of(null) }));
    return false;
  }
  if (state.readOnly || codeBlockAt(state, main.head)) return false;
  // A link is one text, and does not go over several cells.
  if (formattedParts(state)) return true;
  const link = linkAt(state, main.head);
  const target = link ?? (main.empty ? (state.wordAt(main.head) ?? main) : oneLine(state, main));
  dispatch(state.update({ effects: openLink.of({ kind: 'write', from: target.from, to: target.to }) }));
  return true;
};

/** A link's text cannot go over a paragraph's end. */
function oneLine(state: EditorState, { from, to }: { readonly from: number; readonly to: number }) {
  const text = state.sliceDoc(from, Math.min(to, state.doc.lineAt(from).to));
  const start = from + text.length - text.trimStart().length;
  return { from: start, to: Math.max(start, from + text.trimEnd().length) };
}
